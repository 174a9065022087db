"""Each language is itself: no sentence of the board, the page or a calibration's sheet is left in English."""

import json
import re
from collections.abc import Iterator
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
from english_words import english_in
from words_of_pages import FOLDERS

OTHERS = languages()[1:]


def texts(table: dict[str, Any]) -> Iterator[str]:
    """Every text of tables in tables."""
    for value in table.values():
        yield from texts(value) if isinstance(value, dict) else [value]


@pytest.mark.parametrize("code", OTHERS)
def test_no_word_of_a_page_and_of_the_board_is_left_in_english(code: str) -> None:
    words = list(texts(json.loads(words_folder().joinpath(f"{code}.json").read_text("utf-8"))))
    assert len(words) > 1000
    assert {text: found for text in words if (found := english_in(text))} == {}


def test_an_english_sentence_among_them_would_be_found() -> None:
    left = [key for key, text in ENGLISH.sentences.items() if len(text.split()) > 6 and not english_in(text)]
    assert len(left) < 0.1 * len(ENGLISH.sentences)


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_a_sentence_of_its_own_for_every_key(code: str) -> None:
    of_letters = {
        key
        for key, text in ENGLISH.sentences.items()
        if re.search(r"[a-z]{4}", re.sub(r"\{\w+\}", "", text)) and not key.startswith("games.")
    }
    own = read_language(code).sentences
    same = {key for key in of_letters if own[key] == ENGLISH.sentences[key]}
    assert {key for key in same if " " in ENGLISH.sentences[key]} == set()
    assert len(same) < 0.02 * len(of_letters), "single words may be alike, such as 'table'"


@pytest.mark.parametrize("folder", FOLDERS, ids=str)
def test_french_has_its_spaces_that_no_line_is_broken_at_and_its_apostrophes(folder: str) -> None:
    words = json.loads(FOLDERS[folder].joinpath("fr.json").read_text("utf-8"))
    wrong = re.compile(r" [:;!?»%]|« |\w[;!?»]|[^\s\d:/]:(?!//)(?=\s|$)|\w'\w")
    assert [text for text in texts(words) if "$" not in text and wrong.search(text)] == []


@pytest.mark.parametrize(
    ("code", "move", "said"),
    [
        ("de", "drop 3", "3 gelegt"),
        ("de", "pass", "gepasst"),
        ("de", "table south-3 -1, north-pot +2", "Tisch berichtigt: Becher 3 von Süd -1, Topf von Nord +2"),
        ("de", "reserve 3", "3 aus dem Vorrat"),
        (
            "de",
            "reserve dime cent; back cent nickel nickel",
            "aus dem Vorrat: Dime, Cent; zurück: Cent, 2 × Nickel",
        ),
        ("de", "board 5", "Becher 5 gesät"),
        ("de", "board 5 on cent", "Becher 5 weiter: Cent"),
        ("de", "call begin", "beginnt die Runde"),
        ("de", "something else", "something else"),
        ("fr", "drop 3", "pose de 3"),
        ("fr", "sow 2", "godet 2 semé"),
        ("fr", "board 5 on cent", "godet 5 en avant\N{NO-BREAK SPACE}: cent"),
    ],
)
def test_moves_are_said_as_on_the_page(code: str, move: str, said: str) -> None:
    assert say(Message("tables.done", {"move": move}), read_language(code)) == said


@pytest.mark.parametrize(
    ("code", "stock", "circles", "bean", "none", "sown"),
    [
        ("de", "Vorrat von Nord", "2 × Kreis in Rot", "1 Bohne ", "0 Bohnen ", "Becher 2 säen"),
        ("fr", "la réserve côté Nord", "2 × rond rouge", "1 graine ", "0 graine ", "semer le godet 2"),
    ],
)
def test_places_beans_kinds_and_advice_have_names(
    code: str, stock: str, circles: str, bean: str, none: str, sown: str
) -> None:
    language = read_language(code)
    assert place_name(Place("north-stock"), language) == stock
    pieces = Message("laps.pieces", {"count": 2, "kind": "red-circle"})
    assert say(pieces, language).replace("\N{NO-BREAK SPACE}", " ") == circles
    assert bean in say(Message("take-out", {"place": "north-3", "beans": 1}), language)
    assert none in say(Message("take-out", {"place": "north-3", "beans": 0}), language)
    assert sown in say(Message("hints.play", {"side": "south", "advised": "sow 2"}), language)


@pytest.mark.parametrize("code", OTHERS)
def test_a_game_is_told_without_english(code: str) -> None:
    history = History(Cups(2), Side.SOUTH)
    scene, said = Scene((), None, Message("paused")), list[str]()
    tell = MoveTeller(said.append, history, read_language(code))
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
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "tlh_QO.UTF-8"}, "en"),
    ],
)
def test_a_terminal_speaks_the_language_of_its_environment(environment: dict[str, str], code: str) -> None:
    assert language_of(environment).code == code
    assert code in languages()
