"""The whole run: all that the landing check leaves out, each part with its last result in tests/ALL.md.

    tests/run --all [PART ...]

Runs the parts in their order, or the parts named, and rewrites the row of each when it has ended. Each folder
of tests is a part, such as `tests/core`; `tests` stands for all of them. The part `page` runs nothing and
lists the tests marked long anew. Exits with 1 if a part failed. A part that needs root or a Debian package
says so itself.
"""

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

TESTS = Path(__file__).parent
ROOT = TESTS.parent
PAGE = TESTS / "ALL.md"
WORKERS = "3"
"""As many as in `tests/run` on two cores."""
LONGEST_SECONDS = "6000"
"""Of a test: ten times what `tests/run` gives it, as there are ten times as many examples."""


@dataclass(frozen=True)
class Part:
    """A command that the landing check leaves out: what it shows, and why it is left out."""

    name: str
    shows: str
    left_out_because: str
    command: tuple[str, ...]


PARTS = (
    Part(
        "pi",
        "a board on an emulated Pi, from its first calibration to a won game",
        "six minutes of a real clock, and root",
        ("tests/onpi/walk.py",),
    ),
    Part(
        "disks",
        "whole games through power cuts and on disks that refuse writes",
        "as many games as fit into eight minutes",
        ("-m", "studies", "disks", "--games", "100", "--minutes", "8"),
    ),
    Part(
        "countermeasures",
        "each countermeasure of the bank reader is missed by a test when it is taken out",
        "the reader's tests once for each countermeasure",
        ("tests/mutation/hx711_mutations.py",),
    ),
    Part(
        "python-3.14",
        "the tests of the pure layers on CPython 3.14 in WebAssembly",
        "minutes, and npm",
        ("tests/pyodide/judge.py",),
    ),
    Part(
        "browsers",
        "the page in Chromium, Firefox and WebKitGTK",
        "real games at life's pace in three browsers, two of which nothing else needs",
        ("tests/browsers/judge.py",),
    ),
)


def _folders() -> Iterator[Part]:
    """Yield a part for the tests that lie beside this file, and one for each folder of tests."""
    spread = ("-n", WORKERS, "--dist", "loadfile", "--no-loadscope-reorder")
    command = ("-m", "pytest", "-q", *spread, "--timeout", LONGEST_SECONDS, "--all")
    shows = "every test, those marked long too, each property with 100 fresh examples"
    because = "the tests marked long, and ten times as many examples"
    beside = sorted(f"tests/{path.name}" for path in TESTS.glob("test_*.py"))
    yield Part("tests/test_*.py", shows, because, (*command, *beside))
    for folder in sorted(path for path in TESTS.iterdir() if path.is_dir()):
        if any(folder.rglob("test_*.py")):
            name = f"tests/{folder.name}"
            yield Part(name, shows, because, (*command, name))


FOLDERS = tuple(_folders())
ALL_FOLDERS = "tests"
"""The name that stands for all of them."""


@dataclass(frozen=True)
class Row:
    """How a part ended last: `result` in a few words, and when, on which commit, after how many seconds."""

    result: str
    date: str
    commit: str
    seconds: str


def kept_rows(page: str) -> dict[str, Row]:
    """Return the rows that the page holds, by the name of their part."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines()]
    names = {part.name: cells for parts, cells in ((PARTS, 7), (FOLDERS, 5)) for part in parts}
    return {row[0]: Row(*row[-4:]) for row in rows if len(row) == names.get(row[0])}


def long_tests(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yield file, name and reason of each test marked long below a folder, read from the sources."""
    for path in sorted(folder.rglob("test_*.py")):
        has_marks = "pytest.mark.long(" in (source := path.read_text("utf-8"))
        for node in ast.parse(source).body if has_marks else ():
            name = node.name if isinstance(node, ast.FunctionDef) else "the whole file"
            reasons = [
                call.args[0].value
                for call in ast.walk(node)
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.long"
                if isinstance(call.args[0], ast.Constant)
            ]
            if reasons:
                marks = [each for each in getattr(node, "decorator_list", []) if _leaves_all_out(each)]
                some = "" if marks else " (some variants)"
                yield str(path.relative_to(folder)), f"{name}{some}", str(reasons[0])


def landing_tests(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield file and name of each test in a browser that the landing check runs, read from the sources."""
    for path in sorted(folder.rglob("test_*.py")):
        has_marks = "pytest.mark.landing" in (source := path.read_text("utf-8"))
        for node in ast.parse(source).body if has_marks else ():
            name = node.name if isinstance(node, ast.FunctionDef) else "the whole file"
            if any(ast.unparse(each) == "pytest.mark.landing" for each in _marks(node)):
                yield str(path.relative_to(folder)), name


def _marks(node: ast.stmt) -> list[ast.expr]:
    if isinstance(node, ast.FunctionDef):
        return node.decorator_list
    return [node.value] if isinstance(node, ast.Assign) else []


def _leaves_all_out(decorator: ast.expr) -> bool:
    is_mark = isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.long"
    return is_mark and not decorator.keywords


def page(
    rows: Mapping[str, Row], long: Iterable[tuple[str, str, str]], landing: Iterable[tuple[str, str]]
) -> str:
    """Return the text of the page."""
    never = Row("not run yet", "", "", "")
    parts = (
        f"| {part.name} | {part.shows} | {part.left_out_because} | {row.result} | {row.date} | {row.commit} |"
        f" {row.seconds} |"
        for part in PARTS
        for row in [rows.get(part.name, never)]
    )
    folders = (
        f"| {part.name} | {row.result} | {row.date} | {row.commit} | {row.seconds} |"
        for part in FOLDERS
        for row in [rows.get(part.name, never)]
    )
    tests = (f"| `{file}` | {name.replace('_', ' ')} | {reason} |" for file, name, reason in long)
    return "\n".join(
        (
            "# What the landing check leaves out",
            "",
            "`tests/run --all` runs each part and writes its row; `tests/run --all pi browsers` runs two of",
            "them. The landing check tries each property with 10 examples that are the same each time, the",
            "whole run with 100 that are drawn anew.",
            "",
            "| part | what it shows | left out because | last result | date | commit | seconds |",
            "| --- | --- | --- | --- | --- | --- | --- |",
            *parts,
            "",
            "Campaigns and studies have pages of their own: [their list](../sim/README.md#results). So has",
            "the building guide's walk: [its last result](userland/RESULTS.md).",
            "",
            "## Every test, folder by folder",
            "",
            "With the tests marked long, and each property with 100 fresh examples. `tests/run --all tests`",
            "runs all folders, `tests/run --all tests/core tests/web` two of them.",
            "",
            "| folder | last result | date | commit | seconds |",
            "| --- | --- | --- | --- | --- |",
            *folders,
            "",
            "## Tests marked long",
            "",
            "| file | test | left out because |",
            "| --- | --- | --- |",
            *tests,
            "",
            "## Tests in a browser",
            "",
            "They wait for pages, at life's pace. Of those in Chromium the landing check runs these alone:",
            "",
            *(f"- `{file}`: {name.replace('_', ' ')}" for file, name in landing),
            "",
        )
    )


def main(asked: Sequence[str]) -> int:
    """Run the parts that were asked for, all if none was; return the exit code."""
    parts = (*FOLDERS, *PARTS)
    unknown = set(asked) - {part.name for part in parts} - {ALL_FOLDERS, "page"}
    if unknown:
        names = ", ".join((ALL_FOLDERS, *(part.name for part in parts)))
        print(f"tests/run --all: no part {', '.join(sorted(unknown))}; there are {names}", file=sys.stderr)
        return 2
    rows = kept_rows(PAGE.read_text("utf-8") if PAGE.exists() else "")
    failed = []
    for part in parts:
        if asked and part.name not in asked and not (part in FOLDERS and ALL_FOLDERS in asked):
            continue
        print(f"\n== {part.name}: {part.shows}", flush=True)
        rows[part.name], is_good = _run(part)
        PAGE.write_text(
            page(rows, long_tests(TESTS), landing_tests(TESTS)), "utf-8"
        )  # Whoever stops the run keeps what it has shown.
        if not is_good:
            failed.append(part.name)
    PAGE.write_text(page(rows, long_tests(TESTS), landing_tests(TESTS)), "utf-8")
    print("\n==", f"FAILED: {', '.join(failed)}" if failed else "all passed")
    return 1 if failed else 0


def _run(part: Part) -> tuple[Row, bool]:
    """Run a part, passing on what it prints; return its row and whether it passed."""
    begun, last = monotonic(), ""
    with subprocess.Popen(
        [sys.executable, *part.command], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None
        for line in run.stdout:
            print(line, end="", flush=True)
            last = line.strip(" =\n") or last
    result = "passed" if run.returncode == 0 else f"FAILED: {last[:100]}"
    commit = _git("rev-parse", "--short", "HEAD") + (
        " with changes" if _git("status", "--porcelain", "--", ".", f":!{PAGE}") else ""
    )
    row = Row(
        result.replace("|", "/"), datetime.now(UTC).date().isoformat(), commit, f"{monotonic() - begun:.0f}"
    )
    return row, run.returncode == 0


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
