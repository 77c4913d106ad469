"""The readable truth: the rules as pure functions on frozen values."""
