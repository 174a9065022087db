"""The command `cupsclub serve`."""

import argparse
import gc
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from socket import socket
from time import monotonic, sleep

from cupsboard.commands.argument_types import port, whole
from cupsboard.commands.parsers import describe
from cupsboard.distance.wire import USUAL_PORT
from cupsboard.formats.file_reading import NoText, text_of
from cupsboard.session.process_limits import allow_descriptors
from cupsboard.session.signals import caught_signals
from cupsboard.station.terminal.console import complain, say
from cupsboard.systemd.exit_codes import Ending
from cupsboard.web.server import Served, address_of

from cupsclub.commands.records import add_records, one_of_several, only_server, reader
from cupsclub.store.port import Occupied, Records, RecordsError
from cupsclub.web.app import Together, going_on
from cupsclub.web.processes import Processes
from cupsclub.web.server import (
    DESCRIPTORS_A_CONNECTION,
    KEPT_DESCRIPTORS,
    MOST_CALLERS,
    serving,
    serving_records,
)

_DESCRIPTION = """\
Serve games at a distance until Ctrl-C or a stop: boards and browsers connect to the address that is printed.
Every game is in one file, and each move is on the disk before anybody hears of it. With --database the games
are in PostgreSQL, so that another machine can go on with them; copy them by its pg_dump. There --processes 4
has four processes share the work of one server: as many as the computer has processors to spare.

Houses sit behind routers, so for two houses the server stands where both reach it. There a reverse proxy
gives it an https address. With Caddy that is a file of three lines:

  cups.example.org {
      reverse_proxy 127.0.0.1:2878
  }

Programs of this computer read at /health whether games can be served, and figures for Prometheus at /metrics.
"""
_LOOK_SECONDS = 0.2
KEEP_SECONDS = 5.0
"""How often several processes make sure that no other server has taken the database."""
MOST_PROCESSES = 64
COLLECTED_AFTER = 2000, 10, 50
"""Python's collector looks at all objects a fourteenth as often as usual: with four thousand sockets one look
stops the server for up to a second."""
LEAST_TOKEN_CHARACTERS = 20
"""Of what lets strangers read how the server does, too many to be guessed."""


def define(parser: argparse.ArgumentParser) -> None:
    """Define what the command reads, and what it runs."""
    describe(parser, _DESCRIPTION)
    add_records(parser)
    parser.add_argument(
        "--listen", default="127.0.0.1", metavar="ADDRESS", help="0.0.0.0 lets others in the network in"
    )
    parser.add_argument(
        "--port", type=port, default=USUAL_PORT, help="default: %(default)s; 0 takes any that is free"
    )
    parser.add_argument(
        "--processes",
        type=whole(1, MOST_PROCESSES),
        default=1,
        metavar="N",
        help="processes that share the work, with --database (default: %(default)s)",
    )
    parser.add_argument(
        "--levels",
        action="store_true",
        help="have the engine's levels in the club: they play with members who ask them, rated in own lists",
    )
    parser.add_argument(
        "--metrics-token",
        type=Path,
        metavar="FILE",
        help="let others read /health and /metrics too who say the text in this file as a Bearer token",
    )
    parser.set_defaults(command=_command)


def _command(asked: argparse.Namespace) -> int:
    gc.set_threshold(*COLLECTED_AFTER)
    allow_descriptors(DESCRIPTORS_A_CONNECTION * MOST_CALLERS + KEPT_DESCRIPTORS)
    if asked.processes > 1:
        return _several(asked)
    with caught_signals() as caught, _served(asked) as (games, running):
        say(f"serving {games} at {running.address} (Ctrl-C ends it)")
        while not caught and running.fault is None:
            sleep(_LOOK_SECONDS)
        if running.fault is not None:
            complain(f"cupsclub: {running.fault}")
            return Ending.TRY_AGAIN
    return Ending.WELL


def _several(asked: argparse.Namespace) -> int:
    """Have several processes serve until a stop, and begin each anew that ends. Raises RecordsError."""
    if not asked.database:
        raise RecordsError(
            f"--processes {asked.processes}: a file of games has one process; put the games into PostgreSQL"
            " by `cupsclub move`, and serve them with --database"
        )
    url, token = asked.database, _text_in(asked.metrics_token)

    @contextmanager
    def serve(together: Together, door: socket) -> Iterator[Served]:
        number = together.neighbours.index
        with (
            closing(one_of_several(url, number)) as writing,
            serving_records(
                writing,
                lambda: closing(reader(url)),
                *(asked.listen, asked.port),
                # The first plays for the engine's levels.
                has_levels=asked.levels and number == 0,
                token=token,
                together=together,
                door=door,
            ) as running,
        ):
            yield running

    with caught_signals() as caught, closing(only_server(url)) as lock:
        now = going_on(lock.served_seconds(), monotonic)
        began, keep_at = now(), monotonic()
        with Processes(asked.processes, (asked.listen, asked.port), serve, now, _complain) as all:
            where = f"{lock.place} at {address_of(all.door)} by {asked.processes} processes"
            say(f"serving {where} (Ctrl-C ends it)")
            while not caught:
                for ended in all.begun_anew():
                    _complain(ended)
                if monotonic() >= keep_at:
                    keep_at = monotonic() + KEEP_SECONDS
                    _keep(lock, began)
                sleep(_LOOK_SECONDS)
    return Ending.WELL


def _complain(what: str) -> None:
    complain(f"cupsclub: {what}")


def _keep(lock: Records, began: float) -> None:
    """Stay the only server, also where the database began anew. Raises Occupied."""
    try:
        with lock.transaction():
            lock.keep_start(began)
    except Occupied:
        raise
    except RecordsError:
        # Its processes say what is wrong.
        pass


@contextmanager
def _served(asked: argparse.Namespace) -> Iterator[tuple[str, Served]]:
    """Serve what was asked for; gives where the games are, and the server."""
    how = {"has_levels": asked.levels, "token": _text_in(asked.metrics_token)}
    if not asked.database:
        with serving(asked.file, asked.listen, asked.port, **how) as running:
            yield str(asked.file), running
        return
    url: str = asked.database
    with (
        closing(only_server(url)) as writing,
        serving_records(writing, lambda: closing(reader(url)), asked.listen, asked.port, **how) as running,
    ):
        yield writing.place, running


def _text_in(file: Path | None) -> str:
    """Return the token in a file; "" without one. Raises RecordsError for a file that can't be one."""
    if file is None:
        return ""
    try:
        text = text_of(file.read_bytes()).strip()
    except (OSError, NoText) as fault:
        why = fault.strerror if isinstance(fault, OSError) else fault
        raise RecordsError(f"{file}: {why}; write a token into it, as by `openssl rand -hex 32`") from None
    if len(text) < LEAST_TOKEN_CHARACTERS or not text.isascii():
        raise RecordsError(f"{file}: a token has at least {LEAST_TOKEN_CHARACTERS} letters and digits")
    return text
