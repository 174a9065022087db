"""Playing at a distance: the numbered record that a server owns, and a client's copy that follows it."""
