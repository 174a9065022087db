"""Takes the readme's pictures of the simulated board: its page, and one turn from first bean to press.

    python sim/pictures [--to FOLDER]

Starts `cupsim` and plays on its page in Chromium, with a mouse: an opening, always the same, and then
a turn in which South captures five beans. Needs Chromium and what `pip install -e '.[test]'` brings.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from cupsboard.rules import games
from cupsboard.rules.places import Side
from PIL import Image
from playwright.sync_api import Page, sync_playwright

CUPS = 4
OPENING = (
    *("drop 2", "drop 3", "drop 2", "drop 3", "drop 4"),
    *("drop 4", "drop 4", "drop 3", "sow 3", "drop 3"),
)
"""Moves of South and North in turn, after which a drop of 3 captures the five beans in North's cup 2."""
FAST, LIFE = "8", "1"
"""Values of the page's speed."""
PAGE_SIZE, BOARD_SIZE = (1240, 900), (880, 1000)
"""Pixels of the window: for the page with everything beside the board, and for the board alone."""
TURN_WIDTH = 720
STEP_MILLISECONDS, LAST_STEP_MILLISECONDS = 1800, 3600
REST_MILLISECONDS = 1200
"""How long the table has lain still when a picture is taken: the board has its answer then."""
QUALITY = 80
MIDDLE = """(place) => new Promise((found, failed) => {
  const look = (before, frames, left) => {
    const shape = document.querySelector(`#place-${place} .target-shape`);
    const { x, y, width, height } = shape.getBoundingClientRect();
    const now = [x + width / 2, y + height / 2];
    const stood = String(now) === String(before) ? frames + 1 : 0;
    if (stood === 3) found(now);
    else if (left === 0) failed(new Error(`${place} never stands still`));
    else requestAnimationFrame(() => look(now, stood, left - 1));
  };
  look(null, 0, 600);
})"""
"""Where the middle of a place is. The page draws the board anew a little after its window has changed, so a
place counts as found when it has stood still for some frames."""
FLAGS = ("--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-dev-shm-usage")


@contextmanager
def served_board() -> Iterator[str]:
    """The address of a simulated board with the same beans every time."""
    command = [sys.executable, "-m", "cupsim", "--seed", "7", "--cups", str(CUPS)]
    with TemporaryDirectory() as evening:
        how = ["--starter", "south", "--evening", evening, "--port", "0", "--no-browser"]
        with subprocess.Popen([*command, *how], stdout=subprocess.PIPE, text=True) as board:
            yield from _address_of(board)


def _address_of(board: subprocess.Popen[str]) -> Iterator[str]:
    try:
        assert board.stdout is not None
        said = ""
        for line in board.stdout:
            said += line
            if (address := re.search(r"http://\S+", line)) is not None:
                yield address[0]
                return
        raise SystemExit(f"sim/pictures: cupsim names no address, but says {said!r}")
    finally:
        board.terminate()
        board.wait(10)


@contextmanager
def opened_page(address: str) -> Iterator[Page]:
    """The page in English and daylight, with lights that stand still at their brightest."""
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        raise SystemExit("sim/pictures: no Chromium here: install it, or name it: CHROMIUM=/path/to/chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        page = browser.new_page(locale="en-GB", color_scheme="light", reduced_motion="reduce")
        page.goto(address)
        page.wait_for_selector("#place-south-1")
        page.click("#guide-no")
        yield page
        browser.close()


class Mouse:
    """A mouse that is the hand of both players."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def drop(self, side: str, number: int) -> None:
        """Drop a bean from a player's stock into their cup."""
        self._drag(f"{side}-stock", f"{side}-{number}")

    def sow(self, side: str, number: int) -> None:
        """Take all beans of a cup; drop one into each cup after it, and the last into the pot."""
        self._page.click("[data-tool=handful]")
        self._page.mouse.click(*self._middle(f"{side}-{number}"))
        self._page.click("[data-tool=bean]")
        for place in (*(f"{side}-{cup}" for cup in range(number + 1, CUPS + 1)), f"{side}-pot"):
            self._page.mouse.click(*self._middle(place))

    def pour(self, source: str, target: str) -> None:
        """Lift a cup, empty it into another place, and put it back."""
        self.lift(source)
        self.empty(target)

    def lift(self, place: str) -> None:
        """Take a cup into the hand and hold it beside where it stood."""
        x, y = self._middle(place)
        self._page.mouse.move(x, y)
        self._page.keyboard.down("Control")
        self._page.mouse.down()
        self._page.mouse.move(x + 60, y + 70, steps=4)

    def empty(self, place: str) -> None:
        """Empty the cup in the hand into a place; the hand puts it back by itself."""
        self._page.mouse.move(*self._middle(place), steps=4)
        self._page.mouse.up()
        self._page.keyboard.up("Control")

    def press(self, side: str) -> None:
        """Press a player's button, and wait until the turn has ended."""
        moves = self._page.locator(".moves li[data-side]")
        before = moves.count()
        self._page.locator(f"#button-{side}").click()
        moves.nth(before).wait_for()

    def _drag(self, source: str, target: str) -> None:
        mouse = self._page.mouse
        mouse.move(*self._middle(source))
        mouse.down()
        mouse.move(*self._middle(target), steps=4)
        mouse.up()

    def _middle(self, place: str) -> tuple[float, float]:
        x, y = self._page.evaluate(MIDDLE, place)
        return x, y


def play_opening(page: Page, mouse: Mouse) -> None:
    """Take both seats and play the moves that lead to the turn."""
    page.select_option("#seat-north", "person")
    page.select_option("#speed", FAST)
    game = games.of_board(CUPS)
    position = game.start(Side.SOUTH)
    for label in OPENING:
        (side,) = game.movers(position)
        what, number = label.split()
        if what == "drop":
            for cup in range(1, int(number) + 1):
                mouse.drop(side.value, cup)
        else:
            mouse.sow(side.value, int(number))
        plan = next(plan for plan in game.plans(position, side) if plan.label == label)
        for captured in plan.owed:
            mouse.pour(captured.source, captured.target)
        page.locator("#say", has_text=f"{label}. Press your button").wait_for()
        mouse.press(side.value)
        position = game.play(position, side, label)
    page.select_option("#speed", LIFE)


def picture(page: Page) -> Image.Image:
    """The page as it is now, to its end."""
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def answer(page: Page, sentence: str) -> Image.Image:
    """The page when the board says a sentence with these words and the table lies still."""
    page.locator("#say", has_text=sentence).wait_for()
    page.mouse.move(2, 2)
    page.wait_for_timeout(REST_MILLISECONDS)
    return picture(page)


def play_the_turn(page: Page, mouse: Mouse) -> tuple[Image.Image, list[Image.Image]]:
    """The whole page in the middle of South's turn, and the board after each step of it."""
    set_size(page, BOARD_SIZE)
    steps = [answer(page, "South's turn")]
    for number, says in ((1, "drop 1"), (2, "drop 2"), (3, "capture North's cup 2")):
        mouse.drop("south", number)
        steps.append(answer(page, says))
    set_size(page, PAGE_SIZE)
    whole = answer(page, "capture North's cup 2")
    set_size(page, BOARD_SIZE)
    mouse.lift("north-2")
    page.locator("#say", has_text="North's cup 2 is lifted").wait_for()
    steps.append(picture(page))
    mouse.empty("south-pot")
    steps.append(answer(page, "Press your button to end the turn"))
    mouse.press("south")
    steps.append(answer(page, "North's turn"))
    return whole, [cut_to_the_board(page, step) for step in steps]


def set_size(page: Page, size: tuple[int, int]) -> None:
    """Give the window this many pixels across and down."""
    page.set_viewport_size({"width": size[0], "height": size[1]})


def cut_to_the_board(page: Page, window: Image.Image) -> Image.Image:
    """What lies from the sentence to South's name, small enough for a readme."""
    boxes = [page.locator(each).bounding_box() for each in (".saying", ".player[data-side=south]")]
    first, last = (box for box in boxes if box is not None)
    edges = (first["x"], first["y"], last["x"] + last["width"], last["y"] + last["height"])
    left, top, right, bottom = map(int, edges)
    board = window.crop((left, top, right, bottom))
    return board.resize(
        (TURN_WIDTH, round(board.height * TURN_WIDTH / board.width)), Image.Resampling.LANCZOS
    )


def main() -> None:
    """Play, and write both pictures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--to", type=Path, default=Path(__file__).parent, metavar="FOLDER", help="where to")
    folder: Path = parser.parse_args().to
    folder.mkdir(parents=True, exist_ok=True)
    with served_board() as address, opened_page(address) as page:
        mouse = Mouse(page)
        set_size(page, PAGE_SIZE)
        play_opening(page, mouse)
        whole, steps = play_the_turn(page, mouse)
    whole.save(folder / "page.webp", quality=QUALITY, method=6)
    steps[0].save(
        folder / "turn.webp",
        save_all=True,
        append_images=steps[1:],
        duration=[STEP_MILLISECONDS] * (len(steps) - 1) + [LAST_STEP_MILLISECONDS],
        loop=0,
        quality=QUALITY,
        method=6,
    )
    for name in ("page.webp", "turn.webp"):
        print(f"{folder / name}: {(folder / name).stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
