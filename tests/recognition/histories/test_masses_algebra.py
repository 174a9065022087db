"""The linear algebra of the masses: what is solved solves, for factors of every size."""

from random import Random

import pytest
from cupsboard.recognition.histories.masses import cholesky, inverse_diagonal, solve_lower, solve_upper
from hypothesis import given
from hypothesis import strategies as st

Factor = list[list[float]]


@st.composite
def factors(draw: st.DrawFn) -> tuple[Factor, list[float]]:
    """A lower triangle with a positive diagonal, and a vector of its size."""
    size, random = draw(st.integers(1, 6)), Random(draw(st.integers(0, 10**6)))
    root = [[random.uniform(-1, 1) for _ in range(row)] + [random.uniform(0.5, 2)] for row in range(size)]
    return root, [random.uniform(-1, 1) for _ in range(size)]


def times(root: Factor, vector: list[float]) -> list[float]:
    """L x."""
    return [sum(a * b for a, b in zip(row, vector, strict=False)) for row in root]


def transposed_times(root: Factor, vector: list[float]) -> list[float]:
    """L' x."""
    return [
        sum(root[row][column] * vector[row] for row in range(column, len(root)))
        for column in range(len(root))
    ]


@given(factors())
def test_what_is_solved_solves(given_factor: tuple[Factor, list[float]]) -> None:
    root, wanted = given_factor
    assert solve_lower(root, times(root, wanted)) == pytest.approx(wanted)
    assert solve_upper(root, transposed_times(root, wanted)) == pytest.approx(wanted)


@given(factors())
def test_a_product_has_its_factor_and_the_diagonal_of_its_inverse(
    given_factor: tuple[Factor, list[float]],
) -> None:
    root, _ = given_factor
    size = len(root)
    units = [[float(row == column) for row in range(size)] for column in range(size)]
    products = [times(root, transposed_times(root, unit)) for unit in units]
    found = cholesky([row[: number + 1] for number, row in enumerate(products)])
    assert [each for row in found for each in row] == pytest.approx([each for row in root for each in row])
    solved = [solve_upper(root, solve_lower(root, unit)) for unit in units]
    assert inverse_diagonal(root) == pytest.approx([solved[number][number] for number in range(size)])
