"""The page's languages: none lacks a word, and each knows what the board can say."""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import cupsboard
import pytest
from cupsboard.recognition.accounts import Account, AccountKind, Mishap, MishapKind
from cupsboard.referee.events import Event, OfLaps, OfRounds, TableAgreed
from cupsboard.rules.places import Place
from cupsboard.scales.cell_faults import CellFault
from cupsboard.signs.light_patterns import GRAMMAR
from cupsboard.signs.phrases import account_phrases, mishap_phrases
from cupsboard.signs.sentences import ENGLISH, words_folder
from cupsim.page.requests import Mischief
from cupsim.people.move_choice import PERSON, PLAYERS
from cupsim.table.beans import KINDS

PAGE = words_folder()
HANDS = files("cupsim").joinpath("page", "static", "words")
REHEARSAL = files("cupsim").joinpath("page", "rehearsal", "words")
TAB = files("cupsim").joinpath("page", "tab", "static", "words")
SEAT = files("cupsclub").joinpath("web", "static", "words")

FIRMWARE = Path(cupsboard.__file__).parent

CUP, POT = Place("south-2"), Place("south-pot")
OF_TWO_PLACES = (MishapKind.MISPLACED, MishapKind.EXCHANGED, MishapKind.TRADED)
WITHOUT_A_NUMBER = (MishapKind.EXCHANGED, MishapKind.NOT_A_PIECE)
WITH_A_MOVE = (AccountKind.UNDER_WAY, AccountKind.DONE)


def flat(table: dict[str, Any], above: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in table.items():
        found |= flat(value, f"{above}{key}.") if isinstance(value, dict) else {above + key: value}
    return found


def words(folder: Any, language: str) -> dict[str, str]:
    return flat(json.loads(folder.joinpath(f"{language}.json").read_text(encoding="utf-8")))


def sentences(language: str) -> dict[str, str]:
    found = words(PAGE, language).items()
    return {key.removeprefix("sentences."): text for key, text in found if key.startswith("sentences.")}


def names_in(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize(
    "folder", [PAGE, HANDS, REHEARSAL, TAB, SEAT], ids=["page", "hands", "rehearsal", "tab", "seat"]
)
@pytest.mark.parametrize("language", sorted(each.name[:-5] for each in PAGE.iterdir()))
def test_every_language_has_every_word_with_the_same_values_in_it(folder: Any, language: str) -> None:
    english, other = words(folder, "en"), words(folder, language)
    assert english.keys() <= other.keys()
    extra = {key.partition(".")[0] for key in other.keys() - english.keys()}
    assert extra <= {"seats", "refusals", "faults"}
    assert {key for key, text in english.items() if names_in(text) != names_in(other[key])} == set()


def test_german_knows_everything_the_board_says() -> None:
    german = sentences("de")
    assert german.keys() == ENGLISH.sentences.keys()
    for key, sentence in ENGLISH.sentences.items():
        assert names_in(german[key]) == names_in(sentence), key


def messages_made(source: str) -> Iterator[tuple[str, set[str] | None]]:
    """Each `Message(...)` of a module whose key can be read: a pattern of the key, and the values it gets."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(ast.Name("Message"), [ast.Constant(str(key)), *rest]):
                yield re.escape(key), named(rest)
            case ast.Call(
                ast.Name("OrderRefused" | "Unwanted" | "refused"), [ast.Constant(str(key)), *_], keywords
            ):
                yield re.escape(f"refused.{key}"), {each.arg for each in keywords if each.arg}
            case ast.Call(ast.Name("Message"), [ast.JoinedStr(parts), *_]):
                yield (
                    "".join(
                        re.escape(each.value) if isinstance(each, ast.Constant) else ".*" for each in parts
                    ),
                    None,
                )
            case ast.Call(
                ast.Name("Message"), [ast.IfExp(body=ast.Constant(one), orelse=ast.Constant(other)), *_]
            ):
                yield re.escape(one), None
                yield re.escape(other), None


def named(values: list[ast.expr]) -> set[str] | None:
    """The names of the values, where they can be read."""
    match values:
        case []:
            return set()
        case [ast.Dict(keys)] if all(isinstance(key, ast.Constant) for key in keys):
            return {key.value for key in keys if isinstance(key, ast.Constant)}
    return None


def unsaid(source: str, table: Mapping[str, str]) -> list[str]:
    """Messages of a module that a language can't say, or that lack a value which its sentence names."""
    lacking = []
    for pattern, values in messages_made(source):
        texts = [text for key, text in table.items() if re.fullmatch(pattern, key)]
        if not texts or (values is not None and not names_in(texts[0]) <= values):
            lacking.append(pattern)
    return lacking


@pytest.mark.long("the other language", but=["English"])
@pytest.mark.parametrize("table", [ENGLISH.sentences, sentences("de")], ids=["English", "German"])
def test_every_message_that_the_firmware_makes_is_said_with_its_values(table: Mapping[str, str]) -> None:
    modules = {path: path.read_text(encoding="utf-8") for path in FIRMWARE.rglob("*.py")}
    assert {
        path.name: lacking for path, source in modules.items() if (lacking := unsaid(source, table))
    } == {}
    assert sum(len(list(messages_made(source))) for source in modules.values()) > 60


def test_a_message_without_words_or_without_a_value_would_be_found() -> None:
    source = """
Message("paused"); Message("who-stops"); Message("lifted", {"side": side}); Message(f"fault-{name}", values)
Message("winner" if won else "loser", values); Message("calibrate-" + name)
"""
    assert unsaid(source, ENGLISH.sentences) == ["who\\-stops", "lifted", "fault\\-.*", "loser"]


@pytest.mark.parametrize("table", [ENGLISH.sentences, sentences("de")], ids=["English", "German"])
def test_every_mishap_event_and_fault_has_words_with_its_places_and_its_number(
    table: Mapping[str, str],
) -> None:
    for kind in MishapKind:
        places = (CUP, POT) if kind in OF_TWO_PLACES else (CUP,)
        (phrase,) = mishap_phrases([Mishap(kind, places, 0 if kind in WITHOUT_A_NUMBER else 2)])
        assert names_in(table[phrase.key]) == phrase.values.keys()
    for kind in AccountKind:
        (phrase,) = account_phrases(Account(kind, ("drop 1",) if kind in WITH_A_MOVE else ()))
        assert names_in(table[phrase.key]) == phrase.values.keys()
    for event in set(Event.__args__) - {*OfRounds.__args__, *OfLaps.__args__}:
        assert event is TableAgreed or f"events.{event.__name__}" in table
    assert {f"faults.{fault.name}" for fault in CellFault} <= table.keys()


def test_the_page_has_words_and_a_mark_for_every_meaning() -> None:
    english = words(PAGE, "en")
    marks = (FIRMWARE / "web" / "static" / "signs.js").read_text(encoding="utf-8")
    for meaning in GRAMMAR:
        assert f"signs.{meaning.name}" in english
        assert f"{meaning.name}:" in marks


def test_the_page_has_words_for_what_can_be_chosen() -> None:
    english = words(HANDS, "en")
    assert {f"kinds.{kind}" for kind in KINDS} <= english.keys()
    assert {f"seats.{who}" for who in (PERSON, *PLAYERS)} <= english.keys()
    mischiefs = {order.__name__.lower() for order in Mischief.__args__}
    assert {f"trouble.{name}" for name in mischiefs} <= english.keys()
