"""Live tables: who is connected, what happens by itself, what is written and sent."""
