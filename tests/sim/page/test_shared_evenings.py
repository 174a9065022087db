"""Two simulated boards as one: what hands do at the one is laid out at the other, as the board asks."""

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any, cast

from cupsboard.distance.wire import Resigned
from cupsboard.referee.options import Options
from cupsboard.referee.states import Goal, Restoring, Turn
from cupsboard.rules.clocks import Clock
from cupsboard.rules.places import Side, stock
from cupsboard.rules.record_entries import entry_text
from cupsboard.session.far_table import FarTable
from cupsboard.session.replay import replay
from cupsboard.session.trace import Trace
from cupsim.page import requests
from cupsim.page.evening import PageEvening
from cupsim.page.kept_evening import KeptSeats, from_bytes, to_bytes
from cupsim.page.shared_evening import SharedEvening
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from links_in_memory import CODE, NEXT_CODE, Server, Wire

SOUTH, NORTH = Side.SOUTH, Side.NORTH
ME = 1
SERVER_AHEAD = 1.0
NOBODY = KeptSeats((), {}, 0)


class House:
    """One simulated board, and the hands of who sits there."""

    def __init__(self, server: Server, side: Side, folder: Path) -> None:
        self.said = list[str]()
        self._server, self._number = server, list(Side).index(side)
        asked = Pairing(Setting(7 + self._number, cups=4))
        trace = folder / f"{side.value}.trace"
        seats = dict.fromkeys(Side, PERSON)
        self.evening = PageEvening(asked, seats, trace, shared=self._shared(CODE, side))

    def _shared(self, code: str, side: Side) -> SharedEvening:
        self.side = side
        self.link = Wire(self._server, self._number, code)
        self.link.now = lambda: self.evening.world.now + SERVER_AHEAD
        return SharedEvening(
            code,
            f"http://club/g/{code}",
            "cups 2",
            Options(starter=SOUTH),
            lambda heart: nullcontext(FarTable(self.link, side, heart, self.said.append)),
            lambda following: self._shared(following, side.other),
        )

    @property
    def far(self) -> dict[str, Any]:
        """What the page shows of the other board."""
        return cast(dict[str, Any], self.evening.state()["far"])

    @property
    def message(self) -> str:
        return str(self.evening.state()["game"]["message"]["key"])

    @property
    def record(self) -> list[str]:
        return [entry_text(entry) for entry in self.evening.world.referee.history.entries]

    def waits_until(self, is_so: Callable[[], bool], most_seconds: float = 60.0) -> None:
        world = self.evening.world
        end = world.now + most_seconds
        while not is_so():
            self.evening.advance(0.2)
            assert world.now < end, (world.referee.state, self.said)

    def is_ready(self) -> bool:
        return self.evening.world.referee.state == Turn()

    def plays(self, label: str) -> None:
        """Drop as many beans as `label` says, and press."""
        for number in range(1, int(label.split()[1]) + 1):
            self.evening.obey(ME, requests.Take(self.side, stock(self.side)))
            self.evening.obey(ME, requests.Drop(self.side, f"{self.side.value}-{number}"))
        self.waits_until(lambda: self.evening.world.referee.state not in (Turn(),))
        self.taps(self.side)
        self.waits_until(lambda: f"{self.side.value} {label}" in self.record)

    def taps(self, side: Side) -> None:
        self.evening.obey(ME, requests.Button((side,), True))
        self.evening.advance(0.2)
        self.evening.obey(ME, requests.Button((side,), False))
        self.evening.advance(0.2)

    def lays_out(self) -> None:
        self.waits_until(lambda: self.evening.world.referee.state == Restoring(Goal.FAR), 5.0)
        self.evening.obey(ME, requests.PutUp())
        self.waits_until(self.is_ready)


def two_houses(folder: Path, clock: Clock | None = None) -> tuple[House, House]:
    server = Server("cups 2", clock)
    houses = House(server, SOUTH, folder), House(server, NORTH, folder)
    for house in houses:
        house.waits_until(house.is_ready)
    return houses


def test_a_move_at_one_simulated_board_is_laid_out_at_the_other_and_both_records_are_one(
    tmp_path: Path,
) -> None:
    south, north = two_houses(tmp_path)
    south.plays("drop 1")
    north.lays_out()
    assert north.record == ["south drop 1"]
    north.plays("drop 1")
    south.lays_out()
    assert south.record == north.record == ["south drop 1", "north drop 1"]
    assert south.evening.world.table.contents()["north-1"] == 1


def test_a_simulated_board_that_is_switched_off_and_on_again_follows_the_shared_game(tmp_path: Path) -> None:
    south, north = two_houses(tmp_path)
    north.evening.obey(ME, requests.Power(False))
    south.plays("drop 1")
    north.evening.obey(ME, requests.Power(True))
    north.lays_out()
    assert north.record == ["south drop 1"]


def test_phrases_are_said_by_buttons_clocks_run_on_both_pages_and_the_trace_replays_every_light(
    tmp_path: Path,
) -> None:
    south, north = two_houses(tmp_path, Clock(600.0, 5.0))
    south.taps(NORTH)
    south.waits_until(lambda: south.message == "far-offered", 5.0)
    south.taps(SOUTH)
    north.waits_until(lambda: north.message == "far-heard", 5.0)
    south.plays("drop 1")
    north.lays_out()
    for house in (south, north):
        house.waits_until(lambda house=house: "clock" in house.far, 5.0)
        assert house.far["clock"]["left"]["north"] == 600.0
        assert house.far["clock"]["runs"] == "north"
        assert house.far["own"] == house.side.value
        house.evening.close()
    for house in (south, north):
        with house.evening.trace_path.open("rb") as file:
            replayed = replay(Trace(file))
        assert replayed.difference is None
        assert replayed.decisions > 0


def test_at_a_shared_game_only_people_play_and_no_other_game_begins(tmp_path: Path) -> None:
    south, _ = two_houses(tmp_path)
    assert south.evening.is_shared
    assert south.evening.players == ()
    assert not south.evening.world.setting.options.games
    south.evening.obey(ME, requests.BeginPuzzle(puzzle=1))
    assert "shared with another board" in south.evening.state()["evening"]["notice"]["text"]


def test_an_evening_that_is_kept_says_which_shared_game_it_is_of(tmp_path: Path) -> None:
    south, _ = two_houses(tmp_path)
    assert from_bytes(to_bytes(south.evening.kept(NOBODY))).distance == CODE


def test_after_the_end_a_held_button_and_a_page_agree_on_another_game_in_which_they_change_sides(
    tmp_path: Path,
) -> None:
    south, north = two_houses(tmp_path)
    south.plays("drop 1")
    north.lays_out()
    north.link.say(Resigned(), "1" * 32)
    south.waits_until(lambda: south.message == "far-or-again", 5.0)
    south.evening.obey(ME, requests.Button((SOUTH,), True))
    south.waits_until(lambda: south.message == "far-held", 5.0)
    south.evening.obey(ME, requests.Button((SOUTH,), False))
    south.waits_until(lambda: south.message == "far-again-asked", 5.0)
    north.waits_until(lambda: north.message == "far-asks-again", 5.0)
    assert north.far["again"] == ["south"]
    north.evening.obey(ME, requests.Rematch())
    for house, side in ((north, SOUTH), (south, NORTH)):
        house.waits_until(lambda house=house, side=side: house.side is side and house.is_ready(), 5.0)
        assert house.far["own"] == side.value
    north.plays("drop 1")
    south.lays_out()
    assert south.record == north.record == ["south drop 1"]
    assert south.evening.kept(NOBODY).distance == NEXT_CODE
