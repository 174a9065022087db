"""A hundred random games say what rules of one's own come to, and what would mend them."""

from dataclasses import replace

import pytest
from cupsboard.procedures.beans.forecast import Shopping, most_in_a_cup
from cupsboard.procedures.rules_trial import tried
from cupsboard.rules.places import Side
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.match import SowingMatch
from cupsboard.rules.sowing.rules import SowingRules

RULES = SowingRules(title="X", captured_counts=frozenset({2, 4}), chain="back", ends_at_repetition=True)


def test_each_game_is_counted_once() -> None:
    trial = tried(SowingGame(RULES, 3, 3), 20)
    assert len(trial.lengths) + trial.unended == 20
    assert sum(trial.won.values()) == len(trial.lengths)
    assert 0 < trial.captures < trial.turns


@pytest.mark.parametrize(
    ("rules", "cups", "beans", "said"),
    [
        (RULES, 2, 1, "; short: give each cup more beans"),
        (replace(RULES, captured_counts=frozenset({9})), 3, 2, "; hardly anything is captured"),
        (
            replace(RULES, captured_counts=frozenset({99}), ends_at_repetition=False), 4, 4,
            "none of 20 random games ended within 300 moves; ends_at_repetition = true or "
            "ends_beyond_half = true or more that is captured would end them",
        ),
        (RULES, 2, 9, "the board may ask about; fewer beans or more cups would help"),
        (RULES, 2, 9, "scales read up to 12, and "),
        (RULES, 2, 1, " beans; scales read up to 12\nfor scales"),
        (replace(RULES, laps="from the last cup"), 3, 3, "each bean counts as it lands: 80 samples a second"),
        (replace(RULES, laps="from the last cup", rounds="from the left"), 3, 3, "above is of first rounds"),
        (replace(RULES, sows_pot=True, again_from_pot=True), 3, 3, "further turns   "),
    ],
)  # fmt: skip
def test_what_players_or_scales_would_mind_is_said(
    rules: SowingRules, cups: int, beans: int, said: str
) -> None:
    assert said in "\n".join(tried(SowingMatch(rules, cups, beans), 20).said(12))


def test_the_fullest_cup_and_the_winners_are_those_of_the_games() -> None:
    trial = tried(SowingGame(replace(RULES, captured_counts=frozenset(range(1, 13))), 2, 1), 5)
    assert max(trial.fullest_cups) >= 1
    assert trial.fullest_cups.total() == trial.turns
    assert set(trial.won) <= {Side.SOUTH, Side.NORTH, None}


@pytest.mark.parametrize(
    ("parts", "most"), [(("500g", 0.55), 26), (("500g", 0.1), 0), (("100g", 5.0), 11), (("1kg", 4.0), 27)]
)
def test_a_cup_may_hold_what_a_budget_of_its_board_tells_one_by_one(
    parts: tuple[str, float], most: int
) -> None:
    assert most_in_a_cup(Shopping(*parts, spread=0.15, cups=6, sps=10)) == most
    assert ("would help" in "\n".join(tried(SowingGame(RULES, 3, 3), 20).said(most))) == (most == 0)
