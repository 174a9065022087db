"""The pages judged in three real browsers: looks, whole games, every slip, paces, people, a power cut.

    .venv/bin/python tests/browsers/judge.py [--browser firefox] [--part looks] [--folder .judge] [--report]

Needs Debian's packages of the three browsers and npm's axe-core, which it installs as root. It serves real
games with `cupsim` and leaves pictures, and a contact sheet for each browser, in a folder that git
ignores.
`--report` writes the newest findings of all parts into tests/browsers/RESULTS.md. Exit code 1 if
a browser found a fault.
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic, sleep
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "web"), str(HERE.parent), str(HERE.parent / "station")]

import clocks  # noqa: E402
import coins  # noqa: E402
from cupsboard.rules.game import Plan  # noqa: E402
from cupsboard.rules.places import Side  # noqa: E402
from cupsboard.signs.sentences import languages  # noqa: E402
from engines import PACKAGES, Window, Wish, awaited, install, opened  # noqa: E402
from evening import Evening, entered  # noqa: E402
from fingers import faults_of_fingers  # noqa: E402
from hands_of_a_tester import Finger, Keys, Mouse  # noqa: E402
from king import faults_of_looks, game_by_mouse, pictures_in  # noqa: E402
from looks import contact_sheet, faults_in_view, faults_of_all  # noqa: E402
from page import DraggingFinger, Page  # noqa: E402
from slips import Player, Slip, all_slips  # noqa: E402
from studies.page import table  # noqa: E402
from window_sizes import HAVE_TOUCH, SIZES  # noqa: E402

LANGUAGES = languages()
CUPS = (3, 4, 10)
MOST_SHORT = 6
"""On an upright phone a board of more cups a side fills the window (firmware/README.md)."""
UPRIGHT_PHONES = SIZES[:2]
MOST_MOVES = 80
REPORT = HERE / "RESULTS.md"
PLAIN = Wish()
TWO = ("--south", "person", "--north", "person")

REPORT_HEAD = """\
# The page in three browsers

`tests/browsers/judge.py` serves real games at life's own pace and plays them in Chromium, Firefox and
WebKitGTK, in the six windows of `tests/web/window_sizes.py`: 360x640, 390x844, 844x390, 768x1024, 1280x720
and 1440x900. *Looks*: the opening, and a table gone wrong with its long sentence, in these, light and dark,
in every language, with 3, 4 and 10 cups: no text cut, nothing sideways, board, sentence and both buttons in
view, nothing to press under 44 px where fingers press, axe-core without violations. *Games*: whole ones by
mouse, by finger and by keys alone, the score held against the beans in the pots. *Fingers*: on pages longer
than their windows beans are dragged in every direction by moving touches, and a button is held by a finger
that slides. *Mistakes*: every slip, and its way out. *Paces*: a person who replies within half a second to a
simulated player, and one who takes a minute for a turn. *People*: three browsers at one board, two with a
seat. *Power*: the program is killed in mid-move and begins again. *Clocks*: each kind chosen in the dialog of
a board's owner, and one at the page that a power cut stops. *King*: both pages of King of the Cups, and a
whole game by mouse against simulated people. *Coins*: Coin Duel at the start, in a relay, after an offence,
at a question and after a round; a round by mouse and one by keys, each play held against the record, and
slips in a relay.

WebKit's driver makes a mouse of every finger, so there are no fingers in it. No driver's swipes move a page:
that those beside the places do, and drags don't, the landing check shows in Chromium.

"""


@dataclass
class Finding:
    """What one part came to in one browser."""

    browser: str
    part: str
    what: str
    faults: list[str] = field(default_factory=list)

    version: str = ""
    commit: str = field(default_factory=lambda: commit())
    day: str = field(default_factory=lambda: f"{datetime.now(UTC):%Y-%m-%d}")

    def cells(self) -> list[str]:
        return [self.browser, self.part, self.what, "; ".join(self.faults[:6]) or "none", self.commit]


def commit() -> str:
    told = subprocess.run(
        ["git", "-C", str(HERE), "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    )
    return told.stdout.strip()


class Judge:
    """Goes through the parts in one browser."""

    def __init__(self, browser: str, folder: Path) -> None:
        self.browser = browser
        self.folder = folder / browser
        self.folder.mkdir(parents=True, exist_ok=True)
        self.findings: list[Finding] = []
        self.version = ""

    def note(self, part: str, what: str, faults: Sequence[str] = ()) -> None:
        finding = Finding(self.browser, part, what, list(faults), self.version)
        self.findings.append(finding)
        print(f"{self.browser} {part}: {what}:", *(faults or ["well"]), sep="\n    ", flush=True)

    @contextmanager
    def page(
        self, evening: Evening, wish: Wish = PLAIN, size: tuple[int, int] = (1440, 900), language: str = "en"
    ) -> Iterator[Page]:
        """A page of an evening in a browser of its own."""
        window = opened(self.browser, wish)
        self.version = window.version
        try:
            yield page_in(window, evening, size, language)
        finally:
            window.close()

    def picture(self, page: Page, name: str) -> None:
        page.screenshot(self.folder / f"{name}.png")

    def king(self) -> None:
        window = opened(self.browser, PLAIN)
        self.version = window.version
        try:
            self.note("king", "looks of both pages", faults_of_looks(window, pictures_in(self.folder)))
            window.resize(1366, 768)
            self.note("king", *game_by_mouse(window, pictures_in(self.folder)))
        finally:
            window.close()

    def coins(self) -> None:
        window = opened(self.browser, PLAIN)
        self.version = window.version
        picture = pictures_in(self.folder)
        try:
            self.note("coins", "looks in five states", coins.faults_of_looks(window, picture))
            window.resize(1280, 800)
            for kind in ("mouse", "keys"):
                self.note("coins", *coins.round_by(window, kind, picture))
            self.note("coins", *coins.slips(window, picture))
        finally:
            window.close()

    def looks(self) -> None:
        pictures: list[Path] = []
        seen: dict[str, list[str]] = {}
        for wish in (Wish(), Wish(is_dark=True)):
            for cups in CUPS:
                with served("--cups", str(cups), *TWO) as evening, self.page(evening, wish) as page:
                    self._look_at(page, cups, wish, pictures, seen)
        for fault, where in seen.items():
            self.note("looks", f"{len(where)} of {len(pictures)} pictures, first {where[0]}", [fault])
        if not seen:
            self.note("looks", f"{len(pictures)} pictures")
        contact_sheet(pictures, self.folder.parent / f"sheet-{self.browser}.png")

    def _look_at(
        self, page: Page, cups: int, wish: Wish, pictures: list[Path], seen: dict[str, list[str]]
    ) -> None:
        for situation in ("opening", "wrong"):
            if situation == "wrong":
                page.window.resize(1440, 900)
                reloaded(page)
                Mouse(page).drag("south-stock", "south-pot")
                page.wait_for_selector(".plate[data-meaning=TOO_MANY]")
            for language in LANGUAGES:
                page.evaluate("(it) => localStorage.setItem('cups-language', it)", language)
                for width, height in SIZES:
                    page.window.resize(width, height)
                    reloaded(page)
                    page.wait_for_timeout(500)
                    theme = "dark" if wish.is_dark else "light"
                    name = f"{situation}-{cups}-{width}x{height}-{theme}-{language}"
                    self.picture(page, name)
                    pictures.append(self.folder / f"{name}.png")
                    is_long = cups > MOST_SHORT and (width, height) in UPRIGHT_PHONES
                    faults = faults_in_view(page, is_long=is_long)
                    if situation == "opening":
                        faults += faults_of_all(page)
                        page.window.resize(width, height)
                    for fault in faults:
                        seen.setdefault(fault, []).append(name)

    def games(self) -> None:
        kinds: dict[str, tuple[Callable[[Page], Any], Wish, tuple[int, int]]] = {
            "mouse": (Mouse, Wish(), (1440, 900)),
            "keys": (PatientKeys, Wish(), (1024, 768)),
            "finger": (Finger, Wish(has_touch=True), (390, 844)),
            "finger, held sideways": (Finger, Wish(has_touch=True), (844, 390)),
            "finger, by drags": (DraggingFinger, Wish(has_touch=True), (390, 844)),
        }
        for kind, (hands, wish, size) in kinds.items():
            with (
                served("--cups", "3", "--stock", "6", *TWO) as evening,
                self.page(evening, wish, size) as page,
            ):
                if kind.startswith("finger") and not page.window.can_touch:
                    self.note("games", f"by {kind}: this browser's driver has no fingers, not tried")
                    continue
                faults = []
                moves = 0
                began = monotonic()
                try:
                    moves = played_to_the_end(evening, page, hands(page))
                    faults = faults_in_view(page)
                except (TimeoutError, AssertionError, RuntimeError) as fault:
                    faults = [str(fault)]
                self.picture(page, f"game-{kind.replace(', ', '-').replace(' ', '-')}")
                self.note("games", f"by {kind}: {moves} moves in {monotonic() - began:.0f} s", faults)

    def fingers(self) -> None:
        for size in HAVE_TOUCH:
            with (
                served("--cups", "4", *TWO) as evening,
                self.page(evening, Wish(has_touch=True), size) as page,
            ):
                if not page.window.can_touch:
                    self.note("fingers", "this browser's driver has no fingers, not tried")
                    return
                what, faults = faults_of_fingers(evening, page)
                self.picture(page, "fingers-{}x{}".format(*size))
                self.note("fingers", "{}x{}: {}".format(*size, what), faults)

    def mistakes(self) -> None:
        @contextmanager
        def tables() -> Iterator[Player]:
            with served("--cups", "3", *TWO) as evening, self.page(evening) as page:
                yield Player(page, evening)

        def note(player: Player, slip: Slip) -> None:
            self.picture(player.page, f"slip-{slip.name.replace(' ', '-')}")
            self.note("mistakes", f"{slip.name}: {slip.said!r}", [slip.fault] if slip.fault else [])

        all_slips(tables, note)

    def paces(self) -> None:
        with (
            served("--cups", "3", "--south", "person", "--north", "greedy") as evening,
            self.page(evening) as page,
        ):
            waits, fault = quick_replies(evening, page)
            slow = [f"North took {each:.0f} s to a quick reply" for each in waits if each > 30]
            shown = ", ".join(f"{each:.0f}" for each in waits)
            self.note("paces", f"replies within 0.5 s; North's turns took {shown} s", slow + fault)
        with (
            served("--cups", "3", "--south", "person", "--north", "greedy") as evening,
            self.page(evening) as page,
        ):
            self.note("paces", "a turn of 60 s", slow_turn(evening, page))
            self.picture(page, "pace-slow")

    def clocks(self) -> None:
        window = opened(self.browser, PLAIN)
        try:
            window.resize(1280, 900)
            self.note("clocks", *clocks.chosen_by_the_owner(window, pictures_in(self.folder)))
        finally:
            window.close()
        with served("--cups", "3", *TWO) as evening, self.page(evening) as page:
            faults = clocks.through_a_power_cut(evening, page, Mouse(page))
            self.note("clocks", "chosen at the page, one side thinks, the power goes and comes", faults)
            self.picture(page, "clocks-after")

    def power(self) -> None:
        with served("--cups", "3", *TWO) as evening, self.page(evening) as page:
            self.note("power", "killed in mid-move and begun again", power_cut(evening, page))
            self.picture(page, "power-after")


def page_in(
    window: Window, evening: Evening, size: tuple[int, int] = (1440, 900), language: str = "en"
) -> Page:
    """The evening's page in a window, with the person in their seat."""
    window.resize(*size)
    page = Page(window)
    page.goto(evening.address)
    page.wait_for_selector("#place-south-1")
    page.evaluate("(it) => localStorage.setItem('cups-language', it)", language)
    reloaded(page)
    return page


def reloaded(page: Page) -> None:
    """Load it again, until it says something and the person has a seat or is told that they watch."""
    page.reload()
    page.wait_for_selector("#place-south-1")
    page.wait_for("document.querySelector('#say').innerText.trim() !== ''")
    page.wait_for(
        "document.body.hasAttribute('data-seated') || document.querySelector('#watching').checkVisibility()"
    )


@contextmanager
def served(*options: str) -> Iterator[Evening]:
    evening = Evening(*options)
    try:
        yield evening
    finally:
        evening.close()


def played_to_the_end(evening: Evening, page: Page, hands: Any) -> int:
    """Play both sides; how many moves. What gains something first, so that there are captures and sowings."""
    for number in range(MOST_MOVES):
        history = evening.history()
        if history.is_over:
            page.wait_for("document.querySelector('#say').hasAttribute('data-over')")
            scores, truth = evening.scores(), evening.truth()
            assert all(truth[f"{side.value}-pot"] == scores[side] for side in Side), (scores, truth)
            shown = [page.inner_text(f".player[data-side={side.value}] .player-score b") for side in Side]
            assert [int(each) for each in shown] == [scores[side] for side in Side], (shown, scores)
            return number
        plans = evening.plans()
        if not plans:
            sleep(0.5)
            continue
        plans = [each for each in plans if each.side is Side.SOUTH] or plans
        plan = max(plans, key=lambda each: (len({way.source for way in each.open}), each.label))
        before = len(history.entries)
        page.wait_for(
            f"{before} === 0"
            f" || document.querySelector('.player[data-side={plan.side.value}][data-turn]') !== null"
        )
        hands.play(plan)
        awaited(
            lambda before=before: len(evening.history().entries) > before,
            lambda plan=plan: (
                f"{plan.side} {plan.label} in the record; "
                f"it said {page.inner_text('#say')!r}; {evening.truth()}"
            ),
        )
    raise AssertionError("no end")


def quick_replies(evening: Evening, page: Page, turns: int = 4) -> tuple[list[float], list[str]]:
    """Make the shortest move and press as soon as it is South's turn; how long each turn of North's took."""
    mouse, waits = Mouse(page), []

    def moves_of_south() -> list[Plan]:
        return [plan for plan in evening.plans() if plan.side is Side.SOUTH]

    try:
        for number in range(turns):
            # North may be the one who begins.
            moves = awaited(moves_of_south, lambda: f"a move for South; it said {page.inner_text('#say')!r}")
            before = len(evening.history().entries)
            mouse.play(shortest_move(moves))
            awaited(
                lambda before=before: len(evening.history().entries) > before, lambda: page.inner_text("#say")
            )
            began = monotonic()
            awaited(
                lambda: evening.state()["game"].get("turn") == "south" or evening.history().is_over,
                lambda number=number: (
                    f"North's move after reply {number + 1}; it said {page.inner_text('#say')!r}"
                ),
                120,
            )
            waits.append(monotonic() - began)
            if evening.history().is_over:
                break
    except TimeoutError as fault:
        return waits, [str(fault)]
    return waits, []


def shortest_move(plans: Sequence[Plan]) -> Plan:
    """The move of the fewest beans, and of its ways the one that takes what it captures."""
    least = min(plans, key=lambda plan: len(plan.open)).label
    return max((plan for plan in plans if plan.label == least), key=lambda plan: len(plan.open))


def slow_turn(evening: Evening, page: Page) -> list[str]:
    """One bean, a minute of thought, another bean, the press: nobody may take the turn away."""
    mouse, faults = Mouse(page), []
    mouse.drag("south-stock", "south-1")
    sleep(60)
    entries = len(evening.history().entries)
    if entries:
        faults.append(f"the turn was over before the press: {page.inner_text('#say')!r}")
    truth = evening.truth()
    if truth["south-1"] != 1 or any(truth[f"north-{cup}"] for cup in (1, 2, 3)):
        faults.append(f"North moved meanwhile: {truth}")
    mouse.press(Side.SOUTH)
    try:
        awaited(lambda: len(evening.history().entries) > entries, lambda: "the press to end the turn")
    except TimeoutError as fault:
        faults.append(str(fault))
    return faults


def power_cut(evening: Evening, page: Page) -> list[str]:
    """Two moves, then a bean in mid-move, and the program is gone; it comes back with the game."""
    mouse, faults = Mouse(page), []
    for side in (Side.SOUTH, Side.NORTH):
        before = len(evening.history().entries)
        mouse.drag(f"{side.value}-stock", f"{side.value}-1")
        page.wait_for_timeout(1500)
        mouse.press(side)
        awaited(
            lambda before=before: len(evening.history().entries) > before, lambda: page.inner_text("#say")
        )
    mouse.drag("south-stock", "south-1")
    page.wait_for_timeout(1500)
    entries, truth = evening.history().entries, evening.truth()
    evening.cut_power()
    try:
        page.wait_for("document.documentElement.dataset.connection === 'lost'")
        said = page.inner_text("#connection")
        if "lost" not in said:
            faults.append(f"of the loss it said {said!r}")
        evening.switch_on()
        page.wait_for("document.documentElement.dataset.connection === 'open'")
        page.wait_for_timeout(4000)
    except TimeoutError as fault:
        return [*faults, str(fault)]
    after = evening.history().entries
    if after != entries:
        faults.append(f"the game: {len(entries)} moves before, {len(after)} after")
    if evening.truth() != truth:
        faults.append(
            f"the table: {truth} before, {evening.truth()} after; it said {page.inner_text('#say')!r}"
        )
    return faults


def people(folder: Path, names: Sequence[str]) -> list[Finding]:
    """One board, three browsers: two play a game, the third watches and can't touch anything."""
    faults: list[str] = []
    windows = [opened(name, Wish()) for name in names]
    (folder / "people").mkdir(exist_ok=True)
    moves = 0
    with served("--cups", "2", "--stock", "2", "--south", "person", "--north", "greedy") as evening:
        try:
            south, north, watcher = (page_in(window, evening) for window in windows)
            south.wait_for("document.body.hasAttribute('data-seated')")
            north.click("#seat-wish-north")
            south.wait_for_selector("#seat-give")
            south.click("#seat-give")
            north.wait_for("document.body.hasAttribute('data-seated')")
            hands = {Side.SOUTH: Mouse(south), Side.NORTH: Mouse(north)}
            before = evening.truth()
            Mouse(watcher).tap("south-stock")
            watcher.wait_for_timeout(1000)
            if evening.truth() != before:
                faults.append(f"the watcher moved a bean: {evening.truth()}")
            if not watcher.evaluate("document.querySelector('#watching')?.checkVisibility() ?? false"):
                faults.append("the watcher is not told that they watch")
            moves = played_by_two(evening, hands)
            for page, name in zip((south, north, watcher), ("south", "north", "watcher"), strict=True):
                page.wait_for("document.querySelector('#say').hasAttribute('data-over')")
                page.screenshot(folder / "people" / f"people-{name}.png")
            # Players read whether they have won, the watcher who has; all read the same score.
            said = [page.inner_text("#say") for page in (south, north, watcher)]
            if len({tuple(sorted(re.findall(r"\d+", each))) for each in said}) != 1:
                faults.append(f"they read different ends: {said}")
            if entered(watcher) < moves:
                faults.append(f"the watcher saw {entered(watcher)} of {moves} moves")
        except (TimeoutError, AssertionError, RuntimeError) as fault:
            faults.append(str(fault))
        finally:
            for window in windows:
                window.close()
    what = f"{names[0]} plays South, {names[1]} North, {names[2]} watches: {moves} moves"
    print("people:", what, *(faults or ["well"]), sep="\n    ", flush=True)
    return [Finding("all", "people", what, faults)]


def played_by_two(evening: Evening, hands: dict[Side, Mouse]) -> int:
    """Each side's moves by its own browser; how many."""
    for number in range(MOST_MOVES):
        history = evening.history()
        if history.is_over:
            return number
        plans = evening.plans()
        plans = [each for each in plans if each.side is Side.SOUTH] or plans
        if not plans:
            sleep(0.5)
            continue
        plan = max(plans, key=lambda each: (len({way.source for way in each.open}), each.label))
        assert plan.side is not None
        before = len(history.entries)
        hands[plan.side].play(plan)
        awaited(
            lambda before=before: len(evening.history().entries) > before,
            lambda plan=plan: (
                f"{plan.side} {plan.label}; it said {hands[plan.side].page.inner_text('#say')!r}"
            ),
        )
    raise AssertionError("no end")


class PatientKeys(Keys):
    """Where an arrow brings the focus no nearer, the other arrow is tried."""

    WHERE = """(id) => [document.activeElement, document.getElementById(id)].map((each) => {
      const { x, y, width, height } = (each.querySelector('.target-shape') ?? each).getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    })"""

    def go_to(self, place: str) -> None:
        press, name = self.page.keyboard.press, f"place-{place}"
        if not self.page.evaluate("document.activeElement.closest('.target') !== null"):
            press("ArrowRight")
        visited: dict[str, int] = {}
        for _ in range(60):
            at = str(self.page.evaluate("document.activeElement.id"))
            if at == name:
                return
            here, there = self.page.evaluate(self.WHERE, name)
            right, down = there[0] - here[0], there[1] - here[1]
            ways = ["ArrowRight" if right > 0 else "ArrowLeft", "ArrowDown" if down > 0 else "ArrowUp"]
            if abs(down) > abs(right):
                ways.reverse()
            press(ways[visited.get(at, 0) % 2])
            visited[at] = visited.get(at, 0) + 1
        raise AssertionError(f"the arrows never lead to {place}")


PARTS = ("looks", "games", "fingers", "mistakes", "paces", "power", "clocks", "king", "coins")


def keep(folder: Path, browser: str, part: str, findings: Sequence[Finding]) -> None:
    """Put down what a part came to, in place of what it came to before."""
    target = folder / f"findings-{browser}-{part}.json"
    target.write_text(json.dumps([asdict(each) for each in findings], indent=1), encoding="utf-8")


def report(folder: Path) -> str:
    """The newest findings of every browser and part."""
    kept = [
        Finding(**each)
        for path in sorted(folder.glob("findings-*.json"))
        for each in json.loads(path.read_text())
    ]
    versions = sorted({f"{each.browser} {each.version}" for each in kept if each.version})
    days = sorted({each.day for each in kept})
    lines = [
        REPORT_HEAD + "`.venv/bin/python tests/browsers/judge.py --report`",
        "",
        f"({', '.join(versions)}; {' to '.join(dict.fromkeys((days[0], days[-1])))})",
        "",
        *table(("browser", "part", "what", "faults", "commit"), (each.cells() for each in kept)),
    ]
    return "\n".join([*lines, ""])


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--browser", choices=PACKAGES, action="append", help="this browser (again for more)")
    parser.add_argument(
        "--part", choices=(*PARTS, "people"), action="append", help="this part (again for more)"
    )
    parser.add_argument("--folder", type=Path, default=Path(".judge"), help="for the pictures (.judge)")
    parser.add_argument("--report", action="store_true", help=f"write {REPORT.name} beside this script")
    asked = parser.parse_args()
    names, parts = asked.browser or list(PACKAGES), asked.part or [*PARTS, "people"]
    install(names)
    found: list[Finding] = []
    for name in names:
        for part in (each for each in PARTS if each in parts):
            judge = Judge(name, asked.folder)
            try:
                getattr(judge, part)()
            except Exception as fault:
                judge.note(part, "broke off", [repr(fault)])
            keep(asked.folder, name, part, judge.findings)
            found += judge.findings
    if "people" in parts:
        together = people(asked.folder, (names * 3)[:3])
        keep(asked.folder, "all", "people", together)
        found += together
    if asked.report:
        REPORT.write_text(report(asked.folder), encoding="utf-8")
    faults = sum(bool(each.faults) for each in found)
    print(f"{len(found)} findings, {faults} with faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
