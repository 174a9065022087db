"""Coins on scales: what they weigh, what the scales say of them, and what hands do with them."""

import statistics
from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from cupsboard.rules import games
from cupsboard.rules.game import Standing
from cupsboard.rules.places import HAND, Kind, Place, Side
from cupsboard.scales.readings import Weight
from hypothesis import given
from hypothesis import strategies as st
from studies.coins.hands import CHEATS, Script, Taste, lying_after, make_turn
from studies.coins.pieces import MAKES, drawn
from studies.coins.table import CUP_GRAMS, Physics, Table

GAME, WITH_CENTS = games.named("coin-duel 10 stage 3 turns 60"), games.named("coin-duel 10 stage 2")
CENT, DIME = Kind("cent"), Kind("dime")
OWN = Physics()
CUP, OTHER, STOCK = Place("south-1"), Place("south-2"), Place("south-stock")


@pytest.mark.parametrize("kind", MAKES)
def test_pieces_weigh_on_average_what_those_in_use_do_and_differ_as_much(kind: Kind) -> None:
    random = Random(1)
    grams = [drawn(kind, 1.0, 0.0, random).grams for _ in range(20_000)]
    make = MAKES[kind]
    assert statistics.fmean(grams) == pytest.approx(make.mean_grams, abs=0.04 * make.spread_grams)
    assert statistics.stdev(grams) == pytest.approx(make.spread_grams, rel=0.05)


def test_wear_is_to_the_light_side_and_a_copper_cent_is_heavier() -> None:
    random = Random(2)
    grams = sorted(drawn(CENT, 1.0, 0.0, random).grams for _ in range(20_000))
    below, above = grams[10_000] - grams[200], grams[-200] - grams[10_000]
    assert below > 1.2 * above
    assert grams[0] >= 2.495 - 4 * 0.020
    worn = [drawn(CENT, 2.0, 0.0, random).grams for _ in range(2_000)]
    assert statistics.fmean(worn) < statistics.fmean(grams) - 0.01
    assert drawn(CENT, 1.0, 1.0, random).grams > 2.9


def a_table(physics: Physics = OWN) -> Table:
    return Table(physics, (CUP, OTHER), {STOCK: {CENT: 5, DIME: 5}}, Random(3))


def test_a_scale_shows_cup_and_coins_with_its_own_errors() -> None:
    table = a_table()
    table.carry(STOCK, CUP, (CENT, DIME))
    coins = sum(piece.grams for piece in table.inside[CUP])
    looks = [table.weigh(16).weights[CUP] for _ in range(200)]
    grams = [weight.grams for weight in looks if isinstance(weight, Weight)]
    assert statistics.fmean(grams) == pytest.approx(CUP_GRAMS + coins, rel=0.08)
    # 30 mg a sample is 7.5 mg of sixteen, and the zero walks 2 mg from look to look.
    steps = [later - earlier for earlier, later in pairwise(grams)]
    assert statistics.stdev(steps) == pytest.approx(0.011, rel=0.25)


def test_a_cup_in_the_air_weighs_nothing_and_stands_elsewhere_afterwards() -> None:
    table = a_table(Physics(placement_grams=0.5))
    before = table.sample(CUP)
    table.in_the_air.add(CUP)
    assert abs(table.sample(CUP)) < 1.0
    table.in_the_air.discard(CUP)
    table.replace_cup(CUP)
    assert 0.1 < abs(table.sample(CUP) - before) < 3.0


def test_a_place_is_called_touched_as_soon_as_something_came() -> None:
    table = a_table()
    stretches = table.weigh(16).stretches
    table.carry(STOCK, OTHER, (CENT,))
    assert table.weigh(16).stretches == (stretches[0], stretches[1] + 1)


def test_the_board_is_told_what_each_piece_weighed_once() -> None:
    known = a_table().knowledge()
    assert known.pieces.keys() == {CENT, DIME}
    assert known.pieces[CENT].mean_grams == pytest.approx(2.495, rel=0.02)
    assert known.places[CUP].content_grams == 0.0


@given(st.integers(0, 2**32))
def test_turns_are_lawful_and_their_scripts_lead_to_the_table_after_them(seed: int) -> None:
    random, position = Random(seed), GAME.start(Side.SOUTH)
    for _ in range(12):
        if GAME.standing(position) is not Standing.TO_MOVE:
            return
        (side,) = GAME.movers(position)
        lying = {place: Counter(kinds) for place, kinds in GAME.pieces(position).items()}
        made = make_turn(GAME, position, side, Taste(random.choice((1, 5)), random.random()), random)
        position = GAME.play(position, side, made.label)
        assert shape(lying_after(made.steps, lying)) == shape(
            {place: Counter(kinds) for place, kinds in GAME.pieces(position).items()}
        )
        for cheat in CHEATS.values():
            script = cheat(made.steps, lying, random)
            if script is not None:
                assert_can_be_done(script, lying)


def shape(lying: dict[Place, Counter[Kind]]) -> dict[Place, Counter[Kind]]:
    return {place: +at for place, at in lying.items() if at.total()}


def assert_can_be_done(script: Script, lying: dict[Place, Counter[Kind]]) -> None:
    """Each piece is where it is taken from, and none is lost or made."""
    now = {HAND: Counter[Kind](), **{place: Counter(at) for place, at in lying.items()}}
    for step in script:
        assert now[step.source] >= Counter(step.kinds)
        now[step.source] = now[step.source] - Counter(step.kinds)
        now[step.target] = now[step.target] + Counter(step.kinds)
    assert sum(now.values(), Counter()) == sum(lying.values(), Counter())
    assert not now[HAND].total()


def made_with(name: str) -> tuple[Script, Script, dict[Place, Counter[Kind]]]:
    """The first turn with which something can go wrong in this way."""
    for seed in range(200):
        random, position = Random(seed), WITH_CENTS.start(Side.SOUTH)
        for _ in range(20):
            if WITH_CENTS.standing(position) is not Standing.TO_MOVE:
                break
            (side,) = WITH_CENTS.movers(position)
            lying = {place: Counter(kinds) for place, kinds in WITH_CENTS.pieces(position).items()}
            made = make_turn(WITH_CENTS, position, side, Taste(), random)
            script = CHEATS[name](made.steps, lying, random)
            if script is not None:
                return made.steps, script, lying
            position = WITH_CENTS.play(position, side, made.label)
    raise AssertionError(f"{name} was never possible")


@pytest.mark.parametrize("name", ["swapped with the stock", "two in one", "two for one"])
def test_what_goes_wrong_leaves_another_table(name: str) -> None:
    honest, script, lying = made_with(name)
    assert shape(lying_after(honest, lying)) != shape(lying_after(script, lying))


def test_two_cents_for_a_nickel_weigh_the_same() -> None:
    honest, script, lying = made_with("two for one")
    assert len(script) == len(honest) + 1
    grams = [
        sum(
            MAKES[kind].mean_grams * count
            for at in lying_after(each, lying).items()
            if is_weighed(at[0])
            for kind, count in at[1].items()
        )
        for each in (honest, script)
    ]
    assert grams[0] == pytest.approx(grams[1], abs=0.02)


def is_weighed(place: Place) -> bool:
    return place != HAND and not place.endswith("-stock")
