"""What to build: wiring and pictures from the profiles, parts to print from a cup and a cell."""
