"""What the game makes of what lies on the table: states, gestures, judgements, events."""
