"""Formats of text: pure readers and writers that know nothing of a game or a board."""
