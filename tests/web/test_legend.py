"""The legend of the lights: every meaning once, drawn by what drives the strip."""

import ast
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import pytest
from cupsboard import signs
from cupsboard.profile import generated
from cupsboard.rules import games
from cupsboard.rules.places import Place
from cupsboard.signs.light_patterns import GRAMMAR, LEVELS, SLOTS
from cupsboard.signs.scene import Meaning
from cupsboard.web.legend import GROUPS, legend


def test_every_meaning_is_in_the_legend_once() -> None:
    assert sorted(meaning.name for meaning in chain(*GROUPS.values())) == sorted(
        each.name for each in Meaning
    )


@pytest.mark.parametrize("cups", [2, 4, 10])
def test_every_light_blinks_in_the_rhythm_of_the_grammar(cups: int) -> None:
    profile = generated(cups)
    for light in chain(*(group["lights"] for group in legend(profile, games.of_board(cups))["groups"])):
        look = GRAMMAR[Meaning[light["meaning"]]]
        assert light["pixels"] == len(profile.strip.pixels[Place("south-1")])
        assert len(light["slots"]) == SLOTS
        fullness = [sum(bytes.fromhex(light["pictures"][picture])) for picture in light["slots"]]
        rhythm = [LEVELS[slot] for slot in look.rhythm]
        assert [each == 0 for each in fullness] == [level == 0 for level in rhythm]
        assert [each == max(fullness) for each in fullness] == [level == max(rhythm) for level in rhythm]


OF_CUPS = ("guidance", "next_moves", "interludes", "computer_player", "tutor")
OF_COINS = ("as_landed/scenes", "as_landed/computer", "next_moves", "interludes", "tutor")


def named_in(modules: Sequence[str]) -> set[str]:
    """The meanings that these modules of `signs` speak of."""
    folder = Path(signs.__path__[0])
    trees = (ast.parse((folder / f"{module}.py").read_text(encoding="utf-8")) for module in modules)
    return {
        node.attr
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Meaning"
    }


@pytest.mark.parametrize(
    ("game", "modules", "others"),
    [
        ("cups 10", OF_CUPS, {"TAKE_UP", "GIVE_UP", "KEEP", "RACE", "EMBLEM"}),
        (
            "coin-duel 10 stage 3",
            OF_COINS,
            {"BLOCKED", "PASSED", "STOCK_EMPTY", "TABLE_RIGHT", "KEEP", "RACE", "EMBLEM"},
        ),
    ],
)
def test_the_legend_holds_what_the_game_shows_and_nothing_that_only_others_do(
    game: str, modules: Sequence[str], others: set[str]
) -> None:
    shown = shown_in(game)
    assert {*named_in(modules), "UNWRITTEN"} - others <= shown
    assert not shown & others


def shown_in(game: str) -> set[str]:
    """The meanings in the legend of a game."""
    groups = legend(generated(10, rate_sps=80), games.named(game))["groups"]
    return {light["meaning"] for light in chain(*(group["lights"] for group in groups))}


def test_the_star_of_a_tuz_is_in_the_legend_of_games_that_have_one() -> None:
    assert "EMBLEM" in shown_in("toguz-kumalak 9")
    assert "EMBLEM" in shown_in('sowing 4 {title = "Mine", captured_counts = [2], tuz = 3}')
    assert "EMBLEM" not in shown_in("oware 6")
