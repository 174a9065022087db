"""Whether everybody gets the turn they mean: what the board does, held against what people meant and did.

The judge knows the beans that truly lie there, what each person means, every contact of the buttons and the
rules. Of the board it takes only what it did (a turn ended, somebody passed) and what its lights say.

A turn is *lost* if it ended with another move than was meant, before its player pressed, or by the hand of
the other while its player was not seen to have finished; or if the board passed for somebody who had a move,
took a move back or brought one back, corrected the table in its record, or believed another stock than the
true one. Somebody is *stuck* if more than ten seconds pass in which nobody does anything, although the table
is right and a simulated opponent has the turn, or although a player has made their move and pressed, and no
light asks for anything.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cupsboard.loop import Moment
from cupsboard.referee import events
from cupsboard.referee.gestures import GestureTimes
from cupsboard.rules.game import Contents, Standing
from cupsboard.rules.places import Side, stock
from cupsboard.signs.scene import Meaning
from cupsim.people.player import Person
from cupsim.people.player_stages import Intent
from cupsim.people.sign_reading import trouble_in
from cupsim.runs.game_world import World
from cupsim.table.hand_actions import PressButton

LONGEST_WAIT_SECONDS = 10.0

_TIMES = GestureTimes()


@dataclass(slots=True)
class Verdict:
    """What became of the turns of a game."""

    turns: int = 0
    pressed: int = 0
    """Turns that their player's press ended."""
    begun_politely: int = 0
    """Turns that ended with the other's first bean, after their player had drawn back without a press."""
    reminded: int = 0
    """Presses that the board's light had to ask for."""
    passes: int = 0
    longest_wait_seconds: float = 0.0
    """How long the simulated opponent took to begin, at the most."""
    lost: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)


class TurnWatch:
    """A listener of a world's loop that judges every turn; of `people`, the `prompt` ones never dawdle."""

    def __init__(
        self, world: World, people: Mapping[Side, Person[Any]], prompt: frozenset[Side] = frozenset()
    ) -> None:
        self.verdict = Verdict()
        self.is_over = False
        self.progress_at = 0.0
        """When a turn ended last."""
        self._world = world
        self._people = people
        self._prompt = prompt
        self._position: Any = world.referee.position
        self._intents: dict[Side, Intent[Any]] = {}
        self._carried_out: dict[Side, Intent[Any]] = {}
        """What each has meant last and is done, whether they have noticed that or not."""
        self._began_at: dict[Side, float] = {}
        """When each began the move they meant last; the board may see only later that the turn is theirs."""
        self._down: set[Side] = set()
        self._down_at: dict[Side, float] = {}
        self._pressed_at: dict[Side, float] = {}
        """When each came down for their last press; a finger that stays means something else."""
        self._drawn_back: dict[Side, bool] = {}
        self._table: Contents = {}
        self._changed_at = self._quiet_since = self._troubled_at = 0.0
        self._turn_since = 0.0
        self._done_since: float | None = None
        self._is_told = False
        world.loop.listen(self)

    def __call__(self, moment: Moment) -> None:
        """Judge one moment."""
        self._notice(moment)
        for event in moment.decided.events:
            self._happened(event, moment.time)
        self._judge_waiting(moment.time)

    def _notice(self, moment: Moment) -> None:
        now, table = moment.time, dict(self._world.table.contents())
        for edge in moment.edges:
            self._notice_finger(Side(edge.button), edge.is_down, edge.time)
        for side, person in self._people.items():
            intent = person.intent
            if intent is not None and intent is not self._carried_out.get(side):
                if intent is not self._intents.get(side):
                    self._began_at[side] = now
                self._intents[side] = intent
            if not person.hands.is_reaching:
                # As the other saw it before this person's hands went back to the board, if they did.
                self._drawn_back[side] = person.has_drawn_back
        # Somebody who presses again and again moves nothing on.
        is_busy = any(
            hands.is_reaching and not isinstance(hands.doing, PressButton)
            for hands in self._world.hands.values()
        )
        if table != self._table:
            self._changed_at = now
        if table != self._table or is_busy:
            self._table, self._quiet_since, self._is_told = table, now, False

    def _notice_finger(self, side: Side, is_down: bool, time: float) -> None:
        if is_down:
            self._down.add(side)
            self._down_at[side] = time
            return
        self._down.discard(side)
        if not _TIMES.bounce_seconds < time - self._down_at[side] < _TIMES.hold_seconds:
            return
        self._pressed_at[side] = self._down_at[side]
        other = side.other
        if other in self._down and abs(self._down_at[side] - self._down_at[other]) <= _TIMES.together_seconds:
            # Both at once is the press of whoever moves, though their own finger may stay down.
            self._pressed_at[other] = self._down_at[other]

    def _happened(self, event: events.Event, now: float) -> None:
        match event:
            case events.TurnEnded(side, label, how):
                self._ended(side, label, how, now)
            case events.Passed(side):
                self._passed(side, now)
            case events.StockCorrected(side, count):
                truth = self._table[stock(side)] + len(self._world.hands[side].beans)
                if count != truth:
                    self._lose(now, f"{side.value}'s stock is taken for {count}, not {truth}")
                self._position = self._world.game.set_stock(self._position, side, count)
            case events.Undone() | events.Redone() | events.GameClosed() | events.TableCorrected():
                self._lose(now, f"{type(event).__name__}, which nobody meant")
                self._position = self._world.referee.position
            case events.GameStarted():
                self._position = self._world.referee.position
                self._turn_since = self.progress_at = now
            case events.GameOver():
                self.is_over = True
                self.verdict.reminded = sum(person.deeds.reminded for person in self._people.values())
            case _:
                pass

    def _ended(self, side: Side, label: str, how: events.Ending, now: float) -> None:
        verdict, game = self.verdict, self._world.game
        verdict.turns += 1
        intent = self._intents.pop(side, None)
        if intent is not None:
            self._carried_out[side] = intent
        meant = "nothing" if intent is None else intent.label
        if label != meant:
            self._lose(now, f"{side.value} meant {meant}, and the board ended {label} ({how.value})")
        elif how is events.Ending.PRESSED:
            verdict.pressed += 1
            if self._pressed_at.get(side, -1.0) < self._began_at[side]:
                self._lose(now, f"{side.value}'s {label} ended by a press from before it began")
        elif how is events.Ending.OPPONENT_BEGAN and side in self._world.people and self._drawn_back[side]:
            verdict.begun_politely += 1
        else:
            self._lose(now, f"{side.value}'s {label} ended before its press ({how.value})")
        self._position = game.play(self._position, side, label)
        has_lain = how is events.Ending.PRESSED and self._changed_at <= self._pressed_at.get(side, -1.0)
        if has_lain and not self._lies(game.contents(self._position)):
            self._lose(now, f"another table lies there than the one that the board agreed after {label}")
        self.progress_at = self._turn_since = now
        self._done_since, self._is_told = None, False

    def _passed(self, side: Side, now: float) -> None:
        game = self._world.game
        self.verdict.passes += 1
        if game.standing(self._position) is not Standing.PASS or side in game.movers(self._position):
            self._lose(now, f"{side.value} passed with a move left")
        else:
            self._position = game.pass_turn(self._position)

    def _judge_waiting(self, now: float) -> None:
        if self.is_over:
            return
        movers = self._world.game.movers(self._position)
        if len(movers) == 1 and movers[0] in self._prompt and self._is_right_for(movers[0]):
            waited = now - max(self._quiet_since, self._turn_since)
            self.verdict.longest_wait_seconds = max(self.verdict.longest_wait_seconds, waited)
            self._tell_if_stuck(now, waited, f"{movers[0].value} has the turn and does nothing")
        done = [side for side in movers if self._has_done_all(side, now)]
        self._done_since = None if not done else now if self._done_since is None else self._done_since
        if self._done_since is not None:
            what = f"{done[0].value} has moved and pressed, and nothing follows"
            self._tell_if_stuck(now, now - self._done_since, what)

    def _is_right_for(self, side: Side) -> bool:
        """Whether nothing keeps a player from going on with their turn."""
        if self._lies(self._world.game.contents(self._position)):
            return True
        return side in self._intents and not trouble_in(self._world.reader.signs())

    def _has_done_all(self, side: Side, now: float) -> bool:
        intent = self._intents.get(side)
        if intent is None or not self._lies(intent.goal):
            return False
        signs = self._world.reader.signs()
        if trouble_in(signs):
            self._troubled_at = now
        is_asked = any(sign.meaning is Meaning.PRESS for sign in signs)
        # A press from before then was answered with these lights.
        return not is_asked and self._pressed_at.get(side, -1.0) >= max(self._changed_at, self._troubled_at)

    def _tell_if_stuck(self, now: float, waited: float, what: str) -> None:
        if waited > LONGEST_WAIT_SECONDS and not self._is_told:
            self._is_told = True
            self.verdict.stuck.append(f"at {now:.1f} s: {what}")

    def _lies(self, contents: Contents) -> bool:
        return all(self._table[place] == contents[place] for place in self._world.game.places)

    def _lose(self, now: float, what: str) -> None:
        self.verdict.lost.append(f"at {now:.1f} s: {what}")
