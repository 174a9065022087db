"""King of the Cups judged in a real browser: its looks in every size, and a whole game by mouse."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from cupsboard.rules.king_of_the_cups.cups_and_dice import parse_dice
from cupsboard.signs.sentences import languages
from engines import Window, awaited
from evening import Served
from looks import faults_of_all, look
from page import Page
from window_sizes import SIZES

LANGUAGES = languages()
MIDDLE = "king/middle.html"
MOST_SECONDS = 240.0
DRAG_SECONDS = 0.25

DICE = "[...document.querySelectorAll('#dice[data-lie] .said-die')].map((each) => each.dataset.kind)"
IS_RACE = "document.querySelector('#say').innerText.startsWith('The dice')"
IS_ANSWERED = "document.querySelector('#dice .dice-answer').innerText !== ''"
STANDING = "document.querySelector('#seat-one').dataset.standing"
MIDDLE_OF = """(id) => { const { x, y, width, height } = document.querySelector(id).getBoundingClientRect();
  return [x + width / 2, y + height / 2]; }"""
BELOW = """(id) => { const { x, width, bottom } = document.querySelector(id).getBoundingClientRect();
  return [x + width / 2, bottom + 24]; }"""
OUT_OF_VIEW = """() => ['#scene svg', '#say', '#dice', '#tools'].filter((each) => {
  const { top, bottom, left, right } = document.querySelector(each).getBoundingClientRect();
  return top < -1 || left < -1 || bottom > innerHeight + 1 || right > innerWidth + 1; })"""
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth + 1"


@contextmanager
def table(players: int, *options: str) -> Iterator[Served]:
    """A table with calm simulated people, in a process of its own."""
    served = Served("--game", "king-of-the-cups", "--players", str(players), "--others", "calm", *options)
    try:
        yield served
    finally:
        served.close()


def seated(window: Window, address: str) -> Page:
    """The players' page, with the first seat."""
    page = Page(window)
    page.goto(address)
    page.evaluate("localStorage.setItem('cups-language', 'en')")
    page.goto(address)
    page.wait_for_selector("body[data-seated]")
    page.wait_for_selector("#tools:not([hidden])")
    return page


def faults_of_looks(window: Window, picture: Callable[[Page, str], None]) -> list[str]:
    """What is cut, out of view or wrong by axe-core, on both pages in every size and language."""
    found: dict[str, None] = {}
    with table(6) as served:
        page = seated(window, served.address)
        for where, name in (("", "players"), (MIDDLE, "middle")):
            for language in LANGUAGES:
                page.evaluate("(it) => localStorage.setItem('cups-language', it)", language)
                page.goto(served.address + where)
                page.wait_for_selector("#tools:not([hidden])" if name == "players" else ".half")
                for width, height in SIZES:
                    window.resize(width, height)
                    page.wait_for_timeout(400)
                    picture(page, f"king-{name}-{width}x{height}-{language}")
                    said = [f"cut: {each}" for each in look(page, "cut")]
                    said += ["sideways"] if page.evaluate(SIDEWAYS) else []
                    said += page.evaluate(OUT_OF_VIEW) if name == "players" else []
                    found |= dict.fromkeys(f"{name} {width}x{height} {language}: {each}" for each in said)
                found |= dict.fromkeys(f"{name} {language}: {each}" for each in faults_of_all(page))
    return list(found)


def game_by_mouse(window: Window, picture: Callable[[Page, str], None]) -> tuple[str, Sequence[str]]:
    """Play until somebody has won; the dice are read off the page, and the cup is dragged to the own tray."""
    with table(3) as served:
        page = seated(window, served.address)
        page.click("#rest")
        began, grabs, won = monotonic(), 0, 0
        last: Any = None
        while page.evaluate(STANDING) != "winner":
            assert monotonic() - began < MOST_SECONDS, page.inner_text("#say")
            dice = page.evaluate(DICE)
            if len(dice) != 2 or dice == last or not page.evaluate(IS_RACE):
                sleep(0.05)
                continue
            last = dice
            right = parse_dice(", ".join(dice)).right_cup.kind
            drag(page, f"#cup-{right} .cup-body", "#button-one .home-cap")
            grabs += 1
            awaited(lambda: page.evaluate(IS_ANSWERED), lambda: page.inner_text("#say"))
            won += page.evaluate(STANDING) in ("right", "winner", "roller")
        picture(page, "king-won")
        seconds = monotonic() - began
        faults = (
            [] if served.record().result.startswith("one") else [f"the record says {served.record().result}"]
        )
        return f"by mouse: {won} of {grabs} races won in {seconds:.0f} s", faults


def drag(page: Page, source: str, target: str) -> None:
    page.mouse.move(*page.evaluate(MIDDLE_OF, source))
    page.mouse.down()
    page.mouse.move(*page.evaluate(BELOW, target), steps=round(DRAG_SECONDS * 1000 / 30))
    page.mouse.up()


def pictures_in(folder: Path) -> Callable[[Page, str], None]:
    return lambda page, name: page.screenshot(folder / f"{name}.png")
