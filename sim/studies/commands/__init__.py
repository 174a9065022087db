"""The command `python -m studies`, one file a study."""
