"""What a board says of telling kinds apart holds in worlds that its formula knows nothing of."""

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from statistics import fmean, stdev

import pytest
from cupsboard.numbers import COSTS
from cupsboard.recognition.kinds_apart import Mistaken, kinds_complaints, left_out, mistaken, one_in
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.storage import piece_sets
from hypothesis import given
from hypothesis import strategies as st

CENT, NICKEL, DIME, QUARTER = map(Kind, ("cent", "nickel", "dime", "quarter"))
LIMIT = COSTS.suitability.most_mistaken_share
BEANS = PieceCalibration(0.55, 0.01, 0.08, 40)
HERE, THERE = Place("south-1"), Place("north-3")


def a_board(noise_grams: float, there_grams: float | None = None) -> Calibration:
    place = PlaceCalibration(0.0, 1000.0, 0.003, 25.0, 0.02, noise_grams)
    there = replace(place, noise_grams=noise_grams if there_grams is None else there_grams)
    return Calibration("2026-11-21", 10.0, BEANS, {HERE: place, THERE: there})


def coins(*kinds: Kind, sample: int = 1000) -> dict[Kind, PieceCalibration]:
    """United States coins of which many were weighed."""
    known = piece_sets.load("us-coins").kinds
    return {
        kind: PieceCalibration(known[kind].mean_grams, 0.001, known[kind].spread_grams, sample)
        for kind in kinds or known
    }


def share_of(found: tuple[Mistaken, ...], kind: Kind, other: Kind) -> float:
    return next(each.share for each in found if (each.kind, each.other) == (kind, other))


Law = Callable[[random.Random], float]


def student(rng: random.Random, freedom: int) -> float:
    """A number with Student's distribution, made of normal ones, with deviation 1."""
    squares = math.fsum(rng.gauss(0, 1) ** 2 for _ in range(freedom))
    return rng.gauss(0, 1) / math.sqrt(squares / freedom) / math.sqrt(freedom / (freedom - 2))


WORLDS: Mapping[str, tuple[Law, Law]] = {
    "normal": (lambda rng: rng.gauss(0, 1), lambda rng: rng.gauss(0, 1)),
    "odd coins": (lambda rng: student(rng, 4), lambda rng: rng.gauss(0, 1)),
    "odd coins and a scale with jolts": (lambda rng: student(rng, 4), lambda rng: student(rng, 3)),
    "worn coins": (lambda rng: 1.0 - rng.expovariate(1.0), lambda rng: rng.gauss(0, 1)),
    "coins of two mints": (
        lambda rng: rng.choice((-0.9, 0.9)) + rng.gauss(0, 0.44),
        lambda rng: rng.gauss(0, 1),
    ),
}
"""How a coin differs from the mean of its kind, and a conversion from the weight; each with deviation 1."""


@dataclass
class World:
    """Boards, coins and drops, conversion by conversion; nothing of the formula that is judged is in it."""

    rng: random.Random
    coin: Law
    noise: Law
    noise_grams: float

    def weighed(self, grams: float, gain: float, conversions: int = 4) -> float:
        """What a change by a coin comes to, with the cup weighed twice as often before as after."""
        before, after = (
            fmean(self.noise_grams * self.noise(self.rng) for _ in range(number))
            for number in (2 * conversions, conversions)
        )
        drift, late = self.rng.gauss(0, 0.003), self.rng.uniform(-1.7e-3, 1.7e-3)
        return grams * gain * (1 + late) + drift + after - before

    def mistaken(self, kinds: tuple[Kind, Kind], boards: int, drops: int, sample: int) -> tuple[float, float]:
        """The share of a first kind taken for the second, and what the boards had said on average."""
        known = piece_sets.load("us-coins").kinds
        wrong, said = 0, 0.0
        for _ in range(boards):
            roll = {
                kind: [
                    known[kind].mean_grams + known[kind].spread_grams * self.coin(self.rng) for _ in range(60)
                ]
                for kind in kinds
            }
            learnt = {kind: self.learnt(roll[kind][:sample]) for kind in kinds}
            board = a_board(self.noise_grams)
            said += share_of(mistaken(board, learnt), *kinds)
            for _ in range(drops):
                gain = self.rng.gauss(1, 0.003)
                shown = self.weighed(self.rng.choice(roll[kinds[0]]), gain)
                wrong += self.likelier(shown, learnt, board) != kinds[0]
        return wrong / (boards * drops), said / boards

    def learnt(self, roll: list[float]) -> PieceCalibration:
        """What weighing these coins one by one comes to, each in whichever cup."""
        shown = [self.weighed(grams, self.rng.gauss(1, 0.003), 16) for grams in roll]
        noise = self.noise_grams**2 * 1.5 / 16
        spread = math.sqrt(max(stdev(shown) ** 2 - noise, 0.0))
        return PieceCalibration(fmean(shown), stdev(shown) / math.sqrt(len(roll)), spread, len(roll))

    def likelier(self, shown: float, learnt: Mapping[Kind, PieceCalibration], board: Calibration) -> Kind:
        """The kind that a reader of weights would take it for."""
        change = board.places[HERE].noise_grams ** 2 * 1.5 / 4

        def cost(kind: Kind) -> float:
            variance = learnt[kind].spread_grams ** 2 + change + (0.003 * shown) ** 2
            return (shown - learnt[kind].mean_grams) ** 2 / variance + math.log(variance)

        return min(learnt, key=cost)


@pytest.mark.long("all worlds", every=5)
@pytest.mark.parametrize("noise_grams", [0.03, 0.06, 0.12])
@pytest.mark.parametrize("kinds", [(CENT, DIME), (DIME, CENT), (QUARTER, NICKEL)], ids=" for ".join)
@pytest.mark.parametrize("name", WORLDS)
def test_no_more_are_mistaken_than_was_said_whatever_the_world(
    name: str, kinds: tuple[Kind, Kind], noise_grams: float
) -> None:
    world = World(random.Random(f"{name}{kinds}{noise_grams}"), *WORLDS[name], noise_grams)
    wrong, said = world.mistaken(kinds, boards=12, drops=250, sample=16)
    chance = 3 * math.sqrt(said * (1 - said) / (12 * 250))
    assert wrong <= said + chance


def test_more_noise_never_tells_kinds_better() -> None:
    shares = [
        share_of(mistaken(a_board(noise), coins()), DIME, CENT) for noise in (0.002, 0.01, 0.03, 0.1, 1.0)
    ]
    assert shares == sorted(shares)
    assert shares[0] < LIMIT / 2
    assert shares[-1] > 0.5


@given(
    st.lists(
        st.builds(
            PieceCalibration,
            st.floats(0.05, 20.0),
            st.floats(0.0, 0.05),
            st.floats(0.0, 0.05),
            st.integers(1, 100),
        ),
        min_size=2,
        max_size=5,
    ),
    st.floats(1e-4, 1.0),
)
def test_what_is_left_can_be_told_and_every_share_is_one(
    pieces: list[PieceCalibration], noise_grams: float
) -> None:
    known = {Kind("k" * (number + 1)): each for number, each in enumerate(pieces)}
    board = a_board(noise_grams)
    found = mistaken(board, known)
    assert len(found) == len(known) * (len(known) - 1)
    assert all(0.0 <= each.share <= 1.0 for each in found)
    out = left_out(found)
    rest = {kind: each for kind, each in known.items() if kind not in out}
    assert rest
    assert all(each.share <= LIMIT for each in mistaken(board, rest))
    assert bool(kinds_complaints(board, known)) == bool(out)
    for again in out:
        with_one_more = rest | {again: known[again]}
        assert any(each.share > LIMIT for each in mistaken(board, with_one_more))


def test_a_set_that_can_be_told_is_not_complained_of() -> None:
    assert kinds_complaints(a_board(0.0165), coins(sample=24)) == ()
    assert kinds_complaints(a_board(0.0165), {CENT: coins()[CENT]}) == ()
    assert kinds_complaints(a_board(0.0165), {}) == ()


def test_a_set_that_cannot_be_told_is_refused_with_place_figures_and_what_would_help() -> None:
    (complaint,) = kinds_complaints(a_board(0.016, there_grams=0.074), coins())
    assert complaint.what.startswith("dime and cent: up to 1 in ")
    assert complaint.what.endswith(
        " is taken for the other at north-3 (a change there is off by 45 mg), and at most 1 in 50 may be"
    )
    assert complaint.help.startswith(
        "leave out the cent, or use smaller load cells, whose changes are off by "
    )
    limit_grams = float(complaint.help.rpartition(" mg")[0].rpartition(" ")[2]) / 1000
    # The noise of a conversion at which a settled change is off by so much.
    at_limit = math.sqrt((limit_grams**2 - 0.004**2) * 4 / 1.5)
    assert kinds_complaints(a_board(0.95 * at_limit), coins()) == ()
    assert kinds_complaints(a_board(1.05 * at_limit), coins()) != ()


@pytest.mark.parametrize(
    ("sample", "said"),
    [(1, "weigh your own instead of taking a set's figures"), (10, "weigh 24 of each instead of 10")],
)
def test_pieces_that_are_little_known_are_to_be_weighed(sample: int, said: str) -> None:
    (complaint, *_) = kinds_complaints(a_board(0.074), coins(sample=sample))
    assert f", or {said}" in complaint.help


def test_kinds_of_one_weight_are_told_by_no_scale() -> None:
    same = {kind: PieceCalibration(2.5, 0.01, 0.02, 24) for kind in (CENT, DIME)}
    (complaint,) = kinds_complaints(a_board(0.001), same)
    assert "up to 1 in 1 is taken for the other" in complaint.what
    assert complaint.help.endswith("sort out the odd ones: as they are known, no scale could tell them")


def test_a_share_is_said_as_one_in_so_many() -> None:
    assert [one_in(share) for share in (1.0, 0.02, 1 / 1234, 0.0)] == [
        *("1 in 1", "1 in 50", "1 in 1,234"),
        "fewer than 1 in a billion",
    ]
