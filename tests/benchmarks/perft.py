"""Prints every perft number of Cups and how fast three programs count: `python tests/benchmarks/perft.py`.

*packed* is `tests/rules/cups/fast_cups.py`, *game* is `cupsboard.rules.cups.rules` as the board uses it (with
plans and labels for every move), *naive* is the list-based program below, written from the rules alone. All
count the same lines to the same depth in the same run, and none plays the last ply where the number of moves
will do.
Exits 1 if a number is wrong.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side

sys.path.insert(0, str(Path(__file__).parents[1] / "rules" / "cups"))

from fast_cups import perft

COUNTS = {
    2: (2, 4, 9, 21, 52, 138, 351, 892, 2184, 5228),
    3: (3, 9, 29, 94, 335, 1221, 4701, 18816, 71324, 271671),
    4: (4, 16, 67, 281, 1252, 5630, 27289, 134580, 691303),
    10: (10, 100, 1009, 10181, 103816, 1058852),
    12: (12, 144, 1739, 21001, 255476),
}
SLOW_LIMIT = 150_000
"""The two slower programs are timed at the deepest count up to this."""


def packed(cups: int, depth: int) -> int:
    return perft(Cups(cups).start(Side.SOUTH), depth)


def game(cups: int, depth: int) -> int:
    cups_game = Cups(cups)

    def count(position: Position, depth: int) -> int:
        if depth == 0:
            return 1
        match cups_game.standing(position):
            case Standing.OVER:
                return 0
            case Standing.PASS:
                return count(cups_game.pass_turn(position), depth - 1)
            case Standing.TO_MOVE:
                (side,) = cups_game.movers(position)
                plans = cups_game.plans(position, side)
                if depth == 1:
                    return len(plans)
                return sum(count(cups_game.play(position, side, plan.label), depth - 1) for plan in plans)

    return count(cups_game.start(Side.SOUTH), depth)


def naive(cups: int, depth: int) -> int:
    """Boards are lists: the mover's cups, the other's cups, the mover's stock, the other's stock."""

    def moves(own: list[int], stock: int) -> list[tuple[str, int]]:
        drops = [("drop", k) for k in range(1, min(cups, stock) + 1)]
        return drops + [("sow", c) for c in range(1, cups + 1) if own[c - 1] == cups + 1 - c]

    def count(own: list[int], other: list[int], stock: int, other_stock: int, depth: int) -> int:
        if depth == 0:
            return 1
        legal = moves(own, stock)
        if not legal:
            stuck = not moves(other, other_stock)
            return 0 if stuck else count(other, own, other_stock, stock, depth - 1)
        if depth == 1:
            return len(legal)
        total = 0
        for kind, number in legal:
            mine, theirs, left = own[:], other[:], stock
            if kind == "drop":
                if mine[number - 1] == 0:
                    theirs[cups - number] = 0
                for i in range(number):
                    mine[i] += 1
                left -= number
            else:
                mine[number - 1] = 0
                for i in range(number, cups):
                    mine[i] += 1
            total += count(theirs, mine, other_stock, left, depth - 1)
        return total

    return count([0] * cups, [0] * cups, 10 * cups, 10 * cups, depth)


def nodes_per_second(program: Callable[[int, int], int], cups: int, depth: int) -> float:
    """The best of three runs."""
    best = min(timed(program, cups, depth)[1] for _ in range(3))
    return COUNTS[cups][depth - 1] / best


def timed(program: Callable[[int, int], int], cups: int, depth: int) -> tuple[int, float]:
    began = time.perf_counter()
    counted = program(cups, depth)
    return counted, time.perf_counter() - began


def print_counts() -> bool:
    print(f"{'cups':>4} {'depth':>5} {'lines':>9} {'seconds':>8}")
    all_right = True
    for cups, counts in COUNTS.items():
        for depth, expected in enumerate(counts, start=1):
            counted, seconds = timed(packed, cups, depth)
            is_right = counted == expected
            all_right &= is_right
            print(
                f"{cups:>4} {depth:>5} {counted:>9} {seconds:>8.3f}"
                + ("" if is_right else f"  not {expected}")
            )
    return all_right


def print_speeds() -> None:
    print(f"\n{'cups':>4} {'depth':>5} {'naive':>11} {'game':>11} {'packed':>11}   (lines per second)")
    for cups, counts in COUNTS.items():
        depth = max(d for d, count in enumerate(counts, start=1) if count <= SLOW_LIMIT)
        by_naive, by_game, by_packed = (nodes_per_second(p, cups, depth) for p in (naive, game, packed))
        ratios = f"packed/naive {by_packed / by_naive:.1f}, game/naive {by_game / by_naive:.2f}"
        print(f"{cups:>4} {depth:>5} {by_naive:>11,.0f} {by_game:>11,.0f} {by_packed:>11,.0f}   {ratios}")


if __name__ == "__main__":
    is_right = print_counts()
    print_speeds()
    sys.exit(0 if is_right else 1)
