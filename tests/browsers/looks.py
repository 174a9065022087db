"""What is looked at on a page: is a text cut, is what one plays with in view, can it be hit and read."""

from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import Any

from engines import AXE
from page import Page
from PIL import Image, ImageDraw

SCRIPT = Path(__file__).with_name("looks.js")
SMALLEST_BUTTON = 44
THUMB = 300

TO_ITS_END = """() => {
  const { bottom } = document.querySelector('#scene svg.live').getBoundingClientRect();
  scrollBy(0, Math.max(0, Math.ceil(bottom) - innerHeight)); }"""
OPEN_ALL = "() => { for (const each of document.querySelectorAll('details')) each.open = true; }"


def look(page: Page, name: str, value: Any = None) -> list[str]:
    """What one of the looks finds."""
    if not page.evaluate("typeof looks === 'object'"):
        page.window.run(f"(() => {{ {SCRIPT.read_text()} }})()")
    return list(page.evaluate(f"looks.{name}", value))


def faults_in_view(page: Page, *, is_long: bool = False) -> list[str]:
    """What of a page as it opens is cut, out of view or too small.

    A board that `is_long` fills its window, and the page is moved to its end.
    """
    page.evaluate("scrollTo(0, 0)")
    if is_long:
        page.evaluate(TO_ITS_END)
    return [
        *(f"cut: {each}" for each in look(page, "cut")),
        *(f"view: {each}" for each in look(page, "inView")),
        *together("small", look(page, "small", SMALLEST_BUTTON)),
    ]


def faults_of_all(page: Page) -> list[str]:
    """What of the whole page, all its panels open, is cut, or wrong by axe-core."""
    page.evaluate(OPEN_ALL)
    page.wait_for_timeout(300)
    if not page.evaluate("typeof axe === 'object'"):
        page.window.run(f"(() => {{ {AXE.read_text()}; }})()")
    return [
        *(f"cut, panels open: {each}" for each in look(page, "cut")),
        *together("small, panels open", look(page, "small", SMALLEST_BUTTON)),
        *(f"axe: {each}" for each in look(page, "axe")),
    ]


def together(what: str, found: Sequence[str]) -> list[str]:
    """Many of a kind as one line."""
    sizes = sorted({each.rpartition(": ")[2] for each in found})
    return [f"{what}: {len(found)} to press under {SMALLEST_BUTTON} px: {', '.join(sizes)}"] if found else []


def contact_sheet(pictures: Sequence[Path], target: Path, columns: int = 6) -> None:
    """All pictures small on one, each with its name."""
    rows = ceil(len(pictures) / columns)
    thumbs = [thumb(each) for each in pictures]
    height = max((each.height for each in thumbs), default=0) + 16
    sheet = Image.new("RGB", (columns * (THUMB + 8), rows * (height + 8)), "#777")
    pen = ImageDraw.Draw(sheet)
    for number, (picture, small) in enumerate(zip(pictures, thumbs, strict=True)):
        x, y = (number % columns) * (THUMB + 8) + 4, (number // columns) * (height + 8) + 4
        pen.text((x, y), picture.stem, fill="white")
        sheet.paste(small, (x, y + 14))
    sheet.save(target)


def thumb(picture: Path) -> Image.Image:
    image = Image.open(picture).convert("RGB")
    image.thumbnail((THUMB, THUMB))
    return image
