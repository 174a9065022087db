"""Strangers at King of the Cups: people, hands and scales of another make, of whom no reader was told."""
