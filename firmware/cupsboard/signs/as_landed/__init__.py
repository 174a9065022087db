"""What players see and hear of games whose acts count as they land."""
