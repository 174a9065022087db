"""A simulated evening served to a real browser, and a person's ways to play on its page."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cupsboard.ports import Rows
from cupsboard.rules.game import Plan
from cupsboard.rules.places import Place, Side
from cupsboard.signs.advice import Adviser
from cupsboard.web.server import serving
from cupsim.commands.set_up import meanwhile
from cupsim.page.evening import PageEvening
from cupsim.page.lending import RowsLender
from cupsim.page.set_up_meanwhile import MODULE, SetUpMeanwhile
from cupsim.page.shared_evening import SharedEvening
from cupsim.page.stage import HANDS_MODULE, Stage
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from processes import wait_until

TWO_PERSONS = {Side.SOUTH: PERSON, Side.NORTH: PERSON}
NOBODY = {Side.SOUTH: "random", Side.NORTH: "greedy"}


@dataclass
class Sitting:
    """An evening that runs by itself in a thread, and where its page is."""

    stage: Stage
    address: str

    @property
    def evening(self) -> PageEvening:
        return self.stage.evening

    @property
    def truth(self) -> Mapping[Place, int]:
        return self.evening.world.table.contents()

    @property
    def is_over(self) -> bool:
        return self.evening.world.referee.history.is_over

    @property
    def plans(self) -> list[Plan]:
        """What may be moved now."""
        referee = self.evening.world.referee
        game = referee.history.game
        return [plan for side in game.movers(referee.position) for plan in game.plans(referee.position, side)]


Sit = Callable[..., Sitting]
"""Serves an evening, whose arguments are those of `sitting`."""
Visit = Callable[..., Any]
"""Opens a page at an address."""


def comes_true(page: Any, script: str) -> None:
    """Wait for what a script says; the page's own way to wait would need `eval`, which our pages forbid."""
    wait_until(
        lambda: page.evaluate(script), lambda: f"{script} on a page that says {page.inner_text('.play')}"
    )


@contextmanager
def sitting(
    folder: Path,
    setting: Setting | None = None,
    seats: Mapping[Side, str] = TWO_PERSONS,
    *,
    factor: float = 4.0,
    is_only_watched: bool = False,
    port: int = 0,
    adviser: Adviser | None = None,
    has_set_up: bool = False,
    shared: SharedEvening | None = None,
    rows: Rows | None = None,
) -> Iterator[Sitting]:
    """Serve an evening for as long as the block runs."""
    with ExitStack() as stack:
        pairing = Pairing(setting or Setting(7, cups=2, stock_beans=2))
        evening = PageEvening(
            pairing, seats, folder / "evening.trace", factor=factor, adviser=adviser, shared=shared
        )
        stack.callback(evening.close)
        set_up = SetUpMeanwhile(RowsLender(evening), meanwhile("127.0.0.1"), folder / "set-up", print)
        if has_set_up:
            further: dict[str, Any] = {"modules": (HANDS_MODULE, MODULE), "routes": set_up.routes()}
        else:
            further = {}
        stage = Stage(evening, is_only_watched=is_only_watched, rows=rows and (lambda: rows), **further)
        is_over = threading.Event()
        faults: list[BaseException] = []

        def run() -> None:
            try:
                set_up.keep_going(stage, is_over.is_set)
            except BaseException as fault:
                faults.append(fault)

        thread = threading.Thread(target=run)
        thread.start()
        try:
            with serving(stage.app, port=port) as address:
                yield Sitting(stage, address)
        finally:
            is_over.set()
            thread.join()
        assert not faults, faults
