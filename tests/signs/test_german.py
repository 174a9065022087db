"""German is German: no sentence of the board, the page or a calibration's sheet is left in English."""

import json
import re
from typing import Any

import pytest
from cupsboard.core.heart import Decided
from cupsboard.loop import Moment
from cupsboard.referee.events import GameStarted, NotNow
from cupsboard.referee.states import Refusal
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.history import History
from cupsboard.rules.places import Place, Side
from cupsboard.session.puzzle_teller import MoveTeller
from cupsboard.signs.scene import Message, Scene
from cupsboard.signs.sentences import ENGLISH, languages, place_name, read_language, say, words_folder
from cupsboard.station.terminal.language import language_of
from german_words import english_in

GERMAN = read_language("de")

WORDS = words_folder().joinpath("de.json")


def texts(table: dict[str, Any]) -> list[str]:
    """Every text of tables in tables."""
    return [
        text for value in table.values() for text in (texts(value) if isinstance(value, dict) else [value])
    ]


def test_no_word_of_the_german_page_and_of_the_board_is_english() -> None:
    words = texts(json.loads(WORDS.read_text(encoding="utf-8")))
    assert len(words) > 1000
    assert {text: found for text in words if (found := english_in(text))} == {}


def test_an_english_sentence_among_them_would_be_found() -> None:
    left = [key for key, text in ENGLISH.sentences.items() if len(text.split()) > 6 and not english_in(text)]
    assert len(left) < 0.1 * len(ENGLISH.sentences)


def test_german_has_a_sentence_of_its_own_for_every_key() -> None:
    of_letters = {
        key
        for key, text in ENGLISH.sentences.items()
        if re.search(r"[a-z]{3}", re.sub(r"\{\w+\}", "", text)) and not key.startswith("games.")
    }
    same = {key for key in of_letters if GERMAN.sentences[key] == ENGLISH.sentences[key]}
    assert same == set()


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("drop 3", "3 gelegt"),
        ("pass", "gepasst"),
        ("table south-3 -1, north-pot +2", "Tisch berichtigt: Becher 3 von Süd -1, Topf von Nord +2"),
        ("reserve 3", "3 aus dem Vorrat"),
        (
            "reserve dime cent; back cent nickel nickel",
            "aus dem Vorrat: Dime, Cent; zurück: Cent, 2 × Nickel",
        ),
        ("board 5", "Becher 5 gesät"),
        ("board 5 on cent", "Becher 5 weiter: Cent"),
        ("call begin", "beginnt die Runde"),
        ("something else", "something else"),
    ],
)
def test_moves_are_said_as_on_the_page(move: str, said: str) -> None:
    assert say(Message("tables.done", {"move": move}), GERMAN) == said


def test_places_beans_kinds_and_advice_have_german_names() -> None:
    assert place_name(Place("north-stock"), GERMAN) == "Vorrat von Nord"
    assert say(Message("laps.pieces", {"count": 2, "kind": "red-circle"}), GERMAN) == "2 × Kreis in Rot"
    assert "1 Bohne" in say(Message("take-out", {"place": "north-3", "beans": 1}), GERMAN)
    assert "Becher 2 säen" in say(Message("hints.play", {"side": "south", "advised": "sow 2"}), GERMAN)


def test_a_game_is_told_in_german() -> None:
    history = History(Cups(2), Side.SOUTH)
    scene, said = Scene((), None, Message("paused")), list[str]()
    tell = MoveTeller(said.append, history, GERMAN)
    for event in (GameStarted(Side.SOUTH), NotNow(Side.NORTH, Refusal.NOT_YOUR_TURN)):
        tell(Moment(0.0, None, (), Decided((event,), scene, None)))
    assert said
    assert {line for line in said if english_in(line)} == set()


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "de"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_a_terminal_speaks_the_language_of_its_environment(environment: dict[str, str], code: str) -> None:
    assert language_of(environment).code == code
    assert code in languages()
