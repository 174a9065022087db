"""The examination of a board, its diagnosis, and the bundle to send to a helper."""
