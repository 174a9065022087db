"""Shares as people say them."""

from cupsboard.signs.scene import Message


def rate(share: float) -> Message:
    """Return a share as people say it: "1 in 400", "12 %"."""
    if share < 1e-6:
        return Message("rate.fewer")
    if share < 0.1:
        return Message("rate.one-in", {"count": f"{1 / share:,.0f}".replace(",", " ")})
    return Message("rate.percent", {"percent": f"{100 * share:.0f}"})
