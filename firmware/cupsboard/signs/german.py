"""German for whatever has no page: the words are the page's own (`web/static/words/de.json`)."""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any

from cupsboard.rules.places import Place, Side
from cupsboard.signs.sentences import ENGLISH, Language, place_name

Words = Mapping[str, Any]
"""Words by their keys, or tables of such words."""


@cache
def german() -> Language:
    """Return German; the first call reads a file of this package."""
    words = json.loads(files("cupsboard").joinpath("web", "static", "words", "de.json").read_text("utf-8"))
    moves = _Moves(words)
    return Language(
        code="de",
        name="Deutsch",
        sentences=dict(_flat(words["sentences"])),
        sides={side: words["sides"][side.value] for side in Side},
        places=words["places"],
        counted=words["counted"],
        moves={"move": moves.done, "reply": moves.done, "advised": moves.advised},
        kinds=moves.kinds,
    )


LANGUAGES: tuple[Callable[[], Language], ...] = (lambda: ENGLISH, german)
"""Every language that the board speaks, each read when it is called for."""


class _Moves:
    """Moves in words from their notation, as the page's `words.js` and `notation.js` say them."""

    def __init__(self, words: Words) -> None:
        self._words = words
        king = words["king"]
        cups = {
            f"{colour}-{shape}": king["symbol"].format(colour=said, shape=named)
            for colour, said in king["colours"].items()
            for shape, named in king["shapes"].items()
        }
        self.kinds: Mapping[str, str] = {**words["pieces"]["kinds"], **cups}

    def done(self, move: str) -> str:
        """Return a move as one tells it."""
        verb, _, rest = move.partition(" ")
        if verb in ("reserve", "board"):
            begun, *handfuls = (part.split(" ") for part in move.split("; "))
            return "; ".join([self._begun(begun), *map(self._handful, handfuls)])
        if verb == "table":
            return self._said("moves", verb, changes=self._changes(rest))
        key = f"call-{rest}" if verb == "call" else verb
        return self._said("moves", key, count=rest) if key in self._words["moves"] else move

    def advised(self, move: str) -> str:
        """Return a move as advice to a player, for it or against it."""
        verb, _, count = move.partition(" ")
        return self._said("advised", verb, count=count) if verb in self._words["advised"] else move

    def _said(self, table: str, key: str, **values: str) -> str:
        return str(self._words[table][key]).format(**values)

    def _changes(self, changes: str) -> str:
        pairs = (change.split(" ") for change in changes.split(", "))
        return ", ".join(f"{place_name(Place(place), german())} {by}" for place, by in pairs)

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
        """The kinds as they were sown; the same one several times in a row once, with its number."""
        runs = [(self.kinds.get(kind, kind), len(list(run))) for kind, run in groupby(kinds)]
        some = self._words["pieces"]["some"]
        return ", ".join(kind if count == 1 else some.format(count=count, kind=kind) for kind, count in runs)


def _flat(table: Words, above: str = "") -> Iterator[tuple[str, str]]:
    """Each sentence of tables in tables, by its whole key."""
    for key, value in table.items():
        if isinstance(value, str):
            yield above + key, value
        else:
            yield from _flat(value, f"{above}{key}.")
