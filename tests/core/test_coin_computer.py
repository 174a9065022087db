"""The board plays a side of Coin Duel: its lights dictate every coin, and hands follow them."""

import pytest
from coins_on_the_table import NORTH, SOUTH, Evening
from cupsboard.engine import engines
from cupsboard.engine.levels import LEVELS
from cupsboard.referee.as_landed.states import Playing
from cupsboard.referee.computer import Computer
from cupsboard.referee.events import TurnEnded
from cupsboard.rules.places import Kind, Place
from cupsboard.session.replay import replay
from cupsboard.session.trace import read_trace
from cupsboard.signs.advice import Advice, Question
from cupsboard.signs.scene import Meaning
from cupsim.table.hand_actions import Drop, Take, Wait


class Thinker:
    """Answers at once, as a level would."""

    def __init__(self) -> None:
        self.answered = 0
        self.move = ""

    def __call__(self, question: Question | None) -> tuple[Advice, ...]:
        if question is None or question.number == self.answered:
            return ()
        self.answered = question.number
        opponent = engines.at_level(question.game, LEVELS[0])
        self.move = opponent.choose(question.position, 1).move
        return (Advice(question.number, self.move, 0.5),)


def obey(evening: Evening) -> None:
    """Do what the lights dictate until they ask for the tap."""
    hands = evening.world.hands[NORTH]
    for _ in range(80):
        message, state = evening.scene.message, evening.referee.state
        assert isinstance(state, Playing)
        place = Place(str(message.values.get("place", "")))
        match message.key:
            case "computer-piece":
                kind = Kind(str(message.values["kind"]))
                assert place in {
                    sign.place for sign in evening.scene.signs if sign.meaning is Meaning.MUST_NEXT
                }
                if kind not in [piece.kind for piece in hands.beans]:
                    evening.do(NORTH, Take(Place("north-stock"), kinds=(kind,)))
                evening.do(NORTH, Drop(place, kinds=(kind,)), Wait(0.5))
            case "computer-take-up":
                lit = {sign.place: sign.meaning for sign in evening.scene.signs}
                assert lit[place] is Meaning.TAKE_UP
                evening.do(NORTH, Take(place, evening.world.table.contents()[place]), Wait(0.5))
            case "computer-take":
                count = evening.world.table.contents()[place]
                evening.do(NORTH, Take(place, count), Drop(Place("north-pot"), count), Wait(0.5))
            case "computer-done":
                evening.tap(NORTH)
                return
            case _:
                evening.wait(0.5)
        evening.wait(0.4)
    raise AssertionError(f"the board never asked for the tap: {evening.scene}")


@pytest.mark.long("four turns, coin by coin")
def test_the_lights_dictate_the_board_s_plays_coin_by_coin() -> None:
    thinker = Thinker()
    levels = tuple(level.name for level in LEVELS)
    evening = Evening("coin-duel 4 stage 3", 1, adviser=thinker, levels=levels, computer=Computer(NORTH, "1"))
    for _ in range(2):
        evening.play()
        assert evening.told(TurnEnded)[-1].side is SOUTH
        evening.wait(1.5)
        obey(evening)
        turn = evening.told(TurnEnded)[-1]
        assert (turn.side, turn.label) == (NORTH, thinker.move)
    assert replay(read_trace(evening.trace)).difference is None


@pytest.mark.long("turns at 80 samples a second")
def test_another_play_than_the_dictated_one_is_taken_for_the_board_s() -> None:
    evening = Evening(
        "coin-duel 4 stage 3", 2, adviser=Thinker(), levels=("1",), computer=Computer(NORTH, "1")
    )
    evening.play()
    label = evening.play()
    turn = evening.told(TurnEnded)[-1]
    assert (turn.side, turn.label) == (NORTH, label)
