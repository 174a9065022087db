"""Serves a table of King of the Cups until the program is asked to end."""

import argparse
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cupsboard.session.signals import caught_signals

from cupsim.page.keeper import kept_in
from cupsim.page.king_of_the_cups.evening import TableEvening
from cupsim.page.king_of_the_cups.lending import TableLender
from cupsim.page.king_of_the_cups.stage import HANDS_MODULE, TableStage
from cupsim.page.server import rows_in, served_to_browsers
from cupsim.page.set_up_meanwhile import MODULE, OwnersProgram, SetUpMeanwhile

USUAL_PLAYERS, USUAL_QUICKNESS = 4, "mixed"


def run(asked: argparse.Namespace, say: Callable[[str], Any], owners: OwnersProgram) -> int:
    """Serve the page as the options ask; the exit code. `owners` runs while the board is set up."""
    with (
        caught_signals() as caught,
        TemporaryDirectory(prefix="cupsim-") as folder,
        nullcontext() if asked.watch_only else kept_in(asked.evening, say) as keeper,
    ):
        evening = TableEvening(
            asked.seed,
            asked.players or USUAL_PLAYERS,
            asked.others or USUAL_QUICKNESS,
            has_real_dice=asked.real_dice,
            say=say,
        )
        set_up = SetUpMeanwhile(TableLender(evening), owners, Path(folder), say)
        stage = TableStage(
            evening,
            is_only_watched=asked.watch_only,
            names=asked.host_name,
            modules=(HANDS_MODULE, MODULE),
            routes=set_up.routes(),
            rows=None if keeper is None else rows_in(keeper.folder, say),
        )
        with served_to_browsers(stage.app, asked, say):
            set_up.keep_going(stage, lambda: bool(caught))
    return 128 + caught[0]
