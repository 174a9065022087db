"""The terminal of a station: what is said there, and what is typed."""
