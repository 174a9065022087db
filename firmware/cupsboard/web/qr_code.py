"""An address as a QR code in a terminal, so that a phone need not be typed on."""

import sys
from collections.abc import Sequence

_BORDER_MODULES = 2
_BLACK_ON_WHITE, _AS_BEFORE = "\N{ESCAPE}[30;107m", "\N{ESCAPE}[0m"
_SIGNS = {(True, True): "█", (True, False): "▀", (False, True): "▄", (False, False): " "}
"""Two modules, one above the other, make one character; True is dark."""


def qr_code(address: str) -> str:
    """Return the QR code of an address as lines of text, dark on light in a terminal of any colours."""
    # Only who asks for a code pays for the library's time to load.
    import segno

    modules = [
        [bool(module) for module in row]
        for row in segno.make_qr(address, error="l").matrix_iter(border=_BORDER_MODULES)
    ]
    return "\n".join(_line(modules, top) for top in range(0, len(modules), 2))


def can_be_shown() -> bool:
    """Return whether the output is a terminal that can print block characters, and no service's log."""
    signs = "".join(_SIGNS.values())
    try:
        signs.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return sys.stdout.isatty()


def _line(modules: Sequence[Sequence[bool]], top: int) -> str:
    upper = modules[top]
    lower = modules[top + 1] if top + 1 < len(modules) else [False] * len(upper)
    signs = "".join(_SIGNS[pair] for pair in zip(upper, lower, strict=True))
    return f"{_BLACK_ON_WHITE}{signs}{_AS_BEFORE}"
