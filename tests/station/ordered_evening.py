"""An evening at a board that somebody orders about, on simulated pins and a fast clock."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

from cupsboard.drivers.assembly import around
from cupsboard.session.orders import Order, OrderRefused
from cupsboard.station.files.board_files import board_files
from cupsboard.station.occupation import Plan
from cupsboard.station.station import SitDown, Station, first_plan
from cupsboard.storage.games import KeptGames
from header_fakes import Bench
from processes import PATIENCE_SECONDS
from quick_evening import Table, asked, environment

MOST_TURNS = 20_000
"""Of the board's loop; some minutes of its quick time."""

Script = Iterator[Callable[[], bool]]
"""What is waited for, one after the other; in between the script acts."""


class Evening:
    """A board that somebody orders about; its clock goes on as soon as it waits."""

    def __init__(self, home: Path, *options: str) -> None:
        self.wishes = asked(*options)
        self.at = board_files(
            self.wishes.board,
            environment(home),
            may_have_spots=True,
            plays_by_copies=True,
            may_lack_profile=True,
        )
        self.machine = Bench(self.at.profile)
        self.table = Table(self.at.profile.places)
        self.opened = 0
        self.sit_down: SitDown | None = None

    def run(self, script: Callable[["Evening"], Script], first: Plan | None = None) -> int:
        """Let the script act until it ends; the exit code."""
        self.opened += 1
        ready = around(self.table, dict, self.table, self.at.profile, self.machine)
        with ready:
            self.station = Station(self.wishes, self.at, ready, self._is_over(), sit_down=self.sit_down)
            self._script = script(self)
            self._waits_for: Callable[[], bool] = lambda: True
            return self.station.run(first or first_plan(self.wishes, self.at))

    def _is_over(self) -> Callable[[], bool]:
        turns, ends = 0, time.monotonic() + PATIENCE_SECONDS

        def is_over() -> bool:
            nonlocal turns
            turns += 1
            # The disk is a real one, and its time is nothing that the board's quick clock hurries.
            assert turns < MOST_TURNS or time.monotonic() < ends, "nothing came of it"
            while self._waits_for():
                following = next(self._script, None)
                if following is None:
                    return True
                self._waits_for = following
            return False

        return is_over

    def order(self, order: Order) -> "Future[None]":
        return self.station.orders.give(order)

    def press(self, button: str = "south", held: float = 0.3, let_go: float = 1.0) -> Script:
        """A button, for a moment."""
        pins, line = self.machine.pins(), self.at.profile.buttons[button]
        pins.press(line)
        yield self.waited(held)
        pins.release(line)
        yield self.waited(let_go)

    def paused(self) -> Script:
        """Both buttons, for as long as begins a pause."""
        pins, lines = self.machine.pins(), self.at.profile.buttons.values()
        for line in lines:
            pins.press(line)
        yield self.waited(4.5)
        for line in lines:
            pins.release(line)
        yield self.waited(1.0)

    def lit(self) -> set[str]:
        """The places that show something."""
        scene = self.station.scene
        return set() if scene is None else {sign.place for sign in scene.signs}

    @property
    def says(self) -> str:
        """The key of the sentence that is shown."""
        scene = self.station.scene
        return "" if scene is None else scene.message.key

    def waited(self, seconds: float) -> Callable[[], bool]:
        end = self.table.now() + seconds
        return lambda: self.table.now() >= end

    def game(self) -> tuple[int, int]:
        """The number of the game, and how many entries it has; zeros while a slow disk holds neither yet."""
        games = KeptGames(self.at.memory, lambda: "")
        if not games.number:
            return 0, 0
        return games.number, len(games.game(games.number).history.entries)


def with_a_bean_moved(evening: Evening) -> Script:
    """South's first move, until it is written."""
    yield evening.waited(5.0)
    evening.table.beans["south-1"] += 1
    yield evening.waited(3.0)
    yield from evening.press()
    yield lambda: evening.game()[1] == 1


def said_of(answer: "Future[None]") -> str:
    """Why an order was refused."""
    fault = answer.exception(0)
    assert isinstance(fault, OrderRefused)
    return str(fault)
