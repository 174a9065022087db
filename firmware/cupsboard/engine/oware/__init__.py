"""The engine of Oware."""
