"""The pure heart of the board: frames and button edges in, events and a scene out."""
