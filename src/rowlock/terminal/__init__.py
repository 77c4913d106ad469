"""Terminal interface: coloured sheets and games at one keyboard."""
