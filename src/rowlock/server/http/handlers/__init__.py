"""One module for each group of HTTP addresses."""
