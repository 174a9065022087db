"""The inner work of cupsboard's engine, compiled: `cupsboard.engine.core` calls it if it finds it."""

from pathlib import Path

LIBRARY = Path(__file__).with_name("core.so")
"""The compiled library."""
