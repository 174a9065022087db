"""The board as a service: its units, and what it tells the service manager."""
