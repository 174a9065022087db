"""Serves a table of King of the Cups until the program is asked to end."""

import argparse
from collections.abc import Callable
from typing import Any

from cupsboard.session.signals import caught_signals

from cupsim.page.king_of_the_cups.evening import TableEvening
from cupsim.page.king_of_the_cups.stage import TableStage
from cupsim.page.server import served_to_browsers
from cupsim.page.ticking import keep_ticking

USUAL_PLAYERS, USUAL_QUICKNESS = 4, "mixed"


def run(asked: argparse.Namespace, say: Callable[[str], Any]) -> int:
    """Serve the page as the options ask; the exit code."""
    with caught_signals() as caught:
        evening = TableEvening(
            asked.seed,
            asked.players or USUAL_PLAYERS,
            asked.others or USUAL_QUICKNESS,
            has_real_dice=bool(asked.own_dice),
            say=say,
        )
        stage = TableStage(evening, is_only_watched=asked.watch_only, names=asked.name)
        with served_to_browsers(stage.app, asked, say):
            keep_ticking(stage, lambda: bool(caught))
    return 128 + caught[0]
