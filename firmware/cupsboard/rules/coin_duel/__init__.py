"""Coin Duel: its settings, its turns, its moves, its positions and its points."""
