"""The reader of games as they land, as the board uses it, and what its looks come to beside the truth."""

import gc
import time
from collections import Counter
from collections.abc import Mapping
from enum import Enum
from typing import Any, NamedTuple

from cupsboard.recognition.histories.reader import Look, Reader
from cupsboard.recognition.histories.verdict import Belief
from cupsboard.recognition.histories.verdict import Table as BelievedTable
from cupsboard.rules.game import GameOf, Pieces
from cupsboard.rules.places import Kind, Place

from studies.coins.table import Table


class Found(Enum):
    """What a look came to, held against the truth."""

    RIGHT = "right"
    MISTAKEN = "mistaken"
    """It was sure of another table."""
    OPEN = "open"
    OPEN_HAND = "open in the hand"
    """It was not sure, but only of what is in the hand: on the scales all its tables are the true one."""
    CALLED_WRONG = "called wrong"
    UNEXPLAINED = "unexplained"


class Seen(NamedTuple):
    """A look that was judged."""

    found: Found
    label: str | None
    """The turn that it is sure of, if that may end there."""
    words: str
    """What it held to be so where that isn't the truth."""
    milliseconds: float
    look: Look[Any]

    @property
    def is_sure(self) -> bool:
        """Whether the board goes by it."""
        return self.found in (Found.RIGHT, Found.MISTAKEN)


_DOUBTS = {Belief.OPEN: Found.OPEN, Belief.WRONG: Found.CALLED_WRONG, Belief.UNEXPLAINED: Found.UNEXPLAINED}


class Watcher:
    """The board's eyes on a table."""

    def __init__(
        self, game: GameOf[Any, Any], position: Any, player: Any, table: Table, *, landings: bool
    ) -> None:
        self._game, self._table = game, table
        self._reader: Reader[Any] = Reader(
            game.turns,
            game.turns.begin(position, player),
            game.pieces(position),
            table.knowledge(),
            table.noise_grams if landings else None,
        )
        self._latest: dict[Place, float | None] = {place: table.sample(place) for place in table.weighed}

    def follow(self, place: Place) -> None:
        """Take in a sample of a place."""
        grams = self._table.sample(place)
        self._latest[place] = grams
        self._reader.follow(self._table.seconds, {place: grams}, self._latest)

    def look(self, samples: int, *, is_done: bool = False) -> Seen:
        """Look at the table as it lies, and judge that; nothing is kept yet.

        `is_done` is what the player says of their turn.
        """
        settled = self._table.weigh(samples)
        # The garbage of a program that plays hundreds of evenings takes ten times as long as a look.
        gc.disable()
        begun = time.process_time()
        look = self._reader.look(settled, is_done=is_done)
        milliseconds = 1000.0 * (time.process_time() - begun)
        gc.enable()
        verdict, label, words = look.verdict, None, ""
        if not verdict.is_sure:
            words = " or ".join(map(self._in_words, verdict.tables[:2])) or "no table"
            is_hand = verdict.belief is Belief.OPEN and not any(
                self._differences(table.pieces) for table in verdict.tables
            )
            cut = ", cut short" if verdict.is_full or not verdict.is_exhaustive else ""
            found = Found.OPEN_HAND if is_hand else _DOUBTS[verdict.belief]
            return Seen(found, None, words + cut, milliseconds, look)
        table = verdict.tables[0]
        if table.following is not None:
            label = self._game.turns.label(table.acts)
        found = Found.MISTAKEN if self._differences(table.pieces) else Found.RIGHT
        words = self._in_words(table) if found is Found.MISTAKEN else ""
        return Seen(found, label, words, milliseconds, look)

    def _differences(self, pieces: Pieces) -> str:
        """Where a table isn't that which lies there."""
        return "; ".join(
            f"{place} {_text(read)} not {_text(truth)}"
            for place, truth in self._table.weighed_pieces().items()
            if place not in self._table.in_the_air and (read := _kinds(pieces.get(place, {}))) != truth
        )

    def _in_words(self, table: BelievedTable[Any]) -> str:
        """How sure the reader is of a table, what it says went wrong, and where it isn't the truth."""
        slips = "".join(f" ({slip.what.value} {' '.join(slip.places)})" for slip in table.slips)
        return f"{table.probability:.6f}{slips} {self._differences(table.pieces) or 'as it is'}"

    def keep(self, seen: Seen) -> None:
        """Go by what was seen."""
        self._reader.keep(seen.look)

    def agree(self, position: Any, player: Any) -> None:
        """Go on from a position, with a turn of this player; the last one's if nobody's follows."""
        self._reader.agree(self._game.pieces(position), self._game.turns.begin(position, player))


def _kinds(at: Mapping[Kind, int]) -> Counter[Kind]:
    return Counter({kind: count for kind, count in at.items() if count})


def _text(at: Mapping[Kind, int]) -> str:
    return " ".join(f"{count} {kind}" for kind, count in sorted(at.items())) or "nothing"
