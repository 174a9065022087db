"""Whatever the board or its page says, in any language: beans are called beans and nothing else."""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import cupsboard
import cupsim
import pytest
from cupsboard.signs.sentences import ENGLISH, words_folder

from hardware.drawings.gesture_words import FINGERS, SITUATIONS

WORDS = {"page": words_folder(), "hands": files("cupsim").joinpath("page", "static", "words")}
OTHER_NAMES = {
    "en": re.compile(r"\b(pieces?|stones?|seeds?|counters?|tokens?|marbles?|pebbles?|gems?)\b", re.I),
    "de": re.compile(
        r"stein|\bkern(e|en|s)?\b|stück|figur|murmel|kugel|perle|\bsame(n|ns)?\b|\bsaat|samenk|spielmarke|\bchips?\b",
        re.I,
    ),
    "fr": re.compile(
        r"\b(pions?|jetons?|haricots?|pierres?|cailloux?|billes?|perles?|semences?|fèves?)\b", re.I
    ),
}
MATERIALS = "kinds."
"""What a player may put into the cups in place of beans has a name of its own: glass gems, go stones."""
ROOMS_OF_SPECIALISTS = {"numbers"}
"""What sensing decides by, and what judges it, holds for anything that is put into a cup."""
ABOUT_OTHER_KINDS = {"storage/piece_sets.py", "commands/kinds.py"}
"""What speaks of sets of coins and the like, where beans would be wrong."""
SEED_OF_CHANCE = re.compile(r"\bseeds?\b", re.I)


def flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, str):
            yield above + key, value
        else:
            yield from flat(value, f"{above}{key}.")


def otherwise_called(said: Mapping[str, str], language: str) -> dict[str, str]:
    """Texts in which something has another of the names."""
    return {
        key: text
        for key, text in said.items()
        if not key.startswith(MATERIALS) and OTHER_NAMES[language].search(text)
    }


@pytest.mark.parametrize("language", OTHER_NAMES)
@pytest.mark.parametrize("folder", WORDS)
def test_the_words_of_the_page_speak_of_beans(folder: str, language: str) -> None:
    words = json.loads(WORDS[folder].joinpath(f"{language}.json").read_text(encoding="utf-8"))
    assert otherwise_called(dict(flat(words)), language) == {}


def test_the_sentences_and_gestures_speak_of_beans() -> None:
    gestures = {each.value: text for each, text in (*SITUATIONS.items(), *FINGERS.items())}
    said = {**ENGLISH.sentences, **gestures}
    assert len(said) > 200
    assert otherwise_called(said, "en") == {}


@pytest.mark.parametrize("package", [cupsboard, cupsim], ids=["firmware", "simulator"])
def test_no_message_of_a_command_or_of_a_refusal_calls_them_otherwise(package: Any) -> None:
    found = {}
    root = Path(package.__file__).parent
    for path in root.rglob("*.py"):
        relative = path.relative_to(root)
        if relative.parts[0] in ROOMS_OF_SPECIALISTS or str(relative) in ABOUT_OTHER_KINDS:
            continue
        for line, text in sentences_in(path.read_text(encoding="utf-8")):
            if OTHER_NAMES["en"].search(SEED_OF_CHANCE.sub("", text).replace("glass gems", "")):
                found[f"{relative}:{line}"] = text
    assert {where: text for where, text in found.items() if text not in ("go stone", "go stones")} == {}


def sentences_in(source: str) -> Iterator[tuple[int, str]]:
    """The texts of more than one word in a module, without what is written for its readers."""
    tree = ast.parse(source)
    notes = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
    for each in ast.walk(tree):
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in notes:
            yield from [(each.lineno, each.value)] if " " in each.value.strip() else []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "2 pieces too many in South's cup 1"),
        ("en", "The last seed captures."),
        ("de", "2 Steine zu viel"),
        ("de", "Nimm ein Stück heraus."),
        ("de", "Leg die Kerne zurück."),
        ("fr", "Reprends 2 haricots."),
    ],
)
def test_another_name_would_be_found(language: str, text: str) -> None:
    assert otherwise_called({"x": text}, language) == {"x": text}


@pytest.mark.parametrize("text", ["2 Bohnen zusammen", "gemeinsam mit dem anderen", "die gesäten Bohnen"])
def test_words_that_only_look_alike_are_no_other_name(text: str) -> None:
    assert otherwise_called({"x": text}, "de") == {}
