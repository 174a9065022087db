"""The compiled core finds what Python finds: the same moves, values and numbers of nodes."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from core_built import library
from cupsboard.engine import core, engines
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.engine.proving import Exhausted, Prover
from cupsboard.engine.search import CirclingSearch, Line, Memory, Search
from cupsboard.engine.searching import Searching
from cupsboard.rules import games
from cupsboard.rules.game import Standing
from cupsboard.rules.games import AnyGame
from cupsboard.rules.places import Side
from processes import ran

FAMILIES = ("cups", "kalah", "oware")
SIZES = (2, 3, 4, 4, 5, 6, 6, 8, 10, 12)


def game_at_random(family: str, random: Random) -> AnyGame:
    size = random.choice(SIZES)
    more = {"cups": f" stock {random.randint(1, 10 * size)}"}.get(family, f" seeds {random.randint(1, 10)}")
    return games.named(f"{family} {size}{random.choice(('', more))}")


def positions(family: str, random: Random) -> Iterator[tuple[Searching[Any], Any]]:
    """Positions out of games at random, each with the engine that plays the game."""
    while True:
        game = game_at_random(family, random)
        engine, position = engines.of_game(game), game.start(Side.SOUTH)
        assert isinstance(engine, Searching)
        while (standing := game.standing(position)) is not Standing.OVER:
            if standing is Standing.PASS:
                position = game.pass_turn(position)
                continue
            if random.random() < 0.25:
                yield engine, position
            (side,) = game.movers(position)
            position = game.play(position, side, random.choice(game.plans(position, side)).label)


@dataclass(frozen=True)
class Asked:
    """A question to both."""

    tree: Any
    root: Any
    limit: Limit
    lines: int

    def searched(self, search: Search | None) -> tuple[list[tuple[int, list[Line]]], int]:
        """The lines at each depth, and the nodes."""
        assert search is not None
        found = list(search.deepen(self.root.node, self.lines))
        return found, search.nodes

    def in_python(self, most_kept: int) -> Search:
        """A search without the core."""
        if self.root.met:
            search: Search = CirclingSearch(self.tree, self.limit, lambda: False, self.root.met)
        else:
            search = Search(self.tree, self.limit)
        search.memory = Memory(most_kept)
        return search

    def proved(self, prover: Prover | None, guess: int) -> tuple[Line | None, int]:
        """The best move with its proved value, and the nodes; no move where they don't suffice."""
        assert prover is not None
        assert self.limit.nodes is not None
        prover.begin(self.limit.nodes)
        try:
            return prover.best(self.root.node, guess), prover.nodes
        except Exhausted:
            return None, prover.nodes


def asked(engine: Searching[Any], position: Any, random: Random) -> Asked:
    tree, root = engine._root(position)
    limit = Limit(nodes=random.randint(1, 600) * random.choice((1, 1, 4)))
    return Asked(tree, root, limit, random.choice((1, 1, 2, 5, EVERY_MOVE)))


def compare(family: str, seed: int, count: int) -> None:
    random = Random(f"{family} {seed}")
    for _, (engine, position) in zip(range(count), positions(family, random), strict=False):
        question = asked(engine, position, random)
        tree, node = question.tree, question.root.node
        # A small memory is full soon: both must forget alike.
        kept = random.choice((30, 1 << 20))
        by_core = core.search(
            tree, node, question.limit, met=question.root.met, most_kept=kept, library=library()
        )
        if by_core is None:
            # A game that has gone round for so long leaves the core no room, and Python searches.
            assert len(question.root.met) > 300, position
            continue
        found = question.searched(by_core)
        assert found == question.searched(question.in_python(kept)), position
        if not question.root.met:
            guess = found[0][-1][1][0].value
            proofs = (Prover(tree), core.prover(tree, node, library=library()))
            in_python, by_core_too = (question.proved(prover, guess) for prover in proofs)
            assert in_python == by_core_too, position


@pytest.mark.parametrize("family", FAMILIES)
def test_the_core_finds_what_python_finds_node_by_node(family: str) -> None:
    compare(family, 1, 12)


@pytest.mark.long("ten thousand searches of each game")
@pytest.mark.parametrize("family", FAMILIES)
def test_so_it_does_in_ten_thousand_searches(family: str) -> None:
    compare(family, 2, 10_000)


@pytest.mark.long("a million positions")
def test_no_position_leads_the_core_astray(tmp_path: Path) -> None:
    """Random positions of random games, also such as no game leads to, under the compiler's sanitizers."""
    compiler = shutil.which("gcc") or pytest.skip("no gcc here: the core is not built with its sanitizers")
    flags = ("-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
    source = Path(__file__).with_name("core_fuzz.c")
    subprocess.run([compiler, *flags, "-o", tmp_path / "fuzz", source], check=True)
    done = subprocess.run([tmp_path / "fuzz", "1000000", "1"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("1000000 positions")


def test_a_search_by_the_core_is_called_off_and_says_what_it_has_found() -> None:
    engine = engines.of_game(games.named("kalah 6"))
    assert isinstance(engine, Searching)
    tree, root = engine._root(games.named("kalah 6").start(Side.SOUTH))
    calls = 0

    def is_stopped() -> bool:
        nonlocal calls
        calls += 1
        return calls == 3

    search = core.search(tree, root.node, is_stopped=is_stopped, library=library())
    assert search is not None
    *_, (depth, lines) = search.deepen(root.node, 1)
    assert calls == 3
    assert depth > 4
    assert not lines[0].is_proved


def test_what_is_raised_while_the_core_asks_whether_to_stop_is_not_lost() -> None:
    engine = engines.of_game(games.named("cups 4"))
    assert isinstance(engine, Searching)
    tree, root = engine._root(games.named("cups 4").start(Side.SOUTH))

    def is_stopped() -> bool:
        raise KeyboardInterrupt

    search = core.search(tree, root.node, is_stopped=is_stopped, library=library())
    assert search is not None
    with pytest.raises(KeyboardInterrupt):
        list(search.deepen(root.node, 1))


def test_what_the_core_has_no_room_for_is_left_to_python() -> None:
    for name in ("kalah 6 seeds 40", "coin-duel 10 stage 1"):
        game = games.named(name)
        engine = engines.of_game(game)
        assert isinstance(engine, Searching)
        tree, root = engine._root(game.start(Side.SOUTH))
        assert core.search(tree, root.node, library=library()) is None
        assert core.prover(tree, root.node, library=library()) is None


def test_another_version_of_the_core_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    library()
    monkeypatch.setattr(core, "VERSION", core.VERSION + 1)
    assert core.loaded(str(library()._name)) is None


def test_a_tab_which_can_call_no_library_plays_without_the_core() -> None:
    code = """
import sys
sys.modules["ctypes"] = sys.modules["cupsboard_core"] = None
from cupsboard.engine import engines
from cupsboard.rules import games
from cupsboard.rules.places import Side
game = games.named("cups 4")
player = engines.at_level(game, engines.level_of(game, "8"))
print(player.choose(game.start(Side.SOUTH), 1).move, "cupsboard.engine.core" in sys.modules)
"""
    assert ran(sys.executable, "-c", code).said == "drop 1 False\n"
