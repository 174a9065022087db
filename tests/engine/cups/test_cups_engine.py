import pytest
from cupsboard.engine import engines
from cupsboard.engine.cups.player import CupsEngine
from cupsboard.engine.player import PASS, Info, Limit, Source
from cupsboard.rules.cups.position import Position, Row
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side
from hypothesis import example, given
from hypothesis import strategies as st
from plain_negamax import value

ENDLESS = Limit()


@st.composite
def small_positions(draw: st.DrawFn) -> tuple[Cups, Position]:
    cups = draw(st.integers(2, 4))
    stock = st.integers(0, {2: 7, 3: 5, 4: 4}[cups])
    row = st.builds(Row, st.tuples(*[st.integers(0, cups + 2)] * cups), st.integers(0, 9), stock)
    game = Cups(cups)
    turn = st.sampled_from(Side)
    positions = st.builds(Position, row, row, turn)
    return game, draw(positions.filter(lambda position: game.standing(position) is not Standing.OVER))


@given(small_positions())
def test_a_search_without_a_limit_proves_the_value_that_the_plain_rules_give(
    of: tuple[Cups, Position],
) -> None:
    game, position = of
    info = engines.of_game(game).play(position, ENDLESS)
    assert info.is_exact
    assert info.score_beans == value(game, position)


@example((Cups(3), Position(Row((2, 0, 0), 19, 4), Row((1, 1, 0), 29, 4), Side.SOUTH)))
@given(small_positions())
def test_what_follows_a_proved_move_is_best_play_to_the_end_of_the_game(of: tuple[Cups, Position]) -> None:
    game, position = of
    mover = position.to_move
    assert mover is not None
    can_move = game.standing(position) is Standing.TO_MOVE
    labels = [plan.label for plan in game.plans(position, mover)] if can_move else []
    found = CupsEngine(game).prove(position, Limit(nodes=200_000), labels)
    assert len(found) == max(1, len(labels))
    assert found[0].score_beans == max(info.score_beans for info in found)
    for info in found:
        after, expected = position, info.score_beans
        for move in info.variation:
            side = after.to_move
            assert side is not None
            after = game.pass_turn(after) if move == PASS else game.play(after, side, move)
            expected = -expected
            if game.standing(after) is not Standing.OVER:
                assert value(game, after) == expected
        assert game.standing(after) is Standing.OVER
        score = game.score(after)
        assert score[mover] - score[mover.other] == info.score_beans


@given(small_positions())
def test_every_move_has_its_own_exact_value_when_all_are_asked_for(of: tuple[Cups, Position]) -> None:
    game, position = of
    side = position.to_move
    assert side is not None
    found = engines.of_game(game).analyse(position, ENDLESS, lines=99)
    if game.standing(position) is Standing.PASS:
        assert [info.variation[0] for info in found] == [PASS] * len(found)
        return
    values = {}
    for plan in game.plans(position, side):
        after = game.play(position, side, plan.label)
        values[plan.label] = -value(game, after)
    assert {info.variation[0]: info.score_beans for info in found} == values
    assert all(info.is_exact for info in found)
    assert [info.score_beans for info in found] == sorted(values.values(), reverse=True)


@given(small_positions(), st.integers(1, 400))
def test_what_a_limited_search_calls_proved_is_right(of: tuple[Cups, Position], nodes: int) -> None:
    game, position = of
    info = engines.of_game(game).play(position, Limit(nodes=nodes))
    if info.is_exact:
        assert info.score_beans == value(game, position)


@given(small_positions(), st.integers(1, 2000))
def test_a_variation_is_a_legal_way_through_the_game(of: tuple[Cups, Position], nodes: int) -> None:
    game, position = of
    for info in engines.of_game(game).analyse(position, Limit(nodes=nodes), lines=3):
        reached = position
        for move in info.variation:
            side = reached.to_move
            assert side is not None
            reached = game.pass_turn(reached) if move == PASS else game.play(reached, side, move)


def test_the_same_question_has_the_same_answer_whatever_was_asked_before() -> None:
    game = Cups(4)
    fresh, used = engines.of_game(game), engines.of_game(game)
    position = game.start(Side.SOUTH)
    for label in ("drop 2", "drop 4", "drop 1"):
        used.play(position, Limit(nodes=3000))
        side = position.to_move
        assert side is not None
        position = game.play(position, side, label)
    assert fresh.play(position, Limit(nodes=5000)) == used.play(position, Limit(nodes=5000))


def test_a_search_keeps_to_its_nodes() -> None:
    game = Cups(12)
    for nodes in (1, 100, 1000, 20_000):
        info = engines.of_game(game).play(game.start(Side.SOUTH), Limit(nodes=nodes))
        assert info.nodes <= nodes + 2 * 12
        assert not info.is_exact


def test_a_search_keeps_to_its_depth() -> None:
    game = Cups(4)
    answers: list[tuple[Info, ...]] = []
    infos = engines.of_game(game).analyse(
        game.start(Side.NORTH), Limit(depth=5), lines=2, report=answers.append
    )
    assert [answer[0].depth for answer in answers] == [1, 2, 3, 4, 5]
    assert answers[-1] == infos
    assert len(infos) == 2
    assert infos[0].source is Source.SEARCH


def test_a_search_is_called_off_within_few_nodes() -> None:
    game = Cups(4)
    asked = 0

    def is_stopped() -> bool:
        nonlocal asked
        asked += 1
        return asked == 10

    result = engines.of_game(game).play(game.start(Side.SOUTH), ENDLESS, is_stopped)
    assert result.nodes <= 10 * (512 + 8)
    assert result.move in {"drop 1", "drop 2", "drop 3", "drop 4"}


def test_a_search_called_off_at_once_still_moves() -> None:
    game = Cups(4)
    result = engines.of_game(game).play(game.start(Side.SOUTH), Limit(nodes=1))
    assert result.depth == 1
    assert not result.is_exact
    assert result.move.startswith("drop")


def test_seconds_are_those_of_the_clock_that_was_passed_in() -> None:
    game = Cups(4)
    ticks = iter(range(1000))
    engine = engines.of_game(game, lambda: float(next(ticks)))
    assert engine.play(game.start(Side.SOUTH), Limit(seconds=5)).nodes <= 6 * (512 + 8)


def test_seconds_without_a_clock_are_refused() -> None:
    game = Cups(4)
    with pytest.raises(ValueError, match="make the engine with a clock"):
        engines.of_game(game).play(game.start(Side.SOUTH), Limit(seconds=1))


@pytest.mark.parametrize(
    ("limit", "message"),
    [({"nodes": 0}, "0 nodes"), ({"depth": -1}, "-1 depth"), ({"seconds": -0.5}, "-0.5 seconds")],
)
def test_a_limit_that_allows_nothing_is_refused(limit: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Limit(**limit)


def test_a_side_that_can_not_move_passes() -> None:
    game = Cups(2)
    position = game.parse_position("0 0 pot 3 stock 0 / 2 1 pot 0 stock 0 / south")
    result = engines.of_game(game).play(position, ENDLESS)
    assert result.move == PASS
    assert result.score_beans == 3 - 3
    assert result.is_exact


def test_a_game_that_is_over_or_not_begun_has_no_move() -> None:
    game = Cups(2)
    over = game.parse_position("0 0 pot 3 stock 0 / 3 0 pot 0 stock 0 / south")
    with pytest.raises(RulesError, match="the game is over"):
        engines.of_game(game).play(over, ENDLESS)
    with pytest.raises(RulesError, match="whose turn"):
        engines.of_game(game).play(game.start(None), ENDLESS)


def test_a_position_of_another_board_is_refused() -> None:
    with pytest.raises(RulesError, match="3 cups a side"):
        engines.of_game(Cups(4)).play(Cups(3).start(Side.SOUTH), ENDLESS)


@pytest.mark.long("a long proof")
def test_the_smallest_board_is_proved_from_the_start_with_full_stocks() -> None:
    """The value is that of the solver in C, see tests/solver/README.md."""
    game = Cups(2)
    info = engines.of_game(game).play(game.start(Side.SOUTH), Limit(nodes=5_000_000))
    assert info.is_exact
    assert info.score_beans == -1
