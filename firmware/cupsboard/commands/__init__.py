"""The command `cupsboard`: one file a command, and what commands share."""
