"""The bank reader under everything that can happen to it, beside an earlier version of itself.

Chips, cables and computer are a model of their own (tests/drivers/hx711/datasheet_chips.py).
*Wrong* is a value that the chip did not hold during the step that returned it, nor in the two periods
before. *False* are readings that call a sound cell dead.

Exits with 1 if a value was wrong.
"""

import argparse
import importlib
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from studies.page import made_now

sys.path.insert(0, str(Path(__file__).parents[1] / "drivers" / "hx711"))

from reader_rows import rows
from reader_scenes import FAST, SLOW, Result, Row, run

ROOT = Path(__file__).parents[2]
BEFORE = "7409f42"
"""The reader as it was when the model was written."""
BANKS = ("cupsboard.drivers.hx711.bank", "cupsboard.drivers.bank")
"""Where the reader may be found: the one place for a version that keeps it elsewhere."""
QUICK_MINUTES, MINUTES = 0.25, 1.0


def bank_class() -> Callable[..., object]:
    """The reader of whatever version is on the path."""
    for name in BANKS:
        try:
            return importlib.import_module(name).Bank
        except ModuleNotFoundError:
            continue
    raise SystemExit(f"no bank reader in {', '.join(BANKS)}: name its place here")


def chosen(asked: argparse.Namespace) -> Iterator[Row]:
    """The rows that were asked for."""
    for table, found in rows(QUICK_MINUTES if asked.quick else MINUTES).items():
        if not asked.tables or table in asked.tables:
            yield from (row for row in found if asked.rows in row.name)


def measure(asked: argparse.Namespace) -> None:
    """Run all and write each result as a line."""
    bank_of = bank_class()
    for row in chosen(asked):
        for seed in asked.seeds:
            result = asdict(run(row, seed, bank_of))
            print(json.dumps([row.table, row.name, row.sps, seed, result]), flush=True)


Key = tuple[str, str, int]
Results = dict[Key, list[Result]]


def measured(arguments: Sequence[str], firmware: Path, heading: str) -> Results:
    """What the reader of a source tree gives, measured in a process of its own."""
    command = [sys.executable, __file__, "--measure", *arguments]
    environment = os.environ | {"PYTHONPATH": str(firmware)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as child:
        assert child.stdout is not None
        found = collected(child.stdout, heading)
    if child.returncode:
        raise SystemExit(f"the reader of {firmware} could not be measured")
    return found


def collected(lines: Iterable[str], heading: str) -> Results:
    """The results that `--measure` wrote, one a line."""
    found: Results = defaultdict(list)
    for line in lines:
        table, name, sps, seed, result = json.loads(line)
        found[table, name, sps].append(Result(**result))
        print(f"{heading} {table} {sps} {name}, seed {seed}", end="\033[K\r", file=sys.stderr)
    return found


def earlier(commit: str, folder: Path) -> Path:
    """The firmware of a commit, unpacked."""
    packed = subprocess.run(
        ["git", "archive", commit, "firmware"], cwd=ROOT, check=True, stdout=subprocess.PIPE
    )
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder / "firmware"


# --- tables -----------------------------------------------------------------------------------


def worst(results: Sequence[Result], name: str) -> str:
    """The longest of some times; "never" if it did not come once."""
    times = [getattr(result, name) for result in results]
    if min(times) < 0:
        return "never" if max(times) < 0 else f"never {sum(t < 0 for t in times)} of {len(times)}"
    return f"{max(times):.2f}"


def total(results: Sequence[Result], name: str) -> int:
    """The sum of a count."""
    return sum(getattr(result, name) for result in results)


def trouble(results: Sequence[Result]) -> str:
    """Wrong values, false faults, extra power cycles; nothing where there is none."""
    said = []
    if wrong := total(results, "wrong"):
        said.append(f"**{wrong} WRONG**")
    if false := total(results, "false"):
        said.append(f"{false} false")
    if resets := max(0, total(results, "resets")):
        said.append(f"{resets} cycles")
    said += sorted({result.exception for result in results if result.exception})
    return ", ".join(said)


def ordinary(results: Sequence[Result]) -> list[str]:
    """Rate and share, and what went wrong."""
    mean = sum(result.frames for result in results) / len(results)
    share = sum(result.share for result in results) / len(results)
    return [
        f"{total(results, 'values'):,}",
        f"{mean:.2f} ({share:.1%})",
        worst(results, "first"),
        trouble(results),
    ]


def fault(results: Sequence[Result]) -> list[str]:
    """Named, back, gap, and what went wrong."""
    times = " / ".join(worst(results, name) for name in ("named", "back", "gap"))
    return [times, trouble(results)]


def drift(results: Sequence[Result]) -> list[str]:
    """Rate, gap, and what went wrong."""
    mean = sum(result.frames for result in results) / len(results)
    return [f"{mean:.2f}", worst(results, "gap"), trouble(results)]


def host(results: Sequence[Result]) -> list[str]:
    """Rate, when the clock was called too slow, and what went wrong."""
    mean = sum(result.frames for result in results) / len(results)
    return [f"{mean:.2f}", worst(results, "slow_named"), trouble(results)]


TABLES: dict[str, tuple[Callable[[Sequence[Result]], list[str]], tuple[str, ...]]] = {
    "ordinary": (ordinary, ("values", "full board Hz (share of slowest)", "first s", "trouble")),
    "fault": (fault, ("named / back / gap", "trouble")),
    "drift": (drift, ("full board Hz", "gap s", "trouble")),
    "host": (host, ("full board Hz", "clock called slow at s", "trouble")),
}


def table(name: str, now: Results, before: Results) -> Iterator[str]:
    """One table in Markdown, both rates one after the other."""
    form, heads = TABLES[name]
    cells = ["SPS", name, *heads, *(f"before: {head}" for head in heads)]
    yield f"| {' | '.join(cells)} |"
    yield f"| {' | '.join('---' for _ in cells)} |"
    keys = [key for key in now if key[0] == name]
    for rate in (SLOW, FAST):
        for key in keys:
            if key[2] == rate:
                past = form(before[key]) if key in before else [""] * len(heads)
                yield f"| {' | '.join([str(rate), key[1], *form(now[key]), *past])} |"


def summary(results: Results) -> str:
    """All values and all wrong ones."""
    every = [result for group in results.values() for result in group]
    return f"{total(every, 'values'):,} values, {total(every, 'wrong')} wrong, in {len(every)} runs"


HEAD = """\
# The bank reader under everything that can happen to it

Every row is a simulated board of HX711 chips in virtual time, written from the datasheet, apart from the
reader and from the simulator (`tests/drivers/hx711/datasheet_chips.py`, `tests/benchmarks/reader_rows.py`).
Nothing ran on a Pi.

*Wrong*: the chip did not hold this value during the step that returned it, nor in the two periods before.
*False*: readings that call a sound cell dead. *Cycles*: power cycles of the whole bank after that of the
start. *Named*: first fault word after the hit at 10 s. *Back*: first counts after the repair at 20 s, of the
slowest cell. *Gap*: longest time without a value of any other cell. Times are seconds, the worst of all
seeds.
*Before* is the reader of commit {before} on the same boards. Bits that a loose contact spoils on their way
can't be told from a bean that lands; the weighing sets such odd values aside
(`tests/drivers/hx711/test_bank_judged.py`).
"""


def report(now: Results, before: Results, asked: argparse.Namespace) -> Iterator[str]:
    """The whole page."""
    yield HEAD.format(before=asked.before)
    yield f"`python tests/benchmarks/reader_campaign.py {command_of(asked)}`\n"
    yield f"Now: {summary(now)}."
    if before:
        yield f"Before: {summary(before)}."
    for name in TABLES:
        if any(key[0] == name for key in now):
            yield ""
            yield from table(name, now, before)


def command_of(asked: argparse.Namespace) -> str:
    """The options that give the same rows again."""
    words = ["--seeds", *map(str, asked.seeds), "--before-seeds", *map(str, asked.before_seeds)]
    words += ["--quick"] if asked.quick else []
    words += ["--tables", *asked.tables] if asked.tables else []
    return " ".join([*words, *(["--rows", asked.rows] if asked.rows else [])])


def main() -> int:
    """Measure both readers, print the tables; 1 if a value was wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--quick", action="store_true", help="shorter ordinary runs")
    parser.add_argument("--tables", nargs="+", choices=list(TABLES), default=[])
    parser.add_argument("--rows", default="", help="only rows with this in their name")
    parser.add_argument("--before", default=BEFORE, metavar="COMMIT", help='"" for none')
    parser.add_argument("--before-seeds", type=int, nargs="+", default=[1])
    parser.add_argument("--report", type=Path)
    parser.add_argument("--measure", action="store_true", help="only write the reader's results, one a line")
    parser.add_argument("--measured", type=Path, nargs=2, help="take such results, now's and before's")
    asked = parser.parse_args()
    if asked.measure:
        measure(asked)
        return 0
    if asked.measured:
        now, before = (collected(path.read_text().splitlines(), path.name) for path in asked.measured)
    else:
        now, before = measured_both(asked)
    page = "\n".join([*report(now, before, asked), "", f"Written {made_now()}."])
    print(page)
    if asked.report:
        asked.report.write_text(page + "\n", encoding="utf-8")
    return 1 if any(result.wrong for results in now.values() for result in results) else 0


def measured_both(asked: argparse.Namespace) -> tuple[Results, Results]:
    """This reader and the earlier one."""
    choice = ["--tables", *asked.tables] if asked.tables else []
    choice += ["--rows", asked.rows, *(["--quick"] if asked.quick else [])]
    now = measured([*choice, "--seeds", *map(str, asked.seeds)], ROOT / "firmware", "now")
    if not asked.before:
        return now, {}
    with tempfile.TemporaryDirectory() as folder:
        firmware = earlier(asked.before, Path(folder))
        return now, measured([*choice, "--seeds", *map(str, asked.before_seeds)], firmware, "before")


if __name__ == "__main__":
    sys.exit(main())
