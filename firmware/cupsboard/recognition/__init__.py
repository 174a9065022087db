"""Read a whole table from settled weights: which legal table lies there, or which mishap happened."""
