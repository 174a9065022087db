"""What players see and hear in games whose acts count as they land."""
