"""How a friend gets to a game: its code, the link that a phone opens, and the link as a QR code."""

from functools import lru_cache
from typing import Any

BORDER_MODULES = 4
"""Of light around a QR code, as its standard asks for."""
MOST_KEPT = 200


def invitation(code: str, link: str) -> dict[str, Any]:
    """Return what a page shows of an invitation; `qr` is the path of a drawing of `size` modules a side."""
    size, path = _drawn(link)
    return {"code": code, "link": link, "qr": path, "size": size}


@lru_cache(MOST_KEPT)
def _drawn(link: str) -> tuple[int, str]:
    # Only who invites somebody pays for the library's time to load.
    import segno

    rows = [list(row) for row in segno.make_qr(link, error="m").matrix_iter(border=BORDER_MODULES)]
    dark = [f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark]
    return len(rows), "".join(dark)
