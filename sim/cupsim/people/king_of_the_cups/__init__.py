"""People who play King of the Cups: they see dice, cups and lights, never the board's state."""
