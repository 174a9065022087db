"""Where the records of games are kept: the port, and SQLite behind it."""
