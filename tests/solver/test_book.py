"""The program that makes the book of a game, on small ones: what it writes is true, and all of it needed."""

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from cupsboard.engine.cups.book import BookProver
from cupsboard.engine.cups.evaluation import UNITS_PER_BEAN, Evaluation
from cupsboard.engine.cups.sides import Side, Sides
from cupsboard.engine.cups.tables import Numbering, Table
from small_tables import built

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="the book's program is built with gcc")
ENTRY_BYTES = 6


@dataclass(frozen=True)
class Asked:
    """A game, and with how many nodes and how small a table it is to be played."""

    cups: int
    beans: int
    nodes: int
    small_beans: int
    nodes_in_python: int
    """Those of a search that may try moves in another order, as it does with two cups."""


TIE = Asked(3, 11, 200, 3, 200)
"""A tie, as the whole game of 2x3 is."""
LOST = Asked(2, 14, 12, 2, 1000)
"""Lost by one bean for who begins, as the whole game of 2x4 is."""


@dataclass
class Made:
    """The program's two files, read by nothing of the program that plays by them but the numbers of sides."""

    asked: Asked
    entries: dict[tuple[int, int], tuple[int, int]]
    """The move, by its number, and the value, of a pair of sides."""
    small: Table


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(TIE, id="a tie"),
        pytest.param(LOST, id="lost by one bean", marks=pytest.mark.long("another game")),
    ],
)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    asked: Asked = request.param
    folder = tmp_path_factory.mktemp("book")
    flags = ("-O2", "-fopenmp", "-Wall", "-Wextra", "-Werror", f"-DCUPS={asked.cups}")
    source = Path(__file__).with_name("book.c")
    subprocess.run(["gcc", *flags, "-o", folder / "book", source], check=True)
    words = [asked.nodes, asked.small_beans, folder / "b.book", folder / "b.table", asked.beans]
    subprocess.run([folder / "book", *map(str, words)], check=True, capture_output=True)
    content = (folder / "b.book").read_bytes()
    count = Numbering(asked.cups, asked.beans).count
    entries = {}
    for at in range(0, len(content), ENTRY_BYTES):
        pair = divmod(int.from_bytes(content[at : at + 4], "big"), count)
        entries[pair] = content[at + 4], int.from_bytes(content[at + 5 : at + 6], "big", signed=True)
    assert len(entries) * ENTRY_BYTES == len(content) > 0
    small = memoryview((folder / "b.table").read_bytes())
    return Made(asked, entries, Table(asked.cups, asked.small_beans, small))


class Play:
    """The moves of the game, with what a complete table that another program built says of them."""

    def __init__(self, asked: Asked) -> None:
        self._cups = asked.cups
        self.sides = Sides(Evaluation.of_size(asked.cups))
        self.numbering = Numbering(asked.cups, asked.beans)
        self.truth = built(asked.cups, asked.beans)

    def pair(self, own: Side, other: Side) -> tuple[int, int]:
        return tuple(self.numbering.number(side.cups, side.stock) for side in (own, other))  # type: ignore[return-value]

    def value(self, own: Side, other: Side) -> int:
        value = self.truth.value((own.cups, own.stock), (other.cups, other.stock))
        assert value is not None
        return value

    def after(self, own: Side, other: Side) -> Iterator[tuple[int, int, Side, Side]]:
        """Each legal move's number in the book and gain, the side to move next, and the one that moved."""
        for mine, sown, taken, move in self.sides.moves_of(own):
            verb, place = move.label.split()
            number = int(place) - 1 + (self._cups if verb == "sow" else 0)
            if taken < 0:
                yield number, sown // UNITS_PER_BEAN, other, mine
            else:
                yield number, other.cups[taken], self.sides.without(other, taken), mine


def test_the_small_table_holds_true_values(made: Made) -> None:
    whole = built(made.asked.cups, made.asked.small_beans)
    assert made.small.sides_count == whole.sides_count
    count = whole.sides_count
    assert [made.small.at(own, other) for own in range(count) for other in range(count)] == [
        whole.at(own, other) for own in range(count) for other in range(count)
    ]


def test_from_the_start_the_book_or_a_proof_keeps_the_value_and_no_entry_is_idle(made: Made) -> None:
    play = Play(made.asked)
    prover = BookProver(made.small)
    start = play.sides.side((0,) * made.asked.cups, made.asked.beans)
    value = play.value(start, start)
    # Each may lose so much more of the lead that the other is not better off than the game is worth.
    waiting = [(start, start, -of, is_first) for of, is_first in ((value, True), (-value, False)) if of >= 0]
    met, used, proofs = set(waiting), set(), 0
    while waiting:
        own, other, lead, is_players = waiting.pop()
        moves = list(play.after(own, other))
        entry = made.entries.get(play.pair(own, other)) if is_players and moves else None
        if entry is not None:
            assert entry[1] == play.value(own, other)
            (moves,) = [[each] for each in moves if each[0] == entry[0]]
            _, gain, theirs, mine = moves[0]
            assert gain - play.value(theirs, mine) == entry[1]
            assert lead + entry[1] >= 0
            used.add(play.pair(own, other))
        elif is_players and moves:
            node = prover.pair((own.cups, own.stock), (other.cups, other.stock))
            assert prover.reaches(node, -lead * UNITS_PER_BEAN, made.asked.nodes_in_python) is True
            proofs += 1
            continue
        following = [
            (next_, moved, lead + (gain if is_players else -gain)) for _, gain, next_, moved in moves
        ]
        if not moves and play.sides.moves_of(other):
            following = [(other, own, lead)]
        for next_, moved, then in following:
            here = (next_, moved, then, not is_players)
            if here not in met:
                met.add(here)
                waiting.append(here)
    assert proofs > 10
    assert used == set(made.entries)
