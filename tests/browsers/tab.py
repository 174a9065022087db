"""The board in a tab of three browsers: a site on a plain server, a move with the mouse, and what is kept.

    .venv/bin/python tests/browsers/tab.py --parts FOLDER            # as `cupsim site --parts` takes it
    .venv/bin/python tests/browsers/tab.py --parts FOLDER --browser firefox --report

In each browser: the board is drawn, Python comes, a bean is dragged and pressed, a level in the second Python
answers, a hint is given; loaded again the game lies there, and without the server too. A game with a clock
keeps its time over that. Then axe-core, in two sizes and both languages, all panels open. `--report` writes
tests/browsers/TAB.md. Exit code 1 if something is wrong.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / each) for each in ("benchmarks", "web", "station", "")]

from clocks import begin_with_clock, seconds, times_at  # noqa: E402
from cupsim.page.tab.folder import write  # noqa: E402
from cupsim.page.tab.parts import found_in  # noqa: E402
from engines import PACKAGES, Wish, install, opened  # noqa: E402
from looks import faults_of_all  # noqa: E402
from page import Page  # noqa: E402
from tab_figures import IS_DRAWN, IS_KEPT, IS_THERE, served  # noqa: E402

REPORT = HERE / "TAB.md"
BEGIN_SECONDS, ANSWER_SECONDS = 180.0, 90.0
SIZES = ((1280, 800), (390, 844))
SOUTHS_CLOCK = "document.querySelector('.player[data-side=south] .player-clock').innerText.padStart(5, '0')"
MOVES = "document.querySelectorAll('.moves li[data-side]').length"


def walk(browser: str, site: Path, picture: Path) -> Iterator[str]:
    """Do everything in one browser; what it took, a line each. Raises TimeoutError."""
    window = opened(browser, Wish())
    try:
        page = Page(window)
        yield f"{browser} {window.version}"
        window.resize(*SIZES[0])
        with served(site) as address:
            page.goto(f"{address}icon.svg")
            page.evaluate("localStorage.setItem('cups-guide', 'no')")
            page.evaluate("localStorage.setItem('cups-language', 'en')")
            yield f"first visit: {begun(page, address)}"
            moved(page, 1)
            page.wait_for(f"{MOVES} >= 2", ANSWER_SECONDS)
            page.click("#ask-hint")
            page.wait_for("!document.querySelector('#hint').hidden", ANSWER_SECONDS)
            yield f"a move, a level's answer, and: {page.inner_text('#hint').splitlines()[0]}"
            page.wait_for(IS_KEPT, BEGIN_SECONDS)
            yield f"loaded again: {begun(page, address)}, {page.evaluate(MOVES)} moves"
            page.wait_for(f"{MOVES} >= 2")
            yield clocked(page, address)
            for language in ("en", "de"):
                page.evaluate("(it) => localStorage.setItem('cups-language', it)", language)
                begun(page, address)
                for size in SIZES:
                    window.resize(*size)
                    faults = faults_of_all(page)
                    page.screenshot(picture.with_stem(f"{picture.stem}-{language}-{size[0]}"))
                    yield f"looks {size[0]}x{size[1]} {language}: {'; '.join(faults) or 'no faults'}"
        yield f"without the server: {begun(page, address)}, {page.evaluate(MOVES)} moves"
    finally:
        window.close()


def begun(page: Page, address: str) -> str:
    """Visit the site until Python plays; how long it took."""
    began = monotonic()
    page.goto(address)
    page.wait_for(IS_DRAWN, BEGIN_SECONDS)
    drawn = monotonic() - began
    page.wait_for(f"{IS_THERE} && 'seated' in document.body.dataset", BEGIN_SECONDS)
    return f"drawn after {drawn:.1f} s, hands move after {monotonic() - began:.1f} s"


def moved(page: Page, cup: int) -> None:
    """Drop one bean with the mouse, and press."""
    page.wait_for(
        "document.querySelector('#say').innerText.startsWith('Whoever drops first')", ANSWER_SECONDS
    )
    page.mouse.move(*page.locator("#place-south-stock .target-shape").middle())
    page.mouse.down()
    page.mouse.move(*page.locator(f"#place-south-{cup} .target-shape").middle(), steps=8)
    page.mouse.up()
    page.wait_for("document.querySelector('#say').innerText.includes('drop 1')", ANSWER_SECONDS)
    page.click("#button-south")
    page.wait_for(f"{MOVES} >= 1", ANSWER_SECONDS)


def clocked(page: Page, address: str) -> str:
    """Play a move with a clock against the level, think, and load the page again."""
    faults = begin_with_clock(page)
    moved(page, 1)
    page.wait_for(f"{MOVES} >= 2", ANSWER_SECONDS)
    page.wait_for(f"{SOUTHS_CLOCK} < '09:38'", ANSWER_SECONDS)
    before = times_at(page)[0]
    begun(page, address)
    page.wait_for("document.querySelector('#say').innerText.includes('The clocks stand')", ANSWER_SECONDS)
    kept = times_at(page)[0]
    if not -5 <= seconds(kept) - seconds(before) <= 12:
        faults.append(f"{before} became {kept}")
    page.click("#button-south")
    page.wait_for(f"{SOUTHS_CLOCK} < {kept.rjust(5, '0')!r}", ANSWER_SECONDS)
    return (
        f"a clock: {before} left, loaded again {kept}: {'; '.join(f'FAULT: {it}' for it in faults) or 'kept'}"
    )


@contextmanager
def site_of(parts: Path) -> Iterator[Path]:
    """A site in a folder of its own."""
    with TemporaryDirectory(prefix="tab-") as base:
        write(Path(base) / "site", found_in(parts))
        yield Path(base) / "site"


def found(browser: str, site: Path, pictures: Path) -> tuple[list[str], bool]:
    """The lines of one browser, and whether all is well."""
    lines: list[str] = []
    try:
        for line in walk(browser, site, pictures / f"tab-{browser}.png"):
            print(line, flush=True)
            lines.append(line)
    except (TimeoutError, RuntimeError) as fault:
        lines.append(f"FAULT: {fault}")
        print(lines[-1], flush=True)
    is_well = not any("FAULT" in each or "axe:" in each or "cut," in each for each in lines)
    return lines, is_well


def page_of(found: Sequence[Sequence[str]]) -> str:
    """The report."""
    told = "\n".join(
        "\n".join(("", f"**{name}**", "", *(f"- {each}" for each in lines))) for name, *lines in found
    )
    return f"""\
# The board in a tab of three browsers

Written by `tests/browsers/tab.py` on {datetime.now(UTC):%Y-%m-%d}: a site on a plain server, a bean dragged
with the mouse, a level and a hint from the second Python, the game loaded again with the server and without
it, a clock that is kept over that, axe-core. The seconds are of a busy computer;
[their measure](../../sim/results/TAB.md) is another command's.
{told}
"""


def main() -> int:
    """Go through the browsers; the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--parts", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--browser", choices=PACKAGES, action="append", help="this one (again for more)")
    parser.add_argument("--report", action="store_true", help=f"write {REPORT.name}")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", default=HERE.parents[1] / ".judge")
    asked = parser.parse_args()
    names = asked.browser or list(PACKAGES)
    install(names)
    asked.pictures.mkdir(exist_ok=True)
    with site_of(asked.parts) as site:
        results = [found(name, site, asked.pictures) for name in names]
    if asked.report:
        REPORT.write_text(page_of([lines for lines, _ in results]), encoding="utf-8")
    return 0 if all(is_well for _, is_well in results) else 1


if __name__ == "__main__":
    sys.exit(main())
