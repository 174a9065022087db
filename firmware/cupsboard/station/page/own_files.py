"""Read and replace the files of a board that its owner may by the page: profile, backup, log of zeros."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from cupsboard.drivers.files import Files
from cupsboard.profile import Profile, ProfileError
from cupsboard.scales.errors import SensingError
from cupsboard.session.orders import BeginAnew, MakeProfile, OrderRefused, Orders
from cupsboard.signs.sentences import languages
from cupsboard.station.files import new_profile, restoration
from cupsboard.station.files.board_files import BoardFiles
from cupsboard.station.page.live_page import LivePage
from cupsboard.station.terminal.console import say
from cupsboard.storage import backup
from cupsboard.storage.paths import PROFILE, Homes, report_name
from cupsboard.storage.zero_history import Zeros

BEFORE = ".before"
"""Added to the name of the profile that was there."""
ANSWER_SECONDS = 10.0


def add_to(page: LivePage, at: Homes, orders: Orders) -> None:
    """Serve to owners what writes the files at `at`."""
    import asyncio

    from cupsboard.web import restoring

    async def begin_anew() -> None:
        await asyncio.wait_for(asyncio.wrap_future(orders.give(BeginAnew())), ANSWER_SECONDS)

    def proposed(answers: Mapping[str, str]) -> bytes:
        return new_profile.written(new_profile.of_answers(answers))

    taking = restoring.Restoring(backup.pending_for(at), restoration.checked, begin_anew)
    page.add_for_owners("POST", restoring.ADDRESS, taking.take)
    page.add_for_owners("GET", restoring.PROFILE_ADDRESS, restoring.proposing(proposed))


def add_care_to(page: LivePage, at: BoardFiles) -> None:
    """Serve kept games and how players play; to owners alone what is known of zeros and calibrations."""
    from cupsboard.web import care, careers, kept_games, puzzles

    def days() -> Sequence[Zeros]:
        return at.memory.find(Zeros)

    def kept() -> Sequence[Mapping[str, str]]:
        # A board that plays has loaded nothing of a calibration until its owner asks.
        from cupsboard.station.files import kept_calibrations

        return [{"name": name, "made": calibration.made} for name, calibration in kept_calibrations.kept(at)]

    served = {
        **care.zeros(days, at.profile.places),
        **care.calibrations(at.state.read, [report_name(code) for code in languages()], kept),
    }
    for address, serve in served.items():
        page.add_for_owners("GET", address, serve)
    page.add(kept_games.routes(lambda: at.memory, reads_links=True), (), ())
    page.add(careers.routes(lambda: at.memory), (), ())
    listed = puzzles.PuzzlesPage(lambda: at.memory)
    page.add(listed.routes(), (), ())
    for method, path, serve in listed.changing("/owner"):
        page.add_for_owners(method, path, serve)


def calibration_back(at: BoardFiles, name: str) -> None:
    """Put an earlier calibration in force again. Raises OrderRefused."""
    from cupsboard.station.files import kept_calibrations

    try:
        calibration = kept_calibrations.bring_back_now(at, name)
    except (SensingError, OSError) as fault:
        raise OrderRefused.because(fault) from None
    say(f"in force again: the calibration made {calibration.made}")


def write_profile(at: Homes | None, order: MakeProfile) -> None:
    """Write another profile; the one before lies beside it. Raises OrderRefused."""
    if at is None:
        raise OrderRefused("own-profile")
    try:
        board = new_profile.of_answers(order.answers)
        had_one = _write(at.settings, board)
    except (ProfileError, OSError) as fault:
        raise OrderRefused.because(fault) from None
    before = f"; the one before is {PROFILE}{BEFORE}" if had_one else ""
    say(f"written: {at.settings / PROFILE}, for {board.name}{before}")


def _write(folder: Path, board: Profile) -> bool:
    """Write a profile; whether there was one before, which is kept."""
    folder.mkdir(parents=True, exist_ok=True)
    files = Files(folder)
    if (before := files.read(PROFILE)) is not None:
        files.replace(PROFILE + BEFORE, before)
    files.replace(PROFILE, new_profile.written(board))
    return before is not None
