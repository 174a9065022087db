"""How the commands run that do a job on a board: at the terminal, and on a page where one is asked for."""

import argparse

from cupsboard.commands.argument_types import port
from cupsboard.drivers.assembly import Machine
from cupsboard.station.files.board_files import BoardFiles, wired_board
from cupsboard.station.jobs.job import Prepared
from cupsboard.station.occupation import Wanted
from cupsboard.station.terminal.language import language
from cupsboard.station.terminal.procedure_aloud import bar_of, carry_out, look_on


def add_page(parser: argparse.ArgumentParser) -> None:
    """Add the options of the page."""
    parser.add_argument(
        "--listen",
        metavar="ADDRESS",
        help="serve the page too, which then goes on with a game; 0.0.0.0: for phones in your network",
    )
    parser.add_argument("--port", type=port, default=2877, metavar="N", help="port of the page (2877)")


def carried_out(asked: argparse.Namespace, at: BoardFiles, machine: Machine, prepared: Prepared) -> int:
    """Do a job on a board that is wired to a machine; the exit code. Raises SensingError or DriverError."""
    if asked.listen is not None:
        return _with_page(asked, at, machine, prepared)
    with wired_board(at.profile, machine) as ready:
        job = prepared(ready)
        (carry_out if job.takes_presses else look_on)(ready.board, job.procedure, bar_of(job))
        result = job.conclude()
    print(*result.told(language()), sep="\n")
    return result.code


def _with_page(asked: argparse.Namespace, at: BoardFiles, machine: Machine, prepared: Prepared) -> int:
    """Begin with the job, and go on as `cupsboard play` does."""
    from cupsboard.commands import play
    from cupsboard.station import evening

    parser = argparse.ArgumentParser()
    play.define(parser)
    playing = parser.parse_args(["--listen", asked.listen, "--port", str(asked.port)])
    return evening.run(playing, at, lambda: wired_board(at.profile, machine), Wanted(prepared))
