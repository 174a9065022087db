"""The command `cupsclub check`."""

import argparse

from cupsboard.commands.parsers import describe
from cupsboard.systemd.exit_codes import Ending

from cupsclub.archive import faults
from cupsclub.commands.records_file import add_records, reading

_DESCRIPTION = """\
Check the file, and every game in it by the rules, entry by entry. The server may run meanwhile. Says what is
wrong and exits with 1 if anything is.
"""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    add_records(parser)
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    with reading(asked) as records:
        found = [*records.faults(), *faults(records)]
        for fault in found:
            print(fault)
        print(f"{len(records.codes())} games, {len(found)} faults")
    return Ending.FAULTY if found else Ending.WELL
