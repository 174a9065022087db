"""What a decision costs beside a naive evaluation: `python tests/benchmarks/recognition.py [seed] [games]`.

*board* is `cupsboard.recognition.recognise.recognise` as a whole. *naive* only weighs the explanations that
the board's search has fitted, each by a full covariance matrix and its Cholesky factor. Both do so for the
same tables in the same run, in processor time, and their log likelihoods must agree. Exits 1 if they don't,
or if a decision takes longer than 10 ms (N = 4) or 50 ms (N = 10) on average.
"""

import math
import sys
import time
from collections.abc import Sequence
from random import Random
from statistics import fmean

from cupsboard.numbers import PHYSICS, PRIORS
from cupsboard.recognition.evidence import Evidence, gather
from cupsboard.recognition.foreign_things import log_density
from cupsboard.recognition.legal_tables import stages
from cupsboard.recognition.likelihood import OFF, Supposition
from cupsboard.recognition.recognise import recognise
from cupsboard.recognition.search import Explanation, Search
from cupsboard.recognition.work import Work
from cupsboard.rules.places import BEAN
from cupsboard.scales.readings import Settled
from studies.cups.study import Kind, Study
from studies.cups.table_faults import DECIDABLE, Scene
from studies.cups.turns import Turn, turns

LIMIT_MILLISECONDS = {4: 10.0, 10: 50.0}
AGREEMENT = 1e-6
"""How far, relatively, two ways of the same sum may differ."""

Matrix = list[list[float]]


def naive_log_likelihood(evidence: Evidence, supposed: Supposition) -> float:
    """The density of a scale mixture of multivariate normals, with the whole covariance matrix written out.

    What lies where something else does has a density of its own.
    """
    mean, covariance = moments(evidence, supposed)
    readable = [index for index, each in enumerate(evidence.weighed) if each.is_trusted]
    kept = [index for index in readable if index not in supposed.burdened]
    residual = [evidence.weighed[index].change_grams - mean[index] for index in kept]
    factor = cholesky([[covariance[row][column] for column in kept] for row in kept])
    solved = forward(factor, residual)
    log_determinant = 2.0 * sum(math.log(factor[index][index]) for index in range(len(kept)))
    quadratic = sum(value * value for value in solved)
    things = sum(
        log_density(evidence.weighed[index].change_grams - mean[index], math.sqrt(covariance[index][index]))
        for index in readable
        if index in supposed.burdened
    )
    exponents = [
        math.log(share) - 0.5 * (quadratic / times + len(kept) * math.log(times))
        for share, times in zip(PRIORS.tails.shares, PRIORS.tails.variance_times, strict=True)
    ]
    most = max(exponents)
    mixture = most + math.log(sum(math.exp(each - most) for each in exponents))
    return mixture - 0.5 * (log_determinant + len(kept) * math.log(2.0 * math.pi)) + things


def moments(evidence: Evidence, supposed: Supposition) -> tuple[list[float], Matrix]:
    """Mean and covariance of the changes: the shares of every source, and what was drawn from the bag."""
    size = len(evidence.places)
    mean = [0.0] * size
    covariance = [[0.0] * size for _ in range(size)]
    bean = evidence.populations[BEAN]
    fresh = [supposed.flow.get((OFF, target, BEAN), 0) for target in range(size)]
    for source in range(size):
        fates = {target: count for (start, target, _), count in supposed.flow.items() if start == source}
        if fates:
            add_shares(evidence, source, fates, mean, covariance)
    for one in range(size):
        mean[one] += fresh[one] * bean.mean_grams
        covariance[one][one] += fresh[one] * bean.variance + evidence.weighed[one].variance
        for other in range(size):
            covariance[one][other] += fresh[one] * fresh[other] * bean.mean_variance
    for place in range(size):
        covariance[place][place] += (PHYSICS.hysteresis_share * mean[place]) ** 2
        covariance[place][place] += evidence.weighed[place].jump_variance if mean[place] else 0.0
    return mean, covariance


def add_shares(
    evidence: Evidence, source: int, fates: dict[int, int], mean: list[float], covariance: Matrix
) -> None:
    """What left one place for others: each share's variance, less what their known sum says of them."""
    size, pieces = len(mean), evidence.pieces[source][BEAN]
    each = evidence.populations[BEAN].variance
    grams = evidence.weighed[source].content_grams / pieces
    stays = pieces - sum(fates.values())
    shares = {**fates, source: stays}
    effects = {target: [0.0] * size for target in shares}
    for target in fates:
        effects[target][source] -= 1.0
        if target != OFF:
            effects[target][target] += 1.0
            mean[target] += fates[target] * grams
            gain = evidence.weighed[source].gain_variance + evidence.weighed[target].gain_variance
            covariance[target][target] += (fates[target] * grams) ** 2 * gain
        mean[source] -= fates[target] * grams
    for one, count in shares.items():
        for other, other_count in shares.items():
            between = each * (count * (one == other) - count * other_count / pieces)
            between += evidence.weighed[source].content_variance * count * other_count / pieces**2
            for row, effect in enumerate(effects[one]):
                if effect:
                    for column, other_effect in enumerate(effects[other]):
                        covariance[row][column] += effect * other_effect * between
    covariance[source][source] += evidence.weighed[source].placement_variance


def cholesky(matrix: Matrix) -> Matrix:
    size = len(matrix)
    factor = [[0.0] * size for _ in range(size)]
    for row in range(size):
        for column in range(row + 1):
            known = sum(factor[row][k] * factor[column][k] for k in range(column))
            if row == column:
                factor[row][row] = math.sqrt(matrix[row][row] - known)
            else:
                factor[row][column] = (matrix[row][column] - known) / factor[column][column]
    return factor


def forward(factor: Matrix, right: Sequence[float]) -> list[float]:
    solved: list[float] = []
    for row, value in enumerate(right):
        known = sum(factor[row][k] * solved[k] for k in range(row))
        solved.append((value - known) / factor[row][row])
    return solved


class Comparison:
    """Times both on the same tables."""

    def __init__(self) -> None:
        self.board_milliseconds: list[float] = []
        self.naive_milliseconds: list[float] = []
        self.fitted: list[int] = []
        self.furthest_apart = 0.0

    def add(self, turn: Turn, settled: Settled) -> None:
        began = time.process_time()
        recognise(turn.knowledge, turn.expected, settled)
        self.board_milliseconds.append(1000.0 * (time.process_time() - began))
        evidence, explanations = fitted_by_the_board(turn, settled)
        began = time.process_time()
        naive = [naive_log_likelihood(evidence, each.hypothesis.supposed) for each in explanations]
        self.naive_milliseconds.append(1000.0 * (time.process_time() - began))
        self.fitted.append(len(explanations))
        for value, each in zip(naive, explanations, strict=True):
            apart = abs(value - each.fit.log_likelihood) / max(1.0, abs(value))
            self.furthest_apart = max(self.furthest_apart, apart)


def fitted_by_the_board(turn: Turn, settled: Settled) -> tuple[Evidence, list[Explanation]]:
    """What the search weighs for this table, but for exchanged cups, which the naive program doesn't know."""
    pieces = [{BEAN: count} if count else {} for count in turn.knowledge.contents.values()]
    evidence = gather(turn.knowledge, settled, pieces)
    work = Work()
    search = Search(evidence, work)
    search.suppose(stages(evidence, turn.moves, work))
    return evidence, [each for each in search.explain() if each.hypothesis.supposed.exchanged is None]


def compare(cups: int, first_seed: int, games: int) -> dict[str, Comparison]:
    honest, faulty = Comparison(), Comparison()
    periods: dict[str, Comparison] = {"honest": honest, "faulty": faulty}
    for seed in range(first_seed, first_seed + games):
        random = Random(seed)
        for turn in turns(Study(Kind.COMPUTE, 1, cups=cups), seed, random):
            honest.add(turn, turn.settled)
            early_or_late = "honest, first half" if turn.number <= 19 else "honest, second half"
            periods.setdefault(early_or_late, Comparison()).add(turn, turn.settled)
            scene = Scene(turn.before.copy(), turn.plan, turn.side, random)
            if random.choice(list(DECIDABLE.values()))(scene):
                faulty.add(turn, scene.table.weigh())
    return periods


def main() -> int:
    first_seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    print(f"{'board':>6} {'tables':<20} {'decisions':>9} {'board ms':>9} {'naive ms':>9} {'naive/board':>11}")
    is_right = True
    for cups, limit in LIMIT_MILLISECONDS.items():
        for name, comparison in compare(cups, first_seed, games).items():
            board, naive = fmean(comparison.board_milliseconds), fmean(comparison.naive_milliseconds)
            print(
                f"N = {cups:>2} {name:<20} {len(comparison.fitted):>9} {board:>9.2f} {naive:>9.2f} "
                f"{naive / board:>11.1f}   {fmean(comparison.fitted):.0f} explanations weighed, "
                f"log likelihoods within {comparison.furthest_apart:.0e}"
            )
            is_right &= board < limit and comparison.furthest_apart < AGREEMENT
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
