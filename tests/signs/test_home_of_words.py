"""Rooms that decide make values; only `signs` makes words of them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import cupsboard
import pytest
from cupsboard.referee.events import Ending
from cupsboard.referee.states import Goal, Refusal

FIRMWARE = Path(cupsboard.__file__).parent
OF_A_BOARDS_FITNESS = {
    FIRMWARE / "recognition" / name for name in ("suitability.py", "kinds_apart.py", "individuals/apart.py")
}
"""Tell the maker of cells, beans and coins, before there is a game."""
DECIDING = sorted(
    {*(each for room in ("recognition", "referee", "core") for each in (FIRMWARE / room).rglob("*.py"))}
    - OF_A_BOARDS_FITNESS
)
NAMES_IN_TRACES = {each.value for kind in (Ending, Goal, Refusal) for each in kind}
"""Values that name something in every trace there is; what players read of them is in `signs`."""


def strings(tree: ast.Module) -> Iterator[str]:
    """Every string that is worked with: no docstring, no message of an error, no quoted annotation."""
    raised = [each for each in ast.walk(tree) if isinstance(each, ast.Raise)]
    of_errors = {each.id for fault in raised for each in ast.walk(fault) if isinstance(each, ast.Name)}
    left_out: set[ast.AST] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(ast.Constant() as text) | ast.Assign([ast.Name()], ast.Constant() as text) if (
                isinstance(node, ast.Expr) or node.targets[0].id in of_errors
            ):
                left_out.add(text)
            case ast.Raise():
                left_out.update(ast.walk(node))
            case ast.arg(annotation=ast.expr() as annotation) | ast.AnnAssign(annotation=annotation):
                left_out.update(ast.walk(annotation))
            case ast.FunctionDef(returns=ast.expr() as annotation):
                left_out.update(ast.walk(annotation))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in left_out:
            yield node.value


def words_in(source: str) -> list[str]:
    """Strings of several words."""
    return [
        text for text in strings(ast.parse(source)) if " " in text.strip() and text not in NAMES_IN_TRACES
    ]


@pytest.mark.parametrize("path", DECIDING, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_module_that_decides_holds_no_sentence(path: Path) -> None:
    assert words_in(path.read_text(encoding="utf-8")) == []


def test_a_sentence_in_such_a_module_would_be_found() -> None:
    source = '''
"""A docstring."""
DAMAGED = "the knowledge is damaged"

def step(place: "int | str") -> "None | str":
    """Another one."""
    if place: raise ValueError(f"{place} is no good; {DAMAGED}")
    return f"{place} is wrong" or "not now, please"
'''
    assert sorted(words_in(source)) == [" is wrong", "not now, please"]
