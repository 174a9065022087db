"""Moves in words from their notation, as the page's `words.js` and `notation.js` say them."""

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any

from cupsboard.rules.places import Place


class MoveWords:
    """The moves of every game in the words of one language."""

    def __init__(self, words: Mapping[str, Any], place_name: Callable[[Place], str]) -> None:
        """`words` are the language's file; `place_name` says a place in that language."""
        self._words = words
        self._place_name = place_name
        king = words["king"]
        cups = {
            f"{colour}-{shape}": king["symbol"].format(colour=said, shape=named)
            for colour, said in king["colours"].items()
            for shape, named in king["shapes"].items()
        }
        self.kinds: Mapping[str, str] = {**words["pieces"]["kinds"], **cups}

    def done(self, move: str) -> str:
        """Return a move as one tells it: "2 from stock" for Coin Duel's "reserve 2".

        A notation that the words don't know stays what it is.
        """
        verb, _, rest = move.partition(" ")
        if verb in ("reserve", "board"):
            begun, *handfuls = (part.split(" ") for part in move.split("; "))
            return "; ".join([self._begun(begun), *map(self._handful, handfuls)])
        if verb == "table":
            return self._said("moves", verb, changes=self._changes(rest))
        key = f"call-{rest}" if verb == "call" else verb
        return self._said("moves", key, count=rest) if key in self._words["moves"] else move

    def advised(self, move: str) -> str:
        """Return a move as advice to a player, for it or against it: "sow cup 3" for "sow 3"."""
        verb, _, count = move.partition(" ")
        known = verb in self._words["advised"]
        return self._said("advised", verb, count=count) if known else self.done(move)

    def _said(self, table: str, key: str, **values: str) -> str:
        return str(self._words[table][key]).format(**values)

    def _changes(self, changes: str) -> str:
        pairs = (change.split(" ") for change in changes.split(", "))
        return ", ".join(f"{self._place_name(Place(place))} {by}" for place, by in pairs)

    def _begun(self, words: list[str]) -> str:
        match words:
            case ["reserve", count] if count.isdecimal():
                return self._said("plays-of", "reserve-alike", count=count)
            case ["reserve", *kinds]:
                return self._said("plays-of", "reserve", kinds=self._in_order(kinds))
            case [_, number]:
                return self._said("plays-of", "board-alike", number=number)
            case [_, number, *sown]:
                return self._said("plays-of", "board", number=number, handful=self._handful(sown))
        return " ".join(words)

    def _handful(self, words: list[str]) -> str:
        way, *kinds = words
        return self._said("plays-of", way, kinds=self._in_order(kinds))

    def _in_order(self, kinds: list[str]) -> str:
        """Return the kinds in the order in which they were sown; equal neighbours once, with their number."""
        runs = [(self.kinds.get(kind, kind), len(list(run))) for kind, run in groupby(kinds)]
        some = self._words["pieces"]["some"]
        return ", ".join(kind if count == 1 else some.format(count=count, kind=kind) for kind, count in runs)
