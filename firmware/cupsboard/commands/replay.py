"""The command `cupsboard lab replay`: the decisions of a traced evening once more."""

import argparse
import reprlib

from cupsboard.commands.parsers import describe
from cupsboard.formats import file_reading
from cupsboard.session.puzzle_teller import MoveTeller
from cupsboard.session.replay import Absent, Difference, Replayed, replay
from cupsboard.session.start import Start
from cupsboard.session.trace import TraceError, TraceHeader, read_trace
from cupsboard.systemd.exit_codes import Ending

_DESCRIPTION = """\
Feed the frames and button presses of a trace to the same program again, compare each decision with the one in
the trace, and print a line a move. The command reads nothing but the trace.

The exit code is 0 if every decision is the same, 1 if one differs, 2 if the file is no trace, is damaged or
holds no step. If a power cut left the last line unfinished, the command says so and uses all lines before it.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    parser.add_argument(
        "trace",
        metavar="FILE",
        help="a trace: last.trace of a board, or one that `cupsim game --trace` wrote",
    )
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    name: str = asked.trace
    try:
        trace = read_trace(file_reading.lines(name))
        print(_started_from(trace.header))
        replayed = replay(trace, MoveTeller(print, Start.from_header(trace.header).record))
        if not replayed.steps and replayed.difference is None:
            raise TraceError("holds no step, so there is nothing to replay; use one of a board that ran")
    except TraceError as fault:
        raise TraceError(f"{name}: {fault}") from None
    return _report(replayed)


def _started_from(header: TraceHeader) -> str:
    board, calibration = header.profile, header.calibration
    cells = f"{len(board.cells)} cells at {board.rate_sps} SPS"
    calibrated = f"calibrated {'; '.join(map(str, calibration.occasions))}"
    return f"{header.options.get('game')} on the board {board.name} ({cells}; {calibrated})"


def _report(replayed: Replayed) -> int:
    if replayed.torn_line is not None:
        print(f"line {replayed.torn_line} is torn, as a power cut leaves it; everything before it counts")
    reproduced = f"{replayed.steps} steps, {replayed.decisions} decisions reproduced"
    match replayed.difference:
        case None:
            print(reproduced)
            return 0
        case Difference(step, time, where, traced, again):
            print(f"{reproduced}, then a difference in step {step} at {time:.3f} s: {where}")
            print(f"  traced    {_short(traced)}")
            print(f"  replayed  {_short(again)}")
            return Ending.FAULTY


def _short(value: object) -> str:
    shortener = reprlib.Repr()
    shortener.maxstring = shortener.maxother = 100
    return value.value if isinstance(value, Absent) else shortener.repr(value)
