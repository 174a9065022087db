"""The simulated board's server as a process of its own, and what a browser says of the page's cost."""

import os
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any

FLAGS = ["--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]


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


def metrics(client: Any) -> dict[str, float]:
    return {each["name"]: each["value"] for each in client.send("Performance.getMetrics")["metrics"]}
