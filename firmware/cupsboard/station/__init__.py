"""What a board is busy with: the station, its wishes, and one occupation after the other."""
