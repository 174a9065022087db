"""What an owner's page does with a board's own files: another profile, and a backup put in place."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from cupsboard.commands import profile_new, restore
from cupsboard.commands.console import say
from cupsboard.commands.live_page import LivePage
from cupsboard.drivers.files import Files
from cupsboard.profile import Profile, ProfileError
from cupsboard.session.orders import BeginAnew, MakeProfile, OrderRefused, Orders
from cupsboard.storage.paths import PROFILE, Homes

BEFORE = ".before"
"""Added to the name of the profile that was there."""
ANSWER_SECONDS = 10.0


def add_to(page: LivePage, at: Homes, orders: Orders) -> None:
    """Serve to owners what writes the files at `at`."""
    from cupsboard.web import restoring

    async def begin_anew() -> None:
        await asyncio.wait_for(asyncio.wrap_future(orders.give(BeginAnew())), ANSWER_SECONDS)

    def proposed(answers: Mapping[str, str]) -> bytes:
        return profile_new.written(profile_new.of_answers(answers))

    taking = restoring.Restoring(restore.pending_for(at), restore.checked, begin_anew)
    page.add_for_owners("POST", restoring.ADDRESS, taking.take)
    page.add_for_owners("GET", restoring.PROFILE_ADDRESS, restoring.proposing(proposed))


def write_profile(at: Homes | None, order: MakeProfile) -> None:
    """Write another profile; the one before lies beside it. Raises OrderRefused."""
    if at is None:
        raise OrderRefused("the command names this board's profile: change that one, or leave --profile out")
    try:
        board = profile_new.of_answers(order.answers)
        _write(at.settings, board)
    except (ProfileError, OSError) as fault:
        raise OrderRefused(str(fault)) from None
    say(f"written: {at.settings / PROFILE}, for {board.name}; the one before is {PROFILE}{BEFORE}")


def _write(folder: Path, board: Profile) -> None:
    files = Files(folder)
    if (before := files.read(PROFILE)) is not None:
        files.replace(PROFILE + BEFORE, before)
    files.replace(PROFILE, profile_new.written(board))
