"""Whole tournaments over a real server: a late entry, a no-show, a withdrawal, a kill, and the check."""

import json
import re
import secrets
import signal
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cupsboard.distance import wire
from cupsboard.distance.shared_game import SharedGame
from cupsboard.rules.places import Side
from cupsclub.people import People
from cupsclub.store.sqlite import SqliteRecords
from http_calls import Answer, get, post
from processes import PATIENCE_SECONDS, ran
from test_club_server import CUPSCLUB, club_process
from websockets.sync.client import ClientConnection, connect

LIVE = {"seconds": 600.0, "increment": 10.0}
DAYS = {"seconds": 86400.0, "is_for_each_move": True}


def token(number: int) -> str:
    return f"{number:064x}"


class Player:
    """A member at a page or a board: follows its games, and plays by chance."""

    def __init__(self, number: int, chance: Random) -> None:
        self.number, self.chance = number, chance
        self.socket: ClientConnection | None = None
        self.games: dict[str, SharedGame] = {}

    @contextmanager
    def at(self, address: str) -> Iterator[None]:
        """Have a page of its own open while the block runs."""
        with connect(f"{address.replace('http', 'ws')}/v1") as self.socket:
            self.games = {}
            self.send(wire.Hello(wire.VERSION, token(self.number)))
            yield

    def send(self, message: wire.Message) -> None:
        assert self.socket is not None
        self.socket.send(wire.written(message))

    def until(self, code: str, n: int) -> SharedGame:
        """Hear until the copy of a game has this many entries."""
        assert self.socket is not None
        while code not in self.games or self.games[code].n < n:
            message = wire.server_message(self.socket.recv(PATIENCE_SECONDS))
            assert not isinstance(message, wire.Refused | wire.Bye), message
            if isinstance(message, wire.Entries):
                game = self.games.get(message.game, SharedGame())
                for entry in message.entries:
                    game = game.followed(entry) if entry.n == game.n + 1 else game
                self.games[message.game] = game
        return self.games[code]

    def move(self, code: str) -> None:
        game = self.games[code]
        assert game.history is not None
        assert game.to_move is not None
        plans = game.history.game.plans(game.history.position, game.to_move)
        act = wire.Move(self.chance.choice(plans).label)
        self.send(wire.Say(code, secrets.token_hex(16), game.changed, wire.plain(act)))


class Evening:
    """A club that is served by a program, its director, and its players."""

    def __init__(self, folder: Path, count: int, seed: int) -> None:
        self.path, self.chance = folder / "club.sqlite", Random(seed)
        with closing(SqliteRecords(self.path)) as records, records.transaction():
            people = People(records, records.served_seconds())
            for number in range(1, count + 1):
                people.invite(f"Member {number}", "director" if number == 1 else "member", f"lock {number}")
                people.enter(f"lock {number}", token(number), "board")
        self.players = {number: Player(number, self.chance) for number in range(1, count + 1)}
        self.address, self.tournament = "", 0

    def act(self, act: str, by: int = 1, **fields: Any) -> Answer:
        said = {"act": f"tournament-{act}", **fields}
        if act != "open":
            said["tournament"] = self.tournament
        headers = {"Authorization": f"Bearer {token(by)}"}
        return post(f"{self.address}/club/act", json.dumps(said).encode(), headers)

    def done(self, act: str, by: int = 1, **fields: Any) -> Any:
        answer = self.act(act, by, **fields)
        assert answer.status == 200, answer.text
        return json.loads(answer.text)

    def told(self) -> Any:
        headers = {"Authorization": f"Bearer {token(1)}"}
        answer = get(f"{self.address}/club/tournaments/{self.tournament}.json", headers)
        assert answer.status == 200, answer.text
        return json.loads(answer.text)

    def play(self, code: str, one: int, other: int, most: int = 1000) -> None:
        """Play a game by chance, to its end or for as many moves."""
        with self.players[one].at(self.address), self.players[other].at(self.address):
            for number in (one, other):
                self.players[number].send(wire.Follow(code))
                self.players[number].until(code, 1)
            self._play(code, one, other, most)

    def _play(self, code: str, one: int, other: int, most: int) -> None:
        n = max(self.players[each].games[code].n for each in (one, other))
        for _ in range(most):
            game = self.players[one].until(code, n)
            self.players[other].until(code, n)
            if game.end is not None:
                return
            assert game.begin is not None
            assert game.to_move is not None
            mover = game.begin.members[wire.side_name(Side(game.to_move))]
            self.players[mover].move(code)
            # The clocks may begin to run meanwhile, which is an entry, too.
            while (after := self.players[mover].until(code, game.n + 1)).changed == game.changed:
                game = replace(game, n=after.n)
            n = after.n

    def play_round(self, without: tuple[int, ...] = ()) -> None:
        """Play all games that are open, but for those of some members."""
        for pairing in self.told()["pairings"]:
            pair = pairing["one"], pairing["other"]
            for game in pairing["games"]:
                if game["why"] is None and not set(pair) & set(without):
                    self.play(game["game"], *pair)


@pytest.mark.parametrize(
    ("form", "count", "clock"),
    [("knock-out", 8, LIVE), ("round-robin", 8, DAYS), ("swiss", 16, LIVE), ("league", 16, DAYS)],
)
@pytest.mark.long("hundreds of games over a real server", but=("knock-out-8-clock0",))
def test_a_tournament_is_played_to_its_end_and_the_check_agrees(
    tmp_path: Path, form: str, count: int, clock: dict[str, Any]
) -> None:
    if form == "swiss":
        pytest.importorskip("networkx")
    evening, is_open_late = Evening(tmp_path, count, seed=count), form != "knock-out"
    first = count - 1 if is_open_late else count
    how = {"swiss": {"rounds": 5}, "league": {"division_size": 8}}.get(form, {})
    with ExitStack() as running:
        program, address = running.enter_context(club_process(evening.path))
        evening.address = address
        rules = {"name": "Cup", "form": form, "game": "cups 2", "clock": clock, **how}
        opened = evening.done("open", rules=rules)
        evening.tournament = opened["tournament"]
        for number in range(1, first + 1):
            evening.done("enter", by=number)
        evening.done("entry", is_closed=True)
        evening.done("round", round=1)
        assert evening.act("round", round=1).status == 409

        # One never comes, and the director rules that.
        absent = evening.told()["pairings"][0]
        evening.play_round(without=(absent["one"],))
        assert form in ("round-robin", "league") or evening.act("round", round=2).status == 409
        ruling = {"one": absent["one"], "other": absent["other"], "points": [0, 2], "why": "no-show"}
        assert evening.act("rule", by=2, round=1, **ruling).status == 403
        evening.done("rule", round=1, **ruling)
        if is_open_late:
            assert evening.act("enter", by=count).status == 403
            evening.done("enter", member=count)

        # One withdraws in the middle of a pairing, after one game of it.
        evening.done("round", round=2)
        leaving = next(each for each in evening.told()["pairings"] if each["round"] == 2)
        evening.play(leaving["games"][0]["game"], leaving["one"], leaving["other"])
        evening.play(leaving["games"][1]["game"], leaving["one"], leaving["other"], most=2)
        evening.done("withdraw", by=leaving["one"])
        evening.play_round()

        # The server is killed in the middle of a game, and goes on.
        evening.done("round", round=3)
        going = next(each for each in evening.told()["pairings"] if each["games"] and not each["isDecided"])
        evening.play(going["games"][0]["game"], going["one"], going["other"], most=3)
        before = evening.told()
        program.process.send_signal(signal.SIGKILL)
        program.ended()
        program, _ = running.enter_context(club_process(evening.path, address.rpartition(":")[2]))
        assert evening.told()["tables"] == before["tables"]
        evening.play_round()
        while (number := evening.told()["due"]["number"]) is not None:
            evening.done("round", round=number)
            evening.play_round()

        over = evening.told()
        assert all(each["isDecided"] for each in over["pairings"])
        evening.done("finish")
        assert evening.told()["tables"] == over["tables"]
        assert program.end() == 0
    done = ran(*CUPSCLUB, "check", "--file", evening.path)
    assert (done.code, done.said) == (0, done.said), done.said
    assert re.search(r"^\d+ games, 0 faults$", done.said)
