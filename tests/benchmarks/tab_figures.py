"""What the board in a browser tab costs: bytes, seconds to the first bean, and whether it keeps real time.

    .venv/bin/python tests/benchmarks/tab_figures.py --parts FOLDER --report sim/results/TAB.md

Writes a site, serves it by 10 Mbit/s and opens it in Chromium (CHROMIUM, or the one that is installed): a
first visit and one from the cache. Seconds of a clock say how it was on this computer at that time; processor
seconds of all of Chromium's processes hardly depend on what else runs. Then two simulated players play, first
freely, then with their processes stopped whenever they have used more than a quarter of a core.
"""

import argparse
import gzip
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from cupsim.page.tab.folder import write
from cupsim.page.tab.parts import PartsError, found_in
from studies.page import made_now

QUARTER = 0.25
LOOK_SECONDS = 0.05
PLAYED_SECONDS = 30.0
LONGEST_WAIT_SECONDS = 300.0
MEGABITS = 10.0
LARGEST = "coin-duel 10 stage 3"
"""The game whose board has most to do."""
PIECE_BYTES = 8192
PACKED = (".html", ".css", ".js", ".mjs", ".json", ".svg", ".webmanifest")
"""What servers pack by themselves."""
IS_DRAWN = "document.querySelectorAll('.layer-beans .bean').length > 0"
IS_THERE = (
    "document.documentElement.dataset.connection === 'open' && document.getElementById('tab-line').hidden"
)
IS_KEPT = "navigator.serviceWorker.controller !== null"
IS_REMEMBERED = "caches.keys().then((names) => names.some((name) => name.startsWith('cups memory')))"
LOOK = """async ([seconds, who]) => {
  const { connect } = await import("./carrier.js");
  const socket = connect("/live");
  const send = (order) => socket.send(JSON.stringify(order));
  const token = localStorage.getItem("cups-browser");
  send({ do: "here", token, visit: token });
  for (const side of who ? ["south", "north"] : []) send({ do: "seat", side, who });
  if (who) send({ do: "put up" });
  let first = null;
  return await new Promise((done) => {
    socket.onmessage = ({ data }) => {
      const { state, patch } = JSON.parse(data), time = state?.time ?? patch?.time;
      if (time === undefined) return;
      const now = performance.now() / 1000;
      first ??= [time, now];
      if (now - first[1] > seconds) { socket.close(); done([time - first[0], now - first[1]]); }
    };
  });
}"""
FIRST_BEAN = """async () => {
  const { connect } = await import("./carrier.js");
  const socket = connect("/live");
  const token = localStorage.getItem("cups-browser");
  const send = (order) => socket.send(JSON.stringify(order));
  send({ do: "here", token, visit: token });
  send({ do: "take", side: "south", place: "south-stock" });
  send({ do: "drop", side: "south", place: "south-1" });
  await new Promise((done) => {
    let beans = 0;
    socket.onmessage = ({ data }) => {
      const { state, patch } = JSON.parse(data), said = (state ?? patch)?.beans?.["south-1"];
      if (said > 0) { socket.close(); done(); }
    };
  });
}"""


@dataclass(frozen=True)
class Took:
    """What something took: by the clock, and of the processor."""

    seconds: float
    processor_seconds: float

    def __str__(self) -> str:
        return f"{self.seconds:.1f} s | {self.processor_seconds:.1f} s"


class Line:
    """What carries a server's answers: so many megabits a second in all, if that is said."""

    def __init__(self, megabits: float | None = None) -> None:
        self._bytes_a_second = None if megabits is None else megabits * 1e6 / 8
        self._lock, self._free_at = threading.Lock(), 0.0

    def wait_for(self, count: int) -> None:
        """Wait until so many bytes have gone through."""
        if self._bytes_a_second is None:
            return
        with self._lock:
            self._free_at = max(self._free_at, time.monotonic()) + count / self._bytes_a_second
            end = self._free_at
        time.sleep(max(0.0, end - time.monotonic()))


class _Packing(SimpleHTTPRequestHandler):
    """A server as they are: texts are packed, and what a browser has already is not sent again."""

    def __init__(self, *what: Any, line: Line, **how: Any) -> None:
        self._line = line
        super().__init__(*what, **how)

    def log_message(self, *_: Any) -> None:
        """Nobody reads it."""

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        tag = f'"{path.stat().st_mtime_ns}"'
        is_known = self.headers.get("If-None-Match") == tag
        is_packed = path.suffix in PACKED and not is_known
        content = b"" if is_known else sent(path)
        self.send_response(304 if is_known else 200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("ETag", tag)
        self.send_header("Cache-Control", "no-cache")
        if is_packed:
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        for start in range(0, len(content), PIECE_BYTES):
            piece = content[start : start + PIECE_BYTES]
            self._line.wait_for(len(piece))
            # A page that is loaded again wants no more of it.
            with suppress(ConnectionError):
                self.wfile.write(piece)


def sent(path: Path) -> bytes:
    """What a server sends of a file."""
    content = path.read_bytes()
    return gzip.compress(content, 6) if path.suffix in PACKED else content


@contextmanager
def served(folder: Path, line: Line | None = None) -> Iterator[str]:
    """Serve a site for as long as the block runs, through a line."""
    handler = partial(_Packing, directory=folder, line=line or Line())
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://localhost:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def family() -> dict[int, float]:
    """Each process that this one started, or one of those, and its processor seconds."""
    parents, used = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            words = path.read_text().rpartition(")")[2].split()
            process = int(path.parent.name)
            parents[process] = int(words[1])
            used[process] = (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    found = {os.getpid()}
    while more := {process for process, parent in parents.items() if parent in found} - found:
        found |= more
    return {process: used[process] for process in found - {os.getpid()}}


class Meter:
    """How long something takes from now on."""

    def __init__(self) -> None:
        self._began, self._used = time.monotonic(), sum(family().values())

    def read(self) -> Took:
        return Took(time.monotonic() - self._began, sum(family().values()) - self._used)


@contextmanager
def a_quarter() -> Iterator[None]:
    """Stop the tab's processes whenever they have used more than a quarter of a core."""
    is_over = threading.Event()

    def hold() -> None:
        began, used = time.monotonic(), sum(family().values())
        while not is_over.wait(LOOK_SECONDS):
            processes = family()
            allowed = QUARTER * (time.monotonic() - began)
            is_much = sum(processes.values()) - used > allowed
            for process in processes:
                if "type=renderer" in _command(process):
                    with suppress(ProcessLookupError):
                        os.kill(process, signal.SIGSTOP if is_much else signal.SIGCONT)

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
        for process in family():
            if "type=renderer" in _command(process):
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)


def _command(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text(errors="replace")
    except OSError:
        return ""


def comes_true(page: Any, script: str) -> None:
    end = time.monotonic() + LONGEST_WAIT_SECONDS
    while not page.evaluate(script):
        if time.monotonic() > end:
            raise TimeoutError(script)
        time.sleep(LOOK_SECONDS)


def visit(page: Any, go: Callable[[], object]) -> dict[str, Took]:
    """One visit: what it took until the board was drawn, played, and felt a bean."""
    meter = Meter()
    go()
    comes_true(page, IS_DRAWN)
    drawn = meter.read()
    comes_true(page, IS_THERE)
    there = meter.read()
    page.evaluate(FIRST_BEAN)
    return {"board drawn": drawn, "hands move": there, "first bean felt": meter.read()}


@dataclass(frozen=True)
class Measured:
    """What was found in a browser."""

    version: str
    visits: dict[str, dict[str, Took]]
    paces: dict[str, str]
    megabytes: float
    """Of the tab's process, while two players play."""


def measure(address: str, program: str) -> Measured:
    """Both visits, and how two players' time went."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        context = _context(browser)
        page = context.new_page()
        visits = {f"first visit, by {MEGABITS:g} Mbit/s": visit(page, lambda: page.goto(address))}
        comes_true(page, IS_KEPT)
        comes_true(page, IS_REMEMBERED)
        visits["from the cache"] = visit(page, page.reload)
        paces = dict(_paces(page, "the usual board", "greedy"))
        megabytes = _megabytes()
        context.close()
        page = _context(browser).new_page()
        page.goto(f"{address}?game={quote(LARGEST)}")
        comes_true(page, IS_THERE)
        paces |= _paces(page, LARGEST, "1")
        measured = Measured(browser.version, visits, paces, megabytes)
        browser.close()
    return measured


def _context(browser: Any) -> Any:
    """A phone that has never been here."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    context.add_init_script("try { localStorage.setItem('cups-guide', 'no') } catch {}")
    context.set_default_timeout(1000 * LONGEST_WAIT_SECONDS)
    return context


def _paces(page: Any, board: str, who: str) -> Iterator[tuple[str, str]]:
    yield f"{board}, freely", _pace(page, who)
    with a_quarter():
        yield f"{board}, with a quarter of a core", _pace(page, None)


def _megabytes() -> float:
    kilobytes = 0
    for process in family():
        if "type=renderer" in _command(process):
            with suppress(OSError):
                lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
                kilobytes += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return kilobytes / 1000


def _pace(page: Any, who: str | None) -> str:
    meter = Meter()
    board, real = page.evaluate(LOOK, [PLAYED_SECONDS, who])
    took = meter.read()
    share = took.processor_seconds / took.seconds
    went = f"{board:.1f} s of the board in {real:.1f} s ({board / real:.2f} of real time)"
    return f"{went}, {share:.2f} of a core used"


def page_of(sizes: dict[str, int], packed: int, measured: Measured) -> str:
    """The report."""
    plain = sum(sizes.values())
    rows = "\n".join(
        f"| {name}, {what} | {took} |"
        for name, steps in measured.visits.items()
        for what, took in steps.items()
    )
    told = "\n".join(f"- {name}: {pace}" for name, pace in measured.paces.items())
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    size = f"{len(sizes)} files, {plain / 1e6:.1f} MB; {packed / 1e6:.1f} MB where the server packs texts."
    return f"""\
# The board in a browser tab: what it costs

Written by `tests/benchmarks/tab_figures.py` {made_now()}, on {os.cpu_count()} cores, in
Chromium {measured.version}. The computer's load was {load}: above the number of cores it makes the clock's
seconds longer, not the processor's.

**Size.** {size}

| until | clock | processor |
| --- | --- | --- |
{rows}

Both are counted from the visit on. The processor seconds are those of all processes of the browser.

**Memory.** The tab's process takes {measured.megabytes:.0f} MB while two simulated players play.

**Pace.** Two simulated players, {PLAYED_SECONDS:.0f} s each:

{told}
"""


def main() -> int:
    """Measure and report; the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--parts", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--report", type=Path, metavar="FILE")
    asked = parser.parse_args()
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if program is None:
        print("tab_figures: no Chromium here; install it, or set CHROMIUM", file=sys.stderr)
        return 2
    with TemporaryDirectory(prefix="tab-figures-") as base:
        folder = Path(base)
        try:
            sizes = dict(write(folder / "site", found_in(asked.parts)))
        except PartsError as fault:
            print(f"tab_figures: {fault}", file=sys.stderr)
            return 2
        packed = sum(len(sent(folder / "site" / path)) for path in sizes)
        with served(folder / "site", Line(MEGABITS)) as address:
            measured = measure(address, program)
    report = page_of(sizes, packed, measured)
    print(report)
    if asked.report is not None:
        asked.report.write_text(report, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
