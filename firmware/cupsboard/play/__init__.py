"""Referee, gestures, guidance and palette: what the board makes of what it sees. Pure."""
