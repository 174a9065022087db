"""What the page costs: the server's memory and time, and a browser's time for each frame.

    python tests/benchmarks/web.py [--cups 10] [--seconds 15]

Needs Chromium. The figures are of this machine, with the browser beside the server; a board on which two
simulated people play at eight times life's pace moves far more than one with people at it.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any

from playwright.sync_api import sync_playwright

FLAGS = ["--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]
FRAMES = """(seconds) => new Promise((done) => {
  const gaps = [];
  let before = performance.now();
  const end = before + 1000 * seconds;
  const look = (now) => {
    gaps.push(now - before);
    before = now;
    if (now < end) requestAnimationFrame(look);
    else done(gaps.slice(1).sort((one, other) => one - other));
  };
  requestAnimationFrame(look);
})"""
PARTS = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration", "TaskDuration")


class Server:
    """The program, and what it takes."""

    def __init__(self, *arguments: str) -> None:
        self._kept = TemporaryDirectory(prefix="cupsim-")
        options = ["--port", "0", "--no-browser", "--evening", self._kept.name]
        command = [sys.executable, "-m", "cupsim", *arguments, *options]
        self.program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.program.stdout is not None
        found = re.search(r"http://\S+", self.program.stdout.readline())
        assert found is not None
        self.address = found[0]

    def processor_seconds(self) -> float:
        fields = Path(f"/proc/{self.program.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def share(self, seconds: float) -> float:
        """The share of one processor it uses for a while."""
        before = self.processor_seconds()
        sleep(seconds)
        return (self.processor_seconds() - before) / seconds

    def megabytes(self) -> float:
        rollup = Path(f"/proc/{self.program.pid}/smaps_rollup").read_text()
        return sum(int(each) for each in re.findall(r"^Pss:\s+(\d+)", rollup, re.MULTILINE)) / 1024

    def end(self) -> None:
        self.program.terminate()
        self.program.wait(10)
        self._kept.cleanup()


def measure_server(server: Server, title: str, seconds: float) -> None:
    print(f"  {title:<34} {100 * server.share(seconds):5.1f} % of a core   {server.megabytes():5.1f} MB")


def measure_page(page: Any, title: str, seconds: float) -> None:
    client = page.context.new_cdp_session(page)
    client.send("Performance.enable")
    before = metrics(client)
    gaps = page.evaluate(FRAMES, seconds)
    after = metrics(client)
    spent = {part: 1000 * (after[part] - before[part]) / len(gaps) for part in PARTS}
    print(
        f"  {title:<34} {len(gaps) / seconds:5.1f} frames/s, "
        f"95 % within {gaps[int(0.95 * len(gaps))]:.1f} ms; "
        f"a frame: script {spent['ScriptDuration']:.2f} ms, "
        f"style and layout {spent['RecalcStyleDuration'] + spent['LayoutDuration']:.2f} ms, "
        f"all {spent['TaskDuration']:.2f} ms"
    )


def metrics(client: Any) -> dict[str, float]:
    return {each["name"]: each["value"] for each in client.send("Performance.getMetrics")["metrics"]}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cups", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=15.0)
    asked = parser.parse_args()
    size = ("--cups", str(asked.cups))
    program = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        print(f"2x{asked.cups}, {20 * asked.cups} beans")
        idle = Server("serve", *size)
        measure_server(idle, "nobody plays, nobody looks", asked.seconds)
        page.goto(idle.address)
        page.wait_for_selector(".bean")
        measure_server(idle, "nobody plays, one page looks", asked.seconds)
        measure_page(page, "in the browser", asked.seconds)
        page.select_option("#seat-south", "random")
        page.select_option("#speed", "8")
        measure_server(idle, "two play at 8 x, one page looks", asked.seconds)
        measure_page(page, "in the browser", asked.seconds)
        page.click("summary:has-text('Weights')")
        measure_page(page, "with all weights shown", asked.seconds)
        page.goto("about:blank")
        measure_server(idle, "two play at 8 x, nobody looks", asked.seconds)
        idle.end()
        browser.close()


if __name__ == "__main__":
    main()
