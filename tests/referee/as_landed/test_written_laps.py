"""How far a turn has come, as text that reads back and as a table."""

from random import Random

import pytest
from cupsboard.referee.as_landed.laps import after_acts, same_pieces
from cupsboard.referee.events import Ending, LapSeen, TurnEnded
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.lap import Lap
from cupsboard.rules.places import ANY_KIND, HAND, Side
from cupsboard.rules.turns import PUT
from cupsboard.storage.games import KeptGame, read
from cupsim.people.coin_duel.choosing import ChosenPlay, choose

GAME = games.named("coin-duel 10 stage 3")


def a_play(plays: int) -> tuple[object, Side, ChosenPlay]:
    """A position after some plays, and the next play in it."""
    random, position = Random("laps"), GAME.start(Side.SOUTH)
    for _ in range(plays):
        (side,) = GAME.movers(position)
        chosen = choose(GAME, position, side, 10, random)
        position = GAME.play(position, side, chosen.label)
    (side,) = GAME.movers(position)
    return position, side, choose(GAME, position, side, 30, random)


def lap_of(side: Side, chosen: ChosenPlay) -> Lap:
    """All acts of a play; a handful is of any kind."""
    acts = (
        deed.act._replace(kind=deed.kinds[0] if deed.act.verb == PUT else ANY_KIND) for deed in chosen.deeds
    )
    return Lap(side, tuple(acts))


def test_a_lap_reads_back() -> None:
    _, side, chosen = a_play(5)
    lap = lap_of(side, chosen)
    assert Lap.from_text(lap.text) == lap
    assert Lap.from_text(Lap(side, ()).text) == Lap(side, ())


@pytest.mark.parametrize("text", ["", "west put a b 1 cent", "south put a b cent", "south put a b 0 cent"])
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(RulesError):
        Lap.from_text(text)


def test_after_all_acts_lies_what_lies_after_the_play() -> None:
    position, side, chosen = a_play(7)
    after = after_acts(GAME, position, side, lap_of(side, chosen).acts)
    played = GAME.pieces(GAME.play(position, side, chosen.label))
    assert same_pieces(played, after.pieces)
    assert not any(after.pieces[HAND].values())


def test_acts_of_another_turn_are_refused() -> None:
    position, side, chosen = a_play(7)
    with pytest.raises(RulesError, match="can't be done here"):
        after_acts(GAME, position, side.other, lap_of(side, chosen).acts)


def test_a_game_keeps_the_lap_until_it_is_taken_back() -> None:
    position, side, chosen = a_play(0)
    lap = lap_of(side, chosen)
    begun = KeptGame(1, HistoryOf(GAME, Side.SOUTH), "today")
    kept = begun.after(LapSeen(side, lap.acts, after_acts(GAME, position, side, lap.acts).pieces))
    assert read(kept.row({}, is_playing=True)).lap == lap
    assert kept.after(LapSeen(side, (), GAME.pieces(position))).lap is None
    assert kept.after(TurnEnded(side, chosen.label, Ending.PRESSED)).lap is None


def test_a_lap_with_a_full_hand_is_not_written_down() -> None:
    position, side, chosen = a_play(6)
    acts = lap_of(side, chosen).acts
    first = next(number for number, act in enumerate(acts) if act.target == HAND)
    seen = LapSeen(side, acts[: first + 1], after_acts(GAME, position, side, acts[: first + 1]).pieces)
    assert not seen.is_written_down
    begun = KeptGame(1, HistoryOf(GAME, Side.SOUTH), "today")
    assert begun.after(seen) is begun
