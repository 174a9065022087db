"""The game that a list of entries tells: one function for server, boards and tests.

Clocks go by the server's time alone: the seconds for which games have been served. That time stands while no
server runs. What a far move asks hands to do is no thinking: each turn begins with a delay for laying that
move out, alike for boards and pages. A lost link stops no clock.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cupsboard.distance import wire
from cupsboard.rules import games
from cupsboard.rules.clocks import Clocks
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Contents
from cupsboard.rules.games import AnyGame, may_be_far
from cupsboard.rules.history import History, HistoryOf, Moved
from cupsboard.rules.places import Side

ALONE_SECONDS = 7 * 86400.0
"""So long a side that has no clock may owe its move before the other may call the game off alone."""
LAYING_SECONDS, LAYING_SECONDS_A_BEAN = 3.0, 1.0


def laying_seconds(before: Contents, after: Contents) -> float:
    """Return how long it may take to make the table `after` of the table `before`, by rule."""
    beans = sum(max(0, count - before.get(place, 0)) for place, count in after.items())
    return LAYING_SECONDS + LAYING_SECONDS_A_BEAN * beans


def for_distance(name: str) -> AnyGame:
    """Return the game of that name. Raises RulesError if it can't be played at a distance."""
    game = games.named(name)
    if not may_be_far(game):
        raise RulesError(
            f"{game.name}: each act counts as it lands, and at a distance a turn is sent when its player "
            "presses; choose cups or kalah"
        )
    return game


@dataclass(frozen=True, slots=True)
class OpenAsk:
    """A request that waits for the other side: the number of its entry, who asks, and for what."""

    n: int
    by: Side
    ask: wire.Ask


@dataclass(frozen=True, slots=True)
class SharedGame:
    """A game as its first `n` entries tell it."""

    n: int = 0
    begin: wire.Begin | None = None
    """Who plays what; None until both seats are taken."""
    history: History[Any] | None = None
    changed: int = 0
    """The last entry by which the position changed, or by which the game stopped or went on."""
    changed_at: float = 0.0
    """When that entry was written, by the server's time."""
    is_taken_back: bool = False
    """Whether that change took moves back."""
    ask: OpenAsk | None = None
    declined: Mapping[tuple[Side, wire.Wanted], int] = field(default_factory=dict)
    """What each side has asked for in vain since the last move, and the entry of the other side's no.

    That entry is 0 for what the side has withdrawn itself. It may be asked for again after a move.
    """
    is_adjourned: bool = False
    end: wire.End | None = None
    rated: wire.Rated | None = None
    """The change of two members' ratings by the game; None for a game that is not rated or not over."""
    paired: wire.Paired | None = None
    """How the pairing stands whose game it was; None for a game of no tournament, or one that goes on."""
    board: str = ""
    """The board at which both sides sit, by its name; "" where each sits elsewhere."""
    placed: int = 0
    """The entry by which they came to a board, or left it, last; 0 where they never did."""
    again: frozenset[Side] = frozenset()
    """The sides that would like another game after this one."""
    following: str | None = None
    """The code of the game that the same two play after this one."""
    clocks: Clocks | None = None
    is_waiting: bool = False
    """Whether the clocks stand until both sides are there at once."""
    phrases: Mapping[Side, tuple[int, wire.Phrase]] = field(default_factory=dict)
    """The last phrase of each side, after the number of the entry that brought it."""
    steps: Mapping[int, int] = field(default_factory=dict)
    """How many steps of the history each entry leaves that changed the position."""
    times: tuple[Clocks, ...] = ()
    """Of a game with clocks: how they stood when each step of the history was made, before it earned any."""

    @classmethod
    def of(cls, entries: Iterable[wire.Entry]) -> "SharedGame":
        """Return the game that entries tell. Raises WireError."""
        game = cls()
        for entry in entries:
            game = game.followed(entry)
        return game

    @property
    def to_move(self) -> Side | None:
        """The side whose turn it is; None where the game has not begun, is adjourned or over."""
        if self.history is None or self.end is not None or self.is_adjourned:
            return None
        movers = self.history.game.movers(self.history.position)
        return movers[0] if len(movers) == 1 else None

    def name(self, side: Side) -> str:
        """Return the name of who sits there; "" before the game has begun."""
        return "" if self.begin is None else self.begin.seats.get(side.value, "")

    def followed(self, entry: wire.Entry) -> "SharedGame":
        """Return the game after one more entry. Raises WireError for one that can't follow."""
        if entry.n != self.n + 1:
            raise wire.WireError(
                f"entry {entry.n} can't follow entry {self.n}; ask again for what is missing"
            )
        try:
            what = entry.what
            game = self if what is None else self._after(what, entry)
        except (RulesError, wire.WireError) as fault:
            raise wire.WireError(f"entry {entry.n}: {fault}") from fault
        return replace(game, n=entry.n, changed_at=entry.at if game.changed == entry.n else game.changed_at)

    def _after(self, what: wire.AnyAct, entry: wire.Entry) -> "SharedGame":
        match what:
            case wire.Begin():
                return self._begun(what, entry)
            case wire.Move() | wire.Pass():
                return self._moved(what, entry)
            case wire.Back(to):
                return self._gone_back(to, entry)
            case wire.Ask():
                return replace(self, ask=OpenAsk(entry.n, _side(entry), what))
            case wire.No():
                return self._declined(entry)
            case wire.Adjourned():
                clocks = self.clocks and self.clocks.stopped(entry.at)
                return replace(self, is_adjourned=True, clocks=clocks, changed=entry.n, ask=None)
            case wire.Resumed():
                going = replace(self, is_adjourned=False, changed=entry.n, ask=None)
                return replace(going, clocks=going._started(entry.at))
            case wire.ClocksStand():
                return replace(self, is_waiting=True, clocks=self.clocks and self.clocks.stopped(entry.at))
            case wire.ClocksRun():
                going = replace(self, is_waiting=False)
                return replace(going, clocks=going._started(entry.at + LAYING_SECONDS))
            case wire.End():
                clocks = self.clocks and self.clocks.stopped(entry.at)
                return replace(self, end=what, clocks=clocks, changed=entry.n, ask=None)
            case wire.Rated():
                return replace(self, rated=what)
            case wire.Paired():
                return replace(self, paired=what)
            case wire.AtBoard(board):
                return self._placed(board, entry)
            case wire.Again():
                return replace(self, again=self.again | {_side(entry)})
            case wire.Next(code):
                return replace(self, following=code)
            case wire.Said(phrase):
                return replace(self, phrases={**self.phrases, _side(entry): (entry.n, phrase)})
            case _:
                return self

    def _declined(self, entry: wire.Entry) -> "SharedGame":
        ask = self.ask
        if ask is None:
            raise wire.WireError("nothing is asked")
        n = 0 if _side(entry) is ask.by else entry.n
        return replace(self, ask=None, declined={**self.declined, (ask.by, ask.ask.what): n})

    def _begun(self, begin: wire.Begin, entry: wire.Entry) -> "SharedGame":
        if self.begin is not None:
            raise wire.WireError("the game has begun already")
        history: History[Any] = HistoryOf(for_distance(begin.game), Side(begin.starter))
        begun = replace(
            self,
            begin=begin,
            history=history,
            changed=entry.n,
            clocks=None if begin.clock is None else Clocks.of(begin.clock),
            steps={entry.n: 0},
        )
        return replace(begun, clocks=begun._started(entry.at))

    def _placed(self, board: str, entry: wire.Entry) -> "SharedGame":
        """Return the game once both came to a board, whose own clock counts there, or left it."""
        going = replace(self, is_adjourned=False, is_waiting=False, ask=None)
        rule = None if board or self.begin is None else self.begin.clock
        clocks = None if rule is None else Clocks.of(rule)
        times = () if clocks is None else (clocks,) * len(going.played.steps)
        timed = replace(going, clocks=clocks, times=times)
        placed = replace(timed, board=board, placed=entry.n, changed=entry.n)
        return replace(placed, clocks=placed._started(entry.at))

    def _moved(self, what: wire.Move | wire.Pass, entry: wire.Entry) -> "SharedGame":
        before, stopped = self.played, self.clocks and self.clocks.stopped(entry.at)
        if isinstance(what, wire.Move):
            after = before.play(_side(entry), what.label)
            clocks = stopped and stopped.earned(_side(entry))
        else:
            after, clocks = before.pass_turn(), stopped
        times = self.times if stopped is None else (*self.times, stopped)
        moved = replace(self, clocks=clocks, times=times, is_taken_back=False, declined={})
        return moved._changed_to(after, entry)

    def _gone_back(self, to: int, entry: wire.Entry) -> "SharedGame":
        steps = self.steps.get(to)
        if steps is None:
            raise wire.WireError(f"back to {to}: that entry left no position")
        after = self.played.after(steps).without_undone()
        clocks = self.clocks and self.clocks.stopped(entry.at)
        if steps < len(self.times):
            clocks = self.times[steps].taken_back()
        back = replace(self, clocks=clocks, times=self.times[:steps], is_taken_back=True)
        return back._changed_to(after, entry)

    @property
    def played(self) -> History[Any]:
        """The history of a game that goes on. Raises WireError for any other."""
        if self.history is None:
            raise wire.WireError("the game has not begun")
        if self.end is not None or self.is_adjourned:
            raise wire.WireError("the game is over" if self.end else "the game is adjourned")
        return self.history

    def _changed_to(self, history: History[Any], entry: wire.Entry) -> "SharedGame":
        """Return the game in another position, with the time for laying it out."""
        game, old = history.game, self.played
        laying = laying_seconds(game.contents(old.position), game.contents(history.position))
        kept = {n: steps for n, steps in self.steps.items() if steps <= len(history.steps)}
        changed = replace(
            self, history=history, changed=entry.n, ask=None, steps={**kept, entry.n: len(history.steps)}
        )
        return replace(changed, clocks=changed._started(entry.at + laying))

    def _started(self, runs_from: float) -> Clocks | None:
        return self.clocks and self.clocks.started(None if self.is_waiting else self.to_move, runs_from)


def before_last_move(shared: SharedGame, own: Side) -> int | None:
    """Return the newest entry before a side's last move that left a position; None without such a move."""
    entries = () if shared.history is None else shared.history.entries
    moves = [at for at, entry in enumerate(entries) if isinstance(entry, Moved) and entry.player is own]
    if not moves:
        return None
    return max((n for n, steps in shared.steps.items() if steps <= moves[-1]), default=None)


def alone_from(shared: SharedGame, own: Side) -> float | None:
    """Return from when on a side may call the game off alone, by the server's time.

    None while the other side owes no move, or has a clock that runs: its time is over some day.
    """
    has_no_clock = shared.clocks is None or shared.clocks.runs is None
    return shared.changed_at + ALONE_SECONDS if shared.to_move is own.other and has_no_clock else None


def _side(entry: wire.Entry) -> Side:
    if entry.by is None:
        raise wire.WireError("names no side; an act of a player does")
    return Side(entry.by)
