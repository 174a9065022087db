"""The referee of games whose acts count as they land: turns followed lap by lap, pieces by their kinds."""
