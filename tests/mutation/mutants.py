"""The places of a module at which something can be changed, and the module with one change.

Never changed, as no behaviour hangs on it: docstrings, annotations, type aliases, base classes, imports,
`__all__`, `TypeVar` and `cast`; what a raised error says (whether it is raised is changed); format
specifications, `assert_never`, and arguments that only declare, such as `frozen`.
"""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from changes import DECLARING_KEYWORDS, Change, Members, Scope, changes, outline, shortened

DECLARING_CALLS = {"TypeVar", "NewType", "cast", "assert_never"}
DECLARED_NAMES = {"__all__", "__slots__"}
SKIPPED_FIELDS = {"annotation", "returns", "bases", "ctx", "format_spec", "exc", "cause"}


@dataclass(frozen=True)
class Mutant:
    """A module with one change; its key names it by its content, whatever line it stands on."""

    key: str
    module: str
    kind: str
    lines: range
    """The statement's own lines, without those of the statements in it."""
    function: str
    """The function in whose body the change is, as "Class.method"; "" for what an import runs."""
    source: str
    unchanged: str
    """The module in the same style, without the change."""


@dataclass(frozen=True)
class _Slot:
    """Where a node hangs in its tree."""

    parent: ast.AST
    field: str
    index: int | None

    def put(self, node: ast.AST) -> None:
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node


@dataclass(frozen=True)
class Place:
    """One node of a module at which something can be changed, and the changes."""

    module: str
    name: str
    before: str
    after: str
    node: ast.AST = field(repr=False)
    changes: tuple[Change, ...] = field(repr=False)
    _tree: ast.Module = field(repr=False)
    _statement: ast.AST = field(repr=False)
    _slot: _Slot = field(repr=False)
    _function: str = field(repr=False)
    count: int = 1
    """More than 1 where the same text stood in the function before."""

    @property
    def key(self) -> str:
        """Module, function and what stands there."""
        return self._key(outline(self.node))

    def mutant_keys(self) -> tuple[str, ...]:
        """The key of each change's mutant."""
        old = shortened(outline(self.node))
        said = [each.said or f"{old} → {shortened(outline(each.node))}" for each in self.changes]
        again = [
            f", the {n}th" if (n := said[:index].count(each) + 1) > 1 else ""
            for index, each in enumerate(said)
        ]
        return tuple(self._key(each + which) for each, which in zip(said, again, strict=True))

    def mutant(self, which: int) -> Mutant:
        """The module with one of the changes."""
        change, unchanged = self.changes[which], ast.unparse(self._tree)
        self._slot.put(change.node)
        source = ast.unparse(ast.fix_missing_locations(self._tree))
        self._slot.put(self.node)
        key, lines = self.mutant_keys()[which], _own_lines(self._statement)
        return Mutant(key, self.module, change.kind, lines, self._function, source, unchanged)

    def _key(self, what: str) -> str:
        again = f" ({self.count})" if self.count > 1 else ""
        return f"{self.module} {self.name}: {self.before}⟦{what}⟧{self.after}{again}"


def places(source: str, module: str, members: Members) -> list[Place]:
    """All places of a module's source at which something can be changed, in the order of the source."""
    tree = ast.parse(source)
    seen: Counter[str] = Counter()
    found = []
    for place in _Search(tree, module).below(tree, tree, Scope(members)):
        seen[place.key] += 1
        found.append(replace(place, count=seen[place.key]))
    return found


def enum_members(sources: Iterable[str]) -> dict[str, list[str]]:
    """The members of every enum in some sources."""
    return {
        node.name: [
            target.id
            for statement in node.body
            if isinstance(statement, ast.Assign)
            for target in statement.targets
            if isinstance(target, ast.Name) and target.id.isupper()
        ]
        for source in sources
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef) and any("Enum" in ast.unparse(base) for base in node.bases)
    }


@dataclass(frozen=True)
class _Search:
    tree: ast.Module
    module: str

    def below(self, node: ast.AST, statement: ast.AST, scope: Scope) -> Iterator[Place]:
        """The places below a node; `statement` is what it is a part of."""
        for name, value in ast.iter_fields(node):
            children = enumerate(value) if isinstance(value, list) else ((None, value),)
            for index, child in children if name not in SKIPPED_FIELDS else ():
                if isinstance(child, ast.AST) and not _is_declaration(child, node):
                    slot = _Slot(node, name, index)
                    inside = replace(scope, parent=node, parents_field=name)
                    yield from self._at(slot, child, statement, inside)

    def _at(self, slot: _Slot, node: ast.AST, statement: ast.AST, scope: Scope) -> Iterator[Place]:
        is_statement = isinstance(node, ast.stmt | ast.match_case)
        if possible := tuple(changes(node, scope)):
            before, after = ("", "") if is_statement else _context(slot, node, statement)
            of = node if is_statement else statement
            name, function = ".".join(scope.names), _function_of(scope, of)
            yield Place(self.module, name, before, after, node, possible, self.tree, of, slot, function)
        if isinstance(node, ast.ClassDef):
            scope = replace(scope, names=(*scope.names, node.name))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names = (*scope.names, node.name)
            returned = ast.unparse(node.returns) if node.returns else ""
            scope = replace(scope, names=names, returned=returned, function=scope.function or ".".join(names))
        yield from self.below(node, node if is_statement else statement, scope)


def _function_of(scope: Scope, statement: ast.AST) -> str:
    """The function in whose body a statement stands; what stands in its head is run by the import."""
    is_head = isinstance(statement, ast.FunctionDef) and scope.function == ".".join(scope.names)
    return "" if is_head else scope.function


def _is_declaration(node: ast.AST, parent: ast.AST) -> bool:
    match node:
        case ast.Import() | ast.ImportFrom() | ast.Expr(ast.Constant()) | ast.If(ast.Name("TYPE_CHECKING")):
            return True
        case ast.Call(ast.Name(name)) | ast.Expr(ast.Call(ast.Name(name))):
            return name in DECLARING_CALLS
        case ast.keyword(name):
            return name in DECLARING_KEYWORDS
        case ast.Assign([ast.Name(name)]):
            is_alias = isinstance(parent, ast.Module) and name.strip("_")[:1].isupper() and not name.isupper()
            return is_alias or name in DECLARED_NAMES
        case _:
            return False


def _context(slot: _Slot, node: ast.AST, statement: ast.AST) -> tuple[str, str]:
    """What stands before and after a node in its statement, as far as it is near."""
    mark = "_here_"
    stand_in: ast.AST = ast.Name(mark)
    if isinstance(node, ast.pattern):
        stand_in = ast.MatchAs(name=mark)
    elif isinstance(slot.parent, ast.JoinedStr):
        stand_in = ast.Constant(mark)
    slot.put(stand_in)
    before, _, after = outline(statement).partition(mark)
    slot.put(node)
    return before if len(before) <= 50 else f"…{before[-50:]}", after if len(
        after
    ) <= 30 else f"{after[:30]}…"


def _own_lines(statement: ast.AST) -> range:
    if isinstance(statement, ast.match_case):
        return range(statement.pattern.lineno, statement.body[0].lineno)
    assert isinstance(statement, ast.stmt)
    inner = next((found[0] for name in ("body", "cases") if (found := getattr(statement, name, None))), None)
    if inner is None:
        return range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
    first = inner.pattern.lineno if isinstance(inner, ast.match_case) else inner.lineno
    return range(statement.lineno, max(first, statement.lineno + 1))
