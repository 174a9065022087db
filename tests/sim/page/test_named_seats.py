"""Who plays at a simulated board: a held button in a pause goes through those who have played there."""

from dataclasses import replace
from pathlib import Path

from cupsboard.rules.places import Side
from cupsim.page import requests
from cupsim.page.evening import PERSON
from cupsim.page.evening_begun import begun
from cupsim.page.stage import Stage
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from cupsim.runs.memory_store import HeldRows
from played_games import played

SOUTH, NORTH = Side.SOUTH, Side.NORTH
TOKEN = "0123456789abcdef" * 2
TICK_SECONDS = 0.1


class Table:
    """One person at both sides of a simulated board that has games of Anna and Ben."""

    def __init__(self, folder: Path) -> None:
        rows = HeldRows()
        rows.keep([played(1, ("Anna", "Ben"))])
        pairing = Pairing(Setting(1, cups=2), south=PERSON, north=PERSON)
        evening, _ = begun(
            pairing,
            None,
            folder / "trace",
            print,
            knowing=lambda options: replace(options, known=("Anna", "Ben")),
        )
        self.stage = Stage(evening, is_only_watched=False, rows=lambda: rows)
        self.does(requests.Here(token=TOKEN, visit=TOKEN))
        self.waits(3.0)

    def does(self, order: requests.AnyOrder) -> None:
        self.stage.reception.obey(1, order)

    def waits(self, seconds: float) -> None:
        for _ in range(round(seconds / TICK_SECONDS)):
            self.stage.tick(TICK_SECONDS)

    def holds(self, *sides: Side, seconds: float = 1.3) -> None:
        self.does(requests.Button(sides=sides, down=True))
        self.waits(seconds)
        self.does(requests.Button(sides=sides, down=False))
        self.waits(1.0)

    @property
    def names(self) -> tuple[str, str]:
        return self.stage.evening.names()


def test_a_held_button_goes_through_the_known_players(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.holds(SOUTH, NORTH, seconds=5.0)
    assert table.stage.evening.state()["game"]["message"]["key"] == "paused-known"
    seen = []
    for side in (SOUTH, NORTH, NORTH, SOUTH):
        table.holds(side)
        seen.append(table.names)
    assert seen == [("Anna", ""), ("Anna", "Ben"), ("Anna", ""), ("Ben", "")]


def test_a_name_that_is_said_at_the_page_is_known_to_the_buttons_at_once(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.does(requests.Call(side=NORTH, name="Anna"))
    table.holds(SOUTH, NORTH, seconds=5.0)
    table.holds(SOUTH)
    assert table.names == ("Ben", "Anna")
