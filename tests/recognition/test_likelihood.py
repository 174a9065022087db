"""The structured likelihood is the multivariate normal it claims to be, piece by piece."""

import math
from dataclasses import replace
from random import Random

import pytest
from cupsboard.numbers import PHYSICS, PRIORS
from cupsboard.recognition.evidence import Evidence, gather
from cupsboard.recognition.knowledge import Knowledge, PlaceKnowledge
from cupsboard.recognition.likelihood import OFF, Supposition, fit, standardised_residuals
from cupsboard.recognition.observations import Meanwhile
from cupsboard.recognition.population import Population
from cupsboard.rules.places import BEAN, Place, Side, cup, pot
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Settled, Weight
from hypothesis import given
from hypothesis import strategies as st

MEAN, SPREAD = 0.55, 0.08
LOG_TWO_PI = math.log(2 * math.pi)
PLACES = (cup(Side.SOUTH, 1), cup(Side.SOUTH, 2), cup(Side.SOUTH, 3), pot(Side.SOUTH), cup(Side.NORTH, 1))

Matrix = list[list[float]]


def evidence_for(
    counts: list[int], seed: int, gain_error: float = 0.003, lifted: frozenset[Place] = frozenset()
) -> Evidence:
    random = Random(seed)
    places = {}
    settled = {}
    for place, count in zip(PLACES, counts, strict=True):
        content = sum(random.gauss(MEAN, SPREAD) for _ in range(count))
        tare = 25.0 + random.gauss(0, 0.5)
        places[place] = PlaceKnowledge(
            pieces={BEAN: count} if count else {},
            gross=Weight(tare + content, 0.012**2),
            tare=Weight(tare + random.gauss(0, 0.01), 0.01**2),
            cup_grams=25.0,
            gain_error=gain_error,
        )
        settled[place] = Weight(tare + content + random.gauss(0, 0.3), 0.011**2)
    knowledge = Knowledge(places, {BEAN: Population(MEAN, 0.02**2, SPREAD**2, 10)})
    pieces = [{BEAN: count} if count else {} for count in counts]
    return gather(knowledge, Settled(0.0, settled), pieces, Meanwhile(lifted=lifted))


def by_pieces(evidence: Evidence, flow: dict[tuple[int, int, str], int]) -> tuple[list[float], Matrix]:
    """Mean and covariance of the changes, built from single pieces without any shortcut."""
    size = len(PLACES)
    population = evidence.populations[BEAN]
    mean = [0.0] * size
    covariance = [[0.0] * size for _ in range(size)]
    fresh = [0] * size
    for source in range(size):
        count = evidence.pieces[source].get(BEAN, 0)
        fates = [t for (s, t, _), k in flow.items() if s == source for _ in range(k)]
        if not fates:
            continue
        fates += [source] * (count - len(fates))
        each = evidence.weighed[source].content_grams / count
        for number, fate in enumerate(fates):
            for at, sign in ((source, -1.0), (fate, 1.0)):
                if at != OFF:
                    mean[at] += sign * each
            for other, other_fate in enumerate(fates):
                between = population.variance * ((number == other) - 1 / count)
                between += evidence.weighed[source].content_variance / count**2
                for at, sign in ((source, -1.0), (fate, 1.0)):
                    for also, also_sign in ((source, -1.0), (other_fate, 1.0)):
                        if OFF not in (at, also):
                            covariance[at][also] += sign * also_sign * between
        covariance[source][source] += evidence.weighed[source].placement_variance
        for target in range(size):
            moved = flow.get((source, target, BEAN), 0) * each
            covariance[target][target] += moved**2 * (
                evidence.weighed[source].gain_variance + evidence.weighed[target].gain_variance
            )
    for (source, target, _), count in flow.items():
        if source == OFF and target != OFF:
            fresh[target] += count
            mean[target] += count * population.mean_grams
            covariance[target][target] += count * population.variance
    for one in range(size):
        for other in range(size):
            covariance[one][other] += fresh[one] * fresh[other] * population.mean_variance
        covariance[one][one] += evidence.weighed[one].variance + (PHYSICS.hysteresis_share * mean[one]) ** 2
        covariance[one][one] += evidence.weighed[one].jump_variance if mean[one] else 0.0
    return mean, covariance


def log_mixture(residual: list[float], covariance: Matrix) -> float:
    """The log density of a normal distribution whose covariance is right up to a factor, added up plainly."""
    density = 0.0
    for share, times in zip(PRIORS.tails.shares, PRIORS.tails.variance_times, strict=True):
        wider = [[times * each for each in row] for row in covariance]
        solved, log_determinant = solve(wider, residual)
        quadratic = sum(a * b for a, b in zip(residual, solved, strict=True))
        density += share * math.exp(-0.5 * (quadratic + log_determinant + len(residual) * LOG_TWO_PI))
    return math.log(density)


def solve(matrix: Matrix, right: list[float]) -> tuple[list[float], float]:
    """Gaussian elimination with pivoting: the solution and the log of the determinant."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size, log_determinant = len(rows), 0.0
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        log_determinant += math.log(abs(rows[column][column]))
        for row in range(size):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [rows[row][size] / rows[row][row] for row in range(size)], log_determinant


FLOWS = st.sampled_from(
    [
        {},
        {(OFF, 0, BEAN): 1, (OFF, 1, BEAN): 1},
        {(OFF, 0, BEAN): 2},
        {(0, 1, BEAN): 1, (0, 2, BEAN): 1, (0, 3, BEAN): 1},
        {(0, 1, BEAN): 1, (0, OFF, BEAN): 1},
        {(4, 3, BEAN): 5, (OFF, 0, BEAN): 1},
        {(4, 3, BEAN): 2, (4, OFF, BEAN): 1},
        {(3, OFF, BEAN): 1, (0, 4, BEAN): 2, (OFF, 2, BEAN): 1},
    ]
)


@given(flow=FLOWS, seed=st.integers(0, 10_000))
def test_log_likelihood_equals_the_full_covariance_of_single_pieces(
    flow: dict[tuple[int, int, str], int], seed: int
) -> None:
    evidence = evidence_for([3, 2, 0, 4, 5], seed)
    mean, covariance = by_pieces(evidence, flow)
    residual = [each.change_grams - shift for each, shift in zip(evidence.weighed, mean, strict=True)]
    found = fit(evidence, Supposition(flow))
    assert found.log_likelihood == pytest.approx(log_mixture(residual, covariance), rel=1e-9, abs=1e-7)
    assert found.residual_grams == pytest.approx(residual, abs=1e-12)
    assert [d**2 for d in found.deviation_grams] == pytest.approx(
        [covariance[i][i] for i in range(len(PLACES))], rel=1e-9
    )


@given(flow=FLOWS, seed=st.integers(0, 10_000))
def test_standardised_residuals_are_those_of_each_place_given_all_others(
    flow: dict[tuple[int, int, str], int], seed: int
) -> None:
    evidence = evidence_for([3, 2, 0, 4, 5], seed)
    mean, covariance = by_pieces(evidence, flow)
    residual = [each.change_grams - shift for each, shift in zip(evidence.weighed, mean, strict=True)]
    solved, _ = solve(covariance, residual)
    found = standardised_residuals(evidence, Supposition(flow))
    for place in range(len(PLACES)):
        unit = [float(place == other) for other in range(len(PLACES))]
        inverse, _ = solve(covariance, unit)
        assert found[place] == pytest.approx(solved[place] / math.sqrt(inverse[place]), rel=1e-6, abs=1e-6)


@given(flow=FLOWS, seed=st.integers(0, 10_000), lifted=st.sampled_from([0, 3, 4]))
def test_a_cup_that_was_in_the_air_may_have_been_put_back_carelessly(
    flow: dict[tuple[int, int, str], int], seed: int, lifted: int
) -> None:
    evidence = evidence_for([3, 2, 0, 4, 5], seed, lifted=frozenset({PLACES[lifted]}))
    mean, covariance = by_pieces(evidence, flow)
    residual = [each.change_grams - shift for each, shift in zip(evidence.weighed, mean, strict=True)]
    careful = math.exp(log_mixture(residual, covariance))
    covariance[lifted][lifted] += 2 * (PHYSICS.careless_share * evidence.weighed[lifted].gross_grams) ** 2
    careless = math.exp(log_mixture(residual, covariance))
    share = PRIORS.mishaps.careless
    found = fit(evidence, Supposition(flow)).log_likelihood
    assert found == pytest.approx(math.log((1 - share) * careful + share * careless), rel=1e-9, abs=1e-7)


def test_the_sum_of_a_sowing_is_known_far_better_than_its_parts() -> None:
    evidence = evidence_for([3, 2, 0, 4, 5], seed=1)
    sown = {(0, 1, BEAN): 1, (0, 2, BEAN): 1, (0, 3, BEAN): 1}
    _, covariance = by_pieces(evidence, sown)
    one = math.sqrt(covariance[1][1])
    together = math.sqrt(sum(covariance[a][b] for a in (1, 2, 3) for b in (1, 2, 3)))
    assert together < 0.6 * one


def test_a_place_that_cannot_be_read_speaks_neither_for_nor_against() -> None:
    knowledge_places = {
        place: PlaceKnowledge({}, Weight(25.0, 1e-4), Weight(25.0, 1e-4), 25.0, 0.003) for place in PLACES
    }
    knowledge = Knowledge(knowledge_places, {BEAN: Population(MEAN, 4e-4, SPREAD**2, 10)})
    weights: dict[str, Weight | CellFault] = {place: Weight(25.0, 1e-4) for place in PLACES}
    weights[PLACES[1]] = CellFault.SILENT
    evidence = gather(knowledge, Settled(0.0, weights), [{} for _ in PLACES])
    nothing = fit(evidence, Supposition({}))
    unseen = fit(evidence, Supposition({(OFF, 1, BEAN): 1}))
    assert unseen.log_likelihood == pytest.approx(nothing.log_likelihood)
    assert fit(evidence, Supposition({(OFF, 0, BEAN): 1})).log_likelihood < nothing.log_likelihood - 10


def test_of_two_explanations_that_fit_badly_neither_is_much_better() -> None:
    """With normal tails alone the worse of these two would be 10^12 times less likely, or more."""
    evidence = evidence_for([3, 2, 0, 4, 5], seed=1, gain_error=0.0)

    def shifted(grams: float) -> Evidence:
        weighed = [replace(each, change_grams=0.0, variance=1e-4) for each in evidence.weighed]
        weighed[0] = replace(weighed[0], change_grams=grams)
        return replace(evidence, weighed=weighed)

    bad, worse = (fit(shifted(grams), Supposition({})).log_likelihood for grams in (0.09, 0.12))
    assert 0 < bad - worse < 4.0
    good, fair = (fit(shifted(grams), Supposition({})).log_likelihood for grams in (0.00, 0.02))
    assert good - fair == pytest.approx(2.0, abs=0.1)


@given(grams=st.floats(0.05, 400.0), times=st.floats(1.1, 10.0))
def test_a_thing_that_is_no_piece_has_no_size_of_its_own(grams: float, times: float) -> None:
    """As much heavier as it is rarer: each power of ten is as likely as the next."""
    evidence = evidence_for([0, 0, 0, 0, 0], seed=1)

    def burdened(mass: float) -> float:
        weighed = [replace(each, change_grams=0.0) for each in evidence.weighed]
        weighed[0] = replace(weighed[0], change_grams=mass)
        return fit(replace(evidence, weighed=weighed), Supposition({}, frozenset({0}))).log_likelihood

    assert burdened(grams) - burdened(times * grams) == pytest.approx(math.log(times))
