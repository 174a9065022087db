"""The languages of board and pages: English has what the board can say, and none lacks what English has."""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import cupsboard
import pytest
from cupsboard.recognition.accounts import Account, AccountKind, Mishap, MishapKind
from cupsboard.referee.events import Event, OfLaps, OfRounds, TableAgreed
from cupsboard.rules.places import Place
from cupsboard.scales.cell_faults import CellFault
from cupsboard.signs import sentences
from cupsboard.signs.light_patterns import GRAMMAR
from cupsboard.signs.phrases import account_phrases, mishap_phrases
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import ENGLISH, languages
from cupsim.page.requests import Mischief
from cupsim.people.move_choice import PERSON, PLAYERS
from cupsim.table.beans import KINDS
from words_of_pages import FOLDERS, words

FIRMWARE = Path(cupsboard.__file__).parent
ROOT = FIRMWARE.parents[1]
OTHERS = languages()[1:]

CUP, POT = Place("south-2"), Place("south-pot")
OF_TWO_PLACES = (MishapKind.MISPLACED, MishapKind.EXCHANGED, MishapKind.TRADED)
WITHOUT_A_NUMBER = (MishapKind.EXCHANGED, MishapKind.NOT_A_PIECE)
WITH_A_MOVE = (AccountKind.UNDER_WAY, AccountKind.DONE)


def names_in(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def patterns_in(folder: str, language: str) -> set[str]:
    """The keys of the patterns that say a program's English in another language."""
    return {key for key in words(folder, language).keys() - words(folder, "en").keys() if "(" in key}


def lacks(folder: str) -> list[str]:
    """What each language lacks, or says with other values, as `page fr sentences.wrong`."""
    english, patterns = words(folder, "en"), set[str]().union(*(patterns_in(folder, each) for each in OTHERS))
    found = []
    for language in OTHERS:
        own = words(folder, language)
        missing = (english.keys() | patterns) - own.keys()
        unlike = {key for key in english.keys() & own.keys() if names_in(english[key]) != names_in(own[key])}
        found += [f"{folder} {language} {key}" for key in sorted(missing | unlike)]
    return found


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_language_lacks_a_sentence_a_pattern_or_a_value_of_one(folder: str) -> None:
    assert lacks(folder) == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_no_language_has_words_that_nobody_asks_for(folder: str) -> None:
    for language in OTHERS:
        extra = words(folder, language).keys() - words(folder, "en").keys() - patterns_in(folder, language)
        assert {key.partition(".")[0] for key in extra} <= {"seats", "refusals", "number-forms"}, language


def test_every_folder_of_words_is_among_these() -> None:
    found = {path.parent for root in ("firmware", "sim") for path in (ROOT / root).rglob("words/en.json")}
    assert found == {Path(str(folder)) for folder in FOLDERS.values()}


def test_a_language_is_added_by_its_files_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in FIRMWARE.joinpath("signs", "words").iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    more = json.loads((tmp_path / "en.json").read_text("utf-8"))
    more |= {"name": "Cześć", "number-forms": {"one": "1", "few": r"(\d*[^1])?[2-4]"}}
    more["counted"]["beans"] = {"one": "{count} fasola", "few": "{count} fasole", "many": "{count} fasoli"}
    (tmp_path / "pl.json").write_text(json.dumps(more), "utf-8")
    for memory in (sentences.languages, sentences.read_language):
        memory.cache_clear()
    monkeypatch.setattr(sentences, "words_folder", lambda: tmp_path)
    try:
        assert sentences.languages() == ["en", "de", "fr", "pl"]
        polish = sentences.read_language("pl")
        said = [
            sentences.say(Message("take-out", {"place": CUP, "beans": n}), polish) for n in (1, 3, 12, 23)
        ]
        assert [each.split()[2] for each in said] == ["fasola", "fasole", "fasoli", "fasole"]
    finally:
        for memory in (sentences.languages, sentences.read_language):
            memory.cache_clear()


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


def test_every_message_that_the_firmware_makes_is_said_with_its_values() -> None:
    table = ENGLISH.sentences
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


def test_every_mishap_event_and_fault_has_words_with_its_places_and_its_number() -> None:
    table = ENGLISH.sentences
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
    english = words("page", "en")
    marks = (FIRMWARE / "web" / "static" / "signs.js").read_text(encoding="utf-8")
    for meaning in GRAMMAR:
        assert f"signs.{meaning.name}" in english
        assert f"{meaning.name}:" in marks


def test_the_page_has_words_for_what_can_be_chosen() -> None:
    english = words("hands", "en")
    assert {f"kinds.{kind}" for kind in KINDS} <= english.keys()
    assert {f"seats.{who}" for who in (PERSON, *PLAYERS)} <= words("page", "en").keys()
    mischiefs = {order.__name__.lower() for order in Mischief.__args__}
    assert {f"trouble.{name}" for name in mischiefs} <= english.keys()
