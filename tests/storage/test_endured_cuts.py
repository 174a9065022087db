"""Power cuts on simulated pins: only what was written and what lies on the table outlives them."""

import pytest
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from studies.disks.cuts import Endured, endure


@pytest.fixture(scope="module")
def endured() -> list[Endured]:
    return [endure(Pairing(Setting(seed, cups=3)), seed) for seed in (0, 2, 3, 5)]


@pytest.mark.long("a game with a cut in every write")
def test_a_game_is_finished_through_power_cuts_at_any_instant_and_in_any_write(
    endured: list[Endured],
) -> None:
    assert [each.faults for each in endured] == [[]] * len(endured)
    assert all(each.is_over for each in endured)


@pytest.mark.long("a game with a cut in every write")
def test_the_power_really_went_in_writes_and_in_between(endured: list[Endured]) -> None:
    assert sum(each.cuts_at_instants for each in endured) >= 10
    assert sum(each.cuts_in_writes for each in endured) >= 5


@pytest.mark.long("a game with a cut in every write")
def test_at_most_the_move_is_lost_whose_own_write_was_cut(endured: list[Endured]) -> None:
    assert all(each.moves_lost <= each.cuts_in_writes for each in endured)
