"""Cups, by Arthur and Wald Amberstone: its rules, its moves and its positions."""
