"""Sowing games on the page: the game's name, its rules in the help; a person's sowing counts."""

import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from cupsboard.rules.families import FAMILIES, SOWING, Family
from cupsboard.rules.games import named
from cupsboard.rules.places import Side
from cupsboard.rules.sowing import shelf
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.sowing.rules import SowingRules
from cupsboard.signs.sentences import words_folder
from cupsboard.web.sowing import rules_section
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from sitting import Sit, Visit

BOTH = dict.fromkeys(Side, PERSON)


ALL = SowingRules(
    title="All", least=2, skips_origin=True, leaves_one=True,
    chain="back", ends_at_repetition=True,
    captured_counts=frozenset({2}), source="Our kitchen", must_feed=True, passes=True, ends_beyond_half=True,
    again_from_pot=True, again_after_capture=True, rounds="from the left",
)  # fmt: skip


HANDS = replace(ALL, rounds="cups change hands")


def words(language: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(words_folder().joinpath(f"{language}.json").read_text("utf-8"))
    return read["sowing"]  # type: ignore[no-any-return]


def test_every_rule_that_a_text_may_have_has_its_sentence_in_every_language() -> None:
    needed, panels = set[str](), set[str]()
    for name, base in [*((field.name, ALL) for field in fields(SowingRules)), ("fewest", HANDS)]:
        for value in values_of(name):
            rules = replace(base, **{name: value})
            for panel in rules_section(SowingGame(rules, 4, 4, spare=2))["rules"]:
                panels.add(panel["panel"])
                needed |= set(panel["said"])
    needed |= {f"history-{word}" for word in SOWING}
    for language in ("en", "de", "fr"):
        said = words(language)
        assert panels <= said["titles"].keys()
        assert needed == set(said["rules"])


def values_of(name: str) -> tuple[Any, ...]:
    """The values of a rule that are told apart: all of those that are words, yes and no, some numbers."""
    hint = get_type_hints(SowingRules)[name]
    if get_origin(hint) is Literal:
        return get_args(hint)
    return (
        {"start": ((), (0, 1)), "tuz": (0, 3), "fewest": (1, 2), "few": (0, 3)}.get(
            name, (getattr(ALL, name),)
        )
        if hint is not bool
        else (False, True)
    )


@pytest.mark.parametrize(
    "family", [each for each in FAMILIES if "sowing" in each.rules], ids=lambda each: each.name
)
def test_the_list_of_games_says_what_their_texts_say_and_the_help_pictures_the_rules(family: Family) -> None:
    game: Any = named(f"{family.name} {family.usual_cups}")
    assert (family.title, family.usual_cups) == (game.rules.title, game.rules.cups)
    text = (Path(shelf.__file__).parent / f"{family.name}.toml").read_text("utf-8")
    assert len(text.splitlines()) <= 15
    assert game.rules.source
    pictured = {panel["panel"] for panel in rules_section(game)["rules"] if panel["scene"]}
    assert {"aim", "capture", "press"} <= pictured


def test_a_game_of_one_s_own_is_called_as_its_text_says_whatever_that_holds(sit: Sit, visit: Visit) -> None:
    title = 'a "b" {c} \\ <i>d</i>'
    name = f"sowing 3 {{title = {json.dumps(title)}, cups = 3}}"
    page = visit(sit(Setting(7, cups=3), BOTH).address)
    called = "import('./words.js').then(({ Words }) => Words.prototype.game.call({ find() {} }, NAME))"
    assert page.evaluate(called.replace("NAME", json.dumps(name))) == f"{title} 2 × 3"


@pytest.mark.parametrize(("game", "language"), [("kalah", "en"), ("oware", "de")])
def test_the_page_bears_the_game_s_name_and_the_help_its_rules(
    sit: Sit, visit: Visit, game: str, language: str
) -> None:
    table = sit(Setting(7, cups=4, game=f"{game} 4"), BOTH)
    page = visit(table.address, locale=language)
    page.wait_for_selector(f"body[data-game={game}]")
    said, panels = words(language), rules_section(named(f"{game} 4"))["rules"]
    page.locator(".top h1", has_text=game.capitalize()).wait_for()
    page.click("#help")
    for panel in panels:
        page.locator(".rule h4", has_text=said["titles"][panel["panel"]]).wait_for()
    assert page.locator(".rule .rule-picture").count() == sum(bool(panel["scene"]) for panel in panels)
    assert "{" not in page.locator(".rules").inner_text()
    assert page.locator("[data-meaning=STOCK_EMPTY]").count() == 0
    page.click("#help-close")
    beans = page.evaluate("[...document.querySelectorAll('.target')].map((each) => each.id)")
    assert "place-south-4" in beans
    assert page.locator("#place-south-4").is_visible()
    assert page.locator("#place-south-stock").is_hidden()
    assert table.evening.world.table.contents()["south-1"] == 4
