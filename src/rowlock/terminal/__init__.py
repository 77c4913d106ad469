"""The terminal: sheets in colour and a game on one keyboard."""
