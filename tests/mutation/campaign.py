"""A mutation campaign: of a sample of small changes to a room of the house, how many do its tests notice?

    python tests/mutation/campaign.py                    every room; the table is RESULTS.md beside this file
    python tests/mutation/campaign.py rules signs        these rooms, without writing the table
    python tests/mutation/campaign.py --seed 2           another sample, without writing the table
    python tests/mutation/campaign.py rules --only KEY   all mutants whose key contains this, with their diffs
    python tests/mutation/campaign.py storage --sample 100 --page STORAGE.md
                                                         this room; the table is STORAGE.md beside this file

Each mutant is tried on a copy of the tree by those of the room's tests that run its lines, the fastest first
(which do is recorded beforehand). A test that takes far longer than before has noticed too. What was tried
is kept in .mutation/, so a campaign that was stopped goes on: what was noticed stays so until the code or the
file of the test that noticed is another, and a survivor is tried again when any test is another. A survivor
needs a new test, or an argument in arguments.toml why nobody can notice it. Exits with 1 if one has neither,
or an argument has no mutant.

The sample is drawn by the digest of seed and content: every place has the same chance, and a change to one
module leaves the sample of the others as it is. Tests that were written with the survivors of one sample in
view do better on it than on any other: what another seed said before anybody looked is in other_seeds.md,
which the table repeats.

Why our own: mutmut 3 changes nothing outside functions (a table of gestures or of lights is none) and draws
no sample. cosmic-ray changes the work tree itself, removes no statement, element or argument, draws no sample
and doesn't know which tests run a line.
"""

import argparse
import difflib
import hashlib
import json
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mutants import Mutant, Place, enum_members, places
from results import RoomResult, read_arguments, table, without_mutant
from trial import Copy, Outcome, Recording

HERE = Path(__file__).parent
KEPT_SEED = 1
"""The sample whose table is kept."""


@dataclass(frozen=True)
class Room:
    """A package, the folders of the tests that must notice changes to it."""

    package: str
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Project:
    """A tree with rooms; their packages are named below the product's."""

    root: Path
    product: str
    rooms: dict[str, Room]
    copied: tuple[str, ...] = ("firmware", "sim", "hardware", "tests", "pyproject.toml")

    def files(self) -> list[Path]:
        """Everything that tests may depend on, without the tests themselves."""
        found = [self.root / each for each in self.copied]
        found += [file for each in found for file in each.rglob("*") if not file.is_relative_to(HERE)]
        return sorted(
            each
            for each in found
            if each.is_file() and each.suffix != ".pyc" and not each.name.startswith("test_")
        )

    def tests(self, name: str) -> list[Path]:
        """The files of a room's tests."""
        folders = self.rooms[name].tests
        return sorted(file for folder in folders for file in (self.root / folder).rglob("test_*.py"))

    def digest(self, files: Iterable[Path]) -> str:
        """What tells these files from any others."""
        digest = hashlib.sha256()
        for file in files:
            digest.update(f"{file.relative_to(self.root)}\0".encode() + file.read_bytes())
        return digest.hexdigest()[:12]

    def places(self, name: str) -> list[Place]:
        """Every place of a room at which something can be changed."""
        product, room = self.root / self.product, self.rooms[name]
        members = enum_members(file.read_text() for file in sorted(product.rglob("*.py")))
        found = []
        for file in sorted((product / room.package).rglob("*.py")):
            module = file.relative_to(product).as_posix()
            found += places(file.read_text(), module, members)
        return found


PROJECT = Project(
    HERE.parents[1],
    "firmware/cupsboard",
    {
        "rules": Room("rules", ("tests/rules",)),
        "referee": Room("referee", ("tests/referee",)),
        "signs": Room("signs", ("tests/signs",)),
        "recognition": Room("recognition", ("tests/recognition",)),
        "storage": Room("storage", ("tests/storage",)),
    },
)


def sample(found: Iterable[Place], seed: int, size: int) -> list[Mutant]:
    """A mutant at each of some places, all places with the same chance."""

    def draw(place: Place) -> bytes:
        return hashlib.sha256(f"{seed} {place.key}".encode()).digest()

    return [place.mutant(draw(place)[-1] % len(place.changes)) for place in sorted(found, key=draw)[:size]]


@dataclass(frozen=True)
class Campaign:
    """The trials of one room; each outcome is kept at once, so that a stopped campaign goes on."""

    project: Project
    name: str
    kept: Path

    def outcomes(self, mutants: Sequence[Mutant]) -> list[Outcome]:
        """Every mutant's outcome; what isn't known yet is tried now."""
        self.kept.mkdir(parents=True, exist_ok=True)
        lines = self.kept / f"{self.name}-{self.project.digest(self.project.files())}.jsonl"
        known = {each.key: each for each in _read(lines) if each.judges == self._judges(each)}
        missing = [mutant for mutant in mutants if mutant.key not in known]
        if missing:
            with lines.open("a") as file:
                for count, outcome in enumerate(self._tried(missing), start=1):
                    known[outcome.key] = outcome
                    # The line before may be one that was being written when the campaign was stopped.
                    file.write("\n" + json.dumps(vars(replace(outcome, judges=self._judges(outcome)))))
                    file.flush()
                    print(f"{count:4d}/{len(missing)} {outcome.outcome:9s}{outcome.key}", flush=True)
        return [known[mutant.key] for mutant in mutants]

    def _judges(self, outcome: Outcome) -> str:
        """The digest of the test file that noticed, or of all tests."""
        noticed = self.project.root / outcome.by.partition("::")[0]
        return self.project.digest([noticed] if noticed.is_file() else self.project.tests(self.name))

    def _tried(self, mutants: Sequence[Mutant]) -> Iterator[Outcome]:
        room, files = self.project.rooms[self.name], self.project.files() + self.project.tests(self.name)
        recorded = self.kept / f"{self.name}-{self.project.digest(files)}.json"
        with tempfile.TemporaryDirectory(prefix="mutation-") as home:
            copy = Copy(self.project.root, files, self.project.product, room.tests, Path(home))
            if not recorded.exists():
                copy.record(room.package, recorded)
            yield from copy.outcomes(mutants, Recording(**json.loads(recorded.read_text())))


def _read(lines: Path) -> Iterator[Outcome]:
    for line in lines.read_text().splitlines() if lines.exists() else ():
        try:
            yield Outcome(**json.loads(line))
        except ValueError:  # Blank, or not written to its end.
            continue


def _diff(mutant: Mutant) -> str:
    texts = mutant.unchanged.splitlines(), mutant.source.splitlines()
    return "\n".join(difflib.unified_diff(*texts, mutant.module, mutant.key, n=2, lineterm=""))


def _head(project: Project, words: Sequence[str]) -> str:
    def git(*words: str) -> str:
        return subprocess.run(
            ["git", *words], cwd=project.root, capture_output=True, text=True
        ).stdout.strip()

    is_changed = git("status", "--porcelain", "--", *project.copied) != ""
    return (
        f"`python tests/mutation/campaign.py {' '.join(words)}` on commit "
        f"{git('rev-parse', '--short', 'HEAD')}{' with changes' if is_changed else ''}, "
        f"{git('log', '-1', '--format=%cs')}, Python {platform.python_version()}.\n\n"
        "A place is one node of a module's syntax tree at which something can be changed; at each place of\n"
        "the sample one change was tried. What is changed, and what never: `changes.py` and `mutants.py`."
    )


def run(project: Project, words: Sequence[str], home: Path = HERE) -> int:
    """The command; 1 if a survivor has no argument, or an argument no mutant."""
    parser = argparse.ArgumentParser(description="Tries a sample of mutants of some rooms.")
    parser.add_argument("rooms", nargs="*", choices=[[], *project.rooms], help="all of them if none is named")
    parser.add_argument("--seed", type=int, default=KEPT_SEED)
    parser.add_argument("--sample", type=int, default=150, metavar="SIZE", help="places of each room")
    parser.add_argument("--only", default="", metavar="KEY", help="no sample, but mutants whose key has this")
    parser.add_argument("--page", default="", metavar="NAME", help="write the table to this page of Markdown")
    asked = parser.parse_args(words)
    arguments = read_arguments(home / "arguments.toml")
    results, stale = [], []
    for name in asked.rooms or project.rooms:
        found = project.places(name)
        keys = {key for place in found for key in place.mutant_keys()}
        stale += without_mutant(arguments, keys, {place.module for place in found})
        mutants = sample(found, asked.seed, asked.sample)
        if asked.only:
            every = (place.mutant(which) for place in found for which in range(len(place.changes)))
            mutants = [mutant for mutant in every if asked.only in mutant.key]
            for mutant in mutants:
                print(_diff(mutant), flush=True)
        outcomes = Campaign(project, name, project.root / ".mutation").outcomes(mutants)
        results.append(RoomResult(name, project.rooms[name].tests, len(found), outcomes))
    is_kept = not asked.rooms and not asked.only and asked.seed == KEPT_SEED
    others = home / "other_seeds.md"
    size = f"--seed {asked.seed} --sample {asked.sample}"
    head = _head(project, [*asked.rooms, size])
    if is_kept and others.exists():
        head += f"\n\n{others.read_text()}"
    text = table(results, arguments, head.rstrip())
    print(text)
    if page := asked.page or (is_kept and "RESULTS.md"):
        (home / page).write_text(text)
    for key in stale:
        print(f"arguments.toml: no mutant has the key {key!r}; see the key of the one it was about")
    unargued = [each for result in results for each in result.survivors if each.key not in arguments]
    return 1 if stale or unargued else 0


if __name__ == "__main__":
    sys.exit(run(PROJECT, sys.argv[1:]))
