"""Rules are a text: read with the reason where they can't be, and carried in the names of their games."""

import json
import re
from typing import Any, get_type_hints

import pytest
from cupsboard.rules.errors import RulesError
from cupsboard.rules.families import family_of
from cupsboard.rules.games import named, of_wish
from cupsboard.rules.sowing import text
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.rules import SowingRules
from cupsboard.rules.wish import Wish
from cupsboard.signs.sentences import words_folder
from hypothesis import given
from hypothesis import strategies as st
from rules_drawn import any_rules


@given(any_rules(), st.integers(2, 12), st.integers(1, 9))
def test_the_name_of_a_game_is_read_as_the_same_game(rules: SowingRules, cups: int, beans: int) -> None:
    game = SowingGame(rules, cups, beans)
    try:
        read = named(game.name)
    except RulesError:
        with pytest.raises(RulesError, match=rf"^({'|'.join(get_type_hints(SowingRules))}): "):
            text.from_line(text.line_of(rules))
    else:
        assert read == game
        assert family_of(game.name).title == rules.title


BY_COUNT = {"title": "X", "captured_counts": [2]}
RELAY = {"title": "X", "captured_counts": [2], "laps": "from the last cup"}
ACROSS = {"title": "X", "across": "only theirs"}


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ({}, r'title: is missing; name the game, as in title = "My game"'),
        ({**BY_COUNT, "bean": 3}, "bean: there is no such rule; the rules are title, source, cups, .*"),
        ({**BY_COUNT, "title": "two\nlines"}, r"title: 'two\\nlines' is .* words in quotes, 40 .*"),
        ({**BY_COUNT, "beans": 0}, "beans: 0 is not to be read; write a whole number from 1 to 99"),
        ({**BY_COUNT, "beans": True}, "beans: true is not to be read; write a whole number .*"),
        ({**BY_COUNT, "cups": 13}, "cups: 13 is not to be read; write a whole number from 2 to 12"),
        ({**BY_COUNT, "passes": 1}, "passes: 1 is not to be read; write true or false"),
        ({**BY_COUNT, "chain": "bak"}, 'chain: \'bak\' is not to be read; write "no" or "back" or "on"'),
        ({"title": "X", "captured_counts": 2}, r"captured_counts: 2 is .* a list of .* as in \[2, 3\]"),
        ({**BY_COUNT, "captured_counts": [0]}, r"captured_counts: \[0\] is not to be read; .*"),
        ({"title": "X"}, "title: 'X' is a game in which no bean comes into a pot; say sows_pot, .*"),
        ({**BY_COUNT, "gap": True}, "gap: true stands beside captured_counts, .*; leave one out"),
        ({**BY_COUNT, "again_from_pot": True}, "again_from_pot: true needs sows_pot = true, .*"),
        ({"title": "X", "sows_pot": True, "slam": "takes none"}, "slam: 'takes none' speaks of captures; .*"),
        ({"title": "X", "sows_pot": True, "captured_where": "own"}, "captured_where: 'own' speaks of .*"),
        ({**ACROSS, "chain": "on"}, "chain: 'on' speaks of captures by count .*"),
        ({"title": "X", "gap": True, "chain": "back"}, 'chain: \'back\' goes on .*; write chain = "on"'),
        ({**BY_COUNT, "start": [0]}, "start: .* a list of whole numbers, not all of them 0, .*"),
        ({**BY_COUNT, "tuz": 3, "laps": "from the last cup"}, "tuz: 3 is for .* one lap and one round, .*"),
        ({**BY_COUNT, "tuz": 3, "rounds": "from the left"}, "tuz: 3 is for .* one lap and one round, .*"),
        ({**BY_COUNT, "rounds": "by owner"}, 'rounds: .by owner. is not to be read; write "no" or .*'),
        ({**RELAY, "rounds": "from the left", "start": [0, 1]}, "start: .* is no pattern by which .*"),
        ({**RELAY, "rounds": "from the left", "rest": "no one"}, "rest: 'no one' leaves beans that .*"),
        ({**RELAY, "begins": "loser"}, "rounds: 'no' are what begins and fewest speak of; .*"),
        ({**RELAY, "again_after_capture": True, "rest": "last mover"}, "passes: false is needed to tell .*"),
        ({"title": "X", "sows_pot": True, "on_the_way": "owner"}, "on_the_way: 'owner' speaks of numbers .*"),
        ({**BY_COUNT, "opposite_too": True}, "opposite_too: true needs captures by .*; or leave it out"),
        ({**BY_COUNT, "few": 48}, "few: 48 takes all 48 beans at the first sowing; say less"),
        ({**BY_COUNT, "rounds": "from the left", "fewest": 7}, "fewest: 7 is more than the 6 cups .*"),
        (
            {**BY_COUNT, "rounds": "from the left", "direction": "either"},
            "direction: 'either' is not told from the other where rounds lose cups; say another",
        ),
        ({**BY_COUNT, "least": 5}, "least: 5 is more than the 4 beans of the fullest cup, .*"),
    ],
)  # fmt: skip
def test_rules_that_can_t_be_read_or_contradict_each_other_are_refused_with_what_would_do(
    table: dict[str, Any], fault: str
) -> None:
    with pytest.raises(RulesError, match=rf"^{fault}$") as refused:
        text.from_table(table)
    said = f"my.toml, line 2: {refused.value}"
    for pattern, german in json.loads(words_folder().joinpath("de.json").read_text("utf-8"))[
        "faults"
    ].items():
        said = re.sub(f"^{pattern}$", re.sub(r"\$(\d)", r"\\\1", german), said)
    assert said.startswith("my.toml, Zeile 2: ")
    words = re.sub("""'[^']*'|"[^"]*\"""", "", said)
    assert not re.search(r"\b(is|the|write|leave|say|or)\b", words)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("sowing 4", "'': no rules in braces; write them behind the game's name .* --game my.toml"),
        ("sowing 4 {title = }", "is no table of TOML"),
        (f"sowing 4 {'{a=' * 390}", "is no table of TOML"),
        ("sowing 4 {}", "title: is missing"),
        ('sowing {title = "X", sows_pot = true}', "is not a game: write 'sowing N'"),
        ('sowing 4 {title = "kalah", sows_pot = true}', "kalah ships, with other rules; take another title"),
    ],
)
def test_a_name_with_other_rules_than_can_be_is_refused(name: str, fault: str) -> None:
    with pytest.raises(RulesError, match=fault):
        named(name)


def test_a_game_of_one_s_own_is_wished_by_its_rules_on_any_board() -> None:
    game = of_wish(Wish('sowing {title = "X", beans = 3, captured_counts = [4]}'), cups=2)
    assert game.name == 'sowing 2 {title = "X", beans = 3, captured_counts = [4]}'
    assert named(game.name.replace(" {", " seeds 5 {")).name == game.name.replace(" {", " seeds 5 {")
