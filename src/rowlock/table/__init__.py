"""A table as a pure value: log entries, fold, commands and views."""
