"""A wanted table is agreed once it lies there, in whatever order and by whatever handfuls it is laid."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest
from cupsboard.recognition.evidence import Evidence, gather
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.recognition.legal_tables import laid_tables
from cupsboard.recognition.outcome import Complete, Recognition, Unchanged
from cupsboard.recognition.tracker import Tracker
from cupsboard.referee.inputs import Exactly, plans_from
from cupsboard.rules import games
from cupsboard.rules.game import Transfer, of_beans
from cupsboard.rules.places import BEAN, OFF_BOARD, Place, Side, cup, is_cup, pot
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.settled_table import SettledTable
from hypothesis import given
from hypothesis import strategies as st

GAME = games.of_board(2)
S1, S2, N1, SOUTH_POT, NORTH_POT = (
    *(cup(Side.SOUTH, 1), cup(Side.SOUTH, 2), cup(Side.NORTH, 1)),
    *(pot(Side.SOUTH), pot(Side.NORTH)),
)
EMPTY = dict.fromkeys(GAME.places, 0)
WANTED = {**EMPTY, S1: 4, S2: 1, N1: 2, SOUTH_POT: 24, NORTH_POT: 12}


class Laying:
    """An empty board in a game that is taken up again: the pieces of `WANTED` are asked for."""

    def __init__(self, seed: int, wanted: dict[Place, int] = WANTED) -> None:
        self.wanted = wanted
        self.table = SettledTable(GAME.places, bean_kind("kidney"), cell_model("500g"), Random(seed))
        knowledge = from_calibration(self.table.calibration, of_beans(EMPTY))
        self.tracker = Tracker(self.table.calibration, knowledge)
        self.tracker.begin_unwatched(knowledge)

    def lay(self, place: Place, count: int = 1) -> Recognition:
        self.table.carry_out([Transfer(OFF_BOARD, place, count)])
        plans = plans_from(EMPTY, Exactly(self.wanted, "resume"))
        # Hands go on at once, so no look but the last is kept.
        return self.tracker.look(plans, self.table.weigh())

    def evidence(self) -> Evidence:
        known = self.tracker.knowledge
        return gather(known, self.table.weigh(), [each.pieces for each in known.places.values()])


@pytest.mark.parametrize("places", [(NORTH_POT, SOUTH_POT), (SOUTH_POT, NORTH_POT)])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_laid_piece_by_piece_in_any_order_is_agreed_when_the_last_one_lies(
    seed: int, places: Sequence[Place]
) -> None:
    laying = Laying(seed, {**EMPTY, **{place: WANTED[place] for place in places}})
    seen = None
    for place in places:
        for _ in range(WANTED[place]):
            assert not isinstance(seen and seen.outcome, Complete)
            seen = laying.lay(place)
    assert seen is not None
    assert isinstance(seen.outcome, Complete)


@pytest.mark.parametrize("seed", range(6))
def test_what_was_laid_by_handfuls_and_one_piece_short_is_not_agreed_unasked(seed: int) -> None:
    laying, rng = Laying(seed), Random(seed)
    for place in rng.sample([place for place in GAME.places if WANTED[place]], 5):
        rest = WANTED[place] - (place == SOUTH_POT)
        while rest:
            seen = laying.lay(place, count := min(rest, rng.randint(1, 6)))
            assert not isinstance(seen.outcome, Complete | Unchanged)
            rest -= count


@pytest.mark.parametrize("seed", range(6))
def test_four_pieces_in_each_of_twelve_cups_begin_a_game_unasked_once_hands_rest(seed: int) -> None:
    kalah = games.named("kalah 6")
    wanted = {place: 4 if is_cup(place) else 0 for place in kalah.places}
    table = SettledTable(kalah.places, bean_kind("kidney"), cell_model("500g"), Random(seed))
    tracker = Tracker(
        table.calibration, from_calibration(table.calibration, of_beans(dict.fromkeys(wanted, 0)))
    )
    plans = plans_from(dict.fromkeys(wanted, 0), Exactly(wanted, "set up"))
    table.carry_out([Transfer(OFF_BOARD, place, count) for place, count in wanted.items() if count])
    tracker.look(plans, table.weigh())
    seen = tracker.look(plans, replace(table.weigh(), lain_seconds=3.0))
    assert isinstance(seen.outcome, Complete)


@given(st.data())
def test_every_proposal_lies_between_the_agreed_and_the_wanted_table(data: st.DataObject) -> None:
    laying = Laying(1)
    laid = {place: data.draw(st.integers(0, WANTED[place] + 2)) for place in GAME.places}
    laying.table.carry_out([Transfer(OFF_BOARD, place, count) for place, count in laid.items() if count])
    wanted = tuple(WANTED.values())
    proposed = laid_tables(laying.evidence(), wanted)
    assert proposed >= {tuple(EMPTY.values()), wanted}
    assert all(0 <= count <= most for each in proposed for count, most in zip(each, wanted, strict=True))


def test_what_lies_there_is_among_few_proposals() -> None:
    laying = Laying(3)
    laid = (3, 1, 17, 2, 0, 9)
    laying.table.carry_out(
        Transfer(OFF_BOARD, place, count) for place, count in zip(GAME.places, laid, strict=True) if count
    )
    proposed = laid_tables(laying.evidence(), tuple(WANTED[place] for place in GAME.places))
    assert laid in proposed
    assert len(proposed) < 300


@pytest.mark.parametrize("seed", [1, 5])
def test_what_lies_there_whole_may_be_the_wanted_table_though_all_pieces_are_light(seed: int) -> None:
    wanted = {**WANTED, S1: 9, S2: 7, N1: 13, SOUTH_POT: 5, NORTH_POT: 3}
    laying = Laying(seed, wanted)
    told = laying.tracker.knowledge.pieces[BEAN]
    heavier = replace(told, mean_grams=1.15 * told.mean_grams)
    laying.tracker.begin_unwatched(replace(laying.tracker.knowledge, pieces={BEAN: heavier}))
    for place in (S1, S2, SOUTH_POT, N1, NORTH_POT):
        seen = laying.lay(place, wanted[place])
    assert all(count in seen.numbers[place] for place, count in wanted.items())


def test_while_light_beans_are_laid_one_by_one_no_look_rules_out_what_lies_there() -> None:
    """A board that takes nine light beans for eight would wait for one that is not in the box."""
    game = games.of_board(4)
    empty, wanted = ({place: most * is_cup(place) for place in game.places} for most in (0, 9))
    table = SettledTable(game.places, bean_kind("kidney"), cell_model("500g"), Random(1))
    knowledge = from_calibration(table.calibration, of_beans(empty))
    told = knowledge.pieces[BEAN]
    tracker = Tracker(
        table.calibration, replace(knowledge, pieces={BEAN: replace(told, mean_grams=1.1 * told.mean_grams)})
    )
    for place in game.places:
        for _ in range(wanted[place]):
            table.carry_out([Transfer(OFF_BOARD, place)])
            seen = tracker.look(plans_from(empty, Exactly(wanted, "set up")), table.weigh())
            lying = table.contents()
            assert all(lying[each] in numbers for each, numbers in seen.numbers.items())
