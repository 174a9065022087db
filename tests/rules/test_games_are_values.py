"""A game is one value in one list, and no code outside its rooms asks which game it is."""

import ast
from collections.abc import Iterator
from pathlib import Path

import cupsboard
import cupsim
import pytest
from cupsboard.rules import families, games
from cupsboard.rules.families import Family, wing

FIRMWARE, SIMULATOR = Path(cupsboard.__file__).parent, Path(cupsim.__file__).parent
LIST = FIRMWARE / "rules" / "families.py"
GAME_NAMES = {family.name for family in families.FAMILIES} | {"king"}
ROOM_NAMES = {family.name.replace("-", "_") for family in families.FAMILIES}


def is_in_a_room(path: Path, package: Path) -> bool:
    """Whether a module belongs to one game: it lies in that game's folder, or is called like it."""
    return any(
        part in ROOM_NAMES
        and not (part == "cups" and "engine" not in path.parts and "rules" not in path.parts)
        for part in path.relative_to(package).with_suffix("").parts
    )


def classes_of_games() -> set[str]:
    """The classes of the games, which can `play`, and of their positions."""
    found = {"Position", "Row"}
    for path in [*FIRMWARE.glob("rules/*/rules.py"), *FIRMWARE.glob("rules/*/game.py")]:
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and any(
                isinstance(each, ast.FunctionDef) and each.name == "play" for each in node.body
            ):
                found.add(node.name)
    return found


def are_names(node: ast.expr) -> bool:
    """Whether a game's name is written here."""
    return any(isinstance(each, ast.Constant) and each.value in GAME_NAMES for each in ast.walk(node))


def named_in(node: ast.expr) -> Iterator[str]:
    for each in ast.walk(node):
        match each:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name


def branches_on_games(source: str, classes: set[str]) -> list[int]:
    """The lines that ask for the class of a game, or compare something with a game's name."""
    lines = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, asked]):
                is_one = not classes.isdisjoint(named_in(asked))
            case ast.MatchClass(cls=cls):
                is_one = not classes.isdisjoint(named_in(cls))
            case ast.Compare(left=left, ops=[ast.In() | ast.NotIn()], comparators=[among]):
                # "cups" is an option's name too, which may be among those that were given.
                is_one = isinstance(among, ast.Tuple | ast.List | ast.Set) and are_names(among)
            case ast.Compare(left=left, comparators=others):
                is_one = any(are_names(each) for each in (left, *others))
            case ast.MatchValue(value=ast.Constant(value=str(text))):
                is_one = text in GAME_NAMES
            case ast.Call(func=ast.Attribute(attr="startswith"), args=[ast.Constant(value=str(text))]):
                is_one = text.strip() in GAME_NAMES
            case _:
                continue
        if is_one:
            lines.append(node.lineno if hasattr(node, "lineno") else 0)
    return lines


def test_no_code_outside_a_game_s_rooms_asks_which_game_it_is() -> None:
    classes = classes_of_games()
    assert {"Cups", "CoinDuel", "KingOfTheCups", "SowingGame"} <= classes
    found = {
        f"{path.relative_to(package.parent)}:{line}"
        for package in (FIRMWARE, SIMULATOR)
        for path in package.rglob("*.py")
        if path != LIST and not is_in_a_room(path, package)
        for line in branches_on_games(path.read_text("utf-8"), classes)
    }
    assert found == set()


@pytest.mark.parametrize(
    "source",
    [
        "isinstance(game, CoinDuel)",
        "isinstance(game, Cups | rules.CoinDuel)",
        'game.name == "coin-duel"',
        'family in ("cups", "kalah")',
        'name.startswith("cups ")',
        "match game:\n case CoinDuel():\n  pass",
        'match family:\n case "coin-duel":\n  pass',
    ],
)
def test_a_branch_on_a_game_is_found(source: str) -> None:
    assert branches_on_games(source, {"Cups", "CoinDuel"})


@pytest.mark.parametrize("family", families.FAMILIES, ids=lambda family: family.name)
def test_every_room_that_a_value_names_is_there(family: Family) -> None:
    for reference in (family.rules, family.engine, family.shown):
        assert not reference or wing(reference) is not None
    static = FIRMWARE / "web" / "static"
    assert not family.script or (static / family.script).is_file()


def test_lights_count_each_game_of_a_board_by_a_number_of_its_own() -> None:
    numbers = [games.number_of(game.name) for game in games.of_rows(10)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert games.number_of("cups 3 stock 7") == games.number_of("cups 10") == 1
