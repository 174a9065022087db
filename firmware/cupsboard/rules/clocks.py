"""Time to think: the rule of a clock, and what each side has left.

A board and the server of games at a distance count by these values; each passes in its own time, in seconds
from any beginning. No date is read for it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Side

SITTING_SECONDS = 6 * 3600.0
"""Who has less time is at the table for it: such clocks begin to run when both sides are there."""
SHORT_SECONDS, SHORT_SHARE = 60.0, 0.2
"""Time is short below a minute, and below this share of a side's time where that is less."""
_UNITS = {"": 60.0, "s": 1.0, "d": 86400.0}
_TIME = r"(\d{1,7}(?:\.\d{1,6})?)"
_TEXT = re.compile(rf"(hourglass:)?{_TIME}(?:/{_TIME})?(?:\+{_TIME}|([sd]))?")


@dataclass(frozen=True, slots=True)
class Clock:
    """Time to think, in seconds: for the whole game with an increment a move, or for each move.

    In an hourglass each side gets what the other uses. `north_seconds` is North's time where it differs.
    """

    seconds: float
    increment: float = 0.0
    is_for_each_move: bool = False
    is_hourglass: bool = False
    north_seconds: float | None = None

    def __post_init__(self) -> None:
        for side in Side:
            if not (1 <= self.seconds_of(side) <= 31 * 86400 and 0 <= self.increment <= 3600):
                raise ValueError("a clock has 1 to 2678400 seconds and an increment of 0 to 3600")
        if self.is_hourglass + self.is_for_each_move + (self.increment > 0) > 1:
            raise ValueError("a clock is for each move, or an hourglass, or has an increment")

    def seconds_of(self, side: Side) -> float:
        """Return the time that a side begins with, in seconds."""
        return self.seconds if side is Side.SOUTH or self.north_seconds is None else self.north_seconds

    @classmethod
    def from_text(cls, text: str) -> "Clock":
        """Return the clock that `text` writes. Raises ValueError for other text."""
        match = _TEXT.fullmatch(text)
        if match is None:
            raise ValueError(f"{text!r} is no clock")
        is_hourglass, south, north, increment, unit = match.groups()
        seconds = _UNITS[unit or ""]
        return cls(
            round(float(south) * seconds, 3),
            float(increment or 0.0),
            unit is not None,
            is_hourglass is not None,
            None if north is None else round(float(north) * seconds, 3),
        )

    @property
    def text(self) -> str:
        """Return the clock as options write it.

        "10" is ten minutes, "10+5" with 5 seconds more for each move; "30s" and "3d" are seconds and days for
        each move; "hourglass:3" begins with three minutes; "10/5" gives South ten minutes and North five.
        """
        times = [self.seconds, *([] if self.north_seconds is None else [self.north_seconds])]
        are_days = all(each % _UNITS["d"] == 0 for each in times)
        unit = "" if not self.is_for_each_move else "d" if are_days else "s"
        said = "/".join(f"{each / _UNITS[unit]:.6f}".rstrip("0").rstrip(".") for each in times)
        more = f"+{self.increment:g}" if self.increment else unit
        return f"{'hourglass:' if self.is_hourglass else ''}{said}{more}"


@dataclass(frozen=True, slots=True)
class Clocks:
    """Both sides' time, in seconds. That of `runs` begins to run at `runs_from`."""

    rule: Clock
    left_seconds: Mapping[Side, float]
    runs: Side | None = None
    runs_from: float = 0.0

    @classmethod
    def of(cls, rule: Clock) -> "Clocks":
        """Return clocks that stand, with all their time left."""
        return cls(rule, {side: rule.seconds_of(side) for side in Side})

    @classmethod
    def from_text(cls, text: str) -> "Clocks":
        """Return the standing clocks that `text` writes. Raises RulesError for other text."""
        try:
            rule, *left = text.split()
            south, north = (float(each) for each in left)
            return cls(Clock.from_text(rule), {Side.SOUTH: south, Side.NORTH: north})
        except ValueError:
            raise RulesError(
                f"{text!r}: these are no clocks; write a clock and the seconds of each side"
            ) from None

    @property
    def text(self) -> str:
        """Return the clocks as they are kept, standing: "10+5 312.4 600.0", South's seconds first."""
        return " ".join((self.rule.text, *(str(round(self.left_seconds[side], 2)) for side in Side)))

    def left(self, side: Side, now: float) -> float:
        """Return the time that a side has left, in seconds; less than 0 if it is over."""
        used = 0.0 if self.runs is None else max(0.0, now - self.runs_from)
        if side is self.runs:
            return self.left_seconds[side] - used
        is_given = self.rule.is_hourglass and self.runs is not None
        return self.left_seconds[side] + (min(used, self.left_seconds[side.other]) if is_given else 0.0)

    def is_over(self, side: Side, now: float) -> bool:
        """Return whether the clock of `side` runs and has no time left."""
        return side is self.runs and now >= self.runs_from and self.left(side, now) <= 0.0

    def is_short(self, side: Side, now: float) -> bool:
        """Return whether the clock of `side` runs and is soon over."""
        short = min(SHORT_SECONDS, SHORT_SHARE * self.rule.seconds_of(side))
        return side is self.runs and self.left(side, now) < short

    def share_left(self, side: Side, now: float) -> float:
        """Return the share of its time that a side has left, from 0 to 1; of both sides' in an hourglass."""
        rule = self.rule
        whole = sum(map(rule.seconds_of, Side)) if rule.is_hourglass else rule.seconds_of(side)
        return min(1.0, max(0.0, self.left(side, now) / whole))

    @property
    def is_of_a_sitting(self) -> bool:
        """Return whether both sides are meant to be there while these clocks run."""
        return max(map(self.rule.seconds_of, Side)) < SITTING_SECONDS

    def stopped(self, now: float) -> "Clocks":
        """Return the clocks standing; who has used more than there was has none left."""
        if self.runs is None:
            return self
        left = {side: max(0.0, self.left(side, now)) for side in Side}
        return replace(self, left_seconds=left, runs=None, runs_from=0.0)

    def earned(self, side: Side) -> "Clocks":
        """Return standing clocks after a move of a side, which gets its increment, or its time anew."""
        left = self.left_seconds[side] + self.rule.increment
        if self.rule.is_for_each_move:
            left = self.rule.seconds_of(side)
        return replace(self, left_seconds={**self.left_seconds, side: left})

    def taken_back(self) -> "Clocks":
        """Return the clocks that stood when a move was made, for that move to be made anew.

        What its side had left is without what the move earned; a time for each move begins anew.
        """
        return Clocks.of(self.rule) if self.rule.is_for_each_move else self

    def started(self, side: Side | None, runs_from: float) -> "Clocks":
        """Return the clocks with that of a side running from a time on; None lets both stand."""
        return replace(self, runs=side, runs_from=0.0 if side is None else runs_from)
