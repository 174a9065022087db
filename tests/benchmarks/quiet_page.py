"""What a page costs while nothing happens, and how soon its sentence follows a bean.

    python tests/benchmarks/quiet_page.py [--seconds 30] [--drops 100] [--report sim/results/QUIET_PAGE.md]

Needs Chromium. The rows with the weights shown are the page as it would be if it were told everything always:
whatever this computer is, a page at rest costs a small share of that. Beans are dropped by a mouse, one at a
time after pauses of chance length, at life's own pace.
"""

import argparse
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import sync_playwright
from served_page import FLAGS, Server, metrics
from studies.page import made_now, table

SETTLE_SECONDS = 4.0
"""After a change: ticks are quick for two seconds."""
PATIENCE_SECONDS = 15.0
LONGEST_PAUSE_SECONDS = 3.0

HEARD = """() => {
  window.heard = { messages: 0, characters: 0 };
  const Real = WebSocket;
  window.WebSocket = class extends Real {
    constructor(...what) {
      super(...what);
      this.addEventListener('message', ({ data }) => { heard.messages++; heard.characters += data.length; });
    }
  };
}"""
WATCH = """() => {
  window.seen = { dropped: 0, said: 0 };
  const say = document.querySelector('#say');
  addEventListener('pointerup', (event) => { seen.dropped = event.timeStamp; seen.said = 0; }, true);
  new MutationObserver(() => { seen.said ||= performance.now(); })
    .observe(say, { childList: true, characterData: true, subtree: true });
}"""

PAGE_HEAD = """\
# The page: at rest, and how soon it answers

*A page at rest*: nobody touches anything. *Page* is the browser's main thread, *browser* all of its
processes (without a graphics card, so it paints with the processor), *server* the whole simulated board. A
heartbeat every five seconds is all that a resting page is sent. The figures that never stand still go only to
who has the panel with the weights open; those rows stand for a page that is told everything always.

*A bean*: from the click that lets a bean go over a cup, or takes it out again, to the page's other sentence,
at life's own pace. That is the time of the hand, of the settling of the cell and its filter, and of the
judgement that the weight is at rest; the program adds little.

"""


@dataclass(frozen=True)
class Rest:
    """What a while at rest came to, a second."""

    name: str
    messages: float
    characters: float
    page: float
    browser: float
    server: float

    def cells(self) -> list[str]:
        shares = (f"{100 * share:.1f} %" for share in (self.page, self.browser, self.server))
        return [self.name, f"{self.messages:.1f}", f"{self.characters:.0f}", *shares]


@dataclass(frozen=True)
class Answers:
    """How long the sentences took, in seconds."""

    name: str
    seconds: list[float]

    def at(self, share: float) -> float:
        return sorted(self.seconds)[min(len(self.seconds) - 1, int(share * len(self.seconds)))]

    def cells(self) -> list[str]:
        figures = (min(self.seconds), median(self.seconds), self.at(0.95), max(self.seconds))
        return [self.name, str(len(self.seconds)), *(f"{each:.2f} s" for each in figures)]


def processor_seconds(browser: Any) -> float:
    """What all processes of a browser have used."""
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    return sum(float(each["cpuTime"]) for each in told["processInfo"])


def rest(name: str, page: Any, server: Server, seconds: float) -> Rest:
    """Look at a page that is left alone."""
    client = page.context.new_cdp_session(page)
    client.send("Performance.enable")
    sleep(SETTLE_SECONDS)

    def now() -> tuple[float, ...]:
        heard = page.evaluate("[heard.messages, heard.characters]")
        main_thread = metrics(client)["TaskDuration"]
        return (*heard, main_thread, processor_seconds(page.context.browser), server.processor_seconds())

    began, before = monotonic(), now()
    sleep(seconds)
    after, lasted = now(), monotonic() - began
    row = Rest(name, *((new - old) / lasted for old, new in zip(before, after, strict=True)))
    print(" | ".join(row.cells()), flush=True)
    return row


@contextmanager
def page_of(browser: Any, *arguments: str) -> Iterator[tuple[Any, Server]]:
    server = Server(*arguments)
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB")
    try:
        page = context.new_page()
        page.add_init_script(f"({HEARD})()")
        page.goto(server.address)
        page.wait_for_selector(".bean")
        yield page, server
    finally:
        context.close()
        server.end()


def rests(browser: Any, seconds: float) -> Iterator[Rest]:
    for cups in (4, 10):
        with page_of(browser, "--cups", str(cups)) as (page, server):
            yield rest(f"2x{cups} at rest", page, server, seconds)
            page.select_option("#seat-north", "person")
            click(page, "south-stock")
            click(page, "south-1")
            yield rest(f"2x{cups}, lights blink", page, server, seconds)
            page.evaluate("document.querySelector('details.details').open = true")
            yield rest(f"2x{cups}, weights shown", page, server, seconds)


def answers(browser: Any, drops: int) -> Iterator[Answers]:
    """Drop a bean into South's cup 1 and take it back, again and again."""
    random = Random(1)
    dropped: list[float] = []
    taken: list[float] = []
    with page_of(browser, "--cups", "4") as (page, _):
        page.select_option("#seat-north", "person")
        page.evaluate(f"({WATCH})()")
        for _ in range(drops):
            sleep(random.uniform(0.3, LONGEST_PAUSE_SECONDS))
            click(page, "south-stock")
            wait(lambda: page.locator("body[data-holding]").count(), "a bean in the hand")
            sleep(random.uniform(0.3, 0.6))
            dropped.append(answer(page, "south-1"))
            sleep(random.uniform(0.3, LONGEST_PAUSE_SECONDS))
            taken.append(answer(page, "south-1"))
            click(page, "south-stock")
            wait(lambda: not page.locator("body[data-holding]").count(), "an empty hand")
    yield Answers("dropped", dropped)
    yield Answers("taken back", taken)


def answer(page: Any, place: str) -> float:
    """Click a place, and take the time until the sentence is another."""
    click(page, place)
    wait(lambda: page.evaluate("seen.said > 0"), "another sentence")
    return float(page.evaluate("(seen.said - seen.dropped) / 1000"))


def click(page: Any, place: str) -> None:
    box = page.locator(f"#place-{place} .target-shape").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def wait(is_so: Callable[[], object], what: str) -> None:
    end = monotonic() + PATIENCE_SECONDS
    while not is_so():
        if monotonic() > end:
            raise SystemExit(f"in vain waited for {what}")
        sleep(0.05)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=30.0, help="of each rest")
    parser.add_argument("--drops", type=int, default=100)
    parser.add_argument("--report", type=Path, help="write the page too (sim/results/QUIET_PAGE.md)")
    asked = parser.parse_args()
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        resting = list(rests(browser, asked.seconds))
        answered = list(answers(browser, asked.drops)) if asked.drops else []
        version = browser.version
        browser.close()
    names = ("", "messages/s", "characters/s", "page", "browser", "server")
    told = [*table(names, (row.cells() for row in resting))]
    if answered:
        names = ("a bean", "times", "least", "median", "95 % below", "most")
        told += ["", *table(names, (row.cells() for row in answered))]
    print(*told, sep="\n")
    if asked.report is not None:
        command = shlex.join(["python", "tests/benchmarks/quiet_page.py", *sys.argv[1:]])
        made = f"`{command}`\n\n(Chromium {version}, {made_now()})"
        asked.report.write_text("\n".join([PAGE_HEAD + made, "", *told, ""]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
