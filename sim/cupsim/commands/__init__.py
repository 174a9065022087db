"""The command `cupsim`: one file a command, and what commands share."""
