"""Which module imports which, read from the sources, followed to the end."""

import ast
from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

Graph = Mapping[str, frozenset[str]]
"""Each of our modules, and every module that its source imports, ours or a library's."""


def imports_of(source: str, ours: Container[str]) -> Iterator[str]:
    """Every module named in an import, wherever in the source it stands; also what may be a module."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                inside = [f"{module}.{name.name}" for name in names]
                # Whoever names modules of a package alone imports these, and nothing of the package itself.
                if not all(each in ours for each in inside):
                    yield module
                yield from inside
            case ast.ImportFrom():
                raise AssertionError("imports are absolute here")


def modules(packages: Mapping[str, Path]) -> dict[str, Path]:
    """The sources of some packages by the dotted name of their module."""
    found: dict[str, Path] = {}
    for package, folder in packages.items():
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            found[".".join((package, *(part for part in parts if part != "__init__")))] = path
    return found


def graph(sources: Mapping[str, Path]) -> Graph:
    """What each module imports, without the names in it that are no modules of ours."""
    ours = {name.partition(".")[0] for name in sources}
    found: dict[str, frozenset[str]] = {}
    for module, path in sources.items():
        named = set(imports_of(path.read_text("utf-8"), sources))
        found[module] = frozenset(
            each
            for each in named
            if each in sources
            or (each.partition(".")[0] not in ours and each.rpartition(".")[0] not in named)
        )
    return found


def is_within(module: str, package: str) -> bool:
    """Whether a module is a package or lies in it."""
    return module == package or module.startswith(f"{package}.")


def is_within_any(module: str, packages: Iterable[str]) -> bool:
    """Whether a module lies in one of several packages."""
    return any(is_within(module, package) for package in packages)


def reached(imports: Graph, start: Iterable[str]) -> set[str]:
    """Our modules that some of them import, directly or through others, with these themselves."""
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        module = waiting.pop()
        if module in imports and module not in found:
            found.add(module)
            # A package runs before what lies in it.
            waiting += [*imports[module], module.rpartition(".")[0]]
    return found


def trespasses(
    imports: Graph, start: Iterable[str], is_allowed: Callable[[str], bool]
) -> Iterator[tuple[str, ...]]:
    """The shortest way of imports to each module that may not be reached; its last step is the fault."""
    beginnings = [module for module in start if module in imports]
    before: dict[str, str | None] = dict.fromkeys(beginnings)
    waiting = deque(beginnings)
    while waiting:
        module = waiting.popleft()
        for imported in sorted(imports.get(module, ())):
            if imported in before:
                continue
            before[imported] = module
            if is_allowed(imported):
                waiting.append(imported)
            else:
                yield _way(before, imported)


def _way(before: Mapping[str, str | None], end: str) -> tuple[str, ...]:
    way: list[str] = []
    at: str | None = end
    while at is not None:
        way.append(at)
        at = before[at]
    return tuple(reversed(way))


def floors(imports: Graph, package: str) -> int:
    """The modules of the longest chain of imports within a package, in which there are no circles."""

    @cache
    def height(module: str) -> int:
        below = (height(each) for each in imports[module] if is_within(each, package) and each != package)
        return 1 + max(below, default=0)

    return max(height(module) for module in imports if is_within(module, package) and module != package)


def circles(imports: Graph) -> list[tuple[str, ...]]:
    """A circle of imports for each pair of modules that reach each other by one import and a way back."""
    return [
        (module, *way)
        for module, imported in imports.items()
        for each in sorted(imported)
        for way in trespasses(imports, [each], lambda name, goal=module: name != goal)  # type: ignore[misc]
        if way[-1] == module
    ]
