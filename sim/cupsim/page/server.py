"""The simulated board on a page: the board's own live view, and with it hands for the table."""

import argparse
import os
import shutil
import socket
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cupsboard.ports import Rows, StoreError
from cupsboard.rules.history import History
from cupsboard.session.signals import caught_signals
from cupsboard.signs.sentences import say as in_words
from cupsboard.storage.games import known_among
from cupsboard.storage.memory import memory_in
from cupsboard.storage.own_puzzles import own_among
from cupsboard.web.app import by_name, own_names
from cupsboard.web.qr_code import can_be_shown, qr_code
from cupsboard.web.server import PORT, Served, serving
from starlette.applications import Starlette

from cupsim.page.evening_begun import begun
from cupsim.page.friends import MODULE as FRIEND_MODULE
from cupsim.page.friends import Friends
from cupsim.page.keeper import Keeper, differences, kept_in
from cupsim.page.kept_evening import KeptEvening
from cupsim.page.lending import RowsLender
from cupsim.page.set_up_meanwhile import MODULE, OwnersProgram, SetUpMeanwhile
from cupsim.page.shared_evening import SharedEvening
from cupsim.page.stage import HANDS_MODULE, Stage, rows_of_this_user
from cupsim.runs.games import Pairing

OpenClubIn = Callable[[Path], AbstractContextManager[Served]]
"""Opens a server of shared games to the network, whose records lie in a file."""


def run(
    pairing: Pairing,
    asked: argparse.Namespace,
    say: Callable[[str], Any],
    owners: OwnersProgram,
    open_club: OpenClubIn,
) -> int:
    """Serve the page until the program is asked to end; the exit code.

    `owners` runs while the board is set up, and `open_club` where a friend is to play.
    """
    with nullcontext() if asked.watch_only else kept_in(asked.evening, say) as keeper:
        # Simulated players that are only watched begin anew.
        return run_kept(pairing, asked, say, keeper, owners, open_club)


def run_kept(
    pairing: Pairing,
    asked: argparse.Namespace,
    say: Callable[[str], Any],
    keeper: Keeper | None,
    owners: OwnersProgram,
    open_club: OpenClubIn | None = None,
    shared: SharedEvening | None = None,
) -> int:
    """Serve the page of an evening that the keeper keeps; with `shared` that of a game with another board."""
    with ExitStack() as stack:
        caught = stack.enter_context(caught_signals())
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="cupsim-")))
        trace_path = folder / "evening.trace"
        why_not = partial(why_another, asked, pairing.setting.begun, shared)
        asks = () if shared is not None else asked.said
        rows = None if keeper is None else rows_in(keeper.folder, say)
        known = () if rows is None else known_among(rows)
        own = own_among(rows_of_this_user)
        evening, seats = begun(
            *(pairing, keeper, trace_path, say, why_not),
            differing=lambda kept: differences(kept, vars(asked), asks),
            shared=shared,
            knowing=lambda options: replace(options, known=known, own_puzzles=own),
        )
        stack.callback(evening.close)
        kept = folder if keeper is None else keeper.folder
        boards = kept / "set-up"
        friends = None
        if open_club is not None:
            opened = partial(open_club, kept / "friends.sqlite")
            friends = Friends(opened, say)
            stack.callback(friends.close)
        set_up = SetUpMeanwhile(RowsLender(evening), owners, boards, say)
        stage = Stage(
            evening,
            is_only_watched=asked.watch_only,
            names=asked.host_name,
            keeper=keeper,
            seats=seats,
            rows=rows,
            modules=(HANDS_MODULE, MODULE, *(() if friends is None else (FRIEND_MODULE,))),
            routes=(*set_up.routes(), *(() if friends is None else friends.routes())),
        )
        with served_to_browsers(stage.app, asked, say):

            def is_done() -> bool:
                if friends is not None:
                    friends.look()
                return bool(caught)

            set_up.keep_going(stage, is_done)
        stage.keep()
    return 128 + caught[0]


def rows_in(folder: Path, say: Callable[[str], Any]) -> Callable[[], Rows]:
    """Return what is kept of all games in a folder, mended where it was damaged."""
    memory = memory_in(folder)
    try:
        for message in memory.mended():
            say(in_words(message))
    except StoreError as fault:
        say(f"{fault}; what is played now is kept there as soon as that works")
    return lambda: memory


@contextmanager
def served_to_browsers(
    app: Starlette, asked: argparse.Namespace, say: Callable[[str], Any], part: str = ""
) -> Iterator[str]:
    """Serve a page while the block runs, and say where it is; gives its address.

    It is opened where that is wanted; this computer's own browser gets the address with `part` behind it.
    """
    with serving(app, asked.listen, _free_port(asked)) as address:
        say(f"The board is at {address} (end with Ctrl-C)")
        if (named := by_name(address, own_names())) is not None:
            say(f"or, where names are known: {named}")
        if asked.listen in ("0.0.0.0", "::") and can_be_shown():
            say(qr_code(address))
        if not asked.no_browser:
            _open_browser(address + part)
        yield address


def why_another(
    asked: argparse.Namespace, begun: History[Any] | None, shared: SharedEvening | None, kept: KeptEvening
) -> str | None:
    """Return why another evening is wanted than the one that was kept; None if it is wanted.

    `begun` is the game in a record that is to be gone on with, and None without one.
    """
    if shared is None and kept.distance:
        return "The evening that was kept is of a game with another board, which --distance goes on with"
    if shared is not None and kept.distance != shared.code:
        return "The evening that was kept is of another game than the one that is shared now"
    if asked.new:
        return "The evening that was kept ends"
    history = kept.start().history
    if begun is not None and (history is None or history.is_over or not history.begins_with(begun)):
        return "The evening that was kept is not the game of --from"
    return None


def _free_port(asked: argparse.Namespace) -> int:
    """The port that was asked for, else the usual one, else (another board is served there) any."""
    if asked.port is not None:
        return int(asked.port)
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((asked.listen, PORT))
        except (OSError, UnicodeError):
            # A name that can't be one is refused where the server begins.
            return 0
    return PORT


def _open_browser(address: str) -> None:
    """Show the page where there is a desktop to show it on."""
    if shutil.which("xdg-open") is None and not os.environ.get("BROWSER") and os.name == "posix":
        return
    webbrowser.open(address)
