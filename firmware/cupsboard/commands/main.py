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
  cupsboard play                     referee games on this board
  cupsboard doctor                   find out why a place misbehaves
  cupsboard service install          let the board play from switching on; asks before it changes anything
  cupsboard profile check 2x4        show what the built-in 2x4 board is made of
  cupsboard profile check mine.toml  check whether a board with your profile can be built
  cupsboard record check game.txt    check that all moves of a record are legal, and show how it ended
  cupsboard replay evening.trace     repeat an evening from its trace, and compare every decision
"""

_REPLAY = """\
Feed the frames and button presses of a trace to the same program again, compare each decision with the one in
the trace, and print a line a move. The command reads nothing but the trace.

The exit code is 0 if every decision is the same, 1 if one differs, 2 if the file is no trace, is damaged or
holds no step. If a power cut left the last line unfinished, the command says so and uses all lines before it.
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
        description="Play on a board that weighs beans and referees Cups, and look after it.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"cupsboard {version('cupsboard')}")
    commands = parser.add_subparsers(title="commands", metavar="command", required=True)
    play.add_parsers(commands)
    calibrate.add_parsers(commands)
    service.add_parser(commands)
    check.add_parsers(commands)
    replaying = commands.add_parser(
        "replay",
        help="repeat an evening from its trace, and compare every decision",
        description=_REPLAY,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    replaying.add_argument(
        "trace",
        metavar="FILE",
        help="a trace: last.trace of a board, or one that `cupsim game --trace` wrote",
    )
    replaying.set_defaults(command=_replay)
    budget.add_parser(commands)
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
