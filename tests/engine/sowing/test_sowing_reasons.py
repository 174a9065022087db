"""What is said of a move in a sowing game beside a better one, and where there is no move to look for."""

import pytest
from cupsboard.engine import engines
from cupsboard.engine.analysis import Choice
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Side
from cupsboard.rules.sowing import shelf


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("kalah", "4 4 4 4 pot 0 / 4 4 4 4 pot 0 / open"),
        ("kalah", "0 0 0 0 pot 16 / 0 0 0 0 pot 16 / south"),
        ("oware", "4 4 4 4 pot 0 / 4 4 4 4 pot 0 / open"),
        ("oware", "1 1 0 0 pot 9 / 0 0 0 0 pot 9 / south"),
    ],
)
def test_there_is_no_move_to_look_for_before_a_side_begins_or_after_the_end(word: str, text: str) -> None:
    game = shelf.game(word, 4)
    with pytest.raises(RulesError):
        engines.of_game(game).play(game.parse_position(text), Limit(nodes=100))


@pytest.mark.parametrize(
    ("reason", "word", "text", "played", "best"),
    [
        ("misses-capture", "kalah", "2 2 0 3 pot 0 / 1 5 1 1 pot 0 / south", "sow 2", "sow 1"),
        ("misses-turn", "kalah", "1 0 2 0 pot 9 / 1 1 0 1 pot 9 / south", "sow 1", "sow 3"),
        ("reply-captures", "kalah", "1 5 0 1 pot 0 / 0 1 0 0 pot 0 / south", "sow 1", "sow 2"),
        ("misses-capture", "oware", "4 0 4 4 pot 0 / 4 1 2 5 pot 0 / south", "sow 1", "sow 3"),
        ("reply-captures", "oware", "1 5 6 0 pot 0 / 0 5 0 1 pot 0 / south", "sow 2", "sow 1"),
    ],
)
def test_a_missed_capture_a_missed_turn_and_a_capture_in_reply_are_named(
    reason: str, word: str, text: str, played: str, best: str
) -> None:
    game = shelf.game(word, 4)
    position = game.parse_position(text)
    infos = engines.of_game(game).analyse(position, Limit(nodes=20_000), EVERY_MOVE)
    by_move = {info.variation[0]: info for info in infos}
    choice = Choice(game, position, Side.SOUTH, by_move[played], by_move[best])
    assert reason in [each.name for each in engines.reasons_of(game)(choice)]
