"""Messages become sentences that name places, sides and beans."""

import pytest
from cupsboard.referee.states import Goal, Refusal
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import ENGLISH, say


def test_places_sides_and_beans_are_named_in_words() -> None:
    message = Message("take-out", {"place": "north-3", "beans": 1})
    assert say(message) == "Take 1 bean out of North's cup 3."
    assert say(Message("put-in", {"place": "south-pot", "beans": 4})) == "Put 4 beans into South's pot."
    assert say(Message("your-turn", {"side": "south", "stock": 38})) == "South's turn; 38 in stock."


def test_what_is_found_wrong_names_its_places_in_words() -> None:
    message = Message("wrong", {"what": "a piece of south-pot in south-2, 2 pieces missing from north-10"})
    assert say(message) == (
        "No move leads here: a piece of South's pot in South's cup 2, 2 pieces missing from North's cup 10."
    )


@pytest.mark.parametrize("why", list(Refusal))
def test_every_refusal_is_explained(why: Refusal) -> None:
    assert f"not-now-{why.name.lower().replace('_', '-')}" in ENGLISH.sentences


@pytest.mark.parametrize("goal", list(Goal))
def test_every_wanted_table_is_explained(goal: Goal) -> None:
    assert f"restore-{goal.value.replace(' ', '-')}" in ENGLISH.sentences
