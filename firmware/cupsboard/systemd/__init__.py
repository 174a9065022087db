"""The board as a service of its Pi: how it is set up, and what it tells the service manager."""
