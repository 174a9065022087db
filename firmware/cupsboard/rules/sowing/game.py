"""A sowing game on two rows of cups: legal moves, plans, the score and the result."""

import re
import reprlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle, islice

from cupsboard.rules.bean_game import BeanGame
from cupsboard.rules.errors import RulesError
from cupsboard.rules.families import OWN
from cupsboard.rules.game import Contents
from cupsboard.rules.places import Place, Side, board_places, cup
from cupsboard.rules.sowing import text
from cupsboard.rules.sowing.course import (
    MOST_CUPS,
    NO_MARKS,
    NOWHERE,
    Course,
    Marks,
    can_move,
    circuit_of,
    courses,
    is_decided,
    mover_after,
    turned,
    turned_marks,
)
from cupsboard.rules.sowing.position import (
    FIRST,
    Position,
    Round,
    Row,
    format_position,
    parse_position,
    table,
)
from cupsboard.rules.sowing.rules import SowingRules
from cupsboard.rules.sowing.turns import BACK, SOW, SowingTurns, label

LONGEST_GAME = 2000
"""The most moves in a record."""
_LABEL = re.compile(rf"(?:{SOW}|{BACK}) (?:(south|north)-)?([1-9][0-9]?)")


@dataclass(frozen=True)
class SowingGame(BeanGame[Position]):
    """A game by `rules` with `cups` cups a side and `beans` beans in each cup at first.

    It may be played in the middle of a larger board, whose other cups belong to the game and stay empty.
    """

    rules: SowingRules
    cups: int
    beans: int
    word: str = OWN
    """The first word of its name. The name of a game of one's own holds the rules as well."""
    spare: int = 0
    """How many cups of each row of its board stay empty."""

    def __post_init__(self) -> None:
        if not (self.cups >= 2 and self.spare >= 0 and self.cups + self.spare <= MOST_CUPS):
            raise RulesError(f"{self.cups} cups a side and {self.spare} more: choose 2 to 12 in all")

    @classmethod
    def named(cls, rules: SowingRules, word: str, name: str) -> "SowingGame":
        """Return the game of a name as in a record: "kalah 6", or "kalah 6 seeds 3" for another number.

        Raises RulesError that says what to write.
        """
        said = name.partition(" {")[0] if word == OWN else name
        match = re.fullmatch(rf"{word} ([1-9][0-9]?)(?: on ([1-9][0-9]?))?(?: seeds ([1-9][0-9]?))?", said)
        if match is None:
            raise RulesError(
                f"{reprlib.repr(name)} is not a game: write '{word} N', 2 to 12 cups a side, as in "
                f"'{word} 6', the cups of a larger board, as in '{word} 6 on 9', and the beans in each cup "
                f"where they are not {rules.beans}, as in '{word} 6 seeds 3'"
            )
        cups = int(match[1])
        return cls(rules, cups, int(match[3] or rules.beans), word, int(match[2] or cups) - cups)

    @property
    def name(self) -> str:
        """Return the name that `named` reads."""
        seeds = "" if self.beans == self.rules.beans else f" seeds {self.beans}"
        line = f" {text.line_of(self.rules)}" if self.word == OWN else ""
        board = f" on {self.cups + self.spare}" if self.spare else ""
        return f"{self.word} {self.cups}{board}{seeds}{line}"

    @property
    def first(self) -> int:
        """Return the number that the first cup of a player's row has on the board."""
        return 1 + self.spare // 2

    @cached_property
    def places(self) -> Sequence[Place]:
        """Return all cups and pots of the board."""
        return board_places(self.cups + self.spare)

    def blocked(self, position: Position) -> frozenset[Place]:  # noqa: ARG002
        """Return the cups of the board that the game leaves empty."""
        return frozenset(self.places) - {*self.turns.rings[Side.SOUTH]}

    @property
    def most_moves(self) -> int:
        """Return the most moves that a record holds."""
        return LONGEST_GAME

    @cached_property
    def turns(self) -> SowingTurns:
        """Return the machine of sowings, act by act."""
        return SowingTurns(self.rules, self.cups, self.first)

    def start(self, starter: Side | None) -> Position:
        """Return the position with full cups; without a starter either side may sow first."""
        times = islice(cycle(self.rules.start or (1,)), 2 * self.cups)
        cups = tuple(self.beans * each for each in times)
        return self.placed(Row(cups[: self.cups], 0), Row(cups[self.cups :], 0), starter)

    def placed(
        self,
        south: Row,
        north: Row,
        to_move: Side | None,
        earlier: tuple[str, ...] = (),
        tuz: Marks = NO_MARKS,
        in_round: Round = FIRST,
    ) -> Position:
        """Return the position with these rows, after these tables since the last capture."""
        ring, mine = ring_of(south, north), (*tuz, *in_round.lost)
        if to_move is Side.NORTH:
            ring, mine = turned(ring), turned_marks(mine, len(ring))
        is_over = is_decided(self.rules, ring, mine) or (
            to_move is not None
            and (table(south, north, to_move) in earlier or not can_move(self.rules, ring, mine))
        )
        return Position(south, north, to_move, is_over, earlier, tuz, in_round)

    def play(self, position: Position, side: Side, label: str) -> Position:
        """Return the position after the move written in `label`. Raises RulesError with the reason."""
        course = self._legal(position, side, label)
        own, other = rows_of(course.ring)
        south, north = (own, other) if side is Side.SOUTH else (other, own)
        goes_on = mover_after(self.rules, course)
        to_move = side if (course.goes_on if goes_on is None else goes_on) else side.other
        is_last = goes_on is None and self.rules.asks_who_moved_last
        if is_last and (self.rules.passes or is_decided(self.rules, course.ring, course.marks)):
            # It is over whoever would be next.
            to_move = side.other
        earlier: tuple[str, ...] = ()
        if self.rules.ends_at_repetition and not course.captures:
            earlier = (*position.earlier, table(position.south, position.north, side))
        marks = course.marks if side is Side.SOUTH else turned_marks(course.marks, len(course.ring))
        return self.placed(south, north, to_move, earlier, marks[:2], position.round)

    def contents(self, position: Position) -> Contents:
        """Return the beans in every cup and pot; there are no stocks."""
        counts = [count for side in Side for count in (*position.row(side).cups, position.row(side).pot)]
        return dict.fromkeys(self.places, 0) | dict(zip(self.turns.rings[Side.SOUTH], counts, strict=True))

    def movers(self, position: Position) -> tuple[Side, ...]:
        """Return the side whose turn it is; both at an open start, and none once the game is over."""
        if position.is_over:
            return ()
        return tuple(Side) if position.to_move is None else (position.to_move,)

    def with_contents(self, position: Position, contents: Contents) -> Position:
        """Return the position with other beans in cups and pots, and the same side to move.

        Raises RulesError for beans in a cup that the game leaves empty.
        """
        for place in self.places:
            if contents[place] and place in self.blocked(position):
                raise RulesError(f"{place}: no cup of this game; take its beans out")
        rows = rows_of(tuple(contents[each] for each in self.turns.rings[Side.SOUTH]))
        return self.placed(*rows, position.to_move, tuz=position.tuz, in_round=position.round)

    @property
    def has_emblems(self) -> bool:
        """Return whether a cup may become a tuz."""
        return bool(self.rules.tuz)

    def emblems(self, position: Position) -> Mapping[Place, str]:
        """Return the cups that became a tuz."""
        ring = self.turns.rings[Side.SOUTH]
        return {ring[index]: "tuz" for index in position.tuz if index != NOWHERE}

    def score(self, position: Position) -> Mapping[Side, int]:
        """Return the beans in each pot; once the game is over, those in cups count as the rules say."""
        pots = {side: position.row(side).pot for side in Side}
        if not position.is_over or self.rules.rest == "no one":
            return pots
        lying = dict(zip(Side, self.lying(position), strict=True))
        if self.rules.rest == "last mover" and position.to_move is not None:
            last = position.to_move.other
            lying = {last: sum(lying.values()), last.other: 0}
        if self.rules.rest == "who has none" and 0 in lying.values():
            lying = {side: lying[side.other] for side in Side}
        return {side: pots[side] + lying[side] for side in Side}

    def lying(self, position: Position) -> tuple[int, int]:
        """Return the beans in south's cups, and those in north's."""
        ring, marks = ring_of(position.south, position.north), position.marks_of(Side.SOUTH)
        return circuit_of(self.rules, ring, marks).lying(ring)

    def format_position(self, position: Position) -> str:
        """Return one line as described in `position.format_position`."""
        return format_position(position)

    def parse_position(self, line: str) -> Position:
        """Return the position of a line. Raises RulesError that says what to write."""
        return self.placed(*parse_position(line, self.cups))

    def _legal(self, position: Position, side: Side, written: str) -> Course:
        """Return the sowing of a label. Raises RulesError if that is no legal move."""
        said = f"{side.value} {written}"
        match = _LABEL.fullmatch(written)
        if match is None:
            raise RulesError(f"{reprlib.repr(written)} is not a move: write 'sow C', as in 'sow 3'")
        if position.is_over:
            raise RulesError(f"{said}: the game is over; start a new one or undo")
        if side not in self.movers(position):
            raise RulesError(f"{said}: it is {side.other.value}'s turn; wait for its move")
        number, last = int(match[2]), self.first + self.cups - 1
        if not self.first <= number <= last:
            raise RulesError(f"{said}: there is no cup {number}; the cups are {self.first} to {last}")
        origin, places = cup(Side(match[1] or side), number), self.turns.rings[side]
        ring, marks = ring_of(position.row(side), position.row(side.other)), position.marks_of(side)
        if not ring[places.index(origin)]:
            raise RulesError(f"{said}: {origin} is empty; sow a cup with beans in it")
        legal = courses(self.rules, ring, marks)
        found = {label(self.rules, places[each.origin], each.way): each for each in legal}
        if written not in found:
            is_unfed = self.rules.must_feed and not circuit_of(self.rules, ring, marks).lying(ring)[1]
            reason = (
                f"{side.other.value} has no beans, so some must come there" if is_unfed else "it is no move"
            )
            raise RulesError(f"{said}: {reason}; say {' or '.join(found)}")
        return found[written]


def ring_of(own: Row, other: Row) -> tuple[int, ...]:
    """Return the beans by place as the owner of the first row numbers the places; see `course`."""
    return (*own.cups, own.pot, *other.cups, other.pot)


def rows_of(ring: tuple[int, ...]) -> tuple[Row, Row]:
    """Return the two rows of which `ring_of` makes the beans by place."""
    half = len(ring) // 2
    return Row(ring[: half - 1], ring[half - 1]), Row(ring[half:-1], ring[-1])
