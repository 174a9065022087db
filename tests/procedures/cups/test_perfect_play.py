"""An engine that is given a complete table plays perfectly, and says so."""

import pytest
from cupsboard.engine import engines
from cupsboard.engine.cups.tables import TableError
from cupsboard.engine.player import PASS, Engine, Info, Limit, Source
from cupsboard.rules.cups.position import Position, Row
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side
from plain_negamax import value
from small_tables import built

AT_ONCE = Limit(nodes=50)
"""Enough to look at each move once."""
GAME = Cups(3, 6)


def perfect() -> Engine[Position]:
    return engines.of_game(GAME, known=built(3, 6).bounds)


def played_out(position: Position, labels: tuple[str, ...]) -> Position:
    for label in labels:
        if label == PASS:
            position = GAME.pass_turn(position)
        else:
            assert position.to_move is not None
            position = GAME.play(position, position.to_move, label)
    return position


def outcome(info: Info, position: Position) -> int:
    end = played_out(position, info.variation)
    while GAME.standing(end) is not Standing.OVER:
        end = played_out(end, perfect().play(end, AT_ONCE).variation)
    return end.south.pot - end.north.pot


def test_every_move_has_its_exact_value_out_of_the_table() -> None:
    position = GAME.start(Side.SOUTH)
    infos = perfect().analyse(position, AT_ONCE, lines=9)
    assert {info.source for info in infos} == {Source.TABLE}
    assert all(info.is_exact for info in infos)
    after = {info.variation[0]: GAME.play(position, Side.SOUTH, info.variation[0]) for info in infos}
    assert {info.variation[0]: info.score_beans for info in infos} == {
        label: -value(GAME, each) for label, each in after.items()
    }
    assert [info.score_beans for info in infos] == sorted((info.score_beans for info in infos), reverse=True)


def test_the_line_it_expects_ends_with_the_score_it_says() -> None:
    position = GAME.start(Side.SOUTH)
    info = perfect().play(position, AT_ONCE)
    assert outcome(info, position) == info.score_beans == -2


def test_beans_in_the_pots_count_in_its_score() -> None:
    position = Position(Row((0, 0, 0), 9, 6), Row((0, 0, 0), 4, 6), Side.SOUTH)
    assert perfect().play(position, AT_ONCE).score_beans == 5 - 2


def test_who_must_pass_is_told_so_with_the_exact_score() -> None:
    position = Position(Row((0, 0, 0), 0, 0), Row((0, 0, 1), 0, 0), Side.SOUTH)
    info = perfect().play(position, AT_ONCE)
    assert info.variation[:2] == (PASS, "sow 3")
    assert info.score_beans == -1
    assert info.is_exact


def test_a_position_that_is_too_large_for_the_table_is_searched() -> None:
    engine = engines.of_game(Cups(3), known=built(3, 6).bounds)
    info = engine.play(Cups(3).start(Side.SOUTH), Limit(nodes=2000))
    assert info.source is Source.SEARCH


def test_a_table_of_another_board_is_refused() -> None:
    engine = engines.of_game(Cups(4), known=built(3, 6).bounds)
    with pytest.raises(TableError, match="4 cups, and a table of 3"):
        engine.play(Cups(4).start(Side.SOUTH), AT_ONCE)
