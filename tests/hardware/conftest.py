import sys
from pathlib import Path

# The package `hardware` is no part of what gets installed; it lies beside the pages it makes.
sys.path.insert(0, str(Path(__file__).parents[2]))

from boards_by_size import board, electronics

__all__ = ["board", "electronics"]
