"""A table of King of the Cups on a page: persons and simulated people race for the same cups."""
