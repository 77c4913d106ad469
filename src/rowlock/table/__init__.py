"""A table as a pure value: its log, the fold, the commands, what each client may see."""
