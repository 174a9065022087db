"""Frames that the board loses while its engine thinks beside it, in real time.

    python tests/benchmarks/thinking.py [--seconds 60] [--sps 80]

The whole evening of `cupsboard play` runs at life's own pace on scales that have a frame for it so many times
a second, over fake pins; only the chips are missing. A chip holds one conversion: a frame that is fetched
later than the next one is due is lost. First nobody asks the engine, then it is asked again the moment it has
answered, for hints and for moves in turn. The exit code is 1 if more frames were lost than without.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from statistics import quantiles

from cupsboard import profile
from cupsboard.drivers.assembly import SystemClock, around
from cupsboard.referee.options import Options
from cupsboard.rules import games
from cupsboard.rules.places import Side
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.readings import Frame
from cupsboard.session.engine_adviser import EngineAdviser
from cupsboard.session.game_session import evening
from cupsboard.signs.advice import Advice, Adviser, Question, nobody
from cupsboard.storage.games import KeptGames
from cupsboard.storage.memory import memory_in
from cupsboard.web.board_view import BoardView

sys.path.insert(0, str(Path(__file__).parents[1] / "drivers"))

from header_fakes import EMPTY_COUNTS, Bench

COUNTS_PER_GRAM = 2000.0
A_PLACE = PlaceCalibration(EMPTY_COUNTS - 20_000, COUNTS_PER_GRAM, 0.003, 10.0, 0.02, 0.02)
LEVELS = ("8", None)
"""A move at full strength, and a hint."""


@dataclass
class PacedScales:
    """Scales of empty cups that have a frame at every tick of their own clock; implements `Scales`."""

    places: int
    period_seconds: float
    frames: int = 0
    lost: int = 0
    late_seconds: list[float] = field(default_factory=list)
    core_share: float = 0.0
    """Of a processor's time, what the board's own process took."""
    noise: Random = field(default_factory=lambda: Random(1))
    due: float = field(default_factory=time.monotonic)

    def step(self) -> tuple[Frame, float]:
        now = time.monotonic()
        late = now - self.due
        overwritten = int(late / self.period_seconds)
        self.frames += 1 + overwritten
        self.lost += overwritten
        self.late_seconds.append(late)
        self.due += (1 + overwritten) * self.period_seconds
        counts = tuple(round(self.noise.gauss(EMPTY_COUNTS, 40)) for _ in range(self.places))
        return Frame(now, counts), self.due

    def allow_reset(self, *, still: bool) -> None:
        """There is nothing to start anew."""


@dataclass
class Restless:
    """Asks the engine anew as soon as it has answered; an `Adviser` that tells the board nothing."""

    adviser: EngineAdviser
    question: Question
    answers: int = 0

    def __call__(self, _: Question | None) -> tuple[Advice, ...]:
        for advice in self.adviser(self.question):
            assert advice.move is not None, "the engine failed"
            self.answers += 1
            level = LEVELS[self.answers % len(LEVELS)]
            self.question = replace(self.question, number=self.question.number + 1, level=level)
        return ()


def played(seconds: float, sps: float, adviser: Adviser) -> PacedScales:
    """An evening of so many seconds; its scales, which know what was lost."""
    board_profile = profile.load("2x4")
    machine = Bench(board_profile)
    scales = PacedScales(len(board_profile.places), 1 / sps)
    beans = PieceCalibration(0.55, 0.01, 0.06, 30)
    calibration = Calibration("2026-11-23", sps, beans, dict.fromkeys(board_profile.places, A_PLACE))
    with (
        tempfile.TemporaryDirectory() as folder,
        around(scales, dict, SystemClock(), board_profile, machine) as ready,
    ):
        kept = KeptGames(memory_in(Path(folder)), lambda: "2026-11-23T20:15")
        options = Options()
        sitting = evening(ready.board, board_profile, calibration, options, kept, quiet, BoardView, adviser)
        sitting.loop.run_until(time.monotonic() + 2.0)
        scales.frames = scales.lost = 0
        scales.late_seconds.clear()
        began = time.process_time()
        sitting.loop.run_until(time.monotonic() + seconds)
        scales.core_share = (time.process_time() - began) / seconds
    return scales


def quiet(_: str) -> None:
    """Nobody reads along."""


def told(what: str, scales: PacedScales) -> None:
    late = quantiles((1000 * each for each in scales.late_seconds), n=1000)
    print(
        f"{what}: {scales.lost} of {scales.frames} frames lost; late by {late[499]:.2f} ms in the median, "
        f"{late[989]:.2f} ms in 1 of 100, {1000 * max(scales.late_seconds):.2f} ms at most; "
        f"{scales.core_share:.1%} of a core"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--sps", type=float, default=80.0)
    asked = parser.parse_args()
    calm = played(asked.seconds, asked.sps, nobody)
    told("nobody asks the engine", calm)
    say: Callable[[str], object] = print
    engine = EngineAdviser(say, lambda: 1)
    game = games.of_board(4)
    restless = Restless(engine, Question(1, game, Side.SOUTH, game.start(Side.SOUTH), LEVELS[0]))
    try:
        busy = played(asked.seconds, asked.sps, restless)
    finally:
        engine.close()
    told(f"it thinks all the time ({restless.answers} answers)", busy)
    return 1 if busy.lost > calm.lost else 0


if __name__ == "__main__":
    sys.exit(main())
