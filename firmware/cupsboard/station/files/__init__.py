"""The files of a board: found, kept, put back."""
