"""What players of King of the Cups see, hear and read."""
