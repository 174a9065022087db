"""A scenario's evening at which the board plays a side or gives hints: the test is its engine."""

from itertools import count

from cupsboard.referee.computer import Computer
from cupsboard.referee.inputs import Held
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.places import Side
from cupsboard.signs.advice import Advice, Question
from cupsboard.signs.computer_player import ComputerPlayer
from cupsboard.signs.scene import Scene
from evening import NORTH, Evening, Options, from_position

LEVELS = ("1", "2", "3", "4", "perfect")


class Answered:
    """The evening, and the computer player that looks at it whenever a scene is asked for."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.player: ComputerPlayer[Position] = ComputerPlayer(count(1))
        self._heard = 0

    def look(self, *advice: Advice, held: Held | None = None) -> Scene:
        """What is shown now, with these answers taken in."""
        evening = self.evening
        events, self._heard = evening.events[self._heard :], len(evening.events)
        self.player.step(evening.referee, events, advice, evening.now)
        return self.player.shown(evening.scene_while_held(held), evening.referee, evening.now)

    @property
    def question(self) -> Question:
        """What the board asks its engine; the scene has been looked at before."""
        question = self.player.question
        assert question is not None
        return question

    def answer(self, move: str | None, pondering_seconds: float = 0.0) -> Scene:
        """The engine answers, and the scene after that."""
        self.look()
        return self.look(Advice(self.question.number, move, pondering_seconds))


def at(line: str, side: Side | None, level: str = "4") -> Answered:
    """An evening that goes on at a position, with a side that the board plays."""
    computer = None if side is None else Computer(side, level)
    return Answered(from_position(line, levels=LEVELS, computer=computer))


def at_a_game(side: Side = NORTH, cups: int = 3) -> Answered:
    """A game in which South has dropped a bean."""
    evening = Evening(Cups(cups), Options(levels=LEVELS, computer=Computer(side, "4")))
    evening.settle()
    evening.drop(side.other, 1)
    evening.press(side.other)
    return Answered(evening)
