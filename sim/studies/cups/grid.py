"""The standard grid of a campaign, and a small one of a few minutes.

A random evening has about 37 moves on any board. The large rows are those that targets speak of; the
others show what beans, cells, boards and rates change.
"""

from itertools import product

from cupsim.table.beans import KINDS

from studies.cups.study import Kind, Study

DOUBLE = "two in one cup"
MILLION_MOVES, TEN_THOUSAND_MOVES = 27_500, 280
"""Evenings that come to so many moves."""
TARGET_BEANS = ("kidney sorted", "kidney")


def standard() -> tuple[Study, ...]:
    """The grid for a table of record: within two hours on two cores."""
    return (
        *_games(slow=255, fast=12, clumsy=24),
        *(Study(Kind.HONEST, MILLION_MOVES, beans, evenings_a_chunk=250) for beans in TARGET_BEANS),
        *_other_honest(TEN_THOUSAND_MOVES),
        *(Study(Kind.FAULTS, 200, beans, evenings_a_chunk=2) for beans in TARGET_BEANS),
        Study(Kind.FAULTS, 3000, "kidney sorted", variant=DOUBLE, evenings_a_chunk=20),
        Study(Kind.FAULTS, 1200, "kidney", variant=DOUBLE, evenings_a_chunk=20),
        *(Study(Kind.FAULTS, 20, beans, evenings_a_chunk=2) for beans in ("navy", "mixed", "gem")),
        Study(Kind.FAULTS, 20, cells="5kg", evenings_a_chunk=2),
        *(Study(Kind.FAULTS, 6, beans, cups=10, evenings_a_chunk=1) for beans in TARGET_BEANS),
        *(Study(Kind.LEAN, 280, beans, evenings_a_chunk=20) for beans in (*TARGET_BEANS, "gem")),
        *_trayed(420),
        *_landings(40),
        *_latency(120),
        *(Study(Kind.COMPUTE, 6, cups=cups, evenings_a_chunk=2) for cups in (4, 10)),
    )


def quick() -> tuple[Study, ...]:
    """A grid of about three minutes on two cores: enough to see that nothing is badly broken."""
    return (
        *_games(slow=4, fast=4, clumsy=2),
        *(Study(Kind.HONEST, 280, beans, evenings_a_chunk=35) for beans in TARGET_BEANS),
        *(Study(Kind.HONEST, 40, beans, evenings_a_chunk=20) for beans in ("navy", "mixed", "go stone")),
        Study(Kind.HONEST, 40, "kidney sorted", cups=10, evenings_a_chunk=10),
        Study(Kind.HONEST, 40, "kidney sorted", sps=10, evenings_a_chunk=20),
        *(Study(Kind.FAULTS, 10, beans, evenings_a_chunk=2) for beans in TARGET_BEANS),
        *(Study(Kind.FAULTS, 50, beans, variant=DOUBLE, evenings_a_chunk=10) for beans in TARGET_BEANS),
        *(Study(Kind.LEAN, 30, beans, evenings_a_chunk=10) for beans in TARGET_BEANS),
        *_trayed(30),
        *_landings(4),
        *_latency(8),
        *(Study(Kind.COMPUTE, 1, cups=cups, evenings_a_chunk=1) for cups in (4, 10)),
    )


def _games(slow: int, fast: int, clumsy: int) -> tuple[Study, ...]:
    """Whole games; the long ones, at 80 SPS, come first, so that no process is left with one at the end."""
    deft = (
        Study(Kind.GAMES, games, "kidney sorted", sps=sps, variant="0.0", evenings_a_chunk=1)
        for games, sps in ((fast, 80), (slow, 10))
    )
    others = (
        Study(Kind.GAMES, clumsy, "kidney sorted", sps=10, variant=str(clumsiness), evenings_a_chunk=1)
        for clumsiness in (0.5, 1.0)
    )
    return (*deft, *others)


def _other_honest(evenings: int) -> tuple[Study, ...]:
    conditions = (("500g", 4, 80), ("500g", 4, 10), ("500g", 10, 80), ("1kg", 4, 80), ("5kg", 4, 80))
    return tuple(
        Study(Kind.HONEST, evenings, beans, cells, cups, sps, evenings_a_chunk=40)
        for beans, (cells, cups, sps) in product(KINDS, conditions)
        if not (beans in TARGET_BEANS and (cells, cups, sps) == ("500g", 4, 80))
    )


def _trayed(evenings: int) -> tuple[Study, ...]:
    return tuple(
        Study(Kind.LEAN, evenings, beans, variant="trays", evenings_a_chunk=10) for beans in TARGET_BEANS
    )


def _landings(evenings: int) -> tuple[Study, ...]:
    return tuple(
        Study(Kind.LANDINGS, evenings, sps=sps, variant=lining, evenings_a_chunk=2)
        for sps, lining in product((80, 10), ("lined", "hard"))
    )


def _latency(evenings: int) -> tuple[Study, ...]:
    return tuple(
        Study(Kind.LATENCY, evenings, beans, sps=sps, variant=lining, evenings_a_chunk=4)
        for beans, sps, lining in product(("kidney", "gem"), (10, 80), ("lined", "hard"))
    )
