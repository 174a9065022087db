"""The beginning of an evening at a board: the game that was asked for, from the files of the board."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from cupsboard.drivers.assembly import Wired
from cupsboard.drivers.buttons import Silence
from cupsboard.engine import engines
from cupsboard.engine.foreign import level_of
from cupsboard.ports import Board, Rows, Sound, StoreError
from cupsboard.referee.computer import Computer
from cupsboard.referee.options import Options
from cupsboard.referee.tutoring import Tutor
from cupsboard.rules.clocks import Clock
from cupsboard.rules.games import AnyGame, AnyPlayersGame
from cupsboard.rules.history import History
from cupsboard.rules.places import Side
from cupsboard.scales.calibration import Calibration
from cupsboard.session.engine_adviser import LEVEL_NAMES
from cupsboard.session.game_session import Evening, evening
from cupsboard.session.resume import require_known, usual
from cupsboard.signs.advice import Adviser
from cupsboard.signs.scene import Message, Scene, Tone
from cupsboard.station.files.board_files import BoardFiles, disk_writer
from cupsboard.station.game import wished_game
from cupsboard.station.game.wished_game import game_to_go_on
from cupsboard.station.terminal.console import say
from cupsboard.station.terminal.language import language
from cupsboard.station.wishes import AnotherGame, Beginning, KeptGame, Opponent, SavedGame, Wishes
from cupsboard.storage.games import KeptGameError, KeptGames, Players, known_players
from cupsboard.storage.ledger import Nowhere
from cupsboard.storage.own_puzzles import own_puzzles
from cupsboard.systemd.notify import can_power_off
from cupsboard.web.board_view import BoardView

if TYPE_CHECKING:
    from cupsboard.distance.follower import Follower
    from cupsboard.distance.seat import Seat
    from cupsboard.distance.sitting import Sitting

    Begun = tuple[Sitting, Follower]
    """A game of the club at this board, and the copy of the club's record."""


LEVELS = ("none", "some", "all")


def at_level(board: Board, level: str | None) -> Board:
    """The board with as much of its sound as a level lets through; all of it for None."""
    match level:
        case "none":
            return replace(board, sound=Silence())
        case "some":
            return replace(board, sound=SomeTones(board.sound))
        case _:
            return board


class SomeTones:
    """A sound that says only what somebody must hear; implements `Sound`."""

    NEEDED = frozenset({Tone.NOT_NOW, Tone.WRONG, Tone.OVER})

    def __init__(self, sound: Sound) -> None:
        self._sound = sound

    def show(self, tone: Tone, now: float) -> None:
        """See `Sound`."""
        if tone in self.NEEDED:
            self._sound.show(tone, now)

    def step(self, now: float) -> None:
        """See `Sound`."""
        self._sound.step(now)


WITHOUT_BUTTONS_SECONDS = 3.0
"""A complete move that lies still for so long is ended, where there is no button to say so."""


@dataclass(frozen=True, slots=True)
class NextGame:
    """A game that follows another, or goes on after something else, and what the board plays in it."""

    game: AnyGame | None
    """The game that players have chosen at the board; None for that which was being played."""
    computer: Computer | None
    is_own: bool = False
    """Whether instead the game goes on that was put aside for one with a friend."""
    number: int | None = None
    """The number of the kept game that goes on instead."""
    clock: Clock | None = None
    """The time to think in a new game; None for none."""
    begun: History[Any] | None = None
    """The beginning of `game`, that of a puzzle; None for its usual one."""


Over = Callable[[Scene, float], Scene]
AdviserFor = Callable[[KeptGames], Adviser]
"""Whoever thinks about the games that are kept."""
READ_TIMES, READ_AGAIN_SECONDS = 3, 1.0
"""How often games that can't be read are tried again before the board plays without them."""


def begun(
    wishes: Wishes,
    at: BoardFiles,
    ready: Wired,
    calibration: Calibration,
    adviser_for: AdviserFor,
    players: Players,
    chosen: NextGame | None = None,
    told: Sequence[Message] = (),
    seat: "Seat | None" = None,
    club: "Begun | None" = None,
    over: "Over" = lambda scene, _: scene,
) -> Evening[BoardView]:
    """Begin with the games that are kept; if they can't be read, with one that is not kept.

    With `seat` the game is the one that is shared there, with `club` one of two members at this board. `over`
    puts something over what is shown.
    With `chosen` that game begins, or goes on, whatever was asked for when the program was started. `told` is
    to be said at its beginning.
    Raises KeptGameError if the game that was asked for is damaged, StoreError if that can't be read, and
    RecordError, RulesError or SensingError for a game that this board can't play.
    """
    clock = ready.board.clock
    told = list(told)
    for left in reversed(range(READ_TIMES)):
        try:
            # Once for each start of the program: with thousands of games that takes a moment.
            told += at.memory.mended() if chosen is None else ()
            rows = at.memory
            how = chosen, rows, told, seat, club, over
            return _begun_with(wishes, at, ready, calibration, adviser_for, players, *how)
        except StoreError as fault:
            if isinstance(wishes.beginning, KeptGame) and chosen is None and not left:
                raise
            reason = fault
        if left:
            clock.sleep_until(clock.now() + READ_AGAIN_SECONDS)
    say(f"{reason}. A new game begins, which is forgotten when the board is switched off")
    return _begun_with(wishes, at, ready, calibration, adviser_for, players, chosen, Nowhere(reason), told)


def _begun_with(
    wishes: Wishes,
    at: BoardFiles,
    ready: Wired,
    calibration: Calibration,
    adviser_for: AdviserFor,
    players: Players,
    chosen: NextGame | None,
    rows: Rows,
    told: list[Message],
    seat: "Seat | None" = None,
    club: "Begun | None" = None,
    over: "Over" = lambda scene, _: scene,
) -> Evening[BoardView]:
    kept = KeptGames(
        rows, lambda: datetime.now().strftime("%Y-%m-%dT%H:%M"), told.append, disk_writer(), players
    )
    opponent, starter = wishes.opponent or Opponent(), wishes.starter
    options = _options(wishes, opponent, at, ready, chosen, kept)
    kept.computer = options.computer
    game = (
        wished_game.wished(wishes.game, at.profile, load_set=at.load_set) if chosen is None else chosen.game
    )
    if seat is not None:
        # Only a board that is linked to another pays for what a distance takes to load.
        from cupsboard.station.game import shared_seat

        options, game = shared_seat.options_of(seat, options), None
        shared_seat.take_up(seat, at.state, kept)
    elif club is not None:
        from cupsboard.station.game import club_seat

        sitting, copy = club
        options, game = club_seat.options_of(sitting, options), None
        club_seat.take_up(sitting, copy, at.state, kept)
    elif chosen is not None:
        game = _taken_up(chosen, kept, at, starter)
    else:
        game = _begun_as_wished(wishes.beginning, opponent, at, calibration, options, kept, game, starter)
    return evening(
        at_level(ready.board, wishes.sound),
        at.profile,
        calibration,
        options,
        kept,
        say,
        BoardView,
        adviser_for(kept),
        game,
        told,
        language(),
        over,
    )


def _taken_up(
    chosen: NextGame, kept: KeptGames, at: BoardFiles, starter: Side | None
) -> AnyPlayersGame | None:
    """Let the game that was chosen be the one that is played; return which game, None for the board's own."""
    if chosen.is_own:
        from cupsboard.station.game import shared_seat

        shared_seat.go_back(at.state, kept, usual(at.profile, None))
    elif chosen.number is not None:
        return kept.take_up(chosen.number).history.game
    elif chosen.begun is not None:
        kept.begin_from(chosen.begun)
    elif chosen.game is not None:
        kept.begin(chosen.game, starter)
    return chosen.game


def _begun_as_wished(
    beginning: Beginning | None,
    opponent: Opponent,
    at: BoardFiles,
    calibration: Calibration,
    options: Options,
    kept: KeptGames,
    game: AnyPlayersGame | None,
    starter: Side | None,
) -> AnyPlayersGame | None:
    """Begin a game, or go on with one, as was wished when the program was started.

    `game` is the game that was named then. Return the game to play, None for the one of the record or of last
    time. Raises what `begun` raises.
    """
    match beginning:
        case SavedGame(record, move):
            history = game_to_go_on(record, move, at.profile.cups)
            _require_level(opponent, history.game)
            playing = kept.seen_playing()
            if playing is None or playing.is_over or not playing.history.begins_with(history):
                kept.begin_from(history)
        case AnotherGame():
            game = game or usual(at.profile, kept.seen_playing())
            _require_level(opponent, game)
            require_known(at.profile, calibration, game, options)
            kept.begin(game, starter)
        case KeptGame(number):
            played = kept.computer_of(number)
            if played is not None and (opponent.level or opponent.engine) is None:
                raise KeptGameError(
                    f"game {number}: {played.level} played {played.side.value}; say --engine or --computer "
                    "and --computer-side"
                )
            game = kept.take_up(number).history.game
            _require_level(opponent, game)
        case None:
            _require_level(opponent, game or usual(at.profile, kept.seen_playing()))
    return game


def _options(
    wishes: Wishes, opponent: Opponent, at: BoardFiles, ready: Wired, chosen: NextGame | None, kept: KeptGames
) -> Options:
    """Return the referee's options by the wishes and by what this board has."""
    options = Options(
        starter=wishes.starter,
        can_power_off=can_power_off(os.environ),
        may_have_owner=wishes.page is not None,
        has_real_dice=wishes.has_real_dice,
        levels=LEVEL_NAMES if opponent.engine is None else (*LEVEL_NAMES, level_of(opponent.engine)),
        computer=_computer(opponent) if chosen is None else chosen.computer,
        clock=wishes.clock if chosen is None else chosen.clock,
        players=kept.players(),
        known=known_players(kept.ledger),
        own_puzzles=own_puzzles(kept.ledger),
        tutor=Tutor(wishes.tutor or Tutor.OFF.value),
    )
    if at.profile.cups and len(ready.buttons) < len(Side):
        options = replace(options, stillness_seconds=WITHOUT_BUTTONS_SECONDS)
    return options


def _require_level(opponent: Opponent, game: AnyPlayersGame) -> None:
    """Refuse a level that the game doesn't offer, before anything of it is begun. Raises RulesError."""
    if opponent.level is not None and engines.levels_of(game):
        engines.level_of(game, opponent.level)


def _computer(opponent: Opponent) -> Computer | None:
    """Return what the board is to play by the wishes."""
    level = opponent.level if opponent.engine is None else level_of(opponent.engine)
    return None if level is None else Computer(opponent.side, level)
