"""Views of the simulated board."""
