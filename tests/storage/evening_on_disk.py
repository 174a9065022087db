"""A program that plays a simulated evening into a real folder, and says on its output what is written down.

python tests/storage/evening_on_disk.py FOLDER SEED
entries 4       the record has so many entries now
written 4       and so many would survive a power cut
over            the game is over
"""

import sys
import time
from pathlib import Path

from cupsboard.loop import Moment
from cupsboard.session.game_session import evening
from cupsboard.storage.games import KeptGames
from cupsboard.storage.memory import memory_in
from cupsboard.web.board_view import BoardView
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing

REAL_SECONDS_A_SECOND = 0.01
"""Slow enough for a test to interfere."""


def say(words: str) -> None:
    print(words, flush=True)


def main(folder: Path, seed: int) -> None:
    world = Pairing(Setting(seed, cups=2)).seated()
    games = KeptGames(memory_in(folder), lambda: "an evening")
    sitting = evening(
        world.bench.board, world.profile, world.calibration, world.setting.options, games, say, BoardView
    )
    world.adopt(sitting.loop)
    told = {"entries": -1, "written": -1}

    def tell(_: Moment) -> None:
        entries = len(world.referee.history.entries)
        for name, is_so in (("entries", True), ("written", not games.ledger.owes)):
            if is_so and told[name] != entries:
                told[name] = entries
                say(f"{name} {entries}")

    world.loop.listen(tell)
    while world.now < 1000.0 and not (world.referee.history.is_over and not games.ledger.owes):
        world.run_until(world.now + 1.0)
        time.sleep(REAL_SECONDS_A_SECOND)
    say("over")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
