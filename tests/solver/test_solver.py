"""The solver of great games against a few lines of Python, on stocks that both can do."""

import random
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from cupsboard.rules.cups.position import Position, Row
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.places import Side
from plain_negamax import value

HERE = Path(__file__).parent
pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="the solver is built with gcc")

Rows = tuple[tuple[int, ...], int]
"""The cups from the left, and the stock."""
SMALL = ("--memory", "0.001", "--quiet")


@cache
def built(cups: int, folder: Path) -> Path:
    program = folder / f"solver{cups}"
    flags = ("-O2", "-fopenmp", "-Wall", "-Wextra", "-Werror", f"-DCUPS={cups}")
    subprocess.run(["gcc", *flags, "-o", program, HERE / "solver.c"], check=True)
    return program


def by_the_rules(cups: int, own: Rows, other: Rows) -> int:
    """The value by a search that knows nothing but the rules and tries every move."""
    south, north = (Row(beans, 0, stock) for beans, stock in (own, other))
    return value(Cups(cups), Position(south, north, Side.SOUTH))


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("solver")


def solved(program: Path, *words: object) -> str:
    run = subprocess.run([program, *map(str, words), *SMALL], check=True, capture_output=True, text=True)
    return run.stdout


def sided(row: Rows) -> str:
    return " ".join(map(str, (*row[0], row[1])))


def random_sides(chance: random.Random, cups: int, beans: int) -> Rows:
    """Most beans in few cups, so that many are blocked and hold more than the table below does."""
    counts = [0] * (cups + 1)
    heavy = chance.randrange(cups + 1)
    for _ in range(chance.randint(0, beans)):
        counts[heavy if chance.random() < 0.4 else chance.randrange(cups + 1)] += 1
    return tuple(counts[:cups]), counts[cups]


@pytest.mark.long("larger tables", but=["4-4"])
@pytest.mark.parametrize(("cups", "stock"), [(2, 8), (3, 6), (4, 4)])
def test_the_values_of_equal_stocks_are_those_of_the_rules(cups: int, stock: int, folder: Path) -> None:
    lines = solved(built(cups, folder), "values", "--stock", stock, "--table", 2)
    found = [int(value) for value in re.findall(r"beans each: (-?\d+)", lines)]
    empties = [((0,) * cups, each) for each in range(1, stock + 1)]
    assert found == [by_the_rules(cups, empty, empty) for empty in empties]


@pytest.mark.long(
    "many positions by a slow solver",
    but=[f"{size}-options{number}" for size in ("3-8", "2-14", "4-6") for number in range(3)],
)
@pytest.mark.parametrize("options", [(), ("--cut", 1), ("--no-bounds",), ("--threads", 2, "--noise", 40)])
@pytest.mark.parametrize(("cups", "beans"), [(2, 14), (3, 8), (4, 6)])
def test_positions_above_the_table_have_the_values_of_the_rules(
    cups: int, beans: int, options: tuple[object, ...], folder: Path
) -> None:
    chance, program = random.Random(cups), built(cups, folder)
    for _ in range(12):
        own, other = random_sides(chance, cups, beans), random_sides(chance, cups, beans)
        asked = ("position", sided(own), sided(other), "--stock", beans, "--table", 4, *options)
        assert int(solved(program, *asked)) == by_the_rules(cups, own, other), (own, other)


def test_the_table_and_the_search_above_a_smaller_one_agree(folder: Path) -> None:
    program = built(4, folder)
    of_table, of_search = (
        re.findall(r"\d+ beans each: -?\d+", solved(program, "values", "--stock", 11, "--table", most))
        for most in (11, 6)
    )
    assert len(of_table) == 11
    assert of_search == of_table


def test_an_interrupted_search_says_what_it_has_proved_and_goes_on_from_there(folder: Path) -> None:
    program = built(4, folder)
    words = ("start", "--stock", "26", "--table", "10", "--seconds", "0.01", *SMALL)
    cut_short = subprocess.run([program, *words], capture_output=True, text=True)
    assert cut_short.returncode == 3
    bounds = re.search(r"interrupted; proved so far: (-?\d+) to (-?\d+)", cut_short.stdout)
    assert bounds is not None
    assert int(bounds[1]) <= -1 <= int(bounds[2])
    known = ("--at-least", -3, "--at-most", 2, "--guess", -1)
    assert "VALUE -1" in solved(program, "start", "--stock", 18, "--table", 10, *known)


def test_a_table_that_does_not_fit_is_refused_with_its_size(folder: Path) -> None:
    words = ("start", "--stock", "40", "--table", "40", *SMALL)
    run = subprocess.run([built(4, folder), *words], capture_output=True, text=True)
    assert run.returncode == 2
    assert "not enough memory: " in run.stderr
