"""A clock chosen in the owner's dialog of a board, in a real browser: what the board's page then shows."""

import json
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from cupsboard.rules.places import Side
from cupsboard.web.owner import COOKIE
from engines import Window, awaited
from evening import PROGRAM, Evening, Served, SetUp
from hands_of_a_tester import Mouse
from owners_browser import owner_of
from page import Page

CHOICES: tuple[tuple[str, dict[str, str], tuple[str, str]], ...] = (
    ("hourglass", {"south": "3", "north": "3"}, ("3:00", "3:00")),
    ("move", {"south": "30", "north": "45"}, ("0:30", "0:45")),
    ("", {}, ("", "")),
    ("game", {"south": "7.5", "north": "5", "increment": "2"}, ("7:30", "5:00")),
)
"""What is chosen and typed, and what South's clock and North's then show."""
CHOOSE = """({ selector, value }) => { const it = document.querySelector(selector); it.value = value;
  for (const each of ['input', 'change']) it.dispatchEvent(new Event(each, { bubbles: true })); }"""
CLOCK = ".player[data-side=%s] .player-clock"
SENTENCE = "document.querySelector('#say').innerText"
FORM = "section.choice:has(#new-clock)"


def choose_clock(page: Page, kind: str, typed: Mapping[str, str]) -> None:
    """Choose in the form for a new game, after another choice that was emptied."""
    values = [("", "game"), ("-south", ""), ("", kind), *((f"-{name}", each) for name, each in typed.items())]
    for name, value in values:
        page.evaluate(f"() => ({CHOOSE})({{ selector: '#new-clock{name}', value: {value!r} }})")


def times_at(page: Page) -> tuple[str, str]:
    """What South's clock and North's show."""
    return page.inner_text(CLOCK % "south"), page.inner_text(CLOCK % "north")


@contextmanager
def owned_board() -> Iterator[tuple[Served, str]]:
    """A calibrated board in a process of its own, and the token of a browser that owns it."""
    with TemporaryDirectory(prefix="judge-owned-") as folder:
        board = ("--cups", "3", "--directory", folder)
        subprocess.run([PROGRAM, "calibrate", *board], check=True, stdout=subprocess.DEVNULL)
        token = owner_of(Path(folder))
        served = SetUp(*board)
        try:
            yield served, token
        finally:
            served.close()


class Owner:
    """Somebody at the owner's page, with the simulated hands."""

    def __init__(self, window: Window, served: Served, token: str) -> None:
        self.page, self.served, self._token = Page(window), served, token

    def at_home(self) -> None:
        """Come to the page as its owner."""
        self.page.goto(f"{self.served.address}icon.svg")
        self.page.evaluate(f"document.cookie = '{COOKIE}={self._token}; path=/'")
        self.page.evaluate("localStorage.setItem('cups-language', 'en')")
        self.page.goto(f"{self.served.address}setup.html")
        self.page.wait_for_selector(FORM)
        # What the board has just told is drawn by then.
        self.page.wait_for_timeout(1000)

    def chooses(self, kind: str, typed: Mapping[str, str]) -> None:
        """Begin a game with a clock, by the form."""
        choose_clock(self.page, kind, typed)
        self.page.click(f"{FORM} button[type=submit]")

    def drops_and_presses(self) -> None:
        """Play South's first move with the simulated hands: a bean, and a press once it can be read."""
        self._clicks(".hands button", "Bean")
        self._clicks(".tile[data-side=south]", "1")
        self.page.wait_for_timeout(2000)
        self._clicks(".hands button", "South's button")
        awaited(lambda: self.served.record().entries, lambda: "a move in the record")

    def _clicks(self, selector: str, name: str) -> None:
        found = (
            f"[...document.querySelectorAll({selector!r})]"
            f".find((it) => it.innerText.trim().split('\\n')[0] === {json.dumps(name)} && !it.disabled)"
        )
        self.page.wait_for(f"{found} !== undefined")
        self.page.evaluate(f"() => {found}.click()")

    def at_the_board(self) -> None:
        self.page.goto(self.served.address)
        self.page.wait_for_selector("#place-south-1")
        self.page.wait_for(f"{SENTENCE}.trim() !== ''")


def seconds(time: str) -> int:
    """The seconds of "7:30"."""
    minutes, _, rest = time.partition(":")
    return 60 * int(minutes) + int(rest)


def chosen_by_the_owner(window: Window, picture: Callable[[Page, str], None]) -> tuple[str, list[str]]:
    """Choose each clock in the dialog, play a move by the last, and load the page again."""
    faults: list[str] = []
    with owned_board() as (served, token):
        owner = Owner(window, served, token)
        for kind, typed, shown in CHOICES:
            owner.at_home()
            owner.chooses(kind, typed)
            owner.at_the_board()
            try:
                awaited(
                    lambda shown=shown: times_at(owner.page) == shown, lambda: str(times_at(owner.page)), 10.0
                )
            except TimeoutError:
                faults.append(f"{kind or 'no clock'} {typed}: {times_at(owner.page)}, not {shown}")
        owner.at_home()
        owner.drops_and_presses()
        owner.at_the_board()
        owner.page.wait_for_selector(f"{CLOCK % 'north'}[data-runs]")
        before = seconds(times_at(owner.page)[1])
        awaited(
            lambda: seconds(times_at(owner.page)[1]) <= before - 3, lambda: str(times_at(owner.page)), 20.0
        )
        owner.at_the_board()
        south, north = map(seconds, times_at(owner.page))
        if south != 452 or not before - 60 <= north <= before - 3:
            faults.append(f"loaded again: {times_at(owner.page)}")
        picture(owner.page, "clock-of-the-owner")
    return f"{len(CHOICES)} choices in the owner's dialog, and a move by the last", faults


def begin_with_clock(page: Page) -> list[str]:
    """Begin a game by the page's form, 10 minutes for South and 5 for North; return what is wrong then."""
    page.evaluate("() => { document.querySelector('#new-game').open = true; }")
    choose_clock(page, "game", {"south": "10", "north": "5"})
    page.click("#begin")
    # A game that is under way ends by a second press, once the question could be read.
    page.wait_for_timeout(1500)
    if page.evaluate("document.querySelector('#begin-anyway').checkVisibility()"):
        page.click("#begin-anyway")
    try:
        awaited(lambda: times_at(page) == ("10:00", "5:00"), lambda: str(times_at(page)), 60.0)
    except TimeoutError as fault:
        return [str(fault)]
    return []


def drains(page: Page) -> tuple[int, list[str]]:
    """Wait while North thinks; its seconds that are left, and what is wrong."""
    before = seconds(times_at(page)[1])
    awaited(lambda: seconds(times_at(page)[1]) <= before - 5, lambda: str(times_at(page)), 60.0)
    south, north = map(seconds, times_at(page))
    return north, [] if south == 600 else [f"South's time ran, too: {south} s are left of 600"]


def through_a_power_cut(evening: Evening, page: Page, mouse: Mouse) -> list[str]:
    """Begin with a clock, let North think, cut the power; the clocks stand until both have tapped."""
    faults = begin_with_clock(page)
    mouse.drag("south-stock", "south-1")
    page.wait_for_timeout(1500)
    mouse.press(Side.SOUTH)
    awaited(lambda: evening.record().entries, lambda: page.inner_text("#say"))
    left, more = drains(page)
    evening.cut_power()
    page.wait_for("document.documentElement.dataset.connection === 'lost'")
    evening.switch_on()
    page.wait_for("document.documentElement.dataset.connection === 'open'")
    page.wait_for(f"{SENTENCE}.includes('The clocks stand')")
    kept = times_at(page)
    page.wait_for_timeout(4000)
    if times_at(page) != kept or not left - 2 <= seconds(kept[1]) <= left + 12:
        faults.append(f"North had {left} s before, {kept} after the cut, and {times_at(page)} later")
    for side in Side:
        mouse.press(side)
        page.wait_for_timeout(1500)
    drains(page)
    return [*faults, *more]
