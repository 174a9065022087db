"""Calibrations by people who slip: `python tests/benchmarks/calibration_slips.py [--seeds N] [--write]`.

Every slip is made at each of its occasions on sound boards, and each is made beside every wrong wire. A row
a slip: how many were made, how many calibrations ended, refusals that blame a wire, and what the slip cost.
The exit code is 1 where a sound board's wire was blamed or a wrong wire was named wrongly.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from statistics import fmean

from cupsboard.procedures.reference_masses import reference
from cupsboard.procedures.rejections import Nonsense
from cupsim.people.slips import Slip
from cupsim.runs.build_faults import NAMED, Mistake
from cupsim.runs.calibration_world import CalibrationSetup, CalibrationWorld
from studies.page import made_now

PAGE = Path(__file__).parents[2] / "sim" / "results" / "CALIBRATION_SLIPS.md"
SWITCHED_ON = datetime(2026, 11, 21, 18, 30, tzinfo=UTC)
LONGEST_SECONDS = 900.0
OCCASIONS = 4
WIRES = (Nonsense.WRONG_DIRECTION, Nonsense.SAME_SIGNAL, Nonsense.CROSSED, Nonsense.SILENT)
WRONG_WIRES = (Mistake.SWAPPED_WIRES, Mistake.CROSSED_CABLES, Mistake.JOINED_LINES)
MOST_GAIN_ERROR = 2e-3


@dataclass(frozen=True, slots=True)
class Ended:
    """How one calibration went."""

    slip: Slip | None
    mistake: Mistake
    was_made: bool
    seconds: float
    is_true: bool
    """Whether it came to a calibration whose gains are those of the cells."""
    blamed: tuple[Nonsense, ...]
    """What was refused that blames a wire."""


def calibrated(setup: CalibrationSetup) -> Ended:
    """One calibration from its setup."""
    world = CalibrationWorld(setup)
    world.calibrate(LONGEST_SECONDS)
    result = world.result()
    made = result.calibration
    is_true = made is not None and all(
        abs(error) < MOST_GAIN_ERROR for error in world.true_gain_errors(made).values()
    )
    blamed = tuple(refusal.what for refusal in result.refused if refusal.what in WIRES)
    return Ended(setup.slip, setup.mistake, world.has_slipped, world.now, is_true, blamed)


def setups(seeds: int) -> Iterator[CalibrationSetup]:
    """Boards without a slip, every slip at each occasion, and every slip beside every wrong wire."""
    weight = reference("100 g")
    for seed in range(1, seeds + 1):
        sps = 80 if seed % 4 == 0 else 10
        yield CalibrationSetup(seed, weight, SWITCHED_ON, cups=2, sps=sps)
        for slip in Slip:
            for occasion in range(OCCASIONS):
                yield CalibrationSetup(
                    100 * seed + occasion, weight, SWITCHED_ON, slip=slip, occasion=occasion, cups=2, sps=sps
                )
            for mistake in WRONG_WIRES:
                yield CalibrationSetup(
                    900 + seed, weight, SWITCHED_ON, mistake, slip, occasion=seed % 2, cups=2, sps=sps
                )


def rows(all_ended: list[Ended]) -> Iterator[str]:
    """The table of a run."""
    plain = fmean(each.seconds for each in all_ended if each.slip is None)
    yield "| slip | made | ended true | wires blamed | s more | beside a wrong wire: named rightly |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for slip in Slip:
        sound = [each for each in all_ended if each.slip is slip and each.mistake is Mistake.NONE]
        made = [each for each in sound if each.was_made]
        wrong = [each for each in all_ended if each.slip is slip and each.mistake is not Mistake.NONE]
        named = sum(is_named(each) for each in wrong)
        more = fmean(each.seconds for each in made) - plain if made else 0.0
        yield (
            f"| {slip.value} | {len(made)} | {sum(each.is_true for each in made)} "
            f"| {sum(bool(each.blamed) for each in sound)} | {more:+.0f} | {named} of {len(wrong)} |"
        )


def is_named(ended: Ended) -> bool:
    """Whether a wrong wire was named, and nothing else blamed."""
    return bool(ended.blamed) and set(ended.blamed) <= set(NAMED[ended.mistake])


def is_wrong(ended: Ended) -> bool:
    """Whether a wire was blamed that is sound, or wrongly."""
    return bool(set(ended.blamed) - set(NAMED[ended.mistake]))


def main() -> int:
    """Run the command; its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    asked = parser.parse_args()
    with get_context("spawn").Pool(asked.jobs) as pool:
        ended = list(pool.imap_unordered(calibrated, setups(asked.seeds), chunksize=4))
    wrong = sum(map(is_wrong, ended))
    unfinished = sum(not each.is_true for each in ended if each.mistake is Mistake.NONE)
    sound = sum(each.mistake is Mistake.NONE for each in ended)
    said = [
        *rows(ended),
        "",
        f"{len(ended)} calibrations, {sound} of them on sound boards: {wrong} with wrong advice about a "
        f"wire; {unfinished} sound boards came to no true calibration.",
    ]
    print("\n".join(said))
    if asked.write:
        head = (
            "# Slips at calibrating\n\nBoards of two cups a side, calibrated below the drivers by simulated "
            "people who slip once. Made by\n`tests/benchmarks/calibration_slips.py --write` "
            f"{made_now()}.\n\n"
        )
        PAGE.write_text(head + "\n".join(said) + "\n", encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
