"""A club that is served, members on their phones, and a board of the club that says what is played there."""

import json
import secrets
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from cupsboard.distance import wire
from cupsboard.distance.link import enter_club
from cupsboard.distance.shared_game import SharedGame
from cupsclub.archive import faults
from cupsclub.boards import Boards, Pairing
from cupsclub.people import People, lock_of
from cupsclub.store.members import Role
from cupsclub.store.results import Results
from cupsclub.store.sqlite import SqliteRecords
from http_calls import get, post
from processes import PATIENCE_SECONDS
from test_club_over_http import Visitor
from websockets.sync.client import connect


class ClubBoard:
    """A board as the server knows it: its token, and nothing of a board's own referee."""

    def __init__(self, address: str, member: Visitor, name: str = "Table 1") -> None:
        self.address, self.token = address, secrets.token_hex(32)
        enter_club(address, self.token, json.loads(member.act("code").text)["code"], name)

    def act(self, act: str, /, **fields: Any) -> Any:
        """Ask something of the club; return the answer, or why it is refused."""
        said = json.dumps({"act": act, **fields}).encode()
        answer = post(f"{self.address}/club/act", said, {"Authorization": f"Bearer {self.token}"})
        return json.loads(answer.text) if answer.status in (200, 403, 409) else answer

    def told(self, path: str = "board.json") -> Any:
        answer = get(f"{self.address}/club/{path}", {"Authorization": f"Bearer {self.token}"})
        return json.loads(answer.text) if answer.status == 200 else answer

    def call(self, **how: Any) -> str:
        """Call the members 1 and 2, and return the code of their game."""
        asked = {"south": 1, "north": 2, "game": "cups 2", **how}
        code: str = self.act("call", **asked)["game"]
        return code

    def says(self, code: str, *acts: tuple[str, wire.Act], key: str = "") -> list[str]:
        """Say acts of sides one after the other; return "written", or why each is refused."""
        return says(self.address, self.token, code, acts, key)


def says(
    address: str,
    token: str,
    code: str,
    acts: Sequence[tuple[str | None, wire.Act]],
    key: str = "",
    **headers: str,
) -> list[str]:
    """Say acts as who has a token, each after the position that the record has then."""
    came: list[str] = []
    live = f"{address.replace('http', 'ws')}/v1"
    with connect(live, additional_headers=headers) as socket:
        socket.send(wire.written(wire.Hello(wire.VERSION, token)))
        socket.recv(PATIENCE_SECONDS)
        socket.send(wire.written(wire.Follow(code)))
        entries: list[wire.Entry] = []
        waiting: str | None = None
        left = list(acts)
        while left or waiting is not None:
            match wire.server_message(socket.recv(PATIENCE_SECONDS)):
                case wire.Entries(_, _, new):
                    entries += [each for each in new if each.n > len(entries)]
                    if waiting is not None and any(each.key == waiting for each in new):
                        came.append("written")
                        waiting = None
                case wire.Refused(_, why, _, _, refused) if refused == waiting:
                    came.append(why)
                    waiting = None
                case _:
                    continue
            if waiting is None and left:
                by, act = left.pop(0)
                waiting = key or secrets.token_hex(16)
                after = SharedGame.of(entries).changed
                socket.send(wire.written(wire.Say(code, waiting, after, wire.plain(act), by)))  # type: ignore[arg-type]
    return came


class Evening:
    """A club of Anna, a director, and Ben and Cleo; the board is Anna's device."""

    def __init__(self, address: str, folder: Path) -> None:
        self.address, self.folder = address, folder
        self.anna = self.come("Anna", "director")
        self.ben, self.cleo = self.come("Ben"), self.come("Cleo")
        self.board = ClubBoard(address, self.anna)

    def come(self, name: str, role: Role = "member") -> Visitor:
        """Invite somebody as who runs the server does, who comes in with a phone."""
        code, visitor = f"CODE{name.upper()}", Visitor(self.address)
        with closing(SqliteRecords(self.folder / "club.sqlite")) as records, records.transaction():
            people = People(records, records.served_seconds())
            people.invite(name, role, lock_of(code, people.salt))
        assert visitor.act("enter", code=code, label="phone").status == 200
        return visitor

    def begun(self, **how: Any) -> str:
        """Call Anna and Ben to the board, who confirm on their phones."""
        code = self.board.call(**how)
        for each in (self.anna, self.ben):
            assert each.act("confirm", game=code).status == 200
        return code

    def called(self, board: str, south: int = 1, north: int = 2, **how: Any) -> str:
        """Call two members to a board of this name, as a tournament does; return the code of their game."""
        number = self.numbers()[board]
        with closing(SqliteRecords(self.folder / "club.sqlite")) as records, records.transaction():
            pairing = Pairing(south, north, **{"game": "cups 3", **how})
            return Boards.of(People(records, records.served_seconds())).call(number, pairing)

    def numbers(self) -> dict[str, int]:
        """The boards of the club by their names."""
        known = json.loads(self.anna.read("lobby.json").text)["boards"]
        return {each["name"]: each["number"] for each in known}

    def shared(self, code: str) -> SharedGame:
        with closing(SqliteRecords(self.folder / "club.sqlite", is_read_only=True)) as records:
            return SharedGame.of(records.entries(code, 0))

    def ratings(self) -> dict[int, float]:
        with closing(SqliteRecords(self.folder / "club.sqlite", is_read_only=True)) as records:
            assert list(faults(records)) == []
            return {each.member: each.rating for each in Results(records).standings()}

    def later(self, seconds: float) -> None:
        """Have everything that stands in the club happened so long ago."""
        with closing(SqliteRecords(self.folder / "club.sqlite")) as records, records.transaction():
            records.write("update call set until = until - ?", [(seconds,)])
            records.write("update entry set at = at - ?", [(seconds,)])


def whole_game(code: str, shared: SharedGame, *, most: int = 500) -> list[tuple[str, wire.Act]]:
    """Return moves that end a game: the first legal one each time."""
    history, acts = shared.history, list[tuple[str, wire.Act]]()
    assert history is not None
    while len(acts) < most:
        movers = history.game.movers(history.position)
        if history.is_over:
            return acts
        plan = history.game.plans(history.position, movers[0])[0]
        acts.append((movers[0].value, wire.Move(plan.label)))
        history = history.play(movers[0], plan.label)
        while not history.is_over and history.game.standing(history.position).name == "PASS":
            history = history.pass_turn()
    raise AssertionError(f"{code} did not end within {most} moves")
