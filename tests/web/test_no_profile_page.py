"""On the page of a board without a profile its owner chooses size and cells, and writes the profile."""

import re
import time
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from cupsboard.drivers.assembly import around
from cupsboard.station.files.board_files import board_files
from cupsboard.station.occupation import Plan
from cupsboard.station.station import Station
from cupsboard.station.wishes import BoardWish, PageWish
from cupsboard.storage.owners import Owners
from cupsboard.systemd.exit_codes import Ending
from header_fakes import Bench
from processes import PATIENCE_SECONDS, wait_until
from quick_evening import Table, asked, environment


@pytest.mark.parametrize(
    ("locale", "missing", "begin", "write"),
    [
        ("en-GB", "doesn't know yet how large", "Begin", "Write this profile"),
        ("de-DE", "weiß noch nicht, wie groß", "Beginnen", "Dieses Profil schreiben"),
    ],
)
def test_the_profile_is_written_on_the_page(
    browser: Any,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    locale: str,
    missing: str,
    begin: str,
    write: str,
) -> None:
    wishes = replace(asked(), page=PageWish(port=0))
    at = board_files(wishes.board, environment(tmp_path), may_lack_profile=True)
    owners = Owners(at.state_path, lambda: "2026-11-28T07:04", time.monotonic, lambda _: None)
    table, is_over, codes, said = Table(at.profile.places), Event(), list[int](), list[str]()

    def run() -> None:
        with around(table, dict, table, at.profile, Bench(at.profile)) as ready:
            codes.append(Station(wishes, at, ready, is_over.is_set).run(Plan()))

    running = Thread(target=run)
    running.start()

    def address() -> Any:
        said.append(capsys.readouterr().out)
        return re.search(r"the board's page: (\S+)", "".join(said))

    try:
        where = wait_until(address, "the page")[1]
        context = browser.new_context(locale=locale, viewport={"width": 390, "height": 844})
        context.set_default_timeout(1000 * PATIENCE_SECONDS)
        page = context.new_page()
        page.goto(f"{where}setup.html#{owners.invite()}")
        page.wait_for_selector(f'#say:has-text("{missing}")')
        page.locator("#first-steps").get_by_role("button", name=begin).click()
        page.locator("#profile select[name=cups]").select_option("2")
        page.get_by_role("button", name=write).click()
        running.join(PATIENCE_SECONDS)
        context.close()
    finally:
        is_over.set()
        running.join()
    assert codes == [Ending.TRY_AGAIN]
    assert board_files(BoardWish(), environment(tmp_path)).profile.cups == 2
