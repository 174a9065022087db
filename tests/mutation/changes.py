"""What may stand in the stead of a node of a syntax tree, so that some test should notice.

The kinds: comparison (boundary and opposite), boolean (and/or, an operand dropped), `not`, condition
(negated, always true), arithmetic (other operator, an operand dropped), constant (numbers, True and False,
strings), return value, removed statement, loop exit, removed element (of a tuple, list, set or dict, of a
union, or a case), removed keyword argument, exchanged branches, exchanged arguments, exchanged function (min
and max, any and all, sorted and not), other member of an enum, and wider pattern.

What the type checker finds anyway would make the count of noticed changes look better than it is, so a return
value is exchanged for one of its type, and arguments only where they look alike.
"""

import ast
import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

Members = Mapping[str, Sequence[str]]
"""The members of each enum, by its name."""

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
DROPPABLE = (ast.Add, ast.Sub, ast.BitOr, ast.BitAnd)
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list", "reversed": "list"}
METHODS = {"startswith": "endswith", "endswith": "startswith", "lower": "upper", "upper": "lower"}
EMPTY_VALUES = {
    "str": "''",
    "tuple[": "()",
    "list[": "[]",
    "dict[": "{}",
    "Mapping[": "{}",
    "Iterator[": "iter(())",
    "Iterable[": "()",
    "frozenset[": "frozenset()",
}
DECLARING_KEYWORDS = {"frozen", "slots", "repr", "strict"}
"""Arguments that only declare: nothing that a user meets hangs on them."""


@dataclass(frozen=True)
class Change:
    """What is put in a node's stead; `said` where old and new text aren't the clearest way to say it."""

    kind: str
    node: ast.AST
    said: str | None = None


@dataclass(frozen=True)
class Scope:
    """Where in its module a node stands."""

    members: Members
    names: tuple[str, ...] = ()
    function: str = ""
    """The outermost function around it, as "Class.method"."""
    returned: str = ""
    """What the annotation of the function says that it returns."""
    parent: ast.AST = field(default_factory=ast.Pass)
    parents_field: str = ""


def changes(node: ast.AST, scope: Scope) -> Iterator[Change]:
    """Everything that may be put in a node's stead."""
    if scope.parents_field in ("test", "guard", "ifs"):
        yield from _of_condition(node, scope)
    for kind, changes_of in _CHANGES:
        if isinstance(node, kind):
            yield from changes_of(node, scope)


def outline(node: ast.AST) -> str:
    """A node in one line, of a compound statement only its head."""
    if isinstance(node, ast.stmt | ast.match_case):
        bodies: dict[str, object] = {
            name: [] for name in ("orelse", "handlers", "finalbody", "cases") if hasattr(node, name)
        }
        if hasattr(node, "body"):
            bodies["body"] = [ast.Pass()]
        node = _with(node, **bodies)
    return " ".join(ast.unparse(node).split()).removesuffix(": pass")


def shortened(text: str) -> str:
    """The beginning and the end of a long text."""
    return text if len(text) <= 100 else f"{text[:70]} … {text[-28:]}"


def _of_condition(node: ast.AST, scope: Scope) -> Iterator[Change]:
    if not isinstance(node, ast.Compare | ast.BoolOp | ast.UnaryOp):
        yield Change("condition", ast.UnaryOp(ast.Not(), node))
    if not isinstance(scope.parent, ast.While | ast.IfExp):
        yield Change("condition", ast.Constant(True))


def _of_comparison(node: ast.Compare, scope: Scope) -> Iterator[Change]:
    for index, op in enumerate(node.ops):
        for other in COMPARISONS[type(op)]:
            yield Change("comparison", _with(node, ops=_but(node.ops, index, other())))


def _of_boolean(node: ast.BoolOp, scope: Scope) -> Iterator[Change]:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield Change("boolean", ast.BoolOp(other, node.values))
    for rest in _each_without(node.values):
        yield Change("boolean", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest))


def _of_unary(node: ast.UnaryOp, scope: Scope) -> Iterator[Change]:
    yield Change("not" if isinstance(node.op, ast.Not) else "arithmetic", node.operand)


def _of_binary(node: ast.BinOp, scope: Scope) -> Iterator[Change]:
    if other := OPERATORS.get(type(node.op)):
        yield Change("arithmetic", ast.BinOp(node.left, other(), node.right))
    if isinstance(node.op, DROPPABLE):
        kind = "removed element" if isinstance(node.op, ast.BitOr) else "arithmetic"
        yield from (Change(kind, operand) for operand in (node.left, node.right))


def _of_constant(node: ast.Constant, scope: Scope) -> Iterator[Change]:
    others: tuple[bool | int | float | str, ...] = ()
    match node.value:
        case bool(value):
            others = (not value,)
        case int(value):
            others = (value + 1, value - 1)
        case float(value):
            others = (value * 2, value / 2) if value else (1.0,)
        case str(value):
            others = ("" if value else "x",)
    yield from (Change("constant", ast.Constant(other)) for other in others)


def _of_choice(node: ast.IfExp, scope: Scope) -> Iterator[Change]:
    yield Change("exchanged branches", ast.IfExp(node.test, node.orelse, node.body))


def _of_member(node: ast.Attribute, scope: Scope) -> Iterator[Change]:
    members = scope.members.get(node.value.id, ()) if isinstance(node.value, ast.Name) else ()
    if node.attr in members:
        for step in (1, -1)[: len(members) - 1]:
            other = members[(members.index(node.attr) + step) % len(members)]
            yield Change("other member", ast.Attribute(node.value, other))


def _of_call(node: ast.Call, scope: Scope) -> Iterator[Change]:
    match node.func:
        case ast.Name(name) if name in FUNCTIONS:
            yield Change("exchanged function", _with(node, func=ast.Name(FUNCTIONS[name])))
        case ast.Attribute(value, name) if name in METHODS:
            yield Change("exchanged function", _with(node, func=ast.Attribute(value, METHODS[name])))
    for index, keyword in enumerate(node.keywords):
        if keyword.arg is not None and keyword.arg not in DECLARING_KEYWORDS:
            rest = _with(node, keywords=_but(node.keywords, index))
            yield Change("removed keyword", rest, _without(keyword))
    if outline(node.func) == "isinstance":
        return
    for index in range(len(node.args) - 1):
        first, second = node.args[index : index + 2]
        if type(first) is type(second) and ast.dump(first) != ast.dump(second):
            args = [*node.args[:index], second, first, *node.args[index + 2 :]]
            yield Change("exchanged arguments", _with(node, args=args))


def _of_sequence(node: ast.Tuple | ast.List | ast.Set, scope: Scope) -> Iterator[Change]:
    is_target = not isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
    if not is_target and not isinstance(scope.parent, ast.Subscript):
        for gone, rest in zip(node.elts, _each_without(node.elts), strict=True):
            yield Change("removed element", _with(node, elts=rest), _without(gone))


def _of_dict(node: ast.Dict, scope: Scope) -> Iterator[Change]:
    for index, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
        rest = _with(node, keys=_but(node.keys, index), values=_but(node.values, index))
        yield Change("removed element", rest, _without(key or value))


def _of_return(node: ast.Return, scope: Scope) -> Iterator[Change]:
    if node.value is None:
        return
    others: list[ast.expr] = []
    if scope.returned == "bool":
        others.append(ast.UnaryOp(ast.Not(), node.value))
    if scope.returned in ("int", "float"):
        others.append(ast.BinOp(node.value, ast.Add(), ast.Constant(1)))
    for beginning, empty in EMPTY_VALUES.items():
        is_pair = beginning == "tuple[" and not scope.returned.endswith(", ...]")
        if scope.returned.startswith(beginning) and not is_pair and outline(node.value) != empty:
            others.append(ast.parse(empty, mode="eval").body)
    if scope.returned.endswith("| None") and outline(node.value) != "None":
        others.append(ast.Constant(None))
    yield from (Change("return value", ast.Return(other)) for other in others)


def _of_if(node: ast.If, scope: Scope) -> Iterator[Change]:
    if node.orelse:
        yield Change("exchanged branches", ast.If(node.test, node.orelse, node.body), "branches exchanged")
    else:
        yield _removed(node)


def _of_augmented(node: ast.AugAssign, scope: Scope) -> Iterator[Change]:
    if other := OPERATORS.get(type(node.op)):
        yield Change("arithmetic", ast.AugAssign(node.target, other(), node.value))
    yield _removed(node)


def _of_assignment(node: ast.Assign, scope: Scope) -> Iterator[Change]:
    """What makes an object isn't removed, nor a local name: the error would come at once."""
    is_kept = isinstance(node.targets[0], ast.Attribute | ast.Subscript)
    if is_kept and scope.names[-1:] != ("__init__",):
        yield _removed(node)


def _of_plain_statement(node: ast.Expr | ast.Raise, scope: Scope) -> Iterator[Change]:
    yield _removed(node)


def _of_loop_exit(node: ast.Break | ast.Continue, scope: Scope) -> Iterator[Change]:
    yield Change("loop exit", ast.Continue() if isinstance(node, ast.Break) else ast.Break())


def _of_match(node: ast.Match, scope: Scope) -> Iterator[Change]:
    for index, case in enumerate(node.cases):
        is_rest = isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None
        if case.guard is not None or not is_rest:
            yield Change("removed element", ast.Match(node.subject, _but(node.cases, index)), _without(case))


def _of_pattern(node: ast.pattern, scope: Scope) -> Iterator[Change]:
    if isinstance(scope.parent, ast.pattern) and isinstance(node, ast.MatchValue | ast.MatchSingleton):
        yield Change("wider pattern", ast.MatchAs())
    if isinstance(node, ast.MatchOr):
        for rest in _each_without(node.patterns):
            yield Change("removed element", rest[0] if len(rest) == 1 else ast.MatchOr(rest))


_CHANGES: tuple[tuple[type[ast.AST] | tuple[type[ast.AST], ...], Callable[..., Iterator[Change]]], ...] = (
    (ast.Compare, _of_comparison),
    (ast.BoolOp, _of_boolean),
    (ast.UnaryOp, _of_unary),
    (ast.BinOp, _of_binary),
    (ast.Constant, _of_constant),
    (ast.IfExp, _of_choice),
    (ast.Attribute, _of_member),
    (ast.Call, _of_call),
    ((ast.Tuple, ast.List, ast.Set), _of_sequence),
    (ast.Dict, _of_dict),
    (ast.Return, _of_return),
    (ast.If, _of_if),
    (ast.AugAssign, _of_augmented),
    (ast.Assign, _of_assignment),
    ((ast.Expr, ast.Raise), _of_plain_statement),
    ((ast.Break, ast.Continue), _of_loop_exit),
    (ast.Match, _of_match),
    (ast.pattern, _of_pattern),
)


def _removed(node: ast.stmt) -> Change:
    return Change("removed statement", ast.Pass(), _without(node))


def _without(node: ast.AST) -> str:
    return f"without {shortened(outline(node))}"


def _with(node: ast.AST, **fields: object) -> ast.AST:
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed


def _but(values: list, index: int, *stead: object) -> list:  # type: ignore[type-arg]
    return [*values[:index], *stead, *values[index + 1 :]]


def _each_without(values: list) -> Iterator[list]:  # type: ignore[type-arg]
    return (_but(values, index) for index in range(len(values)))
