"""A fingerprint of what a result depends on: the modules that an evening reaches, and what it is of.

Results of the same fingerprint may be added up, however many commits lie between them.
"""

import ast
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import cupsboard
import cupsim

import studies

OURS = ("cupsboard", "cupsim", "studies")
REGISTRY = "cupsboard.rules.games"
"""Imports the room of every game; an evening plays those that its `ROOMS_PLAYED` names."""


def fingerprint(played: object, module: str) -> str:
    """Return twelve digits that change when anything changes that a result depends on.

    `module` plays it; what is `played` says all of itself in its text.
    """
    return sha256(f"{_of_the_modules(module)} {played!r}".encode()).hexdigest()[:12]


@cache
def reached(evening: str) -> tuple[str, ...]:
    """The modules of ours that an evening imports, directly or through others, in alphabetical order.

    The registry of games stands for the games that the evening plays, and is none of them itself.
    """
    rooms: frozenset[str] = import_module(evening).ROOMS_PLAYED
    found: set[str] = set()
    waiting = [evening]
    while waiting:
        module = waiting.pop()
        if module in found or _source(module) is None:
            continue
        found.add(module)
        source = _source(module)
        assert source is not None
        imports = _imports(source.read_text("utf-8"))
        waiting += imports if module != REGISTRY else (each for each in imports if _room(each) in rooms)
    return tuple(sorted(found - {REGISTRY}))


def _room(module: str) -> str:
    """The room of a game in the wing of the rules: "cups" of cupsboard.rules.cups.rules."""
    return module.removeprefix("cupsboard.rules.").partition(".")[0]


@cache
def _of_the_modules(evening: str) -> str:
    digest = sha256()
    for module in reached(evening):
        source = _source(module)
        assert source is not None
        digest.update(ast.dump(_Wordless().visit(ast.parse(source.read_text("utf-8")))).encode())
    return digest.hexdigest()


class _Wordless(ast.NodeTransformer):
    """Takes docstrings out: with comments and line ends, what a program says of itself changes no result."""

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
        is_docstring = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if is_docstring else node


def sources_now() -> str:
    """A short fingerprint of the programs under trial and their data, to tell results of states apart."""
    digest = sha256()
    for package in (cupsboard, cupsim, studies):
        assert package.__file__ is not None
        for path in sorted(Path(package.__file__).parent.rglob("*")):
            if path.suffix in (".py", ".json"):
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@cache
def _source(module: str) -> Path | None:
    """The file of a module of ours; None for others, and for names in a module."""
    if module.partition(".")[0] not in OURS:
        return None
    try:
        spec = find_spec(module)
    except ModuleNotFoundError:
        return None
    return Path(spec.origin) if spec is not None and spec.origin is not None else None


def _imports(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield module
                yield from (f"{module}.{name.name}" for name in names)
            case _:
                pass
