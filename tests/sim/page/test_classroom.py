"""A class: two people at each of several tables, results by name, and a leader; who ends a game asks."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from cupsboard.drivers.files import Files
from cupsboard.rules.places import Side
from cupsboard.web.server import serving
from cupsim.page.classroom import Classroom, Results
from cupsim.page.evening import PageEvening
from cupsim.page.seats import Names
from cupsim.page.stage import Stage
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from http_calls import post

SOUTH, NORTH = 1, 2
"""The connections of the two pages of a table, of each table's own."""
LEVEL_1 = {"side": "north", "who": "1"}


class Table:
    """One table of a class in its own time; what its pages are told is kept."""

    def __init__(self, trace: Path, called: Names, number: int, setting: Setting) -> None:
        self.evening = PageEvening(Pairing(setting, PERSON, PERSON), dict.fromkeys(Side, PERSON), trace)
        self.stage = Stage(self.evening, is_only_watched=False, called=called)
        self.told: list[tuple[int, Any]] = []
        self.stage.reception._tell = lambda page, said: self.told.append((page, said))
        for page, name in ((SOUTH, "Ada"), (NORTH, "Ben")):
            self.says(page, "here", token=f"{2 * number + page:032x}", visit="0" * 32, name=f"{name}{number}")
        self.says(SOUTH, "speed", factor=32.0)

    def says(self, page: int, do: str, **what: Any) -> None:
        self.stage.inbox.heard(page, json.dumps({"do": do, **what}))
        self.stage.tick(0.04)

    def waits_until(self, is_so: Callable[[], Any]) -> None:
        for _ in range(2000):
            self.stage.tick(0.04)
            if is_so():
                return
        raise AssertionError(self.state["game"])

    def heard(self, what: str) -> list[tuple[int, str]]:
        found = [(page, said[what]) for page, said in self.told if what in said]
        return [(page, said.get("key", said.get("reason"))) for page, said in found]

    @property
    def state(self) -> Any:
        return self.stage.hub.latest

    def moves(self) -> None:
        """Let whoever has the turn play their first move: bean by bean, and a press."""
        referee, hands = self.evening.world.referee, self.evening.world.hands
        side = referee.history.game.movers(referee.position)[0]
        page, entries = [SOUTH, NORTH][side is Side.NORTH], len(referee.history.entries)
        for each in next(iter(referee.history.game.plans(referee.position, side))).open:
            self.says(page, "take", side=side.value, place=each.source, count=each.count)
            self.says(page, "drop", side=side.value, place=each.target, count=each.count)
        self.waits_until(lambda: not hands[side].is_busy)
        self.says(page, "button", sides=[side.value], down=True)
        self.waits_until(lambda: self.state["buttons"][side.value])
        self.says(page, "button", sides=[side.value], down=False)
        self.waits_until(lambda: len(referee.history.entries) > entries)


Begin = Callable[..., tuple[Classroom, list[Table]]]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    with ExitStack() as stack:

        def begun(tables: int, **setting: int) -> tuple[Classroom, list[Table]]:
            called, drawn = Names(), Setting(7, **setting)  # type: ignore[arg-type]
            found = [Table(tmp_path / f"{each}.trace", called, each, drawn) for each in range(tables)]
            for each in found:
                stack.callback(each.evening.close)
            results = Results(Files(tmp_path), print, is_new=False)
            return Classroom([each.stage for each in found], results, "secret"), found

        yield begun


@pytest.fixture
def table(begin: Begin) -> Table:
    return begin(1, cups=2, stock_beans=4)[1][0]


@pytest.mark.long("twelve people play six whole games", but=["pair"])
@pytest.mark.parametrize(("tables", "cups", "stock"), [(1, 2, 2), (6, 3, 12)], ids=["pair", "twelve"])
def test_everybody_plays_a_whole_game_and_is_in_the_list_by_name(
    begin: Begin, tmp_path: Path, tables: int, cups: int, stock: int
) -> None:
    room, found = begin(tables, cups=cups, stock_beans=stock)
    for table in found:
        while not table.evening.world.referee.history.is_over:
            table.moves()
        table.waits_until(lambda table=table: table.state["game"]["isOver"])
    for _ in range(2):
        room.look()
    listed = room.hub.latest["results"]
    assert [each["players"]["south"]["name"] for each in listed] == [f"Ada{each}" for each in range(tables)]
    assert [each["score"] for each in listed] == [each.state["game"]["score"] for each in found]
    again, state = Results(Files(tmp_path), print, is_new=False), found[-1].state
    again.follow(tables, state)
    assert len(again.listed) == tables, "also after a restart"
    again.follow(tables, {**state, "game": {**state["game"], "isOver": False}})
    assert len(again.listed) == tables - 1, "what is taken back has not ended"


def test_the_leader_frees_seats_gives_them_to_levels_and_forbids_games_and_all_are_told(begin: Begin) -> None:
    room, (table, other) = begin(2, cups=2, stock_beans=4)
    free, may_not = {"do": "stand up", "side": "north"}, {"do": "may begin", "is_allowed": False}
    with serving(room.app, port=0) as address:

        def ordered(order: Any, number: int | None = None, secret: str = "secret") -> int:
            body = json.dumps({"secret": secret, "order": order, "table": number}).encode()
            status = post(address + "class", body, {"Origin": address.rstrip("/")}).status
            for each in (table, other):
                each.stage.tick(0.04)
            return status

        assert [ordered(free, 1, "guessed"), ordered(free, 3), ordered({"do": "warm"}, 1)] == [403, 422, 422]
        assert table.state["people"]["holders"] == {"south": 1, "north": 2}
        done = [ordered(free, 1), ordered({**LEVEL_1, "do": "seat", "side": "south"}, 1), ordered(may_not)]
    assert done == [204, 204, 204]
    assert (table.state["people"]["holders"], table.evening.seats[Side.SOUTH]) == ({}, "1")
    said = ("led-freed", "led-replaced", "no-new-game")
    assert table.heard("told") == [(page, each) for each in said for page in (SOUTH, NORTH)]
    other.says(NORTH, "may begin", is_allowed=True)
    other.says(SOUTH, "rematch")
    other.says(SOUTH, "button", sides=["south"], down=True)
    other.waits_until(lambda: len(other.heard("refused")) == 3)
    # The board itself would begin a game after four seconds.
    assert other.heard("refused") == [(NORTH, "only-leader"), *2 * [(SOUTH, "no-new-game")]]


@pytest.mark.parametrize("is_yes", [True, False])
def test_a_person_is_asked_before_a_level_takes_their_seat(table: Table, is_yes: bool) -> None:
    table.says(SOUTH, "rematch", opponent=LEVEL_1)
    assert table.state["people"]["wish"] == {"by": 1, "kind": "rematch", **LEVEL_1}
    for page, answer in ((SOUTH, True), (NORTH, is_yes)):
        assert table.evening.seats[Side.NORTH] == PERSON, "nobody says yes to their own wish"
        table.says(page, "answer", yes=answer)
    assert table.evening.seats[Side.NORTH] == ("1" if is_yes else PERSON)
    assert table.heard("told") == ([] if is_yes else [(SOUTH, "declined")])


def test_a_game_of_two_ends_when_both_want_that_and_one_who_is_gone_is_not_asked(table: Table) -> None:
    table.moves()
    table.says(SOUTH, "speed", factor=0.0)
    table.says(NORTH, "rematch")
    table.waits_until(lambda: table.heard("told") == [(NORTH, "not-answered")])
    assert table.evening.is_under_way
    table.says(SOUTH, "rematch", opponent=LEVEL_1)
    table.stage.inbox.left(NORTH)
    table.waits_until(lambda: table.evening.seats[Side.NORTH] == "1")
    assert not table.evening.is_under_way
