"""The command `python -m studies doctor`: what the doctor says of boards with faults in their wiring."""

import argparse
from pathlib import Path

from cupsboard.commands.argument_types import whole
from cupsboard.commands.parsers import Commands, add_command
from cupsim.commands.shared_options import add_jobs

from studies.page import write

MOST_BOARDS = 10_000
PAGE = Path(__file__).parents[2] / "results" / "DOCTOR.md"


def add_parser(commands: Commands) -> None:
    """Add the command to those of the studies."""
    parser = add_command(commands, "doctor", "boards with faults in their wiring, examined by the doctor")
    most = whole(1, MOST_BOARDS)
    parser.add_argument(
        "--seeds", type=most, default=1, metavar="N", help="boards of each kind with each fault (1)"
    )
    parser.add_argument(
        "--pairs", type=most, default=6, metavar="N", help="boards of each kind with two faults (6)"
    )
    parser.add_argument(
        "--sound", type=most, default=14, metavar="N", help="boards of each kind without any (14)"
    )
    parser.add_argument("--seed", type=whole(0), default=7, metavar="N", help="seed of everything random (7)")
    add_jobs(parser)
    parser.set_defaults(command=run)


def run(asked: argparse.Namespace) -> int:
    """Examine all boards and write the page; 1 if a sound place was accused where there was one fault."""
    from studies.calibrations.broken_boards import campaign, doctor_page, is_good

    found = campaign(asked.seed, asked.seeds, asked.pairs, asked.sound, asked.jobs)
    said = f"--seeds {asked.seeds} --pairs {asked.pairs} --sound {asked.sound} --seed {asked.seed}"
    write(PAGE, doctor_page(found, f"python -m studies doctor {said}"))
    return 0 if is_good(found) else 1
