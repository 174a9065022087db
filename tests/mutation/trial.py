"""Trying mutants, one after the other, on a copy of the tree."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from coverage import CoverageData
from mutants import Mutant

HERE = Path(__file__).parent
PLUGINS = ("campaign_plugin", "hypothesispytest", "timeout", "pytest_cov")
"""Only these: to import all that are installed takes longer than most mutants live."""
STARTING_SECONDS = 60.0
RED, NOT_IMPORTED = 1, 2
"""How pytest ends when a test fails, and when a module can't be collected."""
TOO_SLOW = "from pytest-timeout"
"""What the output says of a test that took too long."""


@dataclass(frozen=True)
class Outcome:
    """What the tests said of a mutant: "killed", "timeout" or "survived", and the first test that noticed."""

    key: str
    kind: str
    line: int
    outcome: str
    by: str = ""
    is_run: bool = True
    """Whether any test runs the mutant's lines."""
    judges: str = ""
    """The digest of the tests that this is true of."""


@dataclass(frozen=True)
class Recording:
    """How long each test of a room takes, and by module and line which tests run it."""

    seconds: dict[str, float]
    lines: dict[str, dict[str, list[str]]]

    @cached_property
    def most_seconds(self) -> float:
        """Longer than the tests of a mutant can take that each keep to their own bound."""
        return STARTING_SECONDS + 10 * sum(self.seconds.values())

    def judges(self, mutant: Mutant) -> dict[str, float]:
        """The tests that run the mutant's lines, with their seconds; all of them for what an import runs."""
        of_module = self.lines.get(mutant.module, {})
        running = {test for line in mutant.lines for test in of_module.get(str(line), ())}
        return self.seconds if "" in running else {test: self.seconds[test] for test in running}


class Copy:
    """A copy of some files of a tree, and the tests that judge a mutant in it."""

    def __init__(
        self, root: Path, files: Iterable[Path], product: str, tests: Iterable[str], home: Path
    ) -> None:
        self._home, self._tests = home.resolve(), tuple(tests)
        self._product = self._home / product
        for file in files:
            target = self._home / file.relative_to(root)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, target)

    def record(self, package: str, recording: Path) -> None:
        """Runs the tests as they are and writes what they run; RuntimeError if one fails."""
        coverage, seconds = recording.with_suffix(".coverage"), recording.with_suffix(".seconds")
        options = [f"--cov={self._product / package}", "--cov-context=test", "--cov-report="]
        run = self._pytest(options, None, COVERAGE_FILE=str(coverage), CAMPAIGN_SECONDS=str(seconds))
        if run.returncode:
            raise RuntimeError(
                f"the tests fail without any change:\n{run.stdout[-3000:]}{run.stderr[-1000:]}"
            )
        data = CoverageData(str(coverage))
        data.read()
        lines = {
            Path(file).relative_to(self._product).as_posix(): {
                line: sorted({context.partition("|")[0] for context in contexts})
                for line, contexts in data.contexts_by_lineno(file).items()
            }
            for file in data.measured_files()
        }
        if not lines:
            raise RuntimeError(f"no test runs anything of {self._product / package}")
        recording.write_text(json.dumps({"seconds": json.loads(seconds.read_text()), "lines": lines}))
        coverage.unlink()
        seconds.unlink()

    def outcome(self, mutant: Mutant, recording: Recording) -> Outcome:
        """What the tests say of a mutant. RuntimeError if pytest itself fails."""
        judges = recording.judges(mutant)
        if not judges:
            return Outcome(mutant.key, mutant.kind, mutant.lines.start, "survived", is_run=False)
        path, chosen = self._product / mutant.module, self._home / "chosen.json"
        chosen.write_text(json.dumps(judges))
        kept, times = path.read_bytes(), path.stat()
        # Compiled code is told from stale by a time in seconds, and mutants follow one another faster.
        compiled = Path(importlib.util.cache_from_source(str(path)))
        compiled.unlink(missing_ok=True)
        path.write_text(mutant.source)
        try:
            run = self._pytest(["-x"], recording.most_seconds, CAMPAIGN_TESTS=str(chosen))
        finally:
            compiled.unlink(missing_ok=True)
            path.write_bytes(kept)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        said, by = _judged(run)
        return Outcome(mutant.key, mutant.kind, mutant.lines.start, said, by)

    def _pytest(
        self, options: Iterable[str], most_seconds: float | None, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "pytest", "-q"]
        command += [word for plugin in (*PLUGINS, "no:cacheprovider") for word in ("-p", plugin)]
        command += [*options, *self._tests]
        paths = (self._product.parent, self._home / "sim", self._home, HERE)
        variables |= {"PYTHONPATH": os.pathsep.join(map(str, paths)), "PYTHONHASHSEED": "0"}
        variables["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        with subprocess.Popen(
            command,
            cwd=self._home,
            env=os.environ | variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as process:
            try:
                said, _ = process.communicate(timeout=most_seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                return subprocess.CompletedProcess(command, RED, TOO_SLOW, "")
            except BaseException:
                process.kill()
                raise
        return subprocess.CompletedProcess(command, process.returncode, said, "")


def _judged(run: subprocess.CompletedProcess[str]) -> tuple[str, str]:
    if run.returncode == 0:
        return "survived", ""
    # Below 0 the interpreter itself was brought down, as by a recursion without end.
    if run.returncode > 0 and run.returncode not in (RED, NOT_IMPORTED):
        raise RuntimeError(f"pytest ended with {run.returncode}:\n{run.stdout[-3000:]}")
    reasons = (line for line in run.stdout.splitlines() if line.startswith(("FAILED ", "ERROR ")))
    by = next(reasons, "").partition(" ")[2].partition(" - ")[0]
    return ("timeout" if TOO_SLOW in run.stdout else "killed"), by
