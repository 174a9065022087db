"""The seat of a board at a game that it shares: taken once, kept, and gone on with without a server."""

import argparse
from dataclasses import replace
from pathlib import Path

import pytest
from cupsboard import profile
from cupsboard.commands import play
from cupsboard.commands.parsers import program
from cupsboard.core.free_order import Core
from cupsboard.distance import seat as seats
from cupsboard.distance.follower import Follower
from cupsboard.distance.link import DistanceError
from cupsboard.distance.seat import Seat
from cupsboard.distance.shared_game import for_distance
from cupsboard.distance.wire import Begin, Clock, End, Entry, Invite, plain
from cupsboard.drivers.files import Files
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.referee.computer import Computer
from cupsboard.referee.options import Options
from cupsboard.referee.referee import Referee
from cupsboard.rules.places import Side
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.session.engine_adviser import LEVEL_NAMES
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.station.game import shared_seat
from cupsboard.station.wishes import Wishes
from cupsboard.storage.games import KeptGames
from cupsboard.storage.memory import memory_in
from cupsclub.web.server import serving


def asked(*words: str) -> argparse.Namespace:
    parser = program("cupsboard play", "", "")
    play.define(parser)
    return parser.parse_args(words)


def wished(*words: str) -> Wishes:
    return play.wishes_of(asked(*words))


def files(folder: Path) -> BoardFiles:
    name, state = "calibration.toml", Files(folder)
    return BoardFiles(profile.load("2x3"), state, name, folder / name, state, folder)


def sat_down(at: BoardFiles, *words: str) -> Seat:
    with play.sat_down(wished(*words), at) as seat:
        assert seat is not None
        return seat


def test_one_board_opens_a_game_and_the_other_joins_it_by_its_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there = files(tmp_path / "here"), files(tmp_path / "there")
    with serving(tmp_path / "club.sqlite", "127.0.0.1", 0) as club:
        mine = sat_down(here, "--distance", club.address)
        assert f"--join {mine.code}" in capsys.readouterr().out
        theirs = sat_down(there, "--distance", club.address, "--join", mine.code)
        assert sat_down(here, "--distance", club.address) == mine
        assert sat_down(there, "--distance", club.address, "--join", mine.code) == theirs
        other = sat_down(here, "--distance", club.address, "--new", "--game", "kalah", "--starter", "north")
        over = Entry(2, 1.0, plain(End("aborted")))
        begin = Begin("kalah 3", {"south": "A", "north": "B"}, "north")
        entries = Entry(1, 0.0, plain(begin)), over
        here.memory.keep((Follower(other.code, "", entries=entries).kept,))
        assert sat_down(here, "--distance", club.address).code not in (mine.code, other.code)
    assert (mine.game, theirs.game, other.game) == ("cups 3", "cups 3", "kalah 3")
    assert {mine.side, theirs.side} == {"south", "north"}
    assert theirs.starter == mine.starter
    assert (other.starter, other.token) == ("north", mine.token)
    assert other.code != mine.code


def test_a_seat_that_was_taken_needs_no_server_and_one_that_was_not_says_why(tmp_path: Path) -> None:
    at = files(tmp_path)
    with pytest.raises(DistanceError, match="look at the address and at the network"):
        sat_down(at, "--distance", "http://127.0.0.1:9")
    wished = seats.read(at.state)
    assert wished is not None
    assert not wished.is_taken
    seats.keep(at.state, Seat("http://127.0.0.1:9", wished.token, "", "GAME0001", "north", "cups 3"))
    assert sat_down(at, "--distance", "http://127.0.0.1:9").code == "GAME0001"


def test_what_is_not_for_a_distance_is_refused_before_anything_is_sent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = files(tmp_path)
    for options, said in (
        (("--join", "GAME0001"), "belongs to --distance"),
        (("--invite", "--computer", "4"), "--computer: does not go"),
    ):
        with pytest.raises(SystemExit):
            wished(*options)
        assert said in capsys.readouterr().err
    with play.sat_down(wished(), at) as seat:
        assert seat is None


def test_a_clock_is_read_from_minutes_and_seconds_or_days_and_goes_with_the_invitation() -> None:
    assert asked("--invite", "--clock", "10+5").clock == Clock(600.0, 5.0)
    assert asked("--invite", "--clock", "3d").clock == Clock(259200.0, is_for_each_move=True)
    with pytest.raises(SystemExit):
        asked("--invite", "--clock", "soon")
    seat = replace(Seat.invited("http://127.0.0.1:9", "cups 3", "south"), clock=Clock(60.0))
    wish = seat.wish("Anna")
    assert isinstance(wish, Invite)
    assert wish.clock == Clock(60.0)


def test_the_board_keeps_a_journal_of_its_own_and_no_engine_plays_in_it(tmp_path: Path) -> None:
    at, kept = files(tmp_path), KeptGames(memory_in(tmp_path), lambda: "today")
    seat = Seat("http://127.0.0.1:9", "a" * 64, "", "GAME0001", "north", "cups 3", "south")
    shared_seat.take_up(seat, at.state, kept)
    known = seats.read(at.state)
    assert known is not None
    assert known.number == kept.number == 1
    kept.begin(kept.game(1).history.game, None)
    for each in (known, seat):
        shared_seat.take_up(each, at.state, kept)
        assert kept.number == 1
    options = shared_seat.options_of(seat, Options(levels=LEVEL_NAMES, computer=Computer(Side.NORTH, "4")))
    assert (options.starter, options.levels, options.computer) == (Side.SOUTH, (), None)


def test_a_link_goes_on_from_what_the_disk_has_kept(tmp_path: Path) -> None:
    at = files(tmp_path)
    seat = Seat("http://127.0.0.1:9", "a" * 64, "", "GAME0001", "north", "cups 3", "south")

    cells = at.profile.places
    calibration = Calibration(
        "2026-01-01",
        10.0,
        PieceCalibration(0.55, 0.01, 0.06, 30),
        {place: PlaceCalibration(0.0, 2000.0, 0.003, 25.0, 0.02, 0.02) for place in cells},
    )
    referee = Referee(for_distance(seat.game), Options())
    core = Core(calibration, cells, referee, from_calibration(calibration, {}))

    with shared_seat.linked(seat, at.memory, lambda: core) as far_table:
        (news,) = far_table(None)
        assert news.far is not None
        assert (news.far.own, news.far.entries, news.far.is_linked) == (Side.NORTH, (), False)
