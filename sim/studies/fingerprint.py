"""A fingerprint of what a result depends on: the modules that an evening reaches, and what it is of.

Results of the same fingerprint may be added up, however many commits lie between them.
"""

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

OURS = ("cupsboard", "cupsim", "studies")
REGISTRY = "cupsboard.rules.families"
"""Names the rooms of every game as "module:ATTRIBUTE"; an evening plays those of its `ROOMS_PLAYED`."""
LOADERS = {"cupsboard.rules": REGISTRY, "cupsboard.engine": "cupsboard.engine.engines"}
"""The wings of games that a result may depend on, each with the module that loads rooms of it by name."""
DATA = (".json", ".toml", ".book", ".table")
"""How the names of files end that modules read from beside them."""


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
    return tuple(sorted(_reached([evening], rooms)))


def _reached(first: Iterable[str], rooms: Collection[str]) -> dict[str, Path]:
    """The file of each module of ours that is imported."""
    found: dict[str, Path] = {}
    waiting = [*first]
    while waiting:
        module = waiting.pop()
        source = None if module in found else _source(module)
        if source is None:
            continue
        found[module] = source
        waiting += _imports(source.read_text("utf-8"))
        for wing, loader in LOADERS.items():
            if module == loader:
                waiting += _named_rooms(wing, rooms)
    found.pop(REGISTRY, None)
    return found


@cache
def _registered() -> tuple[str, ...]:
    """The modules that the list of games names."""
    source = find_spec(REGISTRY)
    assert source is not None
    assert source.origin is not None
    texts = (
        node.value
        for node in ast.walk(ast.parse(Path(source.origin).read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return tuple(text.partition(":")[0] for text in texts if re.fullmatch(r"[\w.]+:[A-Z_]+", text))


def _named_rooms(wing: str, rooms: Collection[str]) -> list[str]:
    """The modules of games' rooms in a wing: "cupsboard.rules.cups.family" of the room "cups"."""
    starts = tuple(f"{wing}.{room}." for room in rooms)
    return [module for module in _registered() if module.startswith(starts)]


@cache
def _of_the_modules(evening: str) -> str:
    modules = _reached([evening], import_module(evening).ROOMS_PLAYED)
    return _digest(sorted({*modules.values(), *_data(modules.values())}))


def _digest(sources: Iterable[Path]) -> str:
    digest = sha256()
    for source in sources:
        content = source.read_bytes()
        if source.suffix == ".py":
            content = ast.dump(_Wordless().visit(ast.parse(content))).encode()
        digest.update(content)
    return digest.hexdigest()


def _data(sources: Iterable[Path]) -> Iterator[Path]:
    """The data in the folders of modules that read some, and below them."""
    for source in sources:
        if "importlib.resources" in _imports(source.read_text("utf-8")):
            yield from (path for path in source.parent.rglob("*") if path.suffix in DATA)


class _Wordless(ast.NodeTransformer):
    """Takes docstrings out: with comments and line ends, what a program says of itself changes no result."""

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | None:
        is_docstring = isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        return None if is_docstring else node


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
