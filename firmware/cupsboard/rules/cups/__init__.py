"""Cups, by Arthur and Wald Amberstone: rules, moves and positions."""
