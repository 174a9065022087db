from random import Random

from cupsboard.engine.cups.evaluation import UNITS_PER_BEAN, Evaluation
from cupsboard.engine.cups.sides import Sides
from cupsboard.engine.cups.tree import CupsTree, Pair
from cupsboard.engine.player import Limit
from cupsboard.engine.proving import Prover
from cupsboard.engine.search import Memory, Search, Tree
from cupsboard.rules.cups.position import Row, position_of
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side
from hypothesis import given
from hypothesis import strategies as st
from plain_negamax import value


@given(st.lists(st.integers(0, 14), min_size=2, max_size=6))
def test_the_sowings_left_to_a_side_are_those_of_the_longest_way(cups: list[int]) -> None:
    def longest(cups: tuple[int, ...]) -> int:
        size, best = len(cups), 0
        for index in range(size):
            if cups[index] == size - index:
                sown = (*cups[:index], 0, *(beans + 1 for beans in cups[index + 1 :]))
                best = max(best, 1 + longest(sown))
        return best

    sides = Sides(Evaluation.of_size(len(cups)))
    assert sides.side(tuple(cups), 0).sowings == longest(tuple(cups))


def test_a_proof_finds_the_same_without_its_keys_and_bounds() -> None:
    class Plain(CupsTree):
        proof_key = CupsTree.key
        limits = Tree[Pair].limits

    random, weights = Random(1), Evaluation.of_size(3)
    trees = CupsTree(weights), Plain(weights)
    for _ in range(300):
        sides = [(tuple(random.choices((0, 1, 2, 4, 6), k=3)), random.randint(0, 5)) for _ in range(2)]
        values = []
        for tree in trees:
            prover, pair = Prover(tree), (tree.sides.side(*sides[0]), tree.sides.side(*sides[1]))
            prover.begin(100_000)
            values.append(prover.value(pair, 0))
            low, high = tree.limits(pair)
            assert low <= values[0] <= high or not tree.children(pair), sides
        assert values[0] == values[1], sides


def test_what_a_look_bounds_holds_for_the_value_by_the_rules_alone() -> None:
    random, game, tree = Random(2), Cups(4), CupsTree(Evaluation.of_size(4))
    for _ in range(400):
        rows = [Row(tuple(random.choices(range(8), k=4)), 0, random.randint(0, 3)) for _ in range(2)]
        position = position_of(Side.SOUTH, *rows, Side.SOUTH)
        if game.standing(position) is Standing.TO_MOVE:
            own, other = (tree.sides.side(row.cups, row.stock) for row in rows)
            low, high = tree.limits((own, other))
            assert low <= UNITS_PER_BEAN * value(game, position) <= high, rows


def test_no_more_sides_are_remembered_than_allowed_and_nothing_else_changes() -> None:
    found = []
    for most in (40, 60_000):
        tree = CupsTree(Evaluation.of_size(3), most)
        search = Search(tree)
        pair = tree.sides.side((0, 0, 0), 7), tree.sides.side((0, 0, 0), 7)
        *_, (depth, lines) = search.deepen(pair, 1)
        assert lines[0].is_proved
        assert (len(tree.sides) <= 40) is (most == 40)
        found.append((depth, lines, search.nodes))
    assert found[0] == found[1]


def test_no_more_positions_are_remembered_than_allowed() -> None:
    tree, memory = CupsTree(Evaluation.of_size(4)), Memory(most=100)
    start = tree.sides.side((0,) * 4, 40)
    for _ in Search(tree, Limit(nodes=30_000), memory=memory).deepen((start, start), 1):
        assert len(memory) <= 200


def test_a_full_generation_is_forgotten_only_when_the_next_is_full_too() -> None:
    memory = Memory(most=2)
    for key in range(5):
        memory.keep(key, (1, 0, 0, 0))
    assert set(memory.old) == {2, 3}
    assert set(memory.young) == {4}


def test_the_moves_of_a_side_are_those_of_the_rules() -> None:
    game = Cups(4)
    position = game.parse_position("4 3 0 1 pot 0 stock 3 / 1 2 0 5 pot 0 stock 9 / south")
    assert game.standing(position) is Standing.TO_MOVE
    sides = Sides(Evaluation.of_size(4))
    row = position.south
    assert [move.label for *_, move in sides.moves_of(sides.side(row.cups, row.stock))] == [
        plan.label for plan in game.plans(position, Side.SOUTH)
    ]
