"""Trying mutants, one after the other, on a copy of the tree."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TextIO

from campaign_plugin import TOO_SLOW
from coverage import CoverageData
from mutants import Mutant

HERE = Path(__file__).parent
PLUGINS = ("campaign_plugin", "hypothesispytest", "timeout")
"""Only these: to import all that are installed takes longer than most mutants live."""
RECORDING_SECONDS = 1800
"""No test takes so long, recorded or not."""
STARTING_SECONDS = 60.0
RED, NOT_IMPORTED = 1, 2
"""How pytest ends when a test fails, and when a module can't be collected."""


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
        running = self._running(mutant)
        return self.seconds if "" in running else {test: self.seconds[test] for test in running}

    def is_in_body(self, mutant: Mutant) -> bool:
        """Whether only calls during tests run what is changed, so that exchanging the code is enough."""
        return mutant.function != "" and "" not in self._running(mutant)

    def _running(self, mutant: Mutant) -> set[str]:
        of_module = self.lines.get(mutant.module, {})
        return {test for line in mutant.lines for test in of_module.get(str(line), ())}


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
        # What is recorded takes several times as long.
        options = [
            "-p",
            "pytest_cov",
            f"--timeout={RECORDING_SECONDS}",
            f"--cov={self._product / package}",
            "--cov-context=test",
            "--cov-report=",
        ]
        run = self._pytest(options, None, COVERAGE_FILE=str(coverage), CAMPAIGN_SECONDS=str(seconds))
        if run.returncode:
            raise RuntimeError(f"the tests fail without any change:\n{run.stdout[-3000:]}")
        data = CoverageData(str(coverage))
        data.read()
        lines = {
            Path(file).relative_to(self._product).as_posix(): {
                line: sorted({context.rpartition("|")[0] for context in contexts})
                for line, contexts in data.contexts_by_lineno(file).items()
            }
            for file in data.measured_files()
        }
        if not lines:
            raise RuntimeError(f"no test runs anything of {self._product / package}")
        recording.write_text(json.dumps({"seconds": json.loads(seconds.read_text()), "lines": lines}))
        coverage.unlink()
        seconds.unlink()

    def outcomes(self, mutants: Iterable[Mutant], recording: Recording) -> Iterator[Outcome]:
        """What the tests say of each mutant, in any order. RuntimeError if pytest itself fails."""
        in_bodies, others = [], []
        for mutant in mutants:
            if not recording.judges(mutant):
                yield _outcome(mutant, "survived", is_run=False)
            elif recording.is_in_body(mutant):
                in_bodies.append(mutant)
            else:
                others.append(mutant)
        for mutant, (said, by) in zip(in_bodies, self._exchanged(in_bodies, recording), strict=False):
            if said == "not exchanged":
                others.append(mutant)
            else:
                yield _outcome(mutant, said, by)
        for mutant in others:
            yield _outcome(mutant, *self._imported(mutant, recording))

    def _exchanged(self, mutants: Sequence[Mutant], recording: Recording) -> Iterator[tuple[str, str]]:
        """Mutants tried by exchanging the code of a function, all in one run of pytest."""
        if not mutants:
            return
        work, chosen, output = (self._home / name for name in ("mutants.json", "chosen.json", "output.txt"))
        work.write_text(json.dumps([self._asked(mutant, recording) for mutant in mutants]))
        chosen.write_text(json.dumps(recording.seconds))
        reading, writing = os.pipe()
        variables = {
            "CAMPAIGN_TESTS": str(chosen),
            "CAMPAIGN_MUTANTS": str(work),
            "CAMPAIGN_ANSWERS": str(writing),
            "CAMPAIGN_MOST_SECONDS": str(recording.most_seconds),
        }
        with output.open("w") as file, self._started([], variables, file, (writing,)) as process:
            os.close(writing)
            try:
                count = 0
                with os.fdopen(reading) as answers:
                    for line in answers:
                        count += 1
                        said, by = json.loads(line)
                        yield said, by
            except BaseException:
                process.kill()
                raise
        if count < len(mutants):
            raise RuntimeError(f"pytest ended after {count} of {len(mutants)}:\n{output.read_text()[-3000:]}")

    def _asked(self, mutant: Mutant, recording: Recording) -> dict[str, object]:
        module = f"{self._product.name}.{mutant.module.removesuffix('.py').replace('/', '.')}"
        return {
            "module": module.removesuffix(".__init__"),
            "function": mutant.function,
            "source": mutant.source,
            "tests": recording.judges(mutant),
        }

    def _imported(self, mutant: Mutant, recording: Recording) -> tuple[str, str]:
        """A mutant tried in an interpreter of its own, which imports it."""
        path, chosen = self._product / mutant.module, self._home / "chosen.json"
        chosen.write_text(json.dumps(recording.judges(mutant)))
        kept, times = path.read_bytes(), path.stat()
        # Compiled code is told from stale by a time in seconds, and mutants follow one another faster.
        compiled = Path(importlib.util.cache_from_source(str(path)))
        compiled.unlink(missing_ok=True)
        path.write_text(mutant.source)
        try:
            return _judged(self._pytest(["-x"], recording.most_seconds, CAMPAIGN_TESTS=str(chosen)))
        finally:
            compiled.unlink(missing_ok=True)
            path.write_bytes(kept)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    def _pytest(
        self, options: Iterable[str], most_seconds: float | None, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        output = self._home / "output.txt"
        with output.open("w") as file, self._started(options, variables, file) as process:
            try:
                code = process.wait(most_seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                return subprocess.CompletedProcess([], RED, TOO_SLOW)
            except BaseException:
                process.kill()
                raise
        return subprocess.CompletedProcess([], code, output.read_text())

    def _started(
        self, options: Iterable[str], variables: dict[str, str], output: TextIO, pipes: tuple[int, ...] = ()
    ) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "pytest", "-q"]
        command += [word for plugin in (*PLUGINS, "no:cacheprovider") for word in ("-p", plugin)]
        paths = (self._product.parent, self._home / "sim", self._home, HERE)
        variables = variables | {
            "PYTHONPATH": os.pathsep.join(map(str, paths)),
            "PYTHONHASHSEED": "0",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        }
        return subprocess.Popen(
            [*command, *options, *self._tests],
            cwd=self._home,
            env=os.environ | variables,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            pass_fds=pipes,
        )


def _outcome(mutant: Mutant, said: str, by: str = "", *, is_run: bool = True) -> Outcome:
    return Outcome(mutant.key, mutant.kind, mutant.lines.start, said, by, is_run)


def _judged(run: subprocess.CompletedProcess[str]) -> tuple[str, str]:
    if run.returncode == 0:
        return "survived", ""
    # Below 0 the interpreter itself was brought down, as by a recursion without end.
    if run.returncode > 0 and run.returncode not in (RED, NOT_IMPORTED):
        raise RuntimeError(f"pytest ended with {run.returncode}:\n{run.stdout[-3000:]}")
    reasons = (line for line in run.stdout.splitlines() if line.startswith(("FAILED ", "ERROR ")))
    by = next(reasons, "").partition(" ")[2].partition(" - ")[0]
    return ("timeout" if TOO_SLOW in run.stdout else "killed"), by
