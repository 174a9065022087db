"""No card takes room from the board: in every window it has the size that the window alone gives it."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from cupsboard.rules.places import Side
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from hands_of_a_tester import NEXT_FRAMES, Mouse
from processes import wait_until
from sitting import NOBODY, TWO_PERSONS, Sit, Sitting, Visit, sitting
from window_sizes import HAVE_TOUCH, SIZES

DESKTOPS = tuple(size for size in SIZES if size not in HAVE_TOUCH)
SHORT_EDGE_OF_A_PHONE, LEAST_ON_A_PHONE, LEAST = 500, 320, 420
LEAST_TARGET, LEAST_TEXT = 44, 14
README = Path(__file__).parents[2] / "firmware" / "README.md"

BOARD = """() => {
  const { width, height } = document.querySelector('#scene').getBoundingClientRect();
  return [width, height];
}"""
SMALLEST_TARGET = """() => Math.min(...[...document.querySelectorAll('.target-shape, .button-base')]
  .map((each) => each.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)))"""
SMALL_TEXTS = """(least) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), small = [];
  for (let node; (node = walker.nextNode());) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest('svg, noscript, script, option')) continue;
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (size > 0 && size < least && element.checkVisibility()) small.push(`${size} ${node.data.trim()}`);
  }
  return small;
}"""

CARDS_ON_BUTTONS = """() => {
  const box = (each) => each.getBoundingClientRect();
  const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
    && one.top < other.bottom - 1 && other.top < one.bottom - 1;
  const all = (selector) => [...document.querySelectorAll(selector)];
  const shown = (selector) => all(selector).filter((each) => each.checkVisibility());
  const buttons = shown('button, select, summary, .button-base').filter((each) => !each.closest('#cards'));
  return shown('#cards > *').flatMap((card) => buttons.filter((each) => meet(box(card), box(each)))
    .map((each) => `${card.id} on ${each.id || each.textContent || each.closest('[id]').id}`));
}"""

Size = tuple[int, int]


def widths_by_the_table(cups: int) -> dict[Size, int]:
    """How wide the README says that the board is, by the window."""
    lines = [
        [cell.strip() for cell in line.strip("| ").split("|")]
        for line in README.read_text("utf-8").splitlines()
        if line.startswith("| ")
    ]
    column = next(line for line in lines if line[0] == "window").index(f"2 × {cups}")
    return {size: int(line[column]) for size in SIZES for line in lines if line[0] == "{} x {}".format(*size)}


class Ruler:
    """Measures the board in some windows, again with each card, and demands that it has not changed."""

    def __init__(self, page: Any, sizes: Sequence[Size]) -> None:
        self._page = page
        self._sizes = sizes
        self._first: dict[Size, list[float]] = {}

    @property
    def widths(self) -> dict[Size, float]:
        """How wide the board is in each window."""
        return {size: board[0] for size, board in self._first.items()}

    def measure(self, card: str) -> None:
        """Compare the board in every window with how it was there before; `card` names what is shown."""
        for size in self._sizes:
            board = self._at_rest(size)
            least = LEAST_ON_A_PHONE if min(size) < SHORT_EDGE_OF_A_PHONE else LEAST
            assert board[0] >= least, f"the board in {size} with {card}: {board}"
            assert self._first.setdefault(size, board) == board, f"the board in {size} with {card}"
            assert self._page.evaluate(SMALL_TEXTS, LEAST_TEXT) == [], f"letters in {size} with {card}"
            self._page.evaluate("scrollTo(0, 0)")
            assert self._page.evaluate(CARDS_ON_BUTTONS) == [], f"in {size} with {card}"

    def _at_rest(self, size: Size) -> list[float]:
        self._page.set_viewport_size({"width": size[0], "height": size[1]})
        seen: list[list[float]] = []

        def is_at_rest() -> bool:
            self._page.evaluate(NEXT_FRAMES)
            seen.append(self._page.evaluate(BOARD))
            return len(seen) > 4 and seen[-1] == seen[-4]

        wait_until(is_at_rest, lambda: f"a board at rest in {size}: {seen[-4:]}")
        return seen[-1]


def opened(visit: Visit, table: Sitting, sizes: Sequence[Size], **how: Any) -> Any:
    """A page in the first of these windows, which have either all a finger or all a mouse."""
    width, height = sizes[0]
    is_phone = sizes[0] in HAVE_TOUCH
    window = {"width": width, "height": height}
    return visit(table.address, viewport=window, has_touch=is_phone, is_mobile=is_phone, **how)


def shown(page: Any, card: str) -> None:
    page.wait_for_selector(f"{card}:visible")


def move(page: Any, table: Sitting, side: Side) -> None:
    """Drop one bean and press."""
    page.evaluate("scrollTo(0, 0)")
    before = len(table.evening.record.entries)
    mouse = Mouse(page)
    mouse.drag(f"{side.value}-stock", f"{side.value}-1")
    wait_until(lambda: table.truth[f"{side.value}-1"] == 1, lambda: str(table.truth))
    mouse.press(side)
    wait_until(lambda: len(table.evening.record.entries) > before, lambda: page.inner_text("#say"))


both_hands = pytest.mark.parametrize("sizes", [HAVE_TOUCH, DESKTOPS], ids=["fingers", "mouse"])


@pytest.mark.long("many windows and cards")
@both_hands
@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_no_card_of_a_game_changes_the_board(
    sit: Sit, visit: Visit, sizes: Sequence[Size], locale: str
) -> None:
    table = sit(Setting(7, cups=4), TWO_PERSONS)
    page = opened(visit, table, sizes, is_first=True, locale=locale)
    ruler = Ruler(page, sizes)
    shown(page, "#guide-yes")
    ruler.measure("the offer of a guide")
    page.click("#guide-no")
    ruler.measure("nothing")
    page.click("#ask-hint")
    shown(page, "#hint")
    ruler.measure("a hint")
    other = visit(table.address)
    other.click("#seat-wish-north")
    shown(page, "#seat-request")
    ruler.measure("somebody who asks for a seat")
    page.click("#seat-keep")
    move(page, table, Side.SOUTH)
    move(page, table, Side.NORTH)
    page.click(".moves li[value='1'] .move")
    shown(page, "#review")
    ruler.measure("a look back")
    page.click("#review-go-on")
    shown(page, "#go-on-asks")
    ruler.measure("a question")
    page.click("#go-on-anyway")
    shown(page, "#put-up")
    ruler.measure("hands that put up")


@pytest.mark.long("many windows and cards", but=["mouse"])
@both_hands
def test_neither_a_puzzle_nor_the_guide_changes_the_board(
    sit: Sit, visit: Visit, sizes: Sequence[Size]
) -> None:
    page = opened(visit, sit(Setting(7, cups=3), TWO_PERSONS), sizes)
    ruler = Ruler(page, sizes)
    ruler.measure("nothing")
    page.click("#puzzles > summary")
    page.click("#puzzles [data-puzzle='1']")
    shown(page, "#puzzle")
    assert page.locator("#place-south-3").count() == 1
    assert page.locator("#place-south-4").count() == 0
    ruler.measure("a puzzle")
    page.click("#help")
    page.click("#guide-again")
    shown(page, "#guide-skip")
    ruler.measure("the guide")


@pytest.mark.long("many windows and cards")
@both_hands
def test_neither_the_end_of_a_game_nor_of_the_connection_changes_the_board(
    visit: Visit, tmp_path: Path, sizes: Sequence[Size]
) -> None:
    visit.expects_losses = True
    with ExitStack() as stack:
        table = stack.enter_context(sitting(tmp_path, Setting(7, cups=2, stock_beans=3), NOBODY, factor=32.0))
        page = opened(visit, table, sizes)
        ruler = Ruler(page, sizes)
        ruler.measure("nothing")
        shown(page, "#ending")
        ruler.measure("the end")
        page.select_option("#seat-south", PERSON)
        shown(page, "#ending-rematch")
        ruler.measure("a rematch to be had")
        stack.close()
        shown(page, "#delivery")
        ruler.measure("a connection that is lost")
        page.goto("about:blank")


@pytest.mark.long("many windows and boards")
@both_hands
@pytest.mark.parametrize("cups", [2, 4, 10])
def test_every_board_is_as_wide_as_the_table_says_and_its_targets_are_as_large_as_fingers(
    sit: Sit, visit: Visit, sizes: Sequence[Size], cups: int
) -> None:
    page = opened(visit, sit(Setting(7, cups=cups), TWO_PERSONS), sizes)
    told = widths_by_the_table(cups)
    for size in sizes:
        ruler = Ruler(page, [size])
        ruler.measure(f"2 x {cups} cups")
        assert ruler.widths[size] == pytest.approx(told[size], abs=6), size
        assert page.evaluate(SMALLEST_TARGET) >= LEAST_TARGET - 0.5, size


@pytest.mark.landing
def test_the_offer_of_a_guide_lies_on_no_button_in_any_window(sit: Sit, visit: Visit) -> None:
    page = opened(visit, sit(Setting(7, cups=3), TWO_PERSONS), SIZES, is_first=True)
    shown(page, "#guide-yes")
    Ruler(page, SIZES).measure("the offer of a guide")


def test_play_comes_first_and_the_workshop_is_one_closed_fold(sit: Sit, visit: Visit) -> None:
    page = visit(sit(Setting(7, cups=2), TWO_PERSONS).address)
    heights = [
        page.locator(each).bounding_box()["y"] for each in (".moves", "#new-game", "#puzzles", "#makers")
    ]
    assert heights == sorted(heights)
    workshop = ("#deed-bump", "#clumsiness", "[data-tool=lean]", ".trouble", ".log", ".details")
    assert not any(page.is_visible(each) for each in workshop)
    page.click("#makers > summary")
    page.wait_for_selector("#clumsiness:visible")
    assert all(page.locator(f"#makers {each}").count() == 1 for each in workshop)


HIDES_THE_BUTTON = """() => {
  const base = document.querySelector('#button-south .button-base');
  const { x, y, width, height } = base.getBoundingClientRect();
  const hit = document.elementFromPoint(x + width / 2, y + height / 2);
  return hit !== null && !hit.closest('#button-south');
}"""


def test_no_offer_lies_on_the_button_of_a_board_that_is_longer_than_its_window(
    sit: Sit, visit: Visit
) -> None:
    table = sit(Setting(7, cups=10, sps=80, game="coin-duel 10 stage 3"), TWO_PERSONS)
    window = {"width": 390, "height": 844}
    page = visit(table.address, viewport=window, has_touch=True, is_mobile=True, is_first=True)
    page.wait_for_selector("#guide-yes:visible")
    page.wait_for_timeout(500)
    assert page.evaluate("scrollY") == 0, "who comes sees the offer and the board below it"
    before = page.evaluate(BOARD)
    for scrolled in range(0, 600, 50):
        page.evaluate("(y) => scrollTo(0, y)", scrolled)
        assert not page.evaluate(HIDES_THE_BUTTON), scrolled
    page.evaluate("scrollTo(0, 0)")
    page.tap("#guide-no")
    page.wait_for_selector("#guide", state="hidden")
    assert page.evaluate(BOARD) == before
