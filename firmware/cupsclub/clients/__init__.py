"""The clients of the server: what they ask for, and what they are told."""
