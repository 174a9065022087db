"""The course of a game as it lands: the record, the round, the turn, and the table that is wanted.

Each method that changes the course gives the events of the change. It knows nothing of presses and lights.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cupsboard.referee.as_landed.instructions import Begin, BeginWeighed, BegunBy, Effect
from cupsboard.referee.as_landed.laps import after_acts, same_pieces
from cupsboard.referee.as_landed.states import Playing, RoundEnded, State
from cupsboard.referee.events import (
    Called,
    Ending,
    GameClosed,
    GameOver,
    GameStarted,
    Redone,
    Restored,
    TableAgreed,
    TakingBack,
    TurnEnded,
    Undone,
)
from cupsboard.referee.lap_events import LapSeen, RoundOver
from cupsboard.referee.states import Goal, Over, Restoring
from cupsboard.rules.game import Contents, Game, GameOfCalls, Pieces, Standing
from cupsboard.rules.history import History, HistoryOf
from cupsboard.rules.lap import Lap
from cupsboard.rules.places import Side
from cupsboard.rules.rounds import GameOfRounds
from cupsboard.rules.turns import Act


class Course:
    """A game's history, the acts known of its turn, and the goal while one certain table is wanted."""

    def __init__(
        self,
        game: Game[Any],
        starter: Side | None,
        history: History[Any] | None,
        agreed: Pieces | None,
        lap: Lap | None = None,
    ) -> None:
        """`agreed` is what lay in the weighed places at the table that was written down last.

        `lap` is what had been done of a turn by then. Raises RulesError for acts of no turn.
        """
        self.game = game
        self._starter = starter
        self.history = history or HistoryOf(game, starter)
        self.goal: Goal | None = None
        """Why one certain table is wanted; None where a turn is followed, or the next round is laid out."""
        self.first: Side | None = None
        """Who has begun an open start."""
        self.lap: tuple[Act, ...] = ()
        """What has been done of the turn up to the last table with an empty hand; a power cut keeps it."""
        self.since: tuple[Act, ...] = ()
        """What had been done of it before looks began to tell."""
        if history is None:
            self.goal = Goal.SET_UP
        elif self.standing is Standing.TO_MOVE:
            if lap is not None:
                after_acts(game, self.position, lap.side, lap.acts)
                self.first, self.lap, self.since = lap.side, lap.acts, lap.acts
            if agreed is not None and not same_pieces(agreed, self.kept_pieces):
                self._want(Goal.RESUME)

    @property
    def position(self) -> Any:
        """The position after the last entry."""
        return self.history.position

    @property
    def standing(self) -> Standing:
        """Whether somebody is to move, the next round is to be begun, or the game is over."""
        return self.game.standing(self.position)

    @property
    def pieces(self) -> Pieces:
        """What is to lie where after the last entry; between two rounds with what the next one begins."""
        return self.game.pieces(self._begun_position(self.game.players[0]))

    @property
    def begun(self) -> Lap | None:
        """What has been done of the turn that goes on, as it is kept; None where nothing has."""
        return None if self.player is None or not self.lap else Lap(self.player, self.lap)

    @property
    def kept_pieces(self) -> Pieces:
        """What lay where by what is written down: after the last entry, or when the hand was last empty."""
        if self.player is None or not self.lap:
            return self.game.pieces(self.position)
        return after_acts(self.game, self.position, self.player, self.lap).pieces

    @property
    def contents(self) -> Contents:
        """How many pieces lie in every place of the position."""
        return self.game.contents(self.position)

    @property
    def movers(self) -> tuple[Side, ...]:
        """Who may move, or may begin the next round; who has begun an open start is the only one then."""
        if self.standing is Standing.BETWEEN_ROUNDS:
            return tuple(side for side in self.game.players if self.calls(side))
        movers = self.game.movers(self.position)
        return (self.first,) if self.first in movers and self.first is not None else movers

    @property
    def player(self) -> Side | None:
        """Whose turn it is; None before an open start and outside a round."""
        movers = () if self.standing is Standing.BETWEEN_ROUNDS else self.movers
        return movers[0] if len(movers) == 1 else None

    @property
    def round(self) -> int:
        """The number of the round."""
        return self.game.round_of(self.position) if isinstance(self.game, GameOfRounds) else 1

    @property
    def wanted(self) -> Pieces | None:
        """The one table that will do now; None where a turn is followed."""
        is_laid_out = self.standing is Standing.BETWEEN_ROUNDS
        return self.pieces if is_laid_out or self.goal is not None else None

    @property
    def turns(self) -> Mapping[Side, Any]:
        """The turns with which looks begin, of everybody who may make one."""
        player = self.player
        if player is not None and self.lap:
            return {player: after_acts(self.game, self.position, player, self.lap).turn}
        # After the last turn of a round looks have nothing to tell; yet they begin somewhere.
        movers = self.movers or tuple(self.game.players[:1])
        return {side: self.game.turns.begin(self._begun_position(side), side) for side in movers}

    def resting(self) -> State:
        """The state before the table has been looked at."""
        if self.goal is not None:
            return Restoring(self.goal)
        match self.standing:
            case Standing.OVER:
                return Over(self.game.winner(self.position), self.game.score(self.position))
            case Standing.BETWEEN_ROUNDS:
                return self._round_ended()
            case _:
                return Playing(self.player, next(iter(self.turns.values())), self.kept_pieces, self.lap)

    def arrive(self) -> Iterator[Effect]:
        """The wanted table lies there: play goes on from it."""
        goal, self.goal = self.goal, None
        self.first, self.lap, self.since = None, (), ()
        yield TableAgreed(self.contents)
        yield BeginWeighed()
        if goal is Goal.SET_UP:
            yield GameStarted(self._starter)
        elif goal is not None:
            yield Restored(goal)

    def end_turn(self, side: Side, acts: Sequence[Act], how: Ending) -> Iterator[Effect]:
        """Enter a turn of these acts. Raises RulesError for one that isn't legal.

        If the other has begun already, looks go on from what they know.
        """
        label = self.game.turns.label(acts)
        self.history = self.history.play(side, label)
        self.first, self.lap, self.since = None, (), ()
        yield TurnEnded(side, label, how)
        yield TableAgreed(self.contents)
        if how is not Ending.OPPONENT_BEGAN:
            yield Begin()
        yield from self._after_entry()

    def begin_round(self, side: Side, *, is_beneath: bool = False) -> Iterator[Effect]:
        """Somebody says that they begin the next round, or has begun it (`is_beneath`)."""
        yield from self._enter(side, self.calls(side)[0])
        yield TableAgreed(self.contents)
        yield BegunBy(side) if is_beneath else Begin()

    def begun_by(self, side: Side) -> Iterator[Effect]:
        """Somebody has played first at an open start."""
        self.first = side
        yield BegunBy(side)

    def call(self, side: Side, said: str) -> Iterator[Effect]:
        """Enter words that count."""
        yield from self._enter(side, said)
        yield from self._after_entry()

    def calls(self, side: Side) -> Sequence[str]:
        """What may be called for a side now."""
        return self.game.calls(self.position, side) if isinstance(self.game, GameOfCalls) else ()

    def undoable(self, computer: Side | None = None) -> int:
        """How many entries undo takes out: the last, and on to a turn of a player where the board plays."""
        before, count = self.history, 0
        while before.can_undo:
            before, count = before.undo(), count + 1
            if computer is None or self.game.movers(before.position) != (computer,):
                return count
        return 0

    def undo(self, count: int = 1) -> Iterator[Effect]:
        """Take so many entries out of the record and want the table before them."""
        for _ in range(count):
            self.history = self.history.undo()
        self._want(Goal.UNDO)
        yield from (Undone() for _ in range(count))

    def redo(self, computer: Side | None = None) -> Iterator[Effect]:
        """Bring back what undo has taken out, and want the table after it."""
        count = 0
        while self.history.can_redo and (not count or self.game.movers(self.position) == (computer,)):
            self.history, count = self.history.redo(), count + 1
        self._want(Goal.REDO)
        yield from (Redone() for _ in range(count))

    def take_back(self) -> Iterator[Effect]:
        """Want the agreed table while a turn is begun."""
        player, is_written = self.player, bool(self.lap)
        self._want(Goal.TAKE_BACK)
        yield TakingBack()
        if is_written and player is not None:
            yield LapSeen(player, (), self.pieces)

    def play_on(self) -> None:
        """Follow the turn after all."""
        self.goal = None

    def restart(self) -> Iterator[Effect]:
        """Close the record and want the table a new game begins with."""
        self.history = HistoryOf(self.game, self._starter)
        self._want(Goal.SET_UP)
        yield GameClosed()

    def _begun_position(self, side: Side) -> Any:
        """The position; between two rounds the one with which the next begins, if this side begins it."""
        if self.standing is not Standing.BETWEEN_ROUNDS:
            return self.position
        assert isinstance(self.game, GameOfCalls)
        return self.game.call(self.position, side, self.calls(side)[0])

    def _enter(self, side: Side, said: str) -> Iterator[Effect]:
        self.history = self.history.call(side, said)
        self.first, self.lap, self.since = None, (), ()
        yield Called(side, said)

    def _after_entry(self) -> Iterator[Effect]:
        match self.standing:
            case Standing.OVER:
                yield GameOver(self.game.winner(self.position), self.game.score(self.position))
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
        """Want a table, unless nobody plays from it."""
        is_played = self.standing is Standing.TO_MOVE
        self.goal = goal if is_played else None
        self.first, self.lap, self.since = None, (), ()
