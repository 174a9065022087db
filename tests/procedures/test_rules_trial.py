"""A hundred random games say what rules of one's own come to, and what would mend them."""

import math
import re
from dataclasses import replace
from pathlib import Path

import pytest
from cupsboard.procedures.beans.asking import Played
from cupsboard.procedures.beans.forecast import Shopping, asked_about, most_in_a_cup, shopping_of
from cupsboard.procedures.rules_trial import tried
from cupsboard.rules import games
from cupsboard.rules.families import family_of
from cupsboard.rules.places import Side
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.match import SowingMatch
from cupsboard.rules.sowing.rules import SowingRules
from cupsboard.rules.wish import Wish

QUESTIONS = Path(__file__).parents[2] / "sim" / "results" / "QUESTIONS.md"
LIGHT = Shopping("500g", 0.15, 0.15, 6, 10)
"""Beans of which scales tell one more or less in a cup of 13."""
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
        (RULES, 2, 9, "scales read up to 13, and "),
        (RULES, 2, 1, " beans; scales read up to 13\nfor scales"),
        (replace(RULES, laps="from the last cup"), 3, 3, "each bean counts as it lands: 80 samples a second"),
        (replace(RULES, laps="from the last cup", rounds="from the left"), 3, 3, "above is of first rounds"),
        (replace(RULES, sows_pot=True, again_from_pot=True), 3, 3, "further turns   "),
    ],
)  # fmt: skip
def test_what_players_or_scales_would_mind_is_said(
    rules: SowingRules, cups: int, beans: int, said: str
) -> None:
    assert said in "\n".join(tried(SowingMatch(rules, cups, beans), 20).said(LIGHT))


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
    shopping = Shopping(*parts, spread=0.15, cups=6, sps=10)
    assert most_in_a_cup(shopping) == most
    assert ("would help" in "\n".join(tried(SowingGame(RULES, 3, 3), 20).said(shopping))) == (most == 0)


def test_what_turns_change_is_what_the_record_of_a_game_moves() -> None:
    trial = tried(SowingGame(RULES, 3, 3), 10)
    assert trial.changes.total() == sum(trial.fullest_cups.values())
    assert trial.played.beans == 18
    # A cup is emptied, and what it held lies elsewhere: what one loses others gain.
    assert all(sum(changed) % 2 == 0 and len(changed) >= 2 for changed in trial.changes)


@pytest.mark.parametrize("name", ["kalah", "oware", "songo", "wari"])
def test_a_game_whose_turns_change_more_cups_is_asked_about_more_often_and_as_often_as_was_counted(
    name: str,
) -> None:
    game = games.of_wish(Wish(name), cups=family_of(name).usual_cups)
    assert isinstance(game, SowingGame)
    played = tried(game, 5).played
    noisy = shopping_of("cheap", 0.55, 0.15, 6, 10)
    assert asked_about(noisy) < asked_about(noisy, played) < 3 * asked_about(noisy)
    counted = re.search(rf"^\| {name} \| \d+ \| (\d+) \| (\d+) ", QUESTIONS.read_text(), re.MULTILINE)
    assert counted is not None
    moves, asked = map(int, counted.groups())
    share = asked_about(shopping_of("usual", 0.55, 0.15, 6, 10), played)
    assert asked <= moves * share + 3 * math.sqrt(moves * share) + 1


def test_full_cups_are_asked_about_for_the_error_of_their_gain() -> None:
    quiet = Shopping("500g", 5.0, 0.03, 6, 10)
    empty, full = (Played({(beans, beans): 1}, 40, 100) for beans in (1, 60))
    assert asked_about(quiet, full) > 10 * asked_about(quiet, empty)
