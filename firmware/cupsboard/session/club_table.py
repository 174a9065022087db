"""Two members of a club at this board, as the club's record has them: what to say there, what came of it.

What to say follows from the two records alone: the next turn that this board has agreed to and the club's
record lacks, or how far that record is to go back. So neither a lost link nor a power cut loses a turn, and
none is said twice.
"""

from collections.abc import Callable
from itertools import takewhile
from typing import Any, TypeAlias

from cupsboard.core.free_order import Core
from cupsboard.distance import wire
from cupsboard.distance.follower import Follower
from cupsboard.distance.shared_game import SharedGame
from cupsboard.loop import Moment
from cupsboard.ports import StoreError
from cupsboard.rules.history import History, Moved, StockCorrected, TimedOut
from cupsboard.rules.places import Side
from cupsboard.rules.record_entries import entry_text
from cupsboard.session.far_table import AGAIN_SECONDS, Link, new_key, passed
from cupsboard.signs.scene import Message, Phrases
from cupsboard.storage.writer import Job, Writer, at_once

LEAST_STEP, STEP_SUM, STEP_GAMES, SCALE = 24.0, 1000.0, 8, 400.0
"""The arithmetic of a rating; see `wire.Rated`."""
Due = tuple[Side, wire.AnyAct]
Names: TypeAlias = "dict[str, str | int | Phrases]"


class UntellableError(Exception):
    """What this board's record has and the club's can't have, as a count that was corrected."""


def due(local: History[Any], shared: SharedGame) -> Due | None:
    """Return what to say next, and of which side; None where both records are one.

    Raises UntellableError where what this board has done can't be said.
    """
    if shared.history is None:
        return None
    here = [each for each in local.entries if not isinstance(each, StockCorrected)]
    there = passed(shared.history).entries
    pairs = zip(map(entry_text, here), map(entry_text, there), strict=False)
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    if same < len(shared.history.entries):
        back = max((n for n, steps in shared.steps.items() if steps <= same), key=shared.steps.__getitem__)
        # A pass that is forced again is written by the server with the way back.
        is_there = shared.steps[back] == len(shared.history.entries)
        return None if is_there else (shared.history.entries[same].player, wire.Back(back))
    if len(here) <= len(there):
        return None
    match here[same]:
        case Moved(side, label):
            return side, wire.Move(label)
        case TimedOut(side):
            return side.other, wire.TimedOut()
        case _:
            raise UntellableError


class ClubTable:
    """The club's record of the game at this board; `listen` is a listener of the loop."""

    def __init__(
        self,
        link: Link,
        heart: Callable[[], Core],
        say: Callable[[str], object],
        tell: Callable[[Message], object],
        number: Callable[[], int],
        writer: Writer[None] = at_once,
        placed: int = 0,
    ) -> None:
        """`heart` gives that of the game, which begins after this does. `writer` writes down what is said.

        `number` is that of the game that is played here: of another, nothing is said in the club.
        `say` tells the board's owner, and `tell` the page, what does not show in lights. `placed` is the
        entry of the record by which both came here; a later one of the kind takes the game away again.
        """
        self._link, self._heart, self._say, self._tell, self._writer = link, heart, say, tell, writer
        self._number, self._own_number, self._placed = number, 0, placed
        self._local: History[Any] | None = None
        """The record of the club's game here, also after another was begun."""
        self._saying: Job[None] | None = None
        self._again_at = 0.0
        self._seen: tuple[Follower, History[Any]] | None = None
        self._is_untellable = False
        self._refused: wire.Refused | None = None
        self._trouble: str | None = None
        self.told: Message | None = None
        """What came of the game; None while it goes on."""

    @property
    def shared(self) -> SharedGame:
        """Return the copy of the club's record as it is now."""
        return self._link.follower.game

    def listen(self, moment: Moment) -> None:
        """Say the next thing that the club's record lacks, and tell once what came of the game."""
        self._say_trouble()
        follower = self._link.follower
        if self.told is None and (told := outcome(follower.game, self._placed)) is not None:
            self.told = told
            self._tell(told)
        if not self._has_written(moment.time) or moment.time < self._again_at:
            return
        now = follower, self._own_record()
        if self._seen is not None and now[0] is self._seen[0] and now[1] is self._seen[1]:
            return
        self._hear_refusal(follower)
        found = None
        if follower.unsent is None and follower.game.board and follower.game.end is None:
            found = self._due(now[1], follower.game)
        if found is None:
            self._seen = now
        else:
            side, act = found
            self._saying = self._writer(lambda: self._link.say(act, new_key(), wire.side_name(side)))

    def _own_record(self) -> History[Any]:
        """Return this board's record of the club's game, which is off where another began before its end."""
        self._own_number = self._own_number or self._number()
        if self._local is None or self._own_number == self._number():
            self._local = self._heart().history
        elif not self._local.is_over:
            self._is_untellable = True
        return self._local

    def _say_trouble(self) -> None:
        trouble = self._link.follower.fault or self._link.trouble
        if trouble != self._trouble:
            self._trouble = trouble
            self._say("the club is there" if trouble is None else f"no link to the club: {trouble}")

    def _has_written(self, now: float) -> bool:
        """Return whether nothing is being written down; what a disk refused is tried again after a while."""
        if self._saying is None:
            return True
        if not self._saying.done():
            return False
        job, self._saying = self._saying, None
        try:
            job.result()
        except (wire.WireError, StoreError) as fault:
            self._again_at = now + AGAIN_SECONDS
            self._say(f"not said in the club yet: {fault}")
        return True

    def _hear_refusal(self, follower: Follower) -> None:
        refused = follower.refused
        if refused is None or refused is self._refused:
            return
        self._refused = refused
        self._say(f"the club refused it: {refused.text}")
        if refused.why == "not-yours":
            self.told = Message("club-out")
            self._tell(self.told)
        # A turn that this board allows and the server does not: no rating can come of such a game.
        self._is_untellable |= refused.why == "illegal"

    def _due(self, local: History[Any], shared: SharedGame) -> Due | None:
        if not self._is_untellable:
            try:
                return due(local, shared)
            except UntellableError:
                self._is_untellable = True
                self._tell(Message("club-corrected"))
        # Both sit here, and have changed the record together: so both call the club's game off.
        if shared.ask is None:
            is_vain = (Side.SOUTH, "abort") in shared.declined
            return None if is_vain else (Side.SOUTH, wire.Ask("abort"))
        return shared.ask.by.other, wire.Yes(shared.ask.n)


def outcome(shared: SharedGame, placed: int) -> Message | None:
    """Return what is said of a game of the club that came to this board by the entry `placed`.

    None while it goes on here.
    """
    begin = shared.begin
    if begin is None:
        return None
    names: Names = {"one": named(begin.seats["south"]), "other": named(begin.seats["north"])}
    if shared.end is None:
        return Message("club-given-back", names) if shared.placed > placed > 0 else None
    result = _result(begin, shared.end, shared.rated, names)
    if (paired := shared.paired) is None:
        return result
    one, other = (_number(paired.points[side.value], 1) for side in Side)
    points: Names = {"one_points": (one,), "other_points": (other,), "round": paired.round}
    key = "club-pairing-goes-on" if paired.left else "club-pairing-over"
    stands = Message(key, {**names, **points, "name": named(paired.tournament)})
    return Message("club-of-pairing", {"result": (result,), "pairing": (stands,)})


def _result(begin: wire.Begin, end: wire.End, rated: wire.Rated | None, names: Names) -> Message:
    """Return what is said of the result of a game."""
    if end.by is not None:
        return Message("club-withdrawn", {**names, "gone": named(begin.seats[end.by])})
    if end.why == "ruled":
        return Message("club-ruled", names)
    if rated is not None:
        sums = {"one_sum": (sum_of(rated, Side.SOUTH),), "other_sum": (sum_of(rated, Side.NORTH),)}
        key = "club-given-up" if end.why == "resigned" else "club-rated"
        return Message(key, {**names, **sums, "winner": named(begin.seats.get(end.winner or "", ""))})
    return Message("club-off" if end.winner is None and end.score is None else "club-unrated", names)


def named(name: str) -> Phrases:
    """Return a member's name as part of a sentence; a member may be called like a place."""
    return (Message("club-name", {"player": name}),)


def sum_of(rated: wire.Rated, side: Side) -> Message:
    """Return the sum by which a side's rating has changed: "1200 + 125 x (1 - 0.5) = 1262.5"."""
    own, other = rated.before[side.value], rated.before[side.other.value]
    step = max(LEAST_STEP, STEP_SUM / (rated.games[side.value] - 1 + STEP_GAMES))
    expected = 1.0 / (1.0 + 10.0 ** ((other - own) / SCALE))
    score = rated.score if side is Side.SOUTH else 1.0 - rated.score
    # Who works it through with these digits comes to the same tenth.
    told = {
        "before": (own, 3),
        "step": (step, 3),
        "score": (score, 1),
        "expected": (expected, 5),
        "after": (rated.after[side.value], 1),
    }
    return Message("club-sum", {name: (_number(value, most),) for name, (value, most) in told.items()})


def _number(value: float, most_digits: int) -> Message:
    whole, _, part = f"{value:.{most_digits}f}".partition(".")
    part = part.rstrip("0")
    return Message("decimal", {"whole": whole, "part": part}) if part else Message("whole", {"whole": whole})
