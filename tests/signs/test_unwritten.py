"""That moves are not written down is shown at the pots and hides nothing; what shows follows step by step."""

import pytest
from cupsboard.core.free_order import Showing
from cupsboard.rules.places import Place, Side, board_places, pot
from cupsboard.session.held_back import EVERY_SECONDS, SHOWN_SECONDS, with_unwritten
from cupsboard.signs.guidance import scene_of
from cupsboard.signs.light_patterns import shown
from cupsboard.signs.scene import Meaning, Message, Scene, Sign
from cupsboard.signs.sentences import say
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing, play

SOUTH_POT, NORTH_POT = pot(Side.SOUTH), pot(Side.NORTH)
CUP = Place("south-1")
ITS_TURN, THE_OTHERS = 100.0 + 0.1, 100.0 + SHOWN_SECONDS + 0.1
ASK_OR_ANSWER = [
    *(Meaning.INTO_POT, Meaning.TOO_MANY, Meaning.TOO_FEW, Meaning.LOOK, Meaning.LIFTED, Meaning.HELD),
    *(Meaning.NOT_NOW, Meaning.PASSED, Meaning.NEW_GAME, Meaning.POWER_OFF, Meaning.MUST_CAPTURE),
]
TELL = [Meaning.TIE, Meaning.WINNER, Meaning.PAUSED, Meaning.GOODBYE, Meaning.DEAD]


def at_the_pot(meaning: Meaning, now: float, message: str = "your-turn") -> Scene:
    scene = Scene((Sign(SOUTH_POT, meaning), Sign(CUP, Meaning.YOUR_TURN)), Side.SOUTH, Message(message))
    return with_unwritten(scene, 100.0, now)


def test_both_pots_say_it_all_the_time_during_a_turn_and_all_cups_stay_as_they_are() -> None:
    signs = tuple(Sign(place, Meaning.YOUR_TURN) for place in board_places(3) if place.startswith("south"))
    scene = Scene(signs, Side.SOUTH, Message("go-on", {"side": "south", "next": "south-1"}))
    for now in (ITS_TURN, THE_OTHERS):
        over = with_unwritten(scene, 100.0, now)
        shows = shown(over.signs)
        assert {shows.pop(SOUTH_POT), shows.pop(NORTH_POT)} == {Meaning.UNWRITTEN}
        assert shows == {sign.place: sign.meaning for sign in signs if sign.place != SOUTH_POT}
        assert (over.turn, over.message) == (scene.turn, scene.message)


@pytest.mark.parametrize("meaning", ASK_OR_ANSWER)
@pytest.mark.parametrize("now", [ITS_TURN, THE_OTHERS])
def test_what_asks_for_a_hand_or_answers_a_finger_is_never_hidden(meaning: Meaning, now: float) -> None:
    shows = shown(at_the_pot(meaning, now).signs)
    assert (shows[SOUTH_POT], shows[NORTH_POT]) == (meaning, Meaning.UNWRITTEN)


@pytest.mark.parametrize("meaning", TELL)
def test_what_only_tells_takes_turns_with_it(meaning: Meaning) -> None:
    assert shown(at_the_pot(meaning, ITS_TURN).signs)[SOUTH_POT] is Meaning.UNWRITTEN
    assert shown(at_the_pot(meaning, THE_OTHERS).signs)[SOUTH_POT] is meaning
    assert shown(at_the_pot(meaning, ITS_TURN + EVERY_SECONDS).signs)[SOUTH_POT] is Meaning.UNWRITTEN


def test_the_sentence_comes_again_in_the_place_of_those_that_ask_for_nothing() -> None:
    said = [at_the_pot(Meaning.YOUR_TURN, now).message.key for now in (ITS_TURN, THE_OTHERS)]
    assert said == ["unwritten", "your-turn"]
    assert at_the_pot(Meaning.INTO_POT, ITS_TURN, "capture").message.key == "capture"
    assert say(Message("unwritten")).endswith("Play on, but leave the board on.")


@pytest.mark.parametrize(
    ("meaning", "message"),
    [
        (Meaning.YOUR_TURN, "who-starts"),
        (Meaning.WINNER, "winner"),
        (Meaning.TIE, "tie"),
        (Meaning.PAUSED, "paused"),
    ],
)
def test_it_is_said_in_turns_with_how_a_game_stands(meaning: Meaning, message: str) -> None:
    said = [at_the_pot(meaning, now, message).message.key for now in (ITS_TURN, THE_OTHERS)]
    assert said == ["unwritten", message]


@pytest.mark.parametrize("now", [ITS_TURN, THE_OTHERS])
def test_a_goodbye_does_not_say_that_everything_is_kept(now: float) -> None:
    assert "kept" in say(Message("goodbye"))
    assert at_the_pot(Meaning.GOODBYE, now, "goodbye").message.key == "goodbye-unwritten"


@pytest.mark.parametrize("seed", [3, 5])
def test_a_scene_that_is_kept_is_the_one_that_would_be_put_together(
    monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    kept = again = 0
    known = Showing.scene

    def held_against_a_new_one(self, referee, sight, now) -> Scene:  # type: ignore[no-untyped-def]
        nonlocal kept, again
        before, shown = self._scene, known(self, referee, sight, now)
        kept, again = kept + (shown is before), again + (shown is not before)
        assert shown == scene_of(referee, sight, now)
        return shown

    monkeypatch.setattr(Showing, "scene", held_against_a_new_one)
    play(Pairing(Setting(seed=seed, cups=2, stock_beans=2), clumsiness=1.0))
    assert kept > again > 10
