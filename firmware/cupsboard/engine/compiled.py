"""Finds the compiled core of the engine, without loading what calls it where there is none."""

from functools import cache
from importlib.util import find_spec
from types import ModuleType


@cache
def compiled() -> ModuleType | None:
    """Return `cupsboard.engine.core`; None unless `cupsboard-core` is installed and runs here."""
    if find_spec("cupsboard_core") is None:
        return None
    from cupsboard.engine import core

    return None if core.installed() is None else core
