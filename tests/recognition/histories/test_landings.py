"""What comes down is steps of mass in time: they tell apart what the weight can't."""

import math
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2] / "rules" / "relay"))
sys.path.insert(0, str(Path(__file__).parent))

from cupsboard.numbers import COSTS, PRIORS
from cupsboard.recognition.accounts import MishapKind
from cupsboard.recognition.histories.landings import Steps, log_likelihood
from cupsboard.recognition.histories.reader import Reader
from cupsboard.rules.places import Kind, Place
from cupsboard.rules.turns import PUT, Act
from relay_game import BAG, RING, Relay, RelayTurn, Seat, purse
from scales_of_coins import NOISE_GRAMS, CoinTable, Sort

CENT, NICKEL = Kind("gold"), Kind("silver")
SORTS = {CENT: Sort(2.5, 0.02), NICKEL: Sort(5.0, 0.03)}
POPULATIONS = [sort.population for sort in SORTS.values()]
CUP = RING[0]


def followed(grams: list[float], noise: float = 0.01) -> Steps:
    """A place whose weight was so for ten samples each."""
    steps, random = Steps({CUP: noise}, 2.5), Random(1)
    for number, level in enumerate(level for level in grams for _ in range(10)):
        steps.step(number / 80, {CUP: level + random.gauss(0.0, noise)})
    return steps


def test_each_rise_to_a_level_is_a_landing_with_its_mass_and_time() -> None:
    landings = followed([25.0, 27.5, 32.5]).landings
    assert [round(each.grams, 1) for each in landings] == [2.5, 5.0]
    assert 10 / 80 <= landings[0].time < 20 / 80 <= landings[1].time


def test_drift_and_noise_are_no_landings() -> None:
    assert followed([25.0 + 0.01 * k for k in range(40)]).landings == []


def test_a_place_that_lost_something_says_no_more() -> None:
    assert followed([30.0, 25.0]).fallen == {CUP}


def test_a_finger_that_touches_the_rim_as_a_piece_falls_leaves_the_landings_of_the_pieces() -> None:
    steps = followed([25.0, 33.0, 27.5, 41.0, 30.0])
    assert [round(each.grams, 1) for each in steps.landings] == [2.5, 2.5]
    assert steps.fallen == set()
    assert followed([25.0, 33.0, 25.0]).landings == []


def test_a_look_at_a_finger_is_undone_when_it_goes_unless_it_was_agreed() -> None:
    for is_final in (False, True):
        steps = followed([25.0, 30.67])
        steps.begin(is_final=is_final)
        for number in range(20, 30):
            steps.step(number / 80, {CUP: 27.27})
        assert steps.is_undone is not is_final
        assert [round(each.grams, 1) for each in steps.landings] == ([] if is_final else [2.3])


def test_a_look_at_a_finger_is_undone_when_a_piece_falls_that_weighs_nearly_as_much() -> None:
    for is_final in (False, True):
        steps = followed([25.0, 30.4])
        steps.begin(is_final=is_final)
        for number, grams in enumerate([41.0, 38.0, 33.0, *[30.67] * 8], start=20):
            steps.step(number / 80, {CUP: grams})
        assert steps.is_undone is not is_final
        assert [round(each.grams, 1) for each in steps.landings] == ([] if is_final else [5.7])
        assert steps.fallen == set()


def test_a_look_at_a_light_finger_is_undone_when_it_fades_in_its_own_time_unless_it_was_agreed() -> None:
    fading = [27.62] * 40 + [27.62 - 0.01 * k for k in range(12)] + [27.5] * 40
    for is_final in (False, True):
        steps = followed([25.0, 27.62])
        steps.begin(is_final=is_final)
        for number, grams in enumerate(fading, start=20):
            steps.step(number / 80, {CUP: grams})
        assert steps.is_undone is not is_final
        assert [round(each.grams, 1) for each in steps.landings] == ([] if is_final else [2.5])
        assert steps.fallen == set()


def test_a_finger_that_comes_long_after_a_piece_fell_takes_no_look_back() -> None:
    steps = followed([25.0, 27.5])
    steps.begin(is_final=False)
    for number, grams in enumerate([*[27.5] * 40, *[27.9] * 10, *[25.0] * 10], start=20):
        steps.step(number / 80, {CUP: grams})
    assert not steps.is_undone
    assert steps.landings == []
    assert steps.fallen == {CUP}


def test_after_a_hand_that_stayed_nobody_knows_what_fell() -> None:
    assert followed([25.0, *[33.0] * 5, 27.5]).fallen == {CUP}


def test_two_cents_come_down_as_two_steps_and_a_nickel_as_one() -> None:
    two_steps, one_step = [2.5, 2.5], [5.0]
    cents, nickel = [(1, 0), (1, 0)], [(0, 1)]
    assert log_likelihood(two_steps, cents, POPULATIONS, 0.01) == 0.0
    assert log_likelihood(one_step, nickel, POPULATIONS, 0.01) == 0.0
    assert log_likelihood(two_steps, nickel, POPULATIONS, 0.01) < -6.0
    assert -6.0 < log_likelihood(one_step, cents, POPULATIONS, 0.01) < -1.0


def test_a_finger_that_pressed_like_a_cent_before_a_nickel_fell_leaves_open_which_it_was() -> None:
    pressed_and_fell, nickel = [2.5, 2.5], [(0, 1)]
    doubt = log_likelihood(pressed_and_fell, nickel, POPULATIONS, 0.01)
    too_many = math.log(PRIORS.mishaps.second / 2)
    # A player who dropped a nickel must not lose the round.
    assert math.exp(doubt - too_many) > COSTS.histories.question
    assert log_likelihood([2.5, 2.9], nickel, POPULATIONS, 0.01) < doubt - 3.0


def a_reader(random: Random) -> tuple[Reader[RelayTurn], CoinTable]:
    game = Relay(9, 9)
    bag = {CENT: 9, NICKEL: 9}
    table = CoinTable(RING, {BAG: bag, **{purse(seat): {} for seat in Seat}}, SORTS, random)
    turn = RelayTurn(Seat.RED, CUP)
    noise = dict.fromkeys(RING, NOISE_GRAMS)
    reader = Reader(game.turns, turn, game.pieces(game.start(Seat.RED)), table.knowledge(), noise)
    follow(reader, table, 0.0)
    return reader, table


def follow(reader: Reader[RelayTurn], table: CoinTable, since: float) -> None:
    """Ten samples of every place."""
    for number in range(10):
        weights = table.weigh().weights
        grams = {Place(place): weight.grams for place, weight in weights.items()}  # type: ignore[union-attr]
        reader.follow(since + number / 80, grams, grams)


def test_two_cents_for_a_nickel_pass_by_weight_and_not_by_their_landings() -> None:
    """The rules let one piece fall; two cents weigh what one nickel weighs."""
    cent = Act(PUT, BAG, CUP, 1, CENT)
    reader, table = a_reader(Random(2))
    reader.keep(reader.look(table.weigh()))
    table.do(cent)
    table.do(cent)
    follow(reader, table, 1.0)
    at_once = reader.look(table.weigh())
    assert at_once.verdict.is_sure
    assert at_once.verdict.tables[0].pieces[CUP] == {NICKEL: 1}

    reader, table = a_reader(Random(2))
    reader.keep(reader.look(table.weigh()))
    for second in (1.0, 2.0):
        table.do(cent)
        follow(reader, table, second)
    one_by_one = reader.look(table.weigh())
    assert not one_by_one.verdict.is_sure
    tables = one_by_one.verdict.tables
    assert any(slip.what is MishapKind.TOO_MANY for table in tables[:2] for slip in table.slips)
    assert any(table.pieces[CUP] == {CENT: 2} for table in tables[:2])


def test_a_step_may_be_off_by_what_the_mean_of_its_kind_may_be_off() -> None:
    vague = [replace(each, mean_variance=1.0) for each in POPULATIONS]
    arrived = [(1, 0)]
    assert log_likelihood([4.5], arrived, vague, 0.01) == log_likelihood([2.5], arrived, vague, 0.01)
    assert log_likelihood([4.5], arrived, POPULATIONS, 0.01) < log_likelihood(
        [2.5], arrived, POPULATIONS, 0.01
    )
