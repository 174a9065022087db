"""The page's languages: none lacks a word, and each knows what the board can say."""

import json
import re
from importlib.resources import files
from typing import Any

import pytest
from cupsboard.referee.events import Event
from cupsboard.scales.readings import CellFault
from cupsboard.signs.light_patterns import GRAMMAR
from cupsboard.signs.sentences import ENGLISH
from cupsim.page.evening import PERSON
from cupsim.page.requests import Mischief
from cupsim.people.move_choice import POLICIES
from cupsim.table.beans import KINDS

PAGE = files("cupsboard").joinpath("web", "static", "words")
HANDS = files("cupsim").joinpath("page", "static", "words")
TOLD_IN_ENGLISH_BY_THE_BOARD = ("sentences", "events", "faults")


def flat(table: dict[str, Any], above: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in table.items():
        found |= flat(value, f"{above}{key}.") if isinstance(value, dict) else {above + key: value}
    return found


def words(folder: Any, language: str) -> dict[str, str]:
    return flat(json.loads(folder.joinpath(f"{language}.json").read_text(encoding="utf-8")))


def names_in(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("folder", [PAGE, HANDS], ids=["page", "hands"])
@pytest.mark.parametrize("language", sorted(each.name[:-5] for each in PAGE.iterdir()))
def test_every_language_has_every_word_with_the_same_values_in_it(folder: Any, language: str) -> None:
    english, other = words(folder, "en"), words(folder, language)
    assert english.keys() <= other.keys()
    extra = {key.partition(".")[0] for key in other.keys() - english.keys()}
    assert extra <= {*TOLD_IN_ENGLISH_BY_THE_BOARD, "seats"}
    assert {key for key, text in english.items() if names_in(text) != names_in(other[key])} == set()


def test_german_knows_everything_the_board_says() -> None:
    german = words(PAGE, "de")
    for key, sentence in ENGLISH.sentences.items():
        assert f"sentences.{key}" in german
        assert names_in(german[f"sentences.{key}"]) <= names_in(sentence)
        assert names_in(sentence) - names_in(german[f"sentences.{key}"]) <= {"what"}
    for event in Event.__args__:
        assert event.__name__ == "TableAgreed" or f"events.{event.__name__}" in german
    assert {f"faults.{fault.name}" for fault in CellFault} <= german.keys()


def test_the_page_has_words_and_a_mark_for_every_meaning() -> None:
    english = words(PAGE, "en")
    marks = PAGE.joinpath("..", "signs.js").read_text(encoding="utf-8")
    for meaning in GRAMMAR:
        assert f"signs.{meaning.name}" in english
        assert f"{meaning.name}:" in marks


def test_the_page_has_words_for_what_can_be_chosen() -> None:
    english = words(HANDS, "en")
    assert {f"kinds.{kind}" for kind in KINDS} <= english.keys()
    assert {f"seats.{who}" for who in (PERSON, *POLICIES)} <= english.keys()
    mischiefs = {order.__name__.lower() for order in Mischief.__args__}
    assert {f"trouble.{name}" for name in mischiefs} <= english.keys()
