"""The referee: what recognised tables and gestures mean for the game, as states, judgements and events."""
