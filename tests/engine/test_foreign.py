"""The names of foreign engines, and the rules that their moves are checked by."""

import pytest
from cupsboard.engine.engines import require_legal
from cupsboard.engine.foreign import CommandError, command_of, level_of, words_of
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Side

CUPS = games.named("cups 4")
COINS = games.named("coin-duel 10 stage 1")


def test_a_name_holds_the_command() -> None:
    assert command_of(level_of("python3 'my engine.py' -v")) == "python3 'my engine.py' -v"
    assert command_of("perfect") is None


def test_a_command_is_split_as_by_a_shell_but_started_by_none() -> None:
    assert words_of("play 'a b' $HOME;ls") == ("play", "a b", "$HOME;ls")


@pytest.mark.parametrize("command", ["", "  ", "''", "play 'it", "play\nit", "play\0it"])
def test_what_starts_nothing_is_refused_and_quoted(command: str) -> None:
    with pytest.raises(CommandError) as refused:
        words_of(command)
    assert repr(command) in str(refused.value)


@pytest.mark.parametrize("move", ["drop 9", "sow 1", "pass", "drop  1", "drop 01", "hello", "call concede"])
def test_a_move_that_is_not_legal_in_cups_is_refused(move: str) -> None:
    with pytest.raises(RulesError):
        require_legal(CUPS, CUPS.start(Side.SOUTH), Side.SOUTH, move)


@pytest.mark.parametrize("move", ["reserve 9", "board 1", "drop 1", "hello", "call concede"])
def test_a_play_that_is_not_legal_in_coin_duel_is_refused(move: str) -> None:
    with pytest.raises(RulesError):
        require_legal(COINS, COINS.start(Side.SOUTH), Side.SOUTH, move)


def test_legal_moves_pass() -> None:
    require_legal(CUPS, CUPS.start(Side.SOUTH), Side.SOUTH, "drop 1")
    require_legal(COINS, COINS.start(Side.SOUTH), Side.SOUTH, "reserve 2")
