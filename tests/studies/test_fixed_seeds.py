"""What fixed seeds come to: results of many seeds may only be added up while one seed gives the same."""

from studies.coins import evening as of_coins
from studies.coins.rows import ROWS
from studies.cups.kinds import run_chunk
from studies.cups.study import Kind, Study
from studies.worlds import evening
from studies.worlds.catalogue import WORLDS


def test_moves_of_a_fixed_seed_are_what_they_were() -> None:
    found = run_chunk(Study(Kind.HONEST, 4, "penny", cups=2).chunk(1, 0, 1))
    assert found.counts == {"made": 34, "accepted": 34}


def test_an_evening_in_a_world_of_a_fixed_seed_is_what_it_was() -> None:
    counts = evening.play(WORLDS["own"], 3, 12).counts
    was = {"all moves": 12, "moves": 10, "looks": 25, "mended": 2, "made foreign thing": 1}
    assert {name: counts[name] for name in was} == was
    assert counts["made bean missing"] == 1


def test_an_evening_with_coins_of_a_fixed_seed_is_what_it_was() -> None:
    counts = of_coins.play(ROWS["3-lap-cheats"], 3, 15).counts
    was = {"all turns": 15, "turns": 10, "looks": 17, "ends": 10, "made put back": 3, "made two in one": 1}
    assert {name: counts[name] for name in was} == was
    assert counts["made swapped with the stock"] == 1
