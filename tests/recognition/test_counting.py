"""Tables of which nothing is known, counted by their weights alone: right, or in doubt and asked about."""

from collections.abc import Iterator
from random import Random

import pytest
from cupsboard.recognition.counting import counted, most_doubtful
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.rules.games import named
from cupsboard.rules.laid_table import pieces_of
from cupsboard.rules.places import Place, Side, board_places, cup, pot
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Settled, Weight
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.settled_table import SettledTable

TABLES = 15
MOST_WRONG_SHARE = 0.01
"""What believing a number at 99 % allows."""


def laid(game: str, kind: str, seed: int) -> tuple[dict[Place, int], SettledTable, int]:
    """A table at random, as many beans in pots as in the cups, and how many beans the game has."""
    random, of = Random(seed), named(game)
    places, total = of.places, pieces_of(of)
    beans = total if not game.startswith("cups") else random.randrange(total + 1)
    lying = dict.fromkeys(places, 0)
    for _ in range(beans):
        lying[random.choice([*places, *map(pot, Side)])] += 1
    table = SettledTable(places, bean_kind(kind), cell_model("500g"), random, rate_sps=10)
    for place, count in lying.items():
        table.beans[place] = [bean_kind(kind).draw(random) for _ in range(count)]
    return lying, table, total


def tables(game: str, kind: str) -> Iterator[tuple[int, int, int]]:
    """For each table how many places were counted wrong without a doubt, how many asked about, and all.

    One place after the other is counted by hand, the one that is asked about.
    """
    for seed in range(TABLES):
        lying, table, total = laid(game, kind, seed)
        is_whole = not game.startswith("cups")
        knowledge, settled = from_calibration(table.calibration, {}), table.weigh()
        said: dict[Place, int] = {}
        while True:
            found = counted(knowledge, settled, total, is_whole=is_whole, said=said)
            if (place := most_doubtful(found)) is None:
                break
            assert place not in said
            said[place] = lying[place]
        yield (
            sum(one is None or one.count != lying[place] for place, one in found.items()),
            len(said),
            len(found),
        )


@pytest.mark.parametrize(
    ("game", "kind", "most_asked"),
    [
        ("cups 4", "go stone", 0.01),
        ("kalah 6", "go stone", 0.0),
        ("cups 4", "gem", 0.5),
        ("kalah 6", "gem", 0.2),
        ("oware 4", "kidney", 0.3),
        ("cups 3", "kidney", 0.8),
    ],
)
def test_a_number_is_the_one_that_lies_there_or_is_asked_about(
    game: str, kind: str, most_asked: float
) -> None:
    wrong, asked, places = map(sum, zip(*tables(game, kind), strict=True))
    assert wrong <= MOST_WRONG_SHARE * places
    assert asked <= most_asked * places


@pytest.mark.parametrize("odd", [-6, -3, -1, 1, 3, 6])
def test_a_table_with_pieces_too_many_or_too_few_is_counted_as_it_lies(odd: int) -> None:
    lying, table, total = laid("kalah 6", "go stone", 3)
    place = max(lying, key=lambda each: lying[each])
    stones = table.beans[place]
    stones.extend(bean_kind("go stone").draw(Random(odd)) for _ in range(max(odd, 0)))
    del stones[: max(-odd, 0)]
    found = counted(from_calibration(table.calibration, {}), table.weigh(), total, is_whole=True)
    assert {at: one and one.count for at, one in found.items()} == {**lying, place: lying[place] + odd}


def test_a_number_that_was_said_wrong_does_not_bend_the_others() -> None:
    lying, table, total = laid("cups 4", "go stone", 5)
    place = max(lying, key=lambda each: lying[each])
    found = counted(
        *(from_calibration(table.calibration, {}), table.weigh(), total),
        is_whole=False,
        said={place: lying[place] + 9},
    )
    assert {at: one and one.count for at, one in found.items()} == {**lying, place: lying[place] + 9}


def test_an_empty_board_is_counted_without_a_question() -> None:
    table = SettledTable(board_places(4), bean_kind("kidney"), cell_model("500g"), Random(1), rate_sps=10)
    found = counted(from_calibration(table.calibration, {}), table.weigh(), 80, is_whole=False)
    assert all(one is not None and one.is_sure and one.count == 0 for one in found.values())


def test_a_cup_that_is_away_and_a_dead_cell_say_no_number_and_the_others_still_do() -> None:
    _, table, total = laid("cups 4", "go stone", 1)
    settled = table.weigh()
    away, dead = cup(Side.SOUTH, 1), pot(Side.NORTH)
    weights = {**settled.weights, away: Weight(0.1, 0.01), dead: CellFault.SILENT}
    found = counted(from_calibration(table.calibration, {}), Settled(0.0, weights), total, is_whole=False)
    assert {place for place, one in found.items() if one is None} == {away, dead}
    other = cup(Side.NORTH, 2)
    assert found[other] is not None
    assert found[other].count == len(table.beans[other])


def test_where_all_beans_lie_on_the_board_their_total_tells_what_no_weight_does_alone() -> None:
    doubts = {True: 0, False: 0}
    for seed in range(20):
        _, table, total = laid("kalah 6", "gem", seed)
        for is_whole in doubts:
            found = counted(from_calibration(table.calibration, {}), table.weigh(), total, is_whole=is_whole)
            doubts[is_whole] += sum(one is None or not one.is_sure for one in found.values())
    assert doubts[True] < doubts[False]
