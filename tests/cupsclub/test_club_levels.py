"""The engine's levels in a club: they take what they are asked for, move, and are rated in their own list."""

import secrets
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from cupsboard.distance import wire
from cupsboard.distance.shared_game import SharedGame
from cupsboard.rules.clocks import Clock
from cupsboard.rules.places import Side
from cupsclub.archive import faults
from cupsclub.people import People
from cupsclub.store.members import Members
from cupsclub.store.port import Records
from cupsclub.store.sqlite import SqliteRecords
from cupsclub.web.levels import NAMES, answer_of
from cupsclub.web.server import serving
from processes import PATIENCE_SECONDS, wait_until
from websockets.sync.client import connect

TOKEN = "a" * 64


def entered(path: Path, *, name: str = "Anna") -> None:
    with closing(SqliteRecords(path)) as records:
        enter(records, name)


def enter(records: Records, name: str) -> None:
    with records.transaction():
        people = People(records, records.served_seconds())
        people.invite(name, "member", name)
        people.enter(name, TOKEN, "board")


class Anna:
    """A member's board, which asks a level for a game."""

    def __init__(self, socket: Any) -> None:
        self.socket, self.game, self.code = socket, SharedGame(), ""
        self.send(wire.Hello(wire.VERSION, TOKEN))

    def send(self, message: wire.Message) -> None:
        self.socket.send(wire.written(message))

    def ask(self, level: int) -> None:
        self.send(
            wire.Invite("0" * 32, "cups 2", "Anna", "south", "south", Clock(600.0), to=level, rated=True)
        )
        self.hear()
        self.send(wire.Follow(self.code))

    def say(self, act: wire.Act) -> None:
        self.send(wire.Say(self.code, secrets.token_hex(16), self.game.changed, wire.plain(act)))

    def hear(self) -> None:
        message = wire.server_message(self.socket.recv(PATIENCE_SECONDS))
        match message:
            case wire.Seated(code):
                self.code = code
            case wire.Entries():
                for entry in message.entries:
                    self.game = self.game.followed(entry)
            case wire.Refused(_, why):
                pytest.fail(why)
            case wire.Welcome():
                self.hear()


def test_a_level_takes_a_rated_game_moves_and_plays_again_in_a_list_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite"
    entered(path)
    with (
        serving(path, "127.0.0.1", 0, has_levels=True) as club,
        connect(f"{club.address.replace('http', 'ws')}v1") as socket,
        closing(SqliteRecords(path, is_read_only=True)) as records,
    ):
        wait_until(lambda: len(Members(records).every()) == 1 + len(NAMES), "all levels in the club")
        level = next(each for each in Members(records).every() if each.name == "Computer 1")
        anna = Anna(socket)
        anna.ask(level.number)
        while anna.game.begin is None:
            anna.hear()
        anna.say(wire.Move("drop 1"))
        while anna.game.to_move is not Side.SOUTH or anna.game.changed < 3:
            anna.hear()
        anna.say(wire.Resigned())
        while anna.game.rated is None:
            anna.hear()
        assert anna.game.rated.list == "cups 2 engine"
        anna.say(wire.Again())
        while anna.game.following is None:
            anna.hear()
    with closing(SqliteRecords(path, is_read_only=True)) as records:
        assert list(faults(records)) == []


def test_a_level_has_one_number_for_ever_and_takes_nobody_s_name(tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite"
    entered(path, name="Computer 1")
    with closing(SqliteRecords(path)) as records:
        for token in ("b" * 64, "c" * 64):
            with records.transaction():
                level = People(records, 0.0).engine("1", token)
        assert (level.number, level.name, level.role) == (2, "Computer 1·", "engine")
        assert [each.name for each in Members(records).every()] == ["Computer 1", "Computer 1·"]


@pytest.mark.parametrize(
    ("rated", "what", "answer"),
    [
        ("cups 2 engine", "abort", wire.No(2)),
        ("", "abort", wire.Yes(2)),
        ("", "back", wire.Yes(2)),
        ("cups 2 engine", "adjourn", wire.Yes(2)),
    ],
)
def test_a_level_agrees_to_all_but_to_call_a_rated_game_off(rated: str, what: Any, answer: wire.Act) -> None:
    begin = wire.Begin(
        "cups 2", {"south": "Anna", "north": "Computer 1"}, "south", Clock(60.0), True, {}, rated
    )
    entries = (
        wire.Entry(1, 1.0, wire.plain(begin)),
        wire.Entry(2, 2.0, wire.plain(wire.Ask(what, 1)), "south"),
    )
    game = SharedGame.of(entries)
    assert answer_of(game, Side.NORTH, 3.0) == answer
    assert answer_of(game, Side.SOUTH, 3.0) is None


def test_a_level_claims_a_game_whose_other_side_has_no_time_left() -> None:
    begin = wire.Begin("cups 2", {"south": "Anna", "north": "Computer 1"}, "south", Clock(86400.0))
    game = SharedGame.of((wire.Entry(1, 1.0, wire.plain(begin)),))
    assert answer_of(game, Side.NORTH, 86400.0) is None
    assert answer_of(game, Side.NORTH, 86500.0) == wire.TimedOut()
