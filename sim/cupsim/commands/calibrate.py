"""The command `cupsim calibrate`: a simulated board is calibrated by simulated hands, once or many times."""

import argparse
import sys
import time
from collections.abc import Callable
from datetime import datetime
from math import inf
from pathlib import Path

from cupsboard.commands import calibration_options
from cupsboard.commands.argument_types import number, whole
from cupsboard.commands.calibration_options import wish_of
from cupsboard.commands.output_paths import file_to_write, folder_to_write, write_text, written_twice
from cupsboard.commands.parsers import describe
from cupsboard.commands.typed_line import typed_line
from cupsboard.scales.errors import SensingError

from cupsim.commands.options import add_board
from cupsim.commands.shared_options import MISTAKES, add_jobs
from cupsim.commands.wrapped_lines import wrapped
from cupsim.errors import SimulatorError
from cupsim.table.load_cell import cell_model

MOST_SEEDS, MOST_MOVES = 10_000, 1_000_000
DAY_SECONDS, YEAR_MINUTES = 86_400, 525_600
MOST_BEND_PERCENT = 5.0
"""A hundred times what data sheets promise."""
REFUSED, UNUSABLE = 1, 2
"""The exit codes where a calibration was refused, and for wrong usage or a file that can't be used."""

_DESCRIPTION = """\
Calibrate a simulated board. Simulated hands see the lights and the sentence on the screen, and do what these
ask for: bare platforms, the cups, a known mass on every place in turn, some beans. The command keeps every
reading at once, so an interrupted calibration goes on where it was.
"""
_RESULTS_HEAD = """\
# Calibrated boards

Each row is as many boards as there were seeds, calibrated unattended by simulated hands. Where a calibration
was accepted, honest moves were played with the errors that it really has: what it predicted stands beside
what was observed. Where something was wrong with the board, no calibration may come of it, and what was wrong
must be named together with its place.

*Held* says whether the predicted rate lies in the observed one's 95 % interval: *yes*; *better* where fewer
moves were questioned than predicted; *nearly* where more, but not surely twice as many; else *worse*.
"""
_EXAMPLES = """\
examples:
  cupsim calibrate --directory board             keep the calibration, and a report for the browser
  cupsim calibrate --hands                       type yourself what the hands do
  cupsim calibrate --reference "2 nickels"       use coins as the known mass
  cupsim calibrate --reference none              use one handful of beans that goes round all places
  cupsim calibrate --directory board --place south-3
  cupsim calibrate --mistake crossed-cables      see what it says of a wrongly wired board
  cupsim calibrate --seeds 20                    calibrate many boards, sound and wrongly wired
  cupsim calibrate --seeds 20 --kept boards.jsonl --minutes 10 --results table.md
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION, _EXAMPLES)
    calibration_options.add_options(parser)
    parser.add_argument(
        "--directory",
        type=folder_to_write,
        metavar="DIR",
        help="folder of the calibration, its readings and its report",
    )
    parser.add_argument(
        "--hands",
        action="store_true",
        help="calibrate it yourself: type what your hands do",
    )
    parser.add_argument(
        "--stop-after",
        type=number(0.1, DAY_SECONDS),
        metavar="SECONDS",
        help="cut the power after this long, in simulated time",
    )
    parser.add_argument(
        "--mistake",
        default="none",
        choices=MISTAKES,
        metavar="WHAT",
        help=f"fault that the board has: {', '.join(MISTAKES)}",
    )
    _add_many(parser)
    add_board(parser.add_argument, has_beans=True)
    parser.add_argument(
        "--bend",
        type=number(0.0, MOST_BEND_PERCENT),
        default=0.05,
        metavar="PERCENT",
        help="how far the cells bend from a straight line, in per cent of full load (0.05)",
    )
    parser.set_defaults(command=_command)


def _add_many(parser: argparse.ArgumentParser) -> None:
    """The options of many boards."""

    def add(name: str, help: str, **how: object) -> None:
        parser.add_argument(name, help=help, **how)  # type: ignore[arg-type]

    add("--seeds", "calibrate many boards: N of each kind", type=whole(1, MOST_SEEDS), metavar="N")
    add_jobs(parser)
    moves, minutes = whole(1, MOST_MOVES), number(0.0, YEAR_MINUTES)
    add("--moves", "honest moves to play on each board (400)", type=moves, default=400, metavar="N")
    add("--minutes", "begin no more boards after N minutes", type=minutes, default=inf, metavar="N")
    add(
        "--kept",
        "keep the result of every board in FILE, and go on from there",
        type=file_to_write,
        metavar="FILE",
    )
    add("--results", "also write the table to FILE", type=file_to_write, metavar="FILE")


def _command(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> int:
    outputs: dict[str, Path | None] = {"--kept": asked.kept, "--results": asked.results}
    for option, path in outputs.items():
        if path is not None and asked.seeds is None:
            parser.error(f"{option}: is about many boards; say with --seeds how many, or leave it out")
    if fault := written_twice(outputs):
        parser.error(fault)
    if asked.place is not None and asked.directory is None:
        parser.error("--place: say with --directory which calibration is to be mended")
    run: Callable[[argparse.Namespace], int] = _one if asked.seeds is None else _many
    try:
        return run(asked)
    except (SensingError, SimulatorError, OSError) as fault:
        print(f"cupsim calibrate: {fault}", file=sys.stderr)
        return UNUSABLE


def _one(asked: argparse.Namespace) -> int:
    from cupsim.runs.build_faults import Mistake
    from cupsim.runs.calibration_run import calibrate_once, unattended
    from cupsim.runs.calibration_world import CalibrationSetup
    from cupsim.runs.typed_calibration import by_hand

    wish = wish_of(asked, cell_model(asked.cells).counts_per_gram)
    setup = CalibrationSetup(
        seed=asked.seed,
        reference=wish.reference,
        switched_on=datetime.now().astimezone(),
        mistake=Mistake[asked.mistake.replace("-", "_").upper()],
        cups=asked.cups,
        sps=asked.sps,
        beans=asked.beans,
        cells=asked.cells,
        bend=asked.bend / 100,
    )
    carry_out = by_hand(_ask) if asked.hands else unattended(asked.stop_after)
    say = _say_wrapped if asked.hands else print
    return 0 if calibrate_once(setup, wish, asked.directory, carry_out, say) else REFUSED


def _say_wrapped(words: str) -> None:
    print(wrapped(words))


def _ask(prompt: str) -> str | None:
    lights, end, question = prompt.rpartition("\n")
    return typed_line(wrapped(lights) + end + question)


def _many(asked: argparse.Namespace) -> int:
    from cupsim.campaign.calibration_results import Kept, is_good, run, table

    kept = Kept(asked.kept)
    ends = time.monotonic() + 60 * asked.minutes
    seeds = range(asked.seed, asked.seed + asked.seeds)
    for name, seed, _ in run(kept, seeds, asked.moves, asked.jobs, lambda: time.monotonic() > ends):
        print(f"{name}, seed {seed}", file=sys.stderr)
    rows = table(kept, asked.moves)
    limit = "" if asked.minutes == inf else f" --minutes {asked.minutes:g}"
    how = f"`cupsim calibrate --seeds {asked.seeds} --seed {asked.seed} --moves {asked.moves}{limit}`"
    if len(kept.sources) > 1:
        how += f" (results of {len(kept.sources)} states of the program)"
    print(rows)
    if asked.results is not None:
        write_text(asked.results, f"{_RESULTS_HEAD}\n{how}\n\n{rows}\n")
    return 0 if is_good(kept, asked.moves) else REFUSED
