"""The command `cupsboard play`: the board referees until it is switched off."""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cupsboard.commands import game_options
from cupsboard.commands.argument_types import broker, clock, engine_command, number, port, whole
from cupsboard.commands.board_options import add_options, board_wish
from cupsboard.commands.parsers import describe, never_with, only_with
from cupsboard.engine.foreign import THINK_SECONDS
from cupsboard.rules import families
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Side
from cupsboard.rules.record import BOARD

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from cupsboard.distance.seat import Seat
    from cupsboard.drivers.assembly import Wired
    from cupsboard.rules.games import AnyPlayersGame
    from cupsboard.session.orders import Begin
    from cupsboard.station.files.board_files import BoardFiles
    from cupsboard.station.wishes import Beginning, Opponent, SeatWish, Wishes
    from cupsboard.storage.paths import Homes

LEVEL_NAMES = (*"12345678", "perfect")
SOUNDS = ("none", "some", "all")
TUTORS = ("off", "gentle", "strict")
CLUB_PORT = 2878
SEAT_FILE = "distance.json"
"""A help page is no reason to load engines, tones and a server: what they name is named here once more, and a
test compares them."""

_DESCRIPTION = """\
Play on the board: go on with the game that was being played, or begin a new one. If beans or coins lie
otherwise than the record says, the lights show how to put them back. --from goes on with a game that
was saved, from any of its moves.

A board with two rows of cups plays Cups, and from four cups a side on Coin Duel: with beans in stage 1, with
coins of several kinds in stages 2 and 3 (--game coin-duel --stage 3), which want 80 samples a second and
coins that were weighed (`cupsboard calibrate kinds`). --kinds names the coins, --turns ends a round after
so many turns, --friendly lets players mend what was illegal. A board of nine spots plays King of the Cups
(--game king-of-the-cups). Without --game the board goes on with what was played last. What it can't play
it refuses, and says why.

Hold both buttons to take a move back, one for four seconds for a new game (another hold goes on to the next
game that the board plays, a tap begins it), both for four seconds for a pause; hold both again in the pause,
and tap one, to switch the board off. One held for four seconds in the pause lets a phone ask to become an
owner's. At a table of nine spots the lights and the page say what a button does. A page shows the game live,
to this computer only unless --listen names another address.

--computer lets the board play a side. --engine lets another program play it; firmware/ENGINE_PROTOCOL.md says
how to write one, with an example of 40 lines.

The board finds profile and calibration in ~/.config/cupsboard and keeps games in ~/.local/state/cupsboard
(XDG_CONFIG_HOME and XDG_STATE_HOME move these folders). The exit code is 0 after Ctrl-C, a stop of the
service or the end of the terminal; 2 if you must mend something first, which a line names; 75 for a trouble
that may pass by itself.
"""
SHORTEST_SECONDS, LONGEST_SECONDS = 0.1, 600.0

_DISTANCE_HELP = (
    "play with another board by this server (see `cupsclub serve`): go on with the game shared last, or open "
    "one and say its code; with --new another one"
)
_JOIN_HELP = "with --distance: sit down at the game of this code"
_NAME_HELP = "what the other side calls you with --distance, or the club this board with --club (%(default)s)"
_CLUB_HELP = (
    "with --member: join the club of this server, so that two members may play at this board; the owner's "
    "page does the same"
)
_MEMBER_HELP = (
    "with --club or --distance: make this board a device of a member of the server's club, by the code that "
    "the club's page, or `cupsclub invite`, gives the member; once is enough"
)
_CLOCK_HELP = (
    "time to think in a new game, or in one that is opened with --distance: 10 or 10+5 are minutes, and "
    "seconds more for each move; 30s or 3d are for each move; in hourglass:3 each gets what the other uses; "
    "10/5 are South's and North's (none)"
)


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    add_options(parser)
    _add_game(parser)
    _add_sharing(parser)
    _add_signs_and_page(parser)
    only_with(parser, "--from", "--move")
    only_with(parser, "--lying", "--stocks", "--count")
    only_with(parser, "--engine", "--engine-seconds")
    only_with(parser, "--computer --engine", "--computer-side")
    only_with(parser, "--distance", "--join")
    only_with(parser, "--distance --club", "--member")
    only_with(parser, "--member", "--club")
    only_with(parser, "--distance --invite --club", "--known-as")
    never_with(parser, "--club", "--distance", "--invite")
    only_with(parser, "--game", "--stage", "--kinds", "--turns", "--friendly", "--no-friendly", "--odds")
    never_with(parser, "--no-page", "--listen", "--port")
    for option in ("--distance", "--invite"):
        never_with(parser, option, "--from", "--go-on", "--computer", "--engine", "--tutor", "--real-dice")
    never_with(parser, "--join", "--starter", "--clock", "--game")
    never_with(parser, "--lying", "--starter", "--real-dice", "--distance", "--invite")
    for option in ("--from", "--go-on"):
        never_with(parser, option, "--game", "--starter")
    parser.set_defaults(command=_command)


def _add_game(playing: argparse.ArgumentParser) -> None:
    """Define the options that say which game is played, and by whom."""
    which = playing.add_mutually_exclusive_group()
    which.add_argument("--new", action="store_true", help="put the game being played aside and begin another")
    which.add_argument(
        "--go-on",
        type=whole(1, 2**53),
        metavar="N",
        help="go on with game N, which was put aside (see `cupsboard games`)",
    )
    which.add_argument(
        "--from",
        dest="record",
        metavar="RECORD",
        help="go on with the game in this record, or with a puzzle (puzzle:7): the lights show how to put "
        "its beans up",
    )
    which.add_argument(
        "--lying",
        choices=[side.value for side in Side],
        help="play on from what lies on the board, which counts it; this side is to move",
    )
    _add_lying(playing)
    game_options.add_to(
        playing.add_argument, families.Askable(families.names()), "what was played last, or cups"
    )
    playing.add_argument(
        "--move", type=whole(0), metavar="N", help="with --from: go on after move N (after the last)"
    )
    playing.add_argument(
        "--starter",
        choices=("south", "north", "open"),
        default="open",
        help="who starts a new game of two sides; open: whoever plays first (open)",
    )
    playing.add_argument(
        "--real-dice",
        action="store_true",
        help="on a board of nine spots: you throw dice of your own, and tell the board after the grab",
    )
    _add_opponent(playing)


def _add_lying(playing: argparse.ArgumentParser) -> None:
    """Define the options that say what the scales can't tell of a table that lies there."""
    playing.add_argument(
        "--stocks", metavar="S/N", help="with --lying: how many are in the stocks (what is left, shared)"
    )
    playing.add_argument(
        "--count",
        action="append",
        metavar="PLACE=N",
        help="with --lying: how many lie in a place, where the scales are not sure; repeatable",
    )


def _add_opponent(playing: argparse.ArgumentParser) -> None:
    """Define the options that let the board, or another program, play a side."""
    opponent = playing.add_mutually_exclusive_group()
    opponent.add_argument(
        "--computer",
        type=_level,
        metavar="LEVEL",
        help=f"let the board play at this level, {', '.join(LEVEL_NAMES)}: its lights tell your hands which "
        "beans to move",
    )
    opponent.add_argument(
        "--engine",
        type=engine_command,
        metavar="COMMAND",
        help="let another program play as the board would; it speaks the text protocol of "
        "firmware/ENGINE_PROTOCOL.md",
    )
    playing.add_argument(
        "--engine-seconds",
        type=number(SHORTEST_SECONDS, LONGEST_SECONDS),
        metavar="S",
        help=f"how long an engine may think about a move ({THINK_SECONDS:g})",
    )
    playing.add_argument(
        "--computer-side",
        choices=[side.value for side in Side],
        help="the side that the board plays with --computer or --engine (north)",
    )


def _level(text: str) -> str:
    """A level by its name. Raises ArgumentTypeError."""
    if text in LEVEL_NAMES:
        return text
    if text in [side.value for side in Side]:
        raise argparse.ArgumentTypeError(
            f"{text} is a side; say how well the board is to play it: --computer 4 --computer-side {text}"
        )
    raise argparse.ArgumentTypeError(f"{text!r} is no level; say one of {', '.join(LEVEL_NAMES)}")


def _voice(text: str) -> str:
    """A language that the board has words for, or none. Raises ArgumentTypeError."""
    from cupsboard.signs.sentences import languages

    if text not in (choices := ("none", *languages())):
        raise argparse.ArgumentTypeError(f"{text!r}: choose one of {', '.join(choices)}")
    return text


def _add_sharing(playing: argparse.ArgumentParser) -> None:
    """Add the options of a game with another board."""
    where = playing.add_mutually_exclusive_group()
    where.add_argument("--distance", metavar="ADDRESS", help=_DISTANCE_HELP)
    where.add_argument(
        "--invite",
        nargs="?",
        type=port,
        const=CLUB_PORT,
        metavar="PORT",
        help="the same by a server on this board itself, for a board or a browser in your network, at this "
        "port (%(const)s)",
    )
    playing.add_argument("--join", metavar="CODE", help=_JOIN_HELP)
    playing.add_argument("--known-as", default=BOARD, metavar="NAME", help=_NAME_HELP)
    playing.add_argument("--club", metavar="ADDRESS", help=_CLUB_HELP)
    playing.add_argument("--member", metavar="CODE", help=_MEMBER_HELP)
    playing.add_argument("--clock", type=clock, metavar="TIME", help=_CLOCK_HELP)


def _add_signs_and_page(playing: argparse.ArgumentParser) -> None:
    """The options that say how the board is seen and heard."""
    playing.add_argument(
        "--sound", choices=SOUNDS, help="how many of the tones to play (as set at the page, or all)"
    )
    playing.add_argument(
        "--tutor",
        choices=TUTORS,
        help="tell players after the press of a move that loses something, while both buttons take it back: "
        "only where it loses much, or always (as set at the page, or off)",
    )
    playing.add_argument(
        "--voice",
        type=_voice,
        metavar="LANGUAGE",
        help="say sentences aloud through a speaker in this language, as in en or de; none: silence (as set "
        "at the page, or none)",
    )
    playing.add_argument(
        "--brightness",
        type=number(0.05, 1.0),
        metavar="SHARE",
        help="brightness of the lights, 0.05 to 1 (as set at the page, or that of the profile)",
    )
    playing.add_argument(
        "--listen",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="address of the page; 0.0.0.0: for phones in your network too (127.0.0.1, this computer only)",
    )
    playing.add_argument("--port", type=port, default=2877, metavar="N", help="port of the page (2877)")
    playing.add_argument("--no-page", action="store_true", help="serve no page")
    playing.add_argument(
        "--mqtt",
        type=broker,
        metavar="HOST",
        help="announce turns, scores and events to this MQTT broker, HOST or HOST:PORT, for Home Assistant "
        "and other programs; nothing is taken from there (as set at the page)",
    )


def wishes_of(asked: argparse.Namespace) -> "Wishes":
    """Return the wishes that the options express. Raises RulesError for options that don't go together."""
    from cupsboard.station.wishes import ClubWish, PageWish, Wishes

    starter = None if asked.starter == "open" else Side(asked.starter)
    return Wishes(
        board_wish(asked),
        job=_counting(asked),
        beginning=_beginning(asked),
        game=game_options.wish_of(asked),
        starter=starter,
        has_real_dice=asked.real_dice,
        clock=asked.clock,
        opponent=_opponent(asked),
        seat=_seat_wish(asked, starter),
        club=None if asked.club is None else ClubWish(asked.club, asked.member, asked.known_as),
        sound=asked.sound,
        brightness=asked.brightness,
        tutor=asked.tutor,
        voice=asked.voice,
        page=None if asked.no_page else PageWish(asked.listen, asked.port),
        mqtt=asked.mqtt,
    )


def _counting(asked: argparse.Namespace) -> "Begin | None":
    """Return the wish to count what lies on the board, before a game goes on from it; None for none."""
    from cupsboard.session.orders import Begin

    if asked.lying is None:
        return None
    said = {"turn": asked.lying, "game": asked.game, "stocks": asked.stocks, "numbers": asked.count}
    said["numbers"] = None if asked.count is None else " ".join(asked.count)
    return Begin("lying", {name: value for name, value in said.items() if value is not None})


def _beginning(asked: argparse.Namespace) -> "Beginning | None":
    from cupsboard.station.wishes import AnotherGame, KeptGame, SavedGame

    if asked.record is not None:
        return SavedGame(asked.record, asked.move)
    if asked.go_on is not None:
        return KeptGame(asked.go_on)
    return AnotherGame() if asked.new else None


def _opponent(asked: argparse.Namespace) -> "Opponent | None":
    from cupsboard.station.wishes import Opponent

    if asked.computer is None and asked.engine is None:
        return None
    return Opponent(asked.computer, asked.engine, asked.engine_seconds, Side(asked.computer_side or "north"))


def _seat_wish(asked: argparse.Namespace, starter: Side | None) -> "SeatWish | None":
    """Return the wish for a seat, on the server of this board itself if it is to invite."""
    from cupsboard.station.wishes import SeatWish

    if asked.distance is None and asked.invite is None:
        return None
    server = asked.distance or f"http://127.0.0.1:{asked.invite}"
    is_new = bool(asked.new)
    how = asked.known_as, is_new, starter, asked.clock
    return SeatWish(server, asked.join, *how, member=asked.member, own_port=asked.invite)


def _check_game(wishes: "Wishes", at: "BoardFiles") -> None:
    """Refuse a game that this board can't play before the board is touched. Raises RulesError or OSError."""
    from cupsboard.station.game import wished_game
    from cupsboard.station.game.wished_game import game_to_go_on
    from cupsboard.station.wishes import SavedGame

    beginning = wishes.beginning
    wished_game.wished(wishes.game, at.profile, load_set=at.load_set)
    if isinstance(beginning, SavedGame):
        try:
            game_to_go_on(beginning.record, beginning.move, at.profile.cups)
        except OSError as fault:
            raise RulesError(f"{beginning.record or repr('')}: {fault.strerror or fault}") from None


def _check_table(wishes: "Wishes", at: "BoardFiles") -> None:
    """Refuse what only two sides can have, and what only a table can. Raises RulesError."""
    if at.profile.spots and (opponent := wishes.opponent) is not None:
        said = f"--computer {opponent.level}" if opponent.engine is None else f"--engine {opponent.engine}"
        raise RulesError(f"{said}: {at.profile.name} is for people who race; leave it out")
    if wishes.clock is not None and at.profile.spots:
        raise RulesError(
            f"--clock {wishes.clock.text}: on {at.profile.name} all hands race at once, and there are no "
            "turns; leave it out"
        )
    if wishes.has_real_dice and not at.profile.spots:
        raise RulesError(f"--real-dice: no dice are thrown on {at.profile.name}; leave it out")


def _files(wishes: "Wishes", at: "Homes") -> "BoardFiles":
    """The files to play by, in these folders.

    Raises ProfileError for a profile that is damaged without a copy. One that is missing is chosen on the
    page, and raises the same without a page.
    """
    from cupsboard.station.files.board_files import board_files

    may_lack_profile = wishes.page is not None
    return board_files(
        wishes.board, at=at, may_have_spots=True, plays_by_copies=True, may_lack_profile=may_lack_profile
    )


def _command(asked: argparse.Namespace) -> int:
    # A help page is told without the board's program.
    from cupsboard.station import evening

    wishes = wishes_of(asked)
    return evening.unless_it_may_pass(lambda: _play(wishes))


def _play(wishes: "Wishes") -> int:
    from cupsboard.station.files.board_files import this_machine, wired_board
    from cupsboard.station.files.restoration import restore_pending
    from cupsboard.station.wishes import GameWish, SavedGame
    from cupsboard.storage.paths import homes

    restored = restore_pending(homes(os.environ, Path.home()))
    if isinstance(wishes.beginning, SavedGame) or wishes.game != GameWish():
        _check_game(wishes, _files(wishes, restored.at))
    machine = this_machine(wishes.board, partial(_check_files, wishes))
    at = _files(wishes, restored.at)
    if restored.told is not None and at.last_good is not None:
        at.last_good.told.append(restored.told)
    _check_table(wishes, at)
    return run_seated(wishes, at, lambda: wired_board(at.profile, machine))


def run_seated(wishes: "Wishes", at: "BoardFiles", open_board: "Callable[[], Wired]") -> int:
    """Play until asked to end, at a shared game where one is wished for or was ordered; the exit code.

    Raises what `sat_down` and `evening.run` raise.
    """
    from cupsboard.station import evening

    if wishes.club is not None:
        from cupsboard.station.club import join

        join(at.state, wishes.club.server, wishes.club.code, wishes.club.name)
    if wishes.beginning is None and wishes.seat is None and at.state.read(SEAT_FILE):
        from cupsboard.station.game.shared_seat import ordered_before

        wishes = replace(wishes, seat=ordered_before(at.state, at.memory))

    def sit_down(wish: "SeatWish", game: "AnyPlayersGame") -> "AbstractContextManager[Seat | None]":
        return sat_down(replace(wishes, seat=wish), at, game)

    with sat_down(wishes, at) as seat:
        return evening.run(wishes, at, open_board, seat, sit_down)


def _check_files(wishes: "Wishes") -> None:
    """Refuse files that can't be used. Raises ProfileError, SensingError or StoreError."""
    from cupsboard.station.files.board_files import board_files

    at = board_files(wishes.board, may_have_spots=True)
    if wishes.board.calibration is not None or at.calibration_path.exists():
        at.load_calibration()


@contextmanager
def sat_down(
    wishes: "Wishes", at: "BoardFiles", game: "AnyPlayersGame | None" = None
) -> "Iterator[Seat | None]":
    """Have a seat at a shared game, if one is wished for, while the block runs.

    One that is opened is of `game`; None for the game that is wished for.

    Raises RulesError for a game that is not for a distance, DistanceError where the seat can't be had,
    StoreError where it can't be kept, and ServerError where no server can be begun here.
    """
    if wishes.seat is None:
        yield None
        return
    # A board that only plays loads none of this.
    from cupsboard.session.resume import usual
    from cupsboard.station.game import shared_seat, wished_game

    def usual_game() -> "AnyPlayersGame":
        return (
            game
            or wished_game.wished(wishes.game, at.profile, load_set=at.load_set)
            or usual(at.profile, None)
        )

    if (port := wishes.seat.own_port) is None:
        yield shared_seat.seat_for(wishes.seat, at.state, at.memory, usual_game)
    else:
        from cupsclub.web.server import serving

        games = at.state_path / "club.sqlite"
        with serving(games, "0.0.0.0", port, is_beside_a_board=True) as club:
            wish = replace(wishes.seat, shown=club.address)
            yield shared_seat.seat_for(wish, at.state, at.memory, usual_game)
