"""From the end of a turn at one board to the first light of it at the other, over a server on this computer.

`cupsclub serve` runs as a process; two simulated boards, each with its table, cells and people, share a game
on it as two programs would: by the link, the copy on a disk and the writer beside the loop. What hands do
goes at any speed, what the boards, the disk and the server do at life's own: from the moment in which a
board has agreed on a turn until the other board's lights have changed to show it, virtual time is held to
the clock on the wall. Writes its page; exit code 1 where the median is above 0.3 s or the game stands still.
"""

import argparse
import re
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, sleep
from typing import cast

from cupsboard.core.free_order import Core
from cupsboard.distance.link import Link, take_seat
from cupsboard.distance.wire import Invite, Join
from cupsboard.referee.options import Options
from cupsboard.referee.states import Restoring
from cupsboard.rules.places import Side
from cupsboard.session.far_table import FarTable
from cupsboard.storage.writer import BesideTheLoop
from cupsim.people.character import Traits
from cupsim.runs.game_world import Setting, World
from studies.page import made_now

sys.path.insert(0, str(Path(__file__).parents[1] / "distance"))

from kept_link import kept_link

PAGE = Path(__file__).parents[2] / "sim" / "results" / "FAR_LIGHT.md"
STEP_SECONDS = 0.01
LIMIT_SECONDS = 0.3
PATIENCE_SECONDS = 600.0
"""Of virtual time, for one move."""


class House:
    """A simulated board with a person at its own side, and a link to the server."""

    def __init__(self, link: Link, side: Side, cups: int, seed: int) -> None:
        self.side = side
        writer = BesideTheLoop()
        far_table = FarTable(link, side, lambda: cast(Core, self.evening.core), print, writer)
        self.evening = World(Setting(seed, cups, options=Options(starter=Side.SOUTH)), adviser=far_table)
        self.evening.loop.listen(far_table.listen)

    @property
    def agreed(self) -> int:
        """How many entries of the game this board has agreed on."""
        return len(self.evening.referee.history.entries)

    @property
    def is_over(self) -> bool:
        """Whether the game is over here."""
        return self.evening.referee.history.is_over

    def step(self) -> bool:
        """Live on for a step; return whether a picture with a far move to lay out was sent to the pixels."""
        evening = self.evening
        if isinstance(evening.referee.state, Restoring):
            evening.unseat(self.side)
            evening.put_up()
        elif self.side not in evening.people and evening.referee.far is not None:
            person = evening.seat(self.side, "greedy", Traits(opens=self.side is Side.SOUTH))
            person.learn(evening.referee.position)
        sent = evening.bench.strip.transmissions
        evening.run_until(evening.now + STEP_SECONDS)
        return evening.bench.strip.transmissions > sent and isinstance(evening.referee.state, Restoring)


def measured(houses: Sequence[House], turns: int) -> list[float]:
    """Play until `turns` were shown or the game is over; return the seconds from turn to light.

    Raises TimeoutError where a turn does not come, or is not shown.
    """
    found = list[float]()
    while len(found) < turns and not any(house.is_over for house in houses):
        mover, other = _turn_agreed(houses)
        began, steps = perf_counter(), 0
        while not other.step():
            mover.step()
            steps += 1
            sleep(max(0.0, began + steps * STEP_SECONDS - perf_counter()))
            if steps * STEP_SECONDS > PATIENCE_SECONDS:
                raise TimeoutError(f"{other.side.value} never showed the turn")
        found.append(perf_counter() - began)
    return found


def _turn_agreed(houses: Sequence[House]) -> tuple[House, House]:
    """Let both boards live at any speed until one has agreed on a turn; return it and the other."""
    for _ in range(round(PATIENCE_SECONDS / STEP_SECONDS)):
        for mover, other in (houses, reversed(houses)):
            before = mover.agreed
            mover.step()
            if mover.agreed > max(before, other.agreed):
                return mover, other
    states = [f"{house.side.value}: {house.evening.referee.state}" for house in houses]
    raise TimeoutError(f"no turn came; {'; '.join(states)}")


@contextmanager
def two_houses(folder: Path, cups: int, seed: int) -> Iterator[list[House]]:
    """Have a server, and two boards that share a game on it."""
    command = ("-m", "cupsclub", "serve", "--file", str(folder / "club.sqlite"), "--port", "0")
    with subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True) as server:
        links = list[Link]()
        try:
            assert server.stdout is not None
            address = re.search(r"(http://\S+)/ ", server.stdout.readline())
            assert address is not None
            tokens = [secrets.token_hex(32) for _ in Side]
            invite = Invite(secrets.token_hex(16), f"cups {cups}", "Anna", "south", "south")
            code = take_seat(address[1], tokens[0], invite).game
            take_seat(address[1], tokens[1], Join(code, "Ben"))
            for side, token in zip(Side, tokens, strict=True):
                (folder / side.value).mkdir()
                links.append(kept_link(folder / side.value, address[1], code, token, Random(seed)))
                links[-1].start()
            yield [House(link, side, cups, seed) for link, side in zip(links, Side, strict=True)]
        finally:
            for link in links:
                link.close()
            server.terminate()


def page(cups: int, seconds: Sequence[float]) -> str:
    """Return the page of what was measured."""
    ordered = sorted(seconds)
    half, last = median(ordered), ordered[-1]
    return "\n".join(
        (
            "# From a turn's end to the far light",
            "",
            "Written by `python tests/benchmarks/far_light.py`, whose head says what is measured.",
            "",
            "| board | turns | half within | nine of ten within | all within |",
            "| --- | --- | --- | --- | --- |",
            f"| 2 × {cups} | {len(ordered)} | {half:.2f} s | {ordered[int(0.9 * len(ordered))]:.2f} s |"
            f" {last:.2f} s |",
            "",
            f"Written {made_now()}.",
            "",
        )
    )


def main() -> int:
    """Measure, and write the page; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=30)
    parser.add_argument("--cups", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--no-page", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, two_houses(Path(folder), asked.cups, asked.seed) as houses:
        seconds = measured(houses, asked.turns)
    told = page(asked.cups, seconds)
    print(*(f"{each:.3f}" for each in seconds))
    print(told)
    if not asked.no_page:
        PAGE.write_text(told, "utf-8")
    return 0 if median(seconds) <= LIMIT_SECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
