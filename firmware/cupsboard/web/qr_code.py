"""Show an address as a QR code, so that no phone need be typed on: in a terminal, or for a friend's game."""

import sys
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

TERMINAL_BORDER_MODULES, BORDER_MODULES = 2, 4
"""Of light around a QR code; its standard asks for four."""
MOST_KEPT = 200
_BLACK_ON_WHITE, _AS_BEFORE = "\N{ESCAPE}[30;107m", "\N{ESCAPE}[0m"
_SIGNS = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
"""Two modules, one above the other, make one character; True is dark."""


def qr_code(address: str) -> str:
    """Return the QR code of an address as lines of text, dark on light in a terminal of any colours."""
    modules = _modules(address, "l", TERMINAL_BORDER_MODULES)
    return "\n".join(_line(modules, top) for top in range(0, len(modules), 2))


def can_be_shown() -> bool:
    """Return whether the output is a terminal that can print block characters, and no service's log."""
    signs = "".join(_SIGNS.values())
    try:
        signs.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return sys.stdout.isatty()


def invitation(code: str, link: str) -> dict[str, Any]:
    """Return what a page shows of an invitation; `qr` is the path of a drawing of `size` modules a side."""
    size, path = _drawn(link)
    return {"code": code, "link": link, "qr": path, "size": size}


def _modules(address: str, error: str, border_modules: int) -> list[list[bool]]:
    # Only who asks for a code pays for the library's time to load.
    import segno

    rows = segno.make_qr(address, error=error).matrix_iter(border=border_modules)
    return [[bool(module) for module in row] for row in rows]


def _line(modules: Sequence[Sequence[bool]], top: int) -> str:
    upper = modules[top]
    lower = modules[top + 1] if top + 1 < len(modules) else [False] * len(upper)
    signs = "".join(_SIGNS[pair] for pair in zip(upper, lower, strict=True))
    return f"{_BLACK_ON_WHITE}{signs}{_AS_BEFORE}"


@lru_cache(MOST_KEPT)
def _drawn(link: str) -> tuple[int, str]:
    rows = _modules(link, "m", BORDER_MODULES)
    dark = [f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark]
    return len(rows), "".join(dark)
