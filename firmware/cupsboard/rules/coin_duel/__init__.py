"""Coin Duel: settings, turns, moves, positions and points."""
