"""A board that was never calibrated is set up on its owner's page, by hands, at every size."""

import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from audits import CUT, PALE, UNNAMED
from board_process import calibrated
from cupsboard.drivers.files import Files
from cupsboard.storage import calibration_file
from cupsboard.storage.owners import Owners
from cupsboard.web.server import serving
from cupsim.commands.set_up import meanwhile
from cupsim.page.king_of_the_cups.evening import TableEvening
from cupsim.page.king_of_the_cups.lending import TableLender
from cupsim.page.king_of_the_cups.stage import HANDS_MODULE, TableStage
from cupsim.page.set_up_meanwhile import MODULE, SetUpMeanwhile
from cupsim.runs.game_world import Setting
from http_calls import get
from processes import PATIENCE_SECONDS, wait_until
from rehearsed import own, rehearsed
from sitting import Sit

SIZES = [(390, 844), (844, 390), (1280, 720)]


class Browsers:
    """Opens pages of their own browsers; none of them may complain."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._contexts: list[Any] = []
        self.complaints: list[str] = []

    def open(self, address: str, **how: Any) -> Any:
        context = self._browser.new_context(**{"locale": "en-GB", **how})
        context.set_default_timeout(1000 * PATIENCE_SECONDS)
        self._contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda fault: self.complaints.append(str(fault)))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.goto(address)
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def browsers(browser: Any) -> Iterator[Browsers]:
    opened = Browsers(browser)
    yield opened
    opened.close()
    assert opened.complaints == []


def looks_well(page: Any) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(UNNAMED) == []
        assert page.evaluate(PALE) == []


@pytest.mark.landing
def test_the_number_pressed_at_the_board_makes_a_browser_an_owner_s_and_others_only_look(
    browsers: Browsers, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with rehearsed(tmp_path, capsys, "--pace", "1") as address:
        owner = browsers.open(f"{address}setup.html")
        owner.wait_for_selector(".tile[aria-label]")
        parts = "[...document.querySelectorAll('.tile :is(.name, .grams, .mark, .note)')]"
        assert owner.evaluate(f"{parts}.every((each) => each.ariaHidden === 'true')"), "a tile's name says it"
        own(owner)
        owner.wait_for_selector('#say:has-text("never calibrated")')
        looks_well(owner)
        owner.locator('section.choice:has(h2:text-is("Check")) button').click()
        owner.wait_for_selector('#say:has-text("hands off for twenty seconds")')
        other = browsers.open(f"{address}setup.html")
        other.wait_for_selector('#say:has-text("hands off for twenty seconds")')
        other.wait_for_selector('section.choice:has-text("Wait until what the board does now is over")')
        assert other.locator("form, #answers button").count() == 0
        owner.get_by_role("button", name="Break off").click()
        owner.wait_for_selector('#say:has-text("never calibrated")')
        browsers.close()


@pytest.mark.parametrize(
    ("locale", "calibrate", "hands", "to_game", "played"),
    [
        ("en-GB", "Calibrate", "Simulated hands", "To the game", "being played"),
        ("de-DE", "Kalibrieren", "Simulierte Hände", "Zum Spiel", "Es wird gespielt"),
    ],
)
def test_a_board_is_calibrated_on_its_page_and_a_game_begins(
    browsers: Browsers,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    locale: str,
    calibrate: str,
    hands: str,
    to_game: str,
    played: str,
) -> None:
    owners = Owners(tmp_path, lambda: "2026-11-27T21:04", time.monotonic, lambda _: None)
    with rehearsed(tmp_path, capsys, "--pace", "20") as address:
        page = browsers.open(f"{address}setup.html#{owners.invite()}", locale=locale)
        page.select_option("select[name=reference]", "")
        page.fill("input[name=grams]", "100")
        page.locator(f'section.choice:has(h2:text-is("{calibrate}")) button').click()
        page.get_by_role("button", name=hands).click()
        page.wait_for_selector("#progress:not([hidden])")
        assert "#" not in page.url
        page.wait_for_selector(".picture[data-step]")
        page.wait_for_selector(".result")
        looks_well(page)
        page.get_by_role("button", name=to_game).click()
        page.wait_for_selector(f'#say:has-text("{played}")')
        page.locator("#scope summary").click()
        page.wait_for_selector("#scope .sparks button:nth-child(6)")
        page.locator("#scope .sparks button").first.click()
        page.wait_for_selector("#scope canvas >> nth=1")
        looks_well(page)
        page.locator("#looks summary").click()
        page.locator("#looks .answers button").first.click()
        page.wait_for_selector('#looks .said button[aria-pressed="true"]')
        page.wait_for_selector("#looks .sparks >> nth=0")
        looks_well(page)
        page.locator("#zeros summary").click()
        page.wait_for_selector('#zeros .sparks:has-text("mg")')
        page.fill("input[name=south]", "Zoë")
        page.locator("form:has(input[name=south]) button").click()
        page.wait_for_selector('.tile[aria-label*="Zoë"]', state="attached")
        page.goto(address)
        page.wait_for_selector('.player[data-side="south"] .player-name:has-text("Zoë")')
        assert (tmp_path / "calibration.toml").exists()
        assert (tmp_path / "memory.sqlite").exists()
        browsers.close()


def test_after_a_check_that_found_something_the_next_check_comes_first(
    browsers: Browsers, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    owners = Owners(tmp_path, lambda: "2026-11-27T21:04", time.monotonic, lambda _: None)
    with rehearsed(tmp_path, capsys, "--mistake", "dead-cell", "--pace", "20") as address:
        page = browsers.open(f"{address}setup.html#{owners.invite()}")
        page.locator('section.choice:has(h2:text-is("Check")) button').click()
        page.get_by_role("button", name="Simulated hands").click()
        page.wait_for_selector(".result")
        assert page.locator("#answers button").all_inner_texts() == ["Check again", "To the game"]
        assert page.locator("#answers button.primary").all_inner_texts() == ["Check again"]
        page.locator("#answers button").first.click()
        page.wait_for_selector(".result", state="detached")
        page.wait_for_selector('#say:has-text("hands off for twenty seconds")')
        browsers.close()


def test_an_owner_reads_in_german_which_game_of_the_board_no_friend_can_play_from_afar(
    browsers: Browsers, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    owners = Owners(tmp_path, lambda: "2026-11-27T21:04", time.monotonic, lambda _: None)
    calibration_file.save(Files(tmp_path), "calibration.toml", calibrated())
    with rehearsed(tmp_path, capsys, "--cups", "3", "--sps", "80") as address:
        page = browsers.open(f"{address}setup.html#{owners.invite()}", locale="de-DE")
        page.wait_for_selector("select[name=game]")
        page.goto(address)
        page.wait_for_selector("#order-open:visible")
        page.goto(f"{address}setup.html")
        page.select_option("select[name=game]", "")
        rules = b'title = "Mine"\ngap = true\nlaps = "from the last cup"\n'
        page.set_input_files(
            "input[name=rules]", files=[{"name": "mine.toml", "mimeType": "text/plain", "buffer": rules}]
        )
        page.locator("form:has(select[name=game]) button").click()
        wait_until(lambda: 'title = "Mine"' in get(f"{address}record.txt").text, "the game of one's own")
        page.goto(address)
        page.wait_for_selector(
            '#friend-by-order:has-text("Mine 2 × 3 lässt sich nicht aus der Ferne spielen")'
        )
        assert not page.locator("#friend-by-order button:visible").count()
        browsers.close()


def test_an_owner_sets_the_tutor_which_the_page_of_the_game_names_then(
    browsers: Browsers, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    owners = Owners(tmp_path, lambda: "2026-11-27T21:04", time.monotonic, lambda _: None)
    calibration_file.save(Files(tmp_path), "calibration.toml", calibrated())
    with rehearsed(tmp_path, capsys, "--cups", "3", "--sps", "80") as address:
        page = browsers.open(f"{address}setup.html#{owners.invite()}", locale="de-DE")
        page.select_option("select[name=tutor]", "gentle")
        page.locator("form:has(select[name=tutor]) button").click()
        kept = tmp_path / "settings.json"
        wait_until(lambda: kept.exists() and b'"tutor": "gentle"' in kept.read_bytes(), "it is kept")
        page.goto(address)
        page.click("#help")
        page.wait_for_selector(".legend p:has-text('Der Lehrer ist sanft')")
        browsers.close()


@pytest.mark.parametrize(("locale", "unit"), [("en-GB", "counts"), ("de-DE", "Zählwerte")])
def test_one_cell_is_looked_at_with_its_weight_and_its_traces(
    browsers: Browsers, tmp_path: Path, capsys: pytest.CaptureFixture[str], locale: str, unit: str
) -> None:
    owners = Owners(tmp_path, lambda: "2026-11-27T21:04", time.monotonic, lambda _: None)
    with rehearsed(tmp_path, capsys, "--pace", "5") as address:
        page = browsers.open(f"{address}setup.html#{owners.invite()}", locale=locale)
        card = page.locator("section.choice:has(select[name=place])")
        card.locator("select").select_option("north-2")
        card.locator("button").click()
        page.wait_for_selector(f'#cell .weight:has-text("{unit}")')
        page.wait_for_selector("#cell dl div:nth-child(3)")
        page.wait_for_selector('.tile[data-meaning="LOOK"]')
        drawn = "(canvas) => canvas.getContext('2d').getImageData(0, 0, 300, 90).data.some(Boolean)"
        assert page.locator("#cell canvas").first.evaluate(drawn)
        looks_well(page)
        page.locator("#answers button").last.click()
        page.wait_for_selector("#cell", state="hidden")
        browsers.close()


ROOM_BELOW_THE_BOARD = """
Math.round(document.querySelector("#hands").getBoundingClientRect().top
  - Math.max(...[...document.querySelectorAll(".tile")].map((each) => each.getBoundingClientRect().bottom)))
"""


def test_hands_on_a_phone_leave_the_whole_board_in_view(
    browsers: Browsers, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with rehearsed(tmp_path, capsys, "--cups", "4", "--pace", "4") as address:
        page = browsers.open(f"{address}setup.html")
        own(page)
        page.locator('section.choice:has(h2:text-is("Calibrate")) button').click()
        page.wait_for_selector("#answers button:nth-child(3)")
        for width, height in SIZES[:2]:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo(0, 0)")
            # The tiles are laid anew a moment after the window has turned.
            wait_until(
                lambda: page.evaluate(ROOM_BELOW_THE_BOARD) >= 0,
                lambda: f"room below the board: {page.evaluate(ROOM_BELOW_THE_BOARD)} px",
            )
            assert page.evaluate("document.querySelector('#hands').getBoundingClientRect().bottom") <= height
        browsers.close()


def test_set_up_is_a_button_of_a_simulated_game_which_goes_on_by_what_was_calibrated(
    browsers: Browsers, sit: Sit, tmp_path: Path
) -> None:
    seated = sit(has_set_up=True, setting=Setting(7, cups=2))
    world = seated.evening.world
    before = world.calibration
    page = browsers.open(seated.address)
    page.add_init_script("try { localStorage.setItem('cups-guide', 'no') } catch {}")
    page.goto(seated.address)
    watcher = browsers.open(seated.address)
    page.locator("#makers-title").click()
    page.locator("#set-up select[name=pace]").select_option("16")
    page.get_by_role("button", name="Set the board up").click()
    page.wait_for_selector('#say:has-text("never calibrated")')
    watcher.wait_for_selector('#say:has-text("being set up")')
    assert watcher.is_visible("#end-set-up")
    page.wait_for_selector('h2:text-is("Calibrate")')
    assert page.get_by_role("button", name="Become an owner").count() == 0, (
        "who plays here is an owner at once"
    )
    page.locator('section.choice:has(h2:text-is("Calibrate")) button').click()
    page.get_by_role("button", name="Simulated hands").click()
    page.wait_for_selector(".result")
    page.get_by_role("button", name="To the game").click()
    page.wait_for_selector("#place-south-1")
    assert page.url == seated.address
    watcher.wait_for_selector('#say:not(:has-text("being set up"))')
    wait_until(lambda: world.calibration != before, "the game goes on by the new calibration")
    # Once more, and back without having done anything.
    page.locator("#makers-title").click()
    page.get_by_role("button", name="Set the board up").click()
    page.wait_for_selector("#hands")
    page.locator("#to-opponents").click()
    page.wait_for_selector("#place-south-1")
    assert page.url == seated.address
    # The page of Set up ends before it has heard that the board is the game's again.
    browsers.complaints = [each for each in browsers.complaints if "ERR_CONNECTION_REFUSED" not in each]
    browsers.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[TableEvening, str]]:
    """A table of King of the Cups, and the address of its page."""
    evening = TableEvening(5, 2)
    set_up = SetUpMeanwhile(TableLender(evening), meanwhile("127.0.0.1"), tmp_path, print)
    stage = TableStage(evening, is_only_watched=False, modules=(HANDS_MODULE, MODULE), routes=set_up.routes())
    is_over = Event()
    keeping = Thread(target=lambda: set_up.keep_going(stage, is_over.is_set))
    keeping.start()
    with serving(stage.app, port=0) as address:
        yield evening, address
        is_over.set()
        keeping.join()


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_what_is_chosen_for_set_up_at_a_race_is_written_whole_in_every_size(
    browsers: Browsers, table: tuple[TableEvening, str], locale: str
) -> None:
    page = browsers.open(table[1], locale=locale)
    page.locator("#makers > summary").click()
    page.wait_for_selector("#set-up select[name=pace]")
    for width, height in ((640, 360), *SIZES):
        page.set_viewport_size({"width": width, "height": height})
        wait_until(lambda: page.evaluate(CUT) == [], lambda: str(page.evaluate(CUT)))
    browsers.close()


def test_the_board_of_a_race_is_calibrated_and_its_cups_weighed_and_the_game_goes_on(
    browsers: Browsers, table: tuple[TableEvening, str]
) -> None:
    evening, address = table
    before = evening.world.calibration
    page = browsers.open(address)
    assert page.is_hidden("#set-up"), "play comes first"
    page.locator("#makers > summary").click()
    page.locator("#set-up select[name=pace]").select_option("16")
    page.get_by_role("button", name="Set the board up").click()
    page.wait_for_selector("#hands")
    watcher = browsers.open(address)
    watcher.wait_for_selector('#say:has-text("being set up")')
    page.wait_for_selector('h2:text-is("Calibrate")')
    page.get_by_role("button", name="Simulated hands").click()
    for deed in ("Calibrate", "Weigh the cups"):
        page.locator(f'section.choice:has(h2:text-is("{deed}")) button').click()
        page.wait_for_selector(".result", state="detached")
        page.wait_for_selector(".result")
        looks_well(page)
    page.get_by_role("button", name="Simulated hands").click()
    page.locator("select[aria-label='Which cup']").select_option("blue-circle")
    page.locator(".tile").first.click()
    page.wait_for_selector("select:has-text('blue circle: spot 1')")
    page.locator("#to-opponents").click()
    page.wait_for_selector("#say:has-text('Hand rests at home')")
    assert page.url == address
    assert {*evening.world.calibration.kinds} == {*before.kinds}
    assert evening.world.calibration != before
    # Another browser sets the board up as an owner at once.
    watcher.locator("#makers > summary").click()
    watcher.get_by_role("button", name="Set the board up").click()
    watcher.wait_for_selector('h2:text-is("Calibrate")')
    browsers.complaints = [each for each in browsers.complaints if "ERR_CONNECTION_REFUSED" not in each]
    browsers.close()


def test_a_new_board_offers_to_be_set_up_and_nothing_else(
    browsers: Browsers, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with rehearsed(tmp_path, capsys) as address:
        page = browsers.open(address)
        page.wait_for_selector("#say:has-text('This board is not set up yet.')")
        assert page.locator(":is(#ask-hint, #look-back):visible").count() == 0
        page.click("#not-set-up a")
        page.wait_for_selector("h2:text-is('Ownership'), .choice")
        assert page.url.endswith("/setup.html")
