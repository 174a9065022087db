"""The command `cupsboard`: what a board's owner does at the keyboard."""

import argparse
import reprlib
from collections.abc import Callable, Sequence
from importlib.metadata import version

from cupsboard.commands import board_options, budget, calibrate, check, play, service
from cupsboard.commands.console import ended
from cupsboard.formats import file_reading
from cupsboard.session.move_teller import MoveTeller
from cupsboard.session.replay import Absent, Difference, Replayed, replay
from cupsboard.session.start import Start
from cupsboard.session.trace import Header, TraceError, read_trace

DIFFERENT = 1
"""The exit code where a replay came to something else."""

_EXAMPLES = """\
examples:
  cupsboard replay evening.trace     come to every decision of a traced evening again
  cupsboard profile check 2x4        what the built-in 2x4 board is made of
  cupsboard profile check mine.toml  whether a profile of your own can be built
  cupsboard record check game.txt    whether all moves of a record are legal, and how it ended
  cupsboard service install          play from switching on; shows and asks before it does anything
"""

_REPLAY = """\
Feed the frames and buttons of a trace to the board's own decisions, compare each with the traced one, and
print a line a move. Nothing but the trace is read.

The exit code is 0 if every decision was reproduced, 1 if one was not, 2 if the file is no undamaged trace, or
one without a step. A last line that a power cut left unfinished is reported and does no harm.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (those of the process if None); the exit code."""
    asked = _parser().parse_args(argv)
    command: Callable[[argparse.Namespace], int] = asked.command
    refusals = (TraceError, *check.REFUSALS, *board_options.REFUSALS, *service.REFUSALS)
    return ended("cupsboard", lambda: command(asked), refusals)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cupsboard",
        description="Run and look after a board that weighs beans and referees Cups.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"cupsboard {version('cupsboard')}")
    commands = parser.add_subparsers(title="commands", metavar="command", required=True)
    replaying = commands.add_parser(
        "replay",
        help="come to every decision of a traced game again",
        description=_REPLAY,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    replaying.add_argument("trace", metavar="FILE", help="a trace, as `cupsim game --trace` writes")
    replaying.set_defaults(command=_replay)
    play.add_parsers(commands)
    calibrate.add_parsers(commands)
    check.add_parsers(commands)
    budget.add_parser(commands)
    service.add_parser(commands)
    return parser


def _replay(asked: argparse.Namespace) -> int:
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


def _started_from(header: Header) -> str:
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
            return DIFFERENT


def _short(value: object) -> str:
    shortener = reprlib.Repr()
    shortener.maxstring = shortener.maxother = 100
    return value.value if isinstance(value, Absent) else shortener.repr(value)
