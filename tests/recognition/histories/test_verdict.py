"""What a look decides: which question would tell two tables apart, and how sure the scales are of theirs."""

from types import SimpleNamespace
from typing import Any

import pytest
from cupsboard.recognition.histories import verdict
from cupsboard.recognition.histories.verdict import Belief, Question, Verdict
from cupsboard.recognition.trust import Sureness
from cupsboard.rules.places import HAND, Kind, Place

CENT, DIME = Kind("cent"), Kind("dime")
ONE, TWO, THREE = (Place(f"south-{number}") for number in (1, 2, 3))
LAWFUL, SLIPPED = SimpleNamespace(slips=()), SimpleNamespace(slips=("a slip",))


def table(**pieces: dict[Kind, int]) -> Any:
    return SimpleNamespace(pieces={Place(f"south-{name[1:]}"): inside for name, inside in pieces.items()})


def explanation(mishaps: Any, first: int, *, fits: bool = True) -> Any:
    lots = {ONE: (first,), TWO: (0,), HAND: (3,)}
    return SimpleNamespace(
        fits=fits, mishaps=mishaps, lots=lots, world=SimpleNamespace(knowledge={ONE: 1, TWO: 1})
    )


def test_the_question_is_about_the_place_where_two_tables_differ_most() -> None:
    some = table(c1={CENT: 2}, c2={DIME: 1}, c3={CENT: 1})
    others = table(c1={CENT: 1, DIME: 2}, c2={}, c3={CENT: 1})
    assert verdict._question((some, others)) == Question((ONE, TWO), ONE, (DIME, CENT))


def test_tables_that_differ_in_the_hand_alone_or_one_table_alone_leave_no_question() -> None:
    some, others = table(c1={CENT: 2}), table(c1={CENT: 2})
    others.pieces = {**others.pieces, HAND: {CENT: 1}}
    assert verdict._question((some, others)) is None
    assert verdict._question((some,)) is None


def test_legal_tables_that_agree_on_every_scale_count_together_and_mishaps_count_nothing() -> None:
    groups: list[tuple[float, list[Any]]] = [
        (0.5, [explanation(LAWFUL, 2)]),
        (0.2, [explanation(SLIPPED, 2)]),
        (0.2, [explanation(LAWFUL, 2)]),
        (0.1, [explanation(LAWFUL, 1)]),
    ]
    assert verdict._weighed_share(groups, frozenset()) == pytest.approx(0.7)
    assert verdict._weighed_share(groups, frozenset({ONE})) == pytest.approx(0.8)
    assert verdict._weighed_share([(1.0, [explanation(LAWFUL, 2, fits=False)])], frozenset()) == 0.0
    assert verdict._weighed_share([], frozenset()) == 0.0


@pytest.mark.parametrize(
    ("belief", "weighed_share", "sureness"),
    [
        (Belief.SURE, 0.9999, Sureness.SURE),
        (Belief.SURE, 0.9, Sureness.LIKELY),
        (Belief.OPEN, 0.5, Sureness.ASKS),
        (Belief.WRONG, 0.0, Sureness.SURE),
        (Belief.UNEXPLAINED, 0.0, Sureness.ASKS),
    ],
)
def test_players_are_told_in_a_word_how_sure_the_board_is_of_what_lies_on_the_scales(
    belief: Belief, weighed_share: float, sureness: Sureness
) -> None:
    seen: Verdict[None] = Verdict(belief, (), None, 0.0, weighed_share, True, False, 1, 1)
    assert seen.sureness is sureness
