"""Kalah on the page: it bears the game's name, its help the game's rules, and a person's sowing counts."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cupsboard
import pytest
from cupsboard.rules.places import Side
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from sitting import Sitting

STATIC = Path(cupsboard.__file__).parent / "web" / "static" / "kalah"
BOTH = dict.fromkeys(Side, PERSON)


def words(language: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((STATIC / "words" / f"{language}.json").read_text("utf-8"))
    return read["kalah"]  # type: ignore[no-any-return]


def test_both_languages_have_the_same_words() -> None:
    english, german = words("en"), words("de")
    assert english.keys() == german.keys()
    assert english["rules"].keys() == german["rules"].keys()
    assert all(
        rule.keys() == {"title", "text"} for rule in (*english["rules"].values(), *german["rules"].values())
    )


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_bears_the_game_s_name_and_the_help_its_rules(
    sit: Callable[..., Sitting], visit: Callable[..., Any], language: str
) -> None:
    table = sit(Setting(7, cups=4, game="kalah 4"), BOTH)
    page = visit(table.address, locale=language)
    page.wait_for_selector("body[data-game=kalah]")
    said = words(language)
    page.locator(".top h1", has_text=said["name"]).wait_for()
    page.click("#help")
    for rule in said["rules"].values():
        page.locator(".rule h4", has_text=rule["title"]).wait_for()
    assert page.locator(".rule .rule-picture").count() == len(said["rules"])
    assert page.locator("[data-meaning=STOCK_EMPTY]").count() == 0
    page.click("#help-close")
    beans = page.evaluate("[...document.querySelectorAll('.target')].map((each) => each.id)")
    assert "place-south-4" in beans
    assert table.evening.world.table.contents()["south-1"] == 4
