"""The command `cupsclub`, a file for what it does and one for what looks after its records."""
