"""The clock in whole simulated evenings: what it charges is what hands took, whatever the scales took."""

from dataclasses import dataclass, field, replace

import pytest
from cupsboard.loop import Moment
from cupsboard.referee.events import Ending, TurnEnded
from cupsboard.referee.options import Options
from cupsboard.referee.states import Lifting, Owed, Turn
from cupsboard.rules.clocks import Clock
from cupsboard.rules.places import Side
from cupsim.runs.game_world import Setting, World
from cupsim.runs.games import Pairing

HOUR = Clock(3600.0)
LOOK_SECONDS = 0.27
"""The longest time between two steps of a board (`loop.UNTOUCHED_STEP_SECONDS`)."""
CONVERSIONS_SECONDS = 0.4
"""A converter at 10 samples a second shows a touch in full after four of them."""
SETTLES_SECONDS = 1.5


@dataclass
class Charged:
    """What a turn cost by the clock, what its hands took, and how long the board stood meanwhile."""

    clock_seconds: float
    press_seconds: float
    """Until its player pressed last."""
    hands_seconds: float
    stood_seconds: float
    standings: int
    how: Ending


@dataclass
class Watch:
    """A listener of a world's loop that holds each turn's charge against its hands."""

    world: World
    turns: list[Charged] = field(default_factory=list)
    left: dict[Side, float] = field(default_factory=lambda: dict.fromkeys(Side, HOUR.seconds))
    pressed_at: dict[Side, float] = field(default_factory=dict)
    touched_at: dict[Side, float] = field(default_factory=dict)
    began_at: float | None = None
    last_at: float = 0.0
    stood: float = 0.0
    standings: int = 0
    was_standing: bool = False

    def touched(self, side: Side, time: float) -> None:
        self.touched_at[side] = time

    def __call__(self, moment: Moment) -> None:
        for edge in moment.edges:
            if edge.is_down:
                self.pressed_at[Side(edge.button)] = edge.time
        if self.was_standing:
            self.stood += moment.time - self.last_at
        self.last_at = moment.time
        for event in moment.decided.events:
            if isinstance(event, TurnEnded):
                self._ended(event, moment)
        is_standing = not isinstance(self.world.referee.state, Turn | Owed | Lifting)
        self.standings += is_standing and not self.was_standing
        self.was_standing = is_standing

    def _ended(self, event: TurnEnded[Side], moment: Moment) -> None:
        clocks = moment.decided.clocks
        assert clocks is not None
        side, left = event.side, clocks.left_seconds[event.side]
        done = self.touched_at.get(side, 0.0)
        if event.how is Ending.PRESSED:
            # Who pressed before the move was whole has gone on with it.
            done = max(done, self.pressed_at.get(side, 0.0))
        if self.began_at is not None and done:
            hands = max(0.0, done - self.began_at)
            press = self.pressed_at.get(side, 0.0) - self.began_at
            charged = self.left[side] - left
            self.turns.append(Charged(charged, press, hands, self.stood, self.standings, event.how))
        self.left[side], self.began_at = left, moment.time
        self.stood, self.standings = 0.0, 0


def watched(pairing: Pairing, seconds: float) -> Watch:
    setting = replace(pairing.setting, options=Options(clock=HOUR))
    world = replace(pairing, setting=setting).seated()
    watch = Watch(world)
    world.loop.listen(watch)
    world.watch_hands(watch.touched)
    world.run_until(seconds)
    return watch


@pytest.mark.long("whole games at both rates of the scales")
@pytest.mark.parametrize("sps", [10, 80])
@pytest.mark.parametrize("seed", [3, 4])
def test_careful_hands_are_charged_their_own_time_and_no_more_than_a_look(sps: int, seed: int) -> None:
    watch = watched(Pairing(Setting(seed, cups=2, sps=sps)), 90.0)
    pressed = [turn for turn in watch.turns if turn.how is Ending.PRESSED and not turn.standings]
    assert len(pressed) >= 4
    for turn in pressed:
        assert turn.clock_seconds == pytest.approx(turn.press_seconds, abs=LOOK_SECONDS)


@pytest.mark.long("whole games with slips")
@pytest.mark.parametrize("seed", [5, 6, 7])
def test_clumsy_hands_are_never_charged_for_what_the_board_asks_or_weighs(seed: int) -> None:
    watch = watched(Pairing(Setting(seed, cups=2), clumsiness=0.9), 120.0)
    assert any(turn.standings for turn in watch.turns)
    for turn in watch.turns:
        late = 0.0 if turn.how is Ending.PRESSED else CONVERSIONS_SECONDS
        assert turn.clock_seconds <= turn.hands_seconds + LOOK_SECONDS + late
        owed = turn.hands_seconds - turn.stood_seconds - SETTLES_SECONDS * (1 + turn.standings)
        assert turn.clock_seconds >= owed - LOOK_SECONDS
