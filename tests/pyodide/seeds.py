"""Plays fixed seeds of every game and writes record and trace of each: `python seeds.py FOLDER NAME ...`.

A name is a game, what it is played with, and a seed: `cups-4-7` (cups a side), `coin-duel-2-7` (stage),
`king-3-7` (players). The same file runs in Pyodide and here; `same_games.py` compares what they wrote.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from cupsboard.rules.record import RecordOf, format_record
from cupsboard.session.replay import Tracer
from cupsboard.session.trace import TraceWriter
from cupsim.runs.game_world import Setting, World
from cupsim.runs.games import Pairing, record_of
from cupsim.runs.king_of_the_cups.evening import RaceEvening
from cupsim.runs.king_of_the_cups.evening import Setting as RaceSetting

LONGEST_SECONDS, LONGEST_QUICK_SECONDS = 600.0, 50.0
"""So long a game is played at most, of virtual time; the second where weights are read 80 times a second."""
STRIDE_SECONDS = 10.0
LAST_LOOK_SECONDS = 3.0
CLUMSINESS = 0.1


def play(name: str, write: Callable[[bytes], object]) -> tuple[str, float]:
    """Play a game and write its trace; its record, and how much virtual time it took."""
    game, size, seed = name.rsplit("-", 2)
    if game == "king":
        return _race(int(size), int(seed), write)
    if game == "coin-duel":
        setting = Setting(int(seed), cups=4, sps=80, game=f"coin-duel 4 stage {size}")
        return _rows(Pairing(setting, "1", "2", CLUMSINESS), write, LONGEST_QUICK_SECONDS)
    return _rows(
        Pairing(Setting(int(seed), cups=int(size)), "random", "2", CLUMSINESS), write, LONGEST_SECONDS
    )


def _rows(pairing: Pairing, write: Callable[[bytes], object], longest_seconds: float) -> tuple[str, float]:
    world = pairing.seated()
    world.loop.listen(Tracer(TraceWriter(write, world.start(None).header())))
    while not _is_over(world) and world.now < longest_seconds:
        world.run_until(world.now + STRIDE_SECONDS, lambda: _is_over(world))
    world.run_until(world.now + LAST_LOOK_SECONDS)
    return format_record(record_of(pairing, world)), world.now


def _is_over(world: World) -> bool:
    referee = world.referee
    return bool(referee.history.steps) and not world.game.movers(referee.position)


def _race(players: int, seed: int, write: Callable[[bytes], object]) -> tuple[str, float]:
    evening = RaceEvening(RaceSetting(seed, players))
    evening.listen(Tracer(TraceWriter(write, evening.start.header())))
    while not evening.heart.history.is_over and evening.now < LONGEST_QUICK_SECONDS:
        evening.run_until(evening.now + STRIDE_SECONDS, lambda: False)
    return format_record(RecordOf.of(evening.heart.history)), evening.now


def main(folder: Path, names: list[str]) -> None:
    """Play all; say how fast each was."""
    for name in names:
        began = perf_counter()
        with (folder / f"{name}.trace").open("wb") as file:
            record, seconds = play(name, file.write)
        (folder / f"{name}.record").write_text(record, encoding="utf-8")
        taken = perf_counter() - began
        print(f"{name}: {seconds:.0f} s in {taken:.1f} s ({sys.platform})", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
