"""A board that referees a game, until it ends or another is wanted."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, cast

from cupsboard.drivers.assembly import Wired
from cupsboard.engine.foreign import THINK_SECONDS
from cupsboard.loop import Listener, Loop, Moment
from cupsboard.recognition.suitability import complaints
from cupsboard.referee.computer import Computer
from cupsboard.referee.events import OwnershipOpened, PlayerSeated
from cupsboard.rules.clocks import Clock
from cupsboard.rules.games import is_round_a_table, knows_odds
from cupsboard.rules.odds import odds_of
from cupsboard.scales.calibration import Calibration
from cupsboard.session.engine_adviser import AdviserByLevel, EngineAdviser, ForeignAdviser, seed_of
from cupsboard.session.game_session import Evening
from cupsboard.session.missing_parts import MissingParts
from cupsboard.session.orders import Change, Order, OrderRefused, Orders, ShowWay
from cupsboard.session.resume import Choice
from cupsboard.session.trace_file import TraceFile
from cupsboard.signs.advice import Adviser
from cupsboard.signs.phrases import game_phrases
from cupsboard.signs.scene import Scene
from cupsboard.station.club import Club
from cupsboard.station.files.board_files import BoardFiles, now
from cupsboard.station.game.beginning import NextGame, Over, begun
from cupsboard.station.occupation import End, Plan
from cupsboard.station.terminal.console import say
from cupsboard.station.wishes import Opponent, Wishes
from cupsboard.storage.games import KeptGames, Players
from cupsboard.storage.paths import TRACE
from cupsboard.storage.writer import BesideTheLoop
from cupsboard.storage.zero_history import ZeroHistory
from cupsboard.systemd.notify import PowerSwitch, Watched
from cupsboard.web.board_view import BoardView
from cupsboard.web.sections import Section, message_section

if TYPE_CHECKING:
    from cupsboard.core.free_order import Core
    from cupsboard.distance.follower import Follower
    from cupsboard.distance.membership import Membership
    from cupsboard.distance.seat import Seat
    from cupsboard.distance.sitting import Sitting
    from cupsboard.session.club_table import ClubTable
    from cupsboard.session.far_table import FarTable


@cache
def _trace_writer() -> BesideTheLoop:
    """Return the thread that writes the traces of this program; a lost line is no lost move."""
    return BesideTheLoop(patience_seconds=0)


class RefereedGame:
    """A game that is being played; implements `Occupation`."""

    def __init__(
        self, playing: Evening[BoardView], next_seat: "Callable[[], Seat | None]", orders: Orders, over: Over
    ) -> None:
        """`next_seat` gives the seat at the next game that this one's players have agreed on; None before.

        Who sits down at the board is told by `orders`, as from the page. `over` is what the club says over
        what the game shows.
        """
        self.playing, self._next_seat, self._orders = playing, next_seat, orders
        self.over = over
        self._choice = Choice(playing.start.options.computer)
        self._is_news = self._is_opened = False
        playing.loop.listen(self._choice)
        playing.loop.listen(self._hear)

    @property
    def loop(self) -> Loop:
        """See `Occupation`."""
        return self.playing.loop

    @property
    def view(self) -> BoardView:
        """See `Occupation`."""
        return self.playing.view

    @property
    def is_news(self) -> bool:
        """See `Occupation`."""
        was, self._is_news = self._is_news, False
        return was

    def section(self) -> Section:
        """See `Occupation`."""
        start = self.playing.start
        if is_round_a_table(start.game):
            # There is no other, and its players begin it anew at the board.
            return {"name": "game"}
        names = start.options.games or (start.game.name,)
        # More of them would be odds on top of odds.
        with_odds = [name for name in names if knows_odds(name) and odds_of(name) is None]
        return {
            "name": "game",
            "game": start.game.name,
            "withOdds": with_odds,
            "games": {name: [message_section(each) for each in game_phrases(name)] for name in names},
        }

    def following(self) -> Plan | End | None:
        """See `Occupation`."""
        choice = self._choice
        if self._is_opened:
            return Plan(is_pairing=True)
        if (seat := self._next_seat()) is not None:
            return replace(self.afterwards(), seat=seat)
        return (
            None
            if choice.game is None
            else Plan(chosen=NextGame(choice.game, choice.computer, clock=self._clock))
        )

    def afterwards(self) -> Plan:
        """Return how the game is taken up when something else was done in between: as after a power cut."""
        return Plan(chosen=NextGame(None, self.plays, clock=self._clock))

    @property
    def _clock(self) -> Clock | None:
        return self.playing.start.options.clock

    @property
    def plays(self) -> Computer | None:
        """Return what the board plays itself now; None if nothing."""
        return self._choice.computer

    def obey(self, order: Order) -> None:
        """Show a puzzle's way; a page moves no bean and ends no turn. Raises OrderRefused."""
        if not isinstance(order, ShowWay):
            raise OrderRefused("playing")
        self.playing.puzzle.show_way()
        self._is_news = True

    def seat_players(self) -> None:
        """Take over who plays, as it is set by now."""
        self.playing.games.seat(cast("Core", self.playing.loop.heart).referee)

    def _hear(self, moment: Moment) -> None:
        self._is_news = self._is_news or bool(moment.decided.events or moment.edges)
        self._is_opened = self._is_opened or OwnershipOpened() in moment.decided.events
        seated = {
            each.side.value: each.name for each in moment.decided.events if isinstance(each, PlayerSeated)
        }
        if seated:
            self._orders.give(Change(seated)).add_done_callback(_told_refused)


def _told_refused(answer: "Future[None]") -> None:
    if not answer.cancelled() and (why := answer.exception()) is not None:
        say(f"who plays could not be kept: {why}")


@contextmanager
def refereed(
    wishes: Wishes,
    at: BoardFiles,
    ready: Wired,
    chosen: NextGame | None,
    missing_parts: MissingParts,
    watched: Watched | None,
    players: Players,
    orders: Orders,
    club: Club,
    seat: "Seat | None" = None,
) -> Iterator[RefereedGame]:
    """Referee while the block runs; with `seat` the game that is shared with another board.

    Where two members of the club sit here it is their game; the club also calls others to the board.

    Raises KeptGameError if the game that was asked for is damaged, and StoreError, SensingError or RulesError
    for a game that this board can't play.
    """
    with ExitStack() as stack:
        calibration = at.load_calibration()
        adviser_for = _adviser_for(wishes.opponent, stack)
        far: FarTable | None = None
        if seat is not None:
            from cupsboard.station.game import shared_seat

            def heart() -> "Core":
                return cast("Core", playing.loop.heart)

            def adviser_for(_: KeptGames) -> Adviser:
                # Now the memory is mended, where it was damaged.
                nonlocal far
                far = far or stack.enter_context(shared_seat.linked(seat, at.memory, heart))
                return far

        def next_seat() -> "Seat | None":
            following = None if far is None else far.shared.following
            return None if seat is None or following is None else seat.following(following)

        sat = None if seat is not None else _sat(club, at)

        def seated() -> tuple[str, ...]:
            return _names(players, sat, far)

        over = _Over(club)
        how = chosen, at.told if chosen is None else (), seat, sat, over
        playing = begun(wishes, at, ready, calibration, adviser_for, seated, *how)
        if sat is not None and club.membership is not None:
            over.table = stack.enter_context(_club_table(club.membership, *sat, at, playing))
            playing.loop.listen(over.listen)
        if seat is not None and far is not None:
            _show_far(playing, seat, far)
        for complaint in complaints(calibration) if at.profile.cups and chosen is None else ():
            say(f"not fit to play: {complaint}")
        occupation = RefereedGame(playing, next_seat, orders, over)
        stack.enter_context(missing_parts.telling(playing.view.note))
        stack.callback(playing.end)
        for listener in _listeners(playing, calibration, at, missing_parts, watched, stack):
            playing.loop.listen(listener)
        yield occupation


def _names(
    players: Players, sat: "tuple[Sitting, Follower] | None", far: "FarTable | None"
) -> tuple[str, ...]:
    """Return who plays: members of the club who sit here, the seats of a far game, or the players here."""
    if sat is not None:
        return sat[0].south, sat[0].north
    begin = None if far is None else far.shared.begin
    return players() if begin is None else (begin.seats["south"], begin.seats["north"])


def _club_table(
    membership: "Membership",
    sitting: "Sitting",
    copy: "Follower",
    at: BoardFiles,
    playing: Evening[BoardView],
) -> "AbstractContextManager[ClubTable]":
    """Return what keeps the club's record of the game that two members play here, while a block runs."""
    from cupsboard.station.game import club_seat

    def heart() -> "Core":
        return cast("Core", playing.loop.heart)

    note, number = playing.view.note, lambda: playing.games.number
    return club_seat.linked(membership, sitting, copy, at.memory, heart, note, number)


def _show_far(playing: Evening[BoardView], seat: "Seat", table: "FarTable") -> None:
    """Let a game that is shared with another board be followed there, and seen here."""
    from cupsboard.web.far_seen import FarSeen

    playing.loop.listen(table.listen)
    playing.view.with_far = FarSeen(lambda: table.shared, seat.code, seat.link)


def _listeners(
    playing: Evening[BoardView],
    calibration: Calibration,
    at: BoardFiles,
    missing_parts: MissingParts,
    watched: Watched | None,
    stack: ExitStack,
) -> Iterator[Listener]:
    """Yield what every game here is followed by: zeros, the trace, the switch, and who watches."""
    yield _zeros(playing, calibration)
    trace = TraceFile(at.state_path / TRACE, playing.start, missing_parts, writer=_trace_writer())
    yield stack.enter_context(trace)
    yield PowerSwitch(os.environ, say)
    if watched is not None:
        yield watched


class _Over:
    """Puts over what a game shows what the club says: who is called, and what came of its game here."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self.table: ClubTable | None = None
        """The club's record of the game; None for a game that is none of the club's."""

    def __call__(self, scene: Scene, now: float) -> Scene:
        """Return the scene that is shown."""
        return self._club.over(scene, now, is_own=self.table is not None)

    def listen(self, moment: Moment) -> None:
        """Tell the club of a moment; a game that is over there is none of the club's any more."""
        assert self.table is not None
        self.table.listen(moment)
        if self.table.told is not None:
            self._club.rise(self.table.told)


def _sat(club: Club, at: BoardFiles) -> "tuple[Sitting, Follower] | None":
    """Return the game of the club that is played here, with the copy of its record; None for none."""
    if club.sitting is None or club.membership is None:
        return None
    from cupsboard.station.game.shared_seat import copy_of

    return club.sitting, copy_of(club.sitting.code, club.membership.token, at.memory)


def _zeros(playing: Evening[BoardView], calibration: Calibration) -> ZeroHistory:
    """Return what keeps how zeros have moved during a game."""
    knowledge, today = (
        (lambda: cast("Core", playing.loop.heart).knowledge),
        lambda: now()[: len("2026-11-27")],
    )
    return ZeroHistory(playing.games.ledger, calibration, knowledge, today)


def _adviser_for(opponent: Opponent | None, stack: ExitStack) -> Callable[[KeptGames], Adviser]:
    """Return what begins to think about games that are kept; `stack` ends it."""

    def adviser_for(games: KeptGames) -> Adviser:
        adviser = EngineAdviser(say, lambda: seed_of(games))
        stack.callback(adviser.close)
        if opponent is None or opponent.engine is None:
            return adviser
        foreign = ForeignAdviser(opponent.engine, say, opponent.think_seconds or THINK_SECONDS)
        stack.callback(foreign.close)
        return AdviserByLevel(adviser, foreign)

    return adviser_for
