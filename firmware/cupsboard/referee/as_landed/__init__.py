"""The referee of games whose acts count as they land: turns are followed lap by lap, and pieces by kind."""
