"""Tables in memory: connections, automatic steps, storing and sending."""
