"""The bank reader under everything that can happen to it.

Chips, cables and computer are a model of their own (tests/drivers/hx711/datasheet_chips.py).
*Wrong* is a value that the chip did not hold during the step that returned it, nor in the two periods
before. *False* are readings that call a sound cell dead.

Exits with 1 if a value was wrong.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from cupsboard.drivers.hx711.bank import Bank
from studies.page import made_now

sys.path.insert(0, str(Path(__file__).parents[1] / "drivers" / "hx711"))

from reader_rows import rows
from reader_scenes import FAST, SLOW, Result, Row, run

QUICK_MINUTES, MINUTES = 0.25, 1.0


def chosen(asked: argparse.Namespace) -> Iterator[Row]:
    """The rows that were asked for."""
    for table, found in rows(QUICK_MINUTES if asked.quick else MINUTES).items():
        if not asked.tables or table in asked.tables:
            yield from (row for row in found if asked.rows in row.name)


Key = tuple[str, str, int]
Results = dict[Key, list[Result]]


def measured(asked: argparse.Namespace) -> Results:
    """Run all, row by row and seed by seed."""
    found: Results = defaultdict(list)
    for row in chosen(asked):
        for seed in asked.seeds:
            found[row.table, row.name, row.sps].append(run(row, seed, Bank))
            print(f"{row.table} {row.sps} {row.name}, seed {seed}", end="\033[K\r", file=sys.stderr)
    return found


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


def table(name: str, found: Results) -> Iterator[str]:
    """One table in Markdown, both rates one after the other."""
    form, heads = TABLES[name]
    cells = ["SPS", name, *heads]
    yield f"| {' | '.join(cells)} |"
    yield f"| {' | '.join('---' for _ in cells)} |"
    keys = [key for key in found if key[0] == name]
    for rate in (SLOW, FAST):
        yield from (
            f"| {' | '.join([str(rate), key[1], *form(found[key])])} |" for key in keys if key[2] == rate
        )


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
Bits that a loose contact spoils on their way can't be told from a bean that lands; the weighing sets such
odd values aside (`tests/drivers/hx711/test_bank_judged.py`).
"""


def report(found: Results, asked: argparse.Namespace) -> Iterator[str]:
    """The whole page."""
    yield HEAD
    yield f"`python tests/benchmarks/reader_campaign.py {command_of(asked)}`\n"
    yield f"{summary(found)}."
    for name in TABLES:
        if any(key[0] == name for key in found):
            yield ""
            yield from table(name, found)


def command_of(asked: argparse.Namespace) -> str:
    """The options that give the same rows again."""
    words = ["--seeds", *map(str, asked.seeds)]
    words += ["--quick"] if asked.quick else []
    words += ["--tables", *asked.tables] if asked.tables else []
    return " ".join([*words, *(["--rows", asked.rows] if asked.rows else [])])


def main() -> int:
    """Measure the reader, print the tables; 1 if a value was wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--quick", action="store_true", help="shorter ordinary runs")
    parser.add_argument("--tables", nargs="+", choices=list(TABLES), default=[])
    parser.add_argument("--rows", default="", help="only rows with this in their name")
    parser.add_argument("--report", type=Path)
    asked = parser.parse_args()
    found = measured(asked)
    page = "\n".join([*report(found, asked), "", f"Written {made_now()}."])
    print(page)
    if asked.report:
        asked.report.write_text(page + "\n", encoding="utf-8")
    return 1 if any(result.wrong for results in found.values() for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
