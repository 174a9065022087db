"""Moves in English words, from their notation; the page says them in other languages (`static/words.js`)."""

from collections.abc import Sequence
from itertools import groupby


def in_words(move: str) -> str:
    """Return a move as one tells it: "2 from stock" for Coin Duel's "reserve 2".

    A move whose notation is plain English already, as "drop 3", stays what it is.
    """
    begun, *handfuls = (part.split(" ") for part in move.split("; "))
    return "; ".join([_begun(begun) or move, *(_handful(each) for each in handfuls)])


def advised(move: str) -> str:
    """Return a move as advice to a player, for it or against it: "sow cup 3" for "sow 3"."""
    return f"sow cup {move.removeprefix('sow ')}" if move.startswith("sow ") else in_words(move)


def _begun(words: Sequence[str]) -> str | None:
    match words:
        case ["reserve", count] if count.isdecimal():
            return f"{count} from stock"
        case ["reserve", *kinds]:
            return f"from stock: {_in_order(kinds)}"
        case ["board", number]:
            return f"sow cup {number}"
        case ["board", number, *sown]:
            return f"cup {number} {_handful(sown)}"
    return None


def _handful(words: Sequence[str]) -> str:
    way, *kinds = words
    return f"{way}: {_in_order(kinds)}"


def _in_order(kinds: Sequence[str]) -> str:
    runs = [(kind, len(list(run))) for kind, run in groupby(kinds)]
    return ", ".join(kind if count == 1 else f"{count} × {kind}" for kind, count in runs)
