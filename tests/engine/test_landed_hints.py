"""Hints where acts count as they land: a legal play, what it brings at once, and what another loses."""

from random import Random
from typing import Any

import pytest
from cupsboard.engine import engines
from cupsboard.engine.landed_hints import LandedHint, landed_hint
from cupsboard.engine.player import Limit
from cupsboard.rules import games
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.places import Side
from cupsboard.session.hint_worker import found_for, plain
from cupsboard.signs.hint_words import landed_hint_phrases

SOUTH, NORTH = Side.SOUTH, Side.NORTH


def game_after(name: str, moves: int, seed: int) -> Any:
    """A game in which both have played at random so often."""
    history: Any = HistoryOf(games.named(name), SOUTH)
    engine, random = engines.of_game(history.game), Random(seed)
    for _ in range(moves):
        (side,) = history.game.movers(history.position)
        infos = engine.analyse(history.position, Limit(nodes=30), 6)
        history = history.play(side, random.choice(infos).variation[0])
    return history


@pytest.mark.parametrize("stage", [1, 2, 3])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_hint_is_a_legal_play_and_says_what_it_brings_at_once(stage: int, seed: int) -> None:
    history = game_after(f"coin-duel 10 stage {stage}", 4, seed)
    game = history.game
    hint = landed_hint(history, SOUTH, engines.of_game(game), engines.acts_of, Limit(nodes=300), 1.0)
    after = game.play(history.position, SOUTH, hint.move)
    assert hint.gained_points == game.score(after)[SOUTH] - game.score(history.position)[SOUTH]
    assert hint.places[0] in ("south-stock", *game.places)
    assert all(place.startswith(("south", "north")) for place in hint.places)
    if hint.instead:
        game.play(history.position, SOUTH, hint.instead)
        assert hint.loss_points >= 1.0


def test_where_either_side_may_begin_a_hint_is_for_whoever_asks() -> None:
    history: Any = HistoryOf(games.named("coin-duel 10 stage 1"), None)
    told = plain(found_for(history, NORTH, None))
    assert told["side"] == "north"
    assert told["places"][:2] == ["north-stock", "north-1"]
    assert told["said"][0]["text"].startswith("Hint for North: ")
    assert "from stock" in told["said"][0]["text"]


def test_who_is_not_to_move_gets_no_hint() -> None:
    history: Any = HistoryOf(games.named("coin-duel 10 stage 1"), SOUTH)
    with pytest.raises(ValueError, match="north has no move now"):
        found_for(history, NORTH, None)


@pytest.mark.parametrize(
    ("hint", "keys"),
    [
        (LandedHint(SOUTH, "reserve 4", ()), ["play", "later"]),
        (LandedHint(SOUTH, "board 3", (), 5), ["play", "gains"]),
        (LandedHint(SOUTH, "board 3", (), 5, "board 4", 2.6), ["play", "gains", "instead"]),
        (LandedHint(SOUTH, "board 3", (), is_only_move=True), ["play", "only"]),
    ],
)
def test_a_hint_says_why(hint: LandedHint, keys: list[str]) -> None:
    assert [phrase.key for phrase in landed_hint_phrases(hint)] == [f"laps.hints.{key}" for key in keys]
