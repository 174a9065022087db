"""The board in a browser: a live view that reads the loop's moments and changes nothing."""
