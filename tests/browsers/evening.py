"""The real program at a port, and what it says of its game."""

import json
import sys
import urllib.request
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cupsboard.rules.game import Plan
from cupsboard.rules.games import of_any_players
from cupsboard.rules.history import History
from cupsboard.rules.places import Side
from cupsboard.rules.record import RecordOf, parse_record
from engines import Program, free_port
from page import Page
from websockets.sync.client import connect

PROGRAM = Path(sys.executable).with_name("cupsim")


class Served:
    """One `cupsim` in a process of its own, of which nothing is kept."""

    _without_a_browser: Sequence[str] = ("--no-browser",)

    def __init__(self, *options: str, environment: Mapping[str, str] | None = None) -> None:
        self._options, self._environment = options, environment
        self._port = free_port()
        self._begin()

    def _begin(self) -> None:
        command = (str(PROGRAM), *self._options, "--port", str(self._port), *self._without_a_browser)
        self._program = Program(*command, env={"PYTHONUNBUFFERED": "1", **(self._environment or {})})
        self.address = self._program.line_with(r"(http://\S+)")

    def close(self) -> None:
        self._program.end()

    def record(self) -> RecordOf[Any, Any]:
        """The game so far, from the record that the page offers."""
        with urllib.request.urlopen(f"{self.address}record.txt", timeout=20) as answer:
            return parse_record(answer.read().decode(), of_any_players)


class SetUp(Served):
    """A board on its owner's page, by `cupsim setup`, which opens no browser."""

    _without_a_browser = ()

    def __init__(self, *options: str) -> None:
        super().__init__("setup", *options)


class Evening(Served):
    """A board whose evening is kept, so that it goes on after a power cut."""

    def __init__(self, *options: str, environment: Mapping[str, str] | None = None) -> None:
        self._kept = TemporaryDirectory(prefix="judge-evening-")
        super().__init__(*options, "--evening", self._kept.name, environment=environment)

    def cut_power(self) -> None:
        self._program.kill()

    def switch_on(self) -> None:
        self._begin()

    def close(self) -> None:
        super().close()
        self._kept.cleanup()

    def history(self) -> History[Any]:
        """The game so far."""
        return self.record().history()

    def plans(self) -> Sequence[Plan]:
        """What may be moved now."""
        history = self.history()
        game, position = history.game, history.position
        return [plan for side in game.movers(position) for plan in game.plans(position, side)]

    def state(self) -> dict[str, Any]:
        """What every page is told."""
        host = self.address.split("/")[2]
        with connect(f"ws://{host}/live", origin=f"http://{host}") as socket:  # type: ignore[arg-type]
            while "state" not in (message := json.loads(socket.recv(20))):
                pass
        return dict(message["state"])

    def truth(self) -> dict[str, int]:
        """How many beans really lie in each place."""
        return {place: len(beans) for place, beans in self.state()["table"]["beans"].items()}

    def scores(self) -> dict[Side, int]:
        history = self.history()
        return dict(history.game.score(history.position))


def entered(page: Page) -> int:
    """How many moves the page lists."""
    with suppress(RuntimeError):
        return int(page.evaluate("document.querySelectorAll('.moves li[data-side]').length"))
    return 0
