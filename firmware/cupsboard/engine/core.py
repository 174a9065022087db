"""Searches and proofs whose inner work is done by the package `cupsboard-core`, where that is installed.

The core is a library of C without which everything is done in Python, alike but for the time: the same moves,
values and numbers of nodes. It knows Cups and sowing games, and asks no tables.
"""

import ctypes
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any, Protocol, runtime_checkable

from cupsboard.engine.player import IsStopped, Limit, never
from cupsboard.engine.proving import Exhausted, Prover
from cupsboard.engine.search import ENDLESS, UNKNOWN, Child, Entry, Search, Stopped, Tree

VERSION = 4
"""Of the library's functions; another version is left alone."""
MOST_KEPT = (1 << 23) // 3
"""Positions in each generation of the core's memory, 24 bytes each at the fullest: two thirds of 2^22 places.
Room for them is taken as it is needed."""
MOST_CUPS, MOST_BEANS = 12, 255
"""What a position of the core has room for: cups a side, and beans in all."""
_NODE_BYTES = 32

_Asked = ctypes.CFUNCTYPE(ctypes.c_int)
_QUESTION = (ctypes.c_void_p, ctypes.c_char_p)
_SIGNATURES: dict[str, tuple[Any, list[Any]]] = {
    "core_version": (ctypes.c_int, []),
    "core_new": (ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, _Asked]),
    "core_free": (None, [ctypes.c_void_p]),
    "core_meet": (ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]),
    "core_after": (ctypes.c_int, [*_QUESTION, *[ctypes.c_int] * 6, *[ctypes.c_void_p] * 2]),
    "core_prove": (ctypes.c_int, [*_QUESTION, *[ctypes.c_int] * 2, *[ctypes.c_void_p] * 2]),
    "core_known": (None, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]),
}


@runtime_checkable
class Packed(Protocol):
    """A tree that the core knows, too."""

    def numbers(self) -> Sequence[int]:
        """Return the game in whole numbers, as `core_new` reads them."""

    def halves(self, node: Any) -> tuple[Sequence[int], int, Sequence[int], int, int]:
        """Return a position: cups and stock of the side to move, of the other, and the lead in pots."""


@cache
def installed() -> ctypes.CDLL | None:
    """Return the library of the installed core; None if it can't be used here, or is of another version."""
    try:
        return loaded(str(import_module("cupsboard_core").LIBRARY))
    except (ImportError, OSError, AttributeError):
        return None


def loaded(path: str) -> ctypes.CDLL | None:
    """Return the core's library in a file; None if it is of another version.

    Raises OSError or AttributeError for a file that is none for this machine.
    """
    found = ctypes.CDLL(path)
    for name, (result, arguments) in _SIGNATURES.items():
        function = getattr(found, name)
        function.restype, function.argtypes = result, arguments
    return found if found.core_version() == VERSION else None


class Core:
    """One search or proof in the core: its memory, and a call of the library for each of its questions."""

    def __init__(
        self, library: ctypes.CDLL, tree: Any, most_nodes: int | None, is_stopped: IsStopped, most_kept: int
    ) -> None:
        """Begin with an empty memory. Raises MemoryError if there is not even room for that."""
        self._library = library
        self._tree = tree
        self._fault: BaseException | None = None
        self._value, self._nodes = ctypes.c_int32(), ctypes.c_int64()

        def asked() -> int:
            # What is raised in a call from C would be lost there.
            try:
                return is_stopped()
            except BaseException as fault:
                self._fault = fault
                return 1

        self._is_stopped = _Asked() if is_stopped is never else _Asked(asked)
        numbers = tree.numbers()
        given = (ctypes.c_int32 * len(numbers))(*numbers)
        limit = -1 if most_nodes is None else most_nodes
        self._handle = library.core_new(given, limit, most_kept, self._is_stopped)
        if not self._handle:
            raise MemoryError("the core of the engine: no memory for a search")

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self._library.core_free(self._handle)

    def meet(self, node: Any, is_roots: bool) -> bool:
        """Add a position met before the search, the root as the last; return whether there was room."""
        return bool(self._library.core_meet(self._handle, packed_node(self._tree, node), is_roots))

    def known(self, node: Any) -> Entry:
        """Return what is remembered of a position."""
        entry = (ctypes.c_int32 * 4)()
        self._library.core_known(self._handle, packed_node(self._tree, node), entry)
        return entry[0], entry[1], entry[2], entry[3]

    def asked(self, name: str, node: Any, nodes: int, *numbers: int) -> tuple[int | None, int]:
        """Return what a function of the library answers, None if it was stopped, and the nodes by now."""
        self._nodes.value = nodes
        results = ctypes.byref(self._value), ctypes.byref(self._nodes)
        function, packed = getattr(self._library, name), packed_node(self._tree, node)
        stopped = function(self._handle, packed, *numbers, *results)
        if self._fault is not None:
            raise self._fault
        return None if stopped else self._value.value, self._nodes.value


def packed_node(tree: Any, node: Any) -> bytes:
    """Return a position as the core has it."""
    own, own_stock, other, other_stock, lead = tree.halves(node)
    rows = (bytes(row).ljust(MOST_CUPS, b"\0") for row in (own, other))
    return b"".join((*rows, bytes((own_stock, other_stock)), lead.to_bytes(2, "little", signed=True))).ljust(
        _NODE_BYTES, b"\0"
    )


class CoreSearch(Search):
    """A search whose moves at the root are valued by the core."""

    def __init__(self, core: Core, tree: Tree[Any], limit: Limit) -> None:
        super().__init__(tree, limit)
        self._core = core

    def _after(self, child: Child[Any], depth: int, low: int, high: int) -> int:
        guess, _, node, gain, is_again, _ = child
        numbers = guess, gain, int(is_again), depth, low, high
        value, self.nodes = self._core.asked("core_after", node, self.nodes, *numbers)
        if value is None:
            raise Stopped
        return value

    def _first(self, node: Any) -> int:
        return self._core.known(node)[3]


class CoreProver(Prover):
    """A prover whose bounds are found by the core."""

    def __init__(self, lib: ctypes.CDLL, tree: Tree[Any], is_stopped: IsStopped = never) -> None:
        super().__init__(tree, None, is_stopped)
        self._library = lib
        self._core: Core | None = None

    def begin(self, most_nodes: int) -> None:
        """Forget all that was proved, as `Prover.begin` says."""
        super().begin(most_nodes)
        self._core = Core(self._library, self.tree, most_nodes, self._is_stopped, MOST_KEPT)

    def _search(self, node: Any, beta: int, plies: int) -> int:
        assert self._core is not None, "begun"
        value, self.nodes = self._core.asked("core_prove", node, self.nodes, beta, plies)
        if value is None:
            raise Exhausted
        return value

    def _known(self, node: Any) -> Entry:
        return UNKNOWN if self._core is None else self._core.known(node)


def search(
    tree: Tree[Any],
    root: Any,
    limit: Limit = ENDLESS,
    is_stopped: IsStopped = never,
    met: Sequence[tuple[bool, Any]] = (),
    *,
    most_kept: int = MOST_KEPT,
    library: ctypes.CDLL | None = None,
) -> Search | None:
    """Return a search by the installed core, or by a `library`; None where it can't search from this root.

    `met` are the positions that end the game if they come again, the root as the last: see `CirclingSearch`.
    """
    library = library or installed()
    if library is None or not _can_search(tree, root):
        return None
    core = Core(library, tree, limit.nodes, is_stopped, most_kept)
    has_room = all(core.meet(node, is_roots) for is_roots, node in met)
    return CoreSearch(core, tree, limit) if has_room else None


def prover(
    tree: Tree[Any], node: Any, is_stopped: IsStopped = never, *, library: ctypes.CDLL | None = None
) -> Prover | None:
    """Return a prover by the installed core, or by a `library`; None where it can't prove at a position."""
    library = library or installed()
    return CoreProver(library, tree, is_stopped) if library is not None and _can_search(tree, node) else None


def _can_search(tree: Tree[Any], node: Any) -> bool:
    """Return whether the core knows a tree, and has a byte for every bean of a position."""
    if not isinstance(tree, Packed):
        return False
    own, own_stock, other, other_stock, _ = tree.halves(node)
    return sum(own) + own_stock + sum(other) + other_stock <= MOST_BEANS and len(own) <= MOST_CUPS
