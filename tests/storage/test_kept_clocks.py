"""Both sides' time through power cuts: nothing earned is lost, and no more comes back than is said."""

from cupsboard.core.heart import Decided
from cupsboard.loop import Moment
from cupsboard.referee.events import Ending, TurnEnded
from cupsboard.rules.clocks import Clock, Clocks
from cupsboard.rules.places import Side
from cupsboard.signs.scene import Message, Scene
from cupsboard.storage.games import CLOCK_KEPT_SECONDS, GameKeeper, KeptGames
from cupsim.runs.memory_store import Memory
from hypothesis import given
from hypothesis import strategies as st
from studies.disks.kept_games import GAME, opened

SOUTH, NORTH = Side.SOUTH, Side.NORTH
STEP_SECONDS = 0.27
CLOCKS = (Clock(60.0), Clock(60.0, 5.0), Clock(40.0, is_for_each_move=True), Clock(60.0, is_hourglass=True))


def at(time: float, clocks: Clocks, *ended: TurnEnded[Side]) -> Moment:
    return Moment(time, None, (), Decided(ended, Scene((), None, Message("x")), None, clocks=clocks))


def kept(store: Memory) -> Clocks:
    playing = opened(store).playing()
    assert playing is not None
    assert playing.clocks is not None
    return playing.clocks


class Played:
    """A game whose turns take these seconds, written down as the board steps."""

    def __init__(self, rule: Clock) -> None:
        self.store = Memory()
        games: KeptGames = opened(self.store)
        games.begin(GAME, SOUTH)
        self.keeper, self.now = GameKeeper(games, GAME, SOUTH), 0.0
        self.clocks = Clocks.of(rule)
        self.keeper(at(0.0, self.clocks))

    def think(self, side: Side, seconds: float) -> None:
        end = self.now + seconds
        self.clocks = self.clocks.stopped(self.now).started(side, self.now)
        while self.now < end:
            self.now = min(end, self.now + STEP_SECONDS)
            self.keeper(at(self.now, self.clocks))

    def move(self, side: Side) -> None:
        self.clocks = self.clocks.stopped(self.now).earned(side).started(side.other, self.now)
        self.keeper(at(self.now, self.clocks, TurnEnded(side, "drop 1", Ending.PRESSED)))


@given(st.sampled_from(CLOCKS), st.lists(st.floats(0.0, 50.0), max_size=5), st.floats(0.0, 50.0))
def test_a_cut_at_any_moment_loses_nothing_earned_and_gives_back_no_more_than_is_said(
    rule: Clock, turns: list[float], last: float
) -> None:
    game, side = Played(rule), SOUTH
    for seconds in turns:
        game.think(side, seconds)
        game.move(side)
        side = side.other
    game.think(side, last)
    found = kept(game.store)
    for each in Side:
        given_back = found.left_seconds[each] - max(0.0, game.clocks.left(each, game.now))
        is_getting = rule.is_hourglass and each is side.other
        least = -CLOCK_KEPT_SECONDS if is_getting else 0.0
        most = 0.0 if is_getting else CLOCK_KEPT_SECONDS + STEP_SECONDS
        assert least - 0.3 <= given_back <= most + 0.02
    assert (found.rule, found.runs) == (rule, None)


def test_a_game_without_a_clock_keeps_none_and_writes_nothing_while_nothing_happens() -> None:
    store = Memory()
    games = opened(store)
    games.begin(GAME, SOUTH)
    keeper = GameKeeper(games, GAME, SOUTH)
    before = games.row(1)
    for step in range(100):
        keeper(Moment(float(step), None, (), Decided((), Scene((), None, Message("x")), None)))
    assert games.row(1) is before
    assert before.clocks == ""
