"""The course of a game whose acts count as they land: record, round, turn, and the wanted table.

Each method that changes the course yields the events of the change. It knows nothing of presses and lights.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cupsboard.referee import events
from cupsboard.referee.as_landed.instructions import Begin, BeginWeighed, BegunBy, Effect
from cupsboard.referee.as_landed.laps import after_acts, same_pieces
from cupsboard.referee.as_landed.states import Playing, RoundEnded, State
from cupsboard.referee.events import LapSeen, RoundOver
from cupsboard.referee.recorded_course import RecordedCourse
from cupsboard.referee.states import Goal, Restoring
from cupsboard.rules.game import Game, GameOfCalls, GameOfRounds, Pieces, Standing
from cupsboard.rules.history import History
from cupsboard.rules.lap import Lap
from cupsboard.rules.places import Side
from cupsboard.rules.turns import Act


class Course(RecordedCourse[Any]):
    """The record of a game, the accepted acts of its current turn, and the reason why a table is wanted."""

    def __init__(
        self,
        game: Game[Any],
        starter: Side | None,
        history: History[Any] | None,
        agreed: Pieces | None,
        lap: Lap | None = None,
    ) -> None:
        """Begin a game, or go on with `history`.

        `agreed` holds the pieces of the weighed places at the last recorded table, `lap` the acts of a turn
        done by then. Raises RulesError for acts that no turn allows.
        """
        super().__init__(game, starter, history)
        self.goal: Goal | None = None
        """Why one certain table is wanted; None while a turn is followed or the next round is set up."""
        self.first: Side | None = None
        """The player who has begun an open start."""
        self.lap: tuple[Act, ...] = ()
        """The acts of the turn up to the last table with an empty hand; kept through a power cut."""
        self.since: tuple[Act, ...] = ()
        """The acts of the turn that happened before the reader's first look."""
        if history is None:
            self.goal = Goal.SET_UP
        elif self.standing is Standing.TO_MOVE:
            if lap is not None:
                after_acts(game, self.position, lap.side, lap.acts)
                self.first, self.lap, self.since = lap.side, lap.acts, lap.acts
            if agreed is not None and not same_pieces(agreed, self.kept_pieces):
                self._want(Goal.RESUME)

    @property
    def pieces(self) -> Pieces:
        """Return the pieces in each place after the last entry of the record.

        Between rounds these are the pieces with which the next round starts.
        """
        return self.game.pieces(self._begun_position((*self.movers, *self.game.players)[0]))

    @property
    def begun(self) -> Lap | None:
        """Return the acts of the turn in progress that outlast a power cut; None if there are none."""
        return None if self.player is None or not self.lap else Lap(self.player, self.lap)

    @property
    def kept_pieces(self) -> Pieces:
        """Return the pieces in each place as they are recorded, to be compared after a power cut.

        These are the pieces after the last entry of the record; in a turn, those after its last act with an
        empty hand.
        """
        if self.player is None or not self.lap:
            return self.game.pieces(self.position)
        return after_acts(self.game, self.position, self.player, self.lap).pieces

    @property
    def movers(self) -> tuple[Side, ...]:
        """Return the sides that may move, or may begin the next round.

        Once one side has moved at an open start, only that side.
        """
        if self.standing is Standing.BETWEEN_ROUNDS:
            return tuple(side for side in self.game.players if self.calls(side))
        movers = () if self.history.timed_out else self.game.movers(self.position)
        return (self.first,) if self.first in movers and self.first is not None else movers

    @property
    def player(self) -> Side | None:
        """Return the side whose turn it is; None before an open start and between rounds."""
        movers = () if self.standing is Standing.BETWEEN_ROUNDS else self.movers
        return movers[0] if len(movers) == 1 else None

    @property
    def round(self) -> int:
        """Return the number of the round, counted from 1."""
        return self.game.round_of(self.position) if isinstance(self.game, GameOfRounds) else 1

    @property
    def wanted(self) -> Pieces | None:
        """Return the pieces of the table that players are asked for; None while a turn is followed."""
        is_laid_out = self.standing is Standing.BETWEEN_ROUNDS
        return self.pieces if is_laid_out or self.goal is not None else None

    @property
    def turns(self) -> Mapping[Side, Any]:
        """Return the state of the turn at the agreed table, for each side that may move."""
        player = self.player
        if player is not None and self.lap:
            return {player: after_acts(self.game, self.position, player, self.lap).turn}
        # After the last turn of a round looks have nothing to tell; yet they begin somewhere.
        movers = self.movers or tuple(self.game.players[:1])
        return {side: self.game.turns.begin(self._begun_position(side), side) for side in movers}

    def resting(self) -> State:
        """Return the state of the game before the first look at the table."""
        if self.goal is not None:
            return Restoring(self.goal)
        match self.standing:
            case Standing.OVER:
                return self.over
            case Standing.BETWEEN_ROUNDS:
                return self._round_ended()
            case _:
                return Playing(self.player, next(iter(self.turns.values())), self.kept_pieces, self.lap)

    def arrive(self) -> Iterator[Effect]:
        """End the wait for the wanted table, which lies there now; yield its events and instructions."""
        goal, self.goal = self.goal, None
        self.first, self.lap, self.since = None, (), ()
        yield events.TableAgreed(self.contents)
        yield BeginWeighed()
        if goal is Goal.SET_UP:
            yield events.GameStarted(self._starter)
        elif goal is not None:
            yield events.Restored(goal)

    def end_turn(self, side: Side, acts: Sequence[Act], how: events.Ending) -> Iterator[Effect]:
        """Enter the turn of `side` into the record; yield its events and instructions.

        Raises RulesError if `acts` are no legal turn. If the opponent has already begun, recognition goes on
        with what it knows of that turn.
        """
        label = self.game.turns.label(acts)
        self.history = self.history.play(side, label)
        self.first, self.lap, self.since = None, (), ()
        yield events.TurnEnded(side, label, how)
        yield events.TableAgreed(self.contents)
        if how is not events.Ending.OPPONENT_BEGAN:
            yield Begin()
        yield from self._after_entry()

    def begin_round(self, side: Side, *, is_beneath: bool = False) -> Iterator[Effect]:
        """Enter into the record that `side` begins the next round; yield the events.

        `is_beneath` says that `side` has already made its first act.
        """
        yield from self._enter(side, self.calls(side)[0])
        yield events.TableAgreed(self.contents)
        yield BegunBy(side) if is_beneath else Begin()

    def begun_by(self, side: Side) -> Iterator[Effect]:
        """Record that `side` has moved first at an open start, so that only its turn is followed."""
        self.first = side
        yield BegunBy(side)

    def call(self, side: Side, said: str) -> Iterator[Effect]:
        """Enter the call `said` of `side` into the record (giving up, an offence); yield the events."""
        yield from self._enter(side, said)
        yield from self._after_entry()

    def time_out(self, side: Side) -> Iterator[Effect]:
        """See `RecordedCourse`; what was begun of the turn is over, too."""
        self.first, self.lap, self.since = None, (), ()
        yield from super().time_out(side)

    def calls(self, side: Side) -> Sequence[str]:
        """Return the calls (acts by word, such as giving up) that `side` may make now."""
        return self.game.calls(self.position, side) if isinstance(self.game, GameOfCalls) else ()

    def take_back(self) -> Iterator[Effect]:
        """Cancel the turn in progress, and ask players to restore the table before it."""
        player, is_written = self.player, bool(self.lap)
        self._want(Goal.TAKE_BACK)
        yield events.TakingBack()
        if is_written and player is not None:
            yield LapSeen(player, (), self.pieces)

    def play_on(self) -> None:
        """Stop asking for one certain table, and follow the turn again."""
        self.goal = None

    def _begun_position(self, side: Side) -> Any:
        """Return the position; between rounds that in which the next starts if this side begins it."""
        if self.standing is not Standing.BETWEEN_ROUNDS:
            return self.position
        assert isinstance(self.game, GameOfCalls)
        return self.game.call(self.position, side, self.calls(side)[0])

    def _enter(self, side: Side, said: str) -> Iterator[Effect]:
        self.history = self.history.call(side, said)
        self.first, self.lap, self.since = None, (), ()
        yield events.Called(side, said)

    def _after_entry(self) -> Iterator[Effect]:
        match self.standing:
            case Standing.OVER:
                yield from self.end()
            case Standing.BETWEEN_ROUNDS:
                ended = self._round_ended()
                yield RoundOver(ended.number, ended.score, ended.total)
            case _:
                pass

    def _round_ended(self) -> RoundEnded:
        game, position = self.game, self.position
        assert isinstance(game, GameOfRounds)
        return RoundEnded(self.round, game.round_score(position), game.score(position))

    def _want(self, goal: Goal) -> None:
        """Set the goal, unless no player moves in this position."""
        is_played = self.standing is Standing.TO_MOVE
        self.goal = goal if is_played else None
        self.first, self.lap, self.since = None, (), ()
