"""Kalah and Oware on the page: the game's name, its rules in the help; a person's sowing counts."""

import json
from typing import Any

import pytest
from cupsboard.rules.places import Side
from cupsboard.signs.sentences import words_folder
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from sitting import Sit, Visit

BOTH = dict.fromkeys(Side, PERSON)


def words(game: str, language: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(words_folder().joinpath(f"{language}.json").read_text("utf-8"))
    return read[game]  # type: ignore[no-any-return]


@pytest.mark.parametrize("game", ["kalah", "oware"])
def test_both_languages_have_the_same_words(game: str) -> None:
    english, german = words(game, "en"), words(game, "de")
    assert english.keys() == german.keys()
    assert english["rules"].keys() == german["rules"].keys()
    assert all(
        rule.keys() == {"title", "text"} for rule in (*english["rules"].values(), *german["rules"].values())
    )


@pytest.mark.parametrize(("game", "language"), [("kalah", "en"), ("oware", "de")])
def test_the_page_bears_the_game_s_name_and_the_help_its_rules(
    sit: Sit, visit: Visit, game: str, language: str
) -> None:
    table = sit(Setting(7, cups=4, game=f"{game} 4"), BOTH)
    page = visit(table.address, locale=language)
    page.wait_for_selector(f"body[data-game={game}]")
    said = words(game, language)
    page.locator(".top h1", has_text=said["name"]).wait_for()
    page.click("#help")
    for rule in said["rules"].values():
        page.locator(".rule h4", has_text=rule["title"]).wait_for()
    assert page.locator(".rule .rule-picture").count() == len(said["rules"])
    assert page.locator("[data-meaning=STOCK_EMPTY]").count() == 0
    page.click("#help-close")
    beans = page.evaluate("[...document.querySelectorAll('.target')].map((each) => each.id)")
    assert "place-south-4" in beans
    assert page.locator("#place-south-4").is_visible()
    assert page.locator("#place-south-stock").is_hidden()
    assert table.evening.world.table.contents()["south-1"] == 4
