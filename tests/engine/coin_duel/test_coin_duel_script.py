"""A play of Coin Duel, as it is written, tells hands what to do act by act."""

from random import Random

import pytest
from cupsboard.engine import engines
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side
from cupsboard.rules.turns import PUT, Act
from cupsim.people.coin_duel.choosing import choose


def named(act: Act, kinds: tuple[str, ...]) -> tuple[object, ...]:
    """An act without the kinds of a handful."""
    return (*act[:4], kinds if act.verb == PUT else ())


@pytest.mark.parametrize("name", ["coin-duel 10 stage 1", "coin-duel 4 stage 2", "coin-duel 10 stage 3"])
def test_every_play_is_carried_out_as_it_was_chosen(name: str) -> None:
    random, game = Random(name), games.named(name)
    position = game.start(Side.SOUTH)
    for _ in range(60):
        if game.standing(position) is not Standing.TO_MOVE:
            break
        (side,) = game.movers(position)
        chosen = choose(game, position, side, 3, random)
        acts = engines.acts_of(game, position, side, chosen.label)
        deeds = [named(deed.act, deed.kinds) for deed in chosen.deeds]
        assert [named(act, (act.kind,)) for act in acts] == deeds
        position = game.play(position, side, chosen.label)


def test_what_is_no_play_can_t_be_carried_out() -> None:
    game = games.named("coin-duel 10 stage 3")
    with pytest.raises(RulesError):
        engines.acts_of(game, game.start(Side.SOUTH), Side.SOUTH, "board 3 on cent")
    cups = games.named("cups 4")
    with pytest.raises(RulesError, match="nobody tells its moves act by act"):
        engines.acts_of(cups, cups.start(Side.SOUTH), Side.SOUTH, "drop 1")
