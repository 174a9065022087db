"""One game of a row: how often players are asked and press again, and how long the ends of turns take.

The judge knows what lies there, and when hands and buttons moved. Of the board it takes what it did and said.
"""

from collections import Counter
from collections.abc import Sequence

from cupsboard.loop import Moment
from cupsboard.referee.events import Ending, QuestionAsked, TurnEnded, WrongTableSeen
from cupsboard.rules.places import Side
from cupsim.runs import belief_check
from cupsim.runs.coin_duel import games as duel_games
from cupsim.runs.coin_duel.evening import Setting as DuelSetting
from cupsim.runs.game_world import World
from cupsim.runs.games import Pairing
from cupsim.runs.king_of_the_cups import games as race_games
from cupsim.runs.king_of_the_cups.evening import Setting as RaceSetting
from cupsim.table.ground_truth import Witness

from studies.questions.rows import Row
from studies.tally import Example, Tally

ROOMS_PLAYED = frozenset({"cups", "kalah", "oware", "coin_duel", "king_of_the_cups"})
PATIENCE_SECONDS, PATIENCE_WITH_PAUSES_SECONDS = 120.0, 900.0
"""An evening in which no turn ends for this long is stuck; people who rest between beans take minutes."""
BOUNCE_SECONDS = 0.05
MOVES, ASKED, PRESSED_AGAIN, WRONG, STUCK = "moves", "asked about", "pressed again", "wrong", "stuck"
STOLEN = "stolen"
"""Beans that a child has put back into a stock."""
SECONDS = "seconds"
"""From the last change of the table to the end of a turn that a press ended."""
ANSWERED = "answered"
"""The seconds of the board's own part in that: from the first press after that change."""
SAID = "said first: "
"""Begins the name of the count of the sentences with which it was first asked about a move."""


class TurnsWatched:
    """A listener of a world's loop that counts into a tally."""

    def __init__(self, world: World, tally: Tally) -> None:
        self._world, self._tally = world, tally
        self._contents = world.table.contents()
        self._changed_at = 0.0
        self._is_asked = False
        self._presses = Counter[Side]()
        self._edge_at = dict.fromkeys(Side, -1.0)
        self._pressed_at = dict.fromkeys(Side, -1.0)
        """When each side pressed first since the last change of the table."""

    def saw(self, _side: Side, time: float) -> None:
        """Notice when hands have changed the table."""
        if (contents := self._world.table.contents()) != self._contents:
            self._contents, self._changed_at = contents, time

    def __call__(self, moment: Moment) -> None:
        """Take in one moment."""
        for edge in moment.edges:
            side = Side(edge.button)
            is_press = edge.is_down and edge.time > self._edge_at[side] + BOUNCE_SECONDS
            self._presses[side] += is_press
            self._edge_at[side] = edge.time
            if is_press and self._pressed_at[side] < self._changed_at:
                self._pressed_at[side] = edge.time
        for event in moment.decided.events:
            match event:
                case QuestionAsked() | WrongTableSeen() if not self._is_asked:
                    self._is_asked = True
                    self._tally.counts[SAID + moment.decided.scene.message.key] += 1
                case TurnEnded(side, _, how):
                    self._ended(side, how, moment.time)
                case _:
                    pass

    def _ended(self, side: Side, how: Ending, now: float) -> None:
        counts = self._tally.counts
        counts[MOVES] += 1
        counts[ASKED] += self._is_asked
        counts[PRESSED_AGAIN] += self._presses[side] > 1
        if how is Ending.PRESSED:
            self._tally.measure(SECONDS, now - self._changed_at)
            self._tally.measure(ANSWERED, now - max(self._pressed_at[side], self._changed_at))
        self._is_asked = False
        self._presses.clear()


def play(row: Row, seed: int) -> Tally:
    """Play the game of a row with that seed."""
    match row.of_seed(seed):
        case Pairing() as pairing:
            return _beans(pairing, seed)
        case DuelSetting() as duel:
            return _duel(duel, seed)
        case RaceSetting() as race:
            return _race(race, seed)


def _beans(pairing: Pairing, seed: int) -> Tally:
    tally = Tally()
    world = pairing.seated()
    witness = Witness(world.table, world.game.places)
    believed, turns = belief_check.Tally(witness), TurnsWatched(world, tally)
    for listener in (believed, turns):
        world.loop.listen(listener)
    for watcher in (witness.saw, turns.saw):
        world.watch_hands(watcher)
    patience = PATIENCE_WITH_PAUSES_SECONDS if pairing.times.pausing else PATIENCE_SECONDS
    while not believed.is_over and (ends := believed.progress_at + patience) > world.now:
        world.run_until(ends, lambda: believed.is_over)
    found = believed.misbeliefs
    if believed.is_over:
        wrong = witness.differences(world.game.contents(world.referee.position))
        found += [f"at the end {each}" for each in wrong]
    else:
        _stuck(tally, seed, f"at {world.now:.1f} s: {world.referee.state}")
    _wrong(tally, seed, found)
    if world.child is not None and world.child.stolen:
        tally.counts[STOLEN] = world.child.stolen
    return tally


def _duel(setting: DuelSetting, seed: int) -> Tally:
    played = duel_games.play_or_break(setting, PATIENCE_SECONDS)
    counts = played.counts
    tally = Tally(Counter({MOVES: counts.turns, ASKED: counts.doubted + counts.called_illegal}))
    tally.values[SECONDS] = [each / 1000 for each in counts.decision_ms]
    _wrong(tally, seed, played.findings)
    if played.unfinished is not None:
        _stuck(tally, seed, played.unfinished)
    return tally


def _race(setting: RaceSetting, seed: int) -> Tally:
    played = race_games.play_or_break(setting)
    counts = played.counts
    asked = counts.asked_who + counts.asked_order + counts.asked_look
    tally = Tally(Counter({MOVES: counts.grabs, ASKED: asked}))
    tally.values[SECONDS] = [each / 1000 for each in counts.decision_ms]
    _wrong(tally, seed, played.findings)
    if played.unfinished is not None:
        _stuck(tally, seed, played.unfinished)
    return tally


def _wrong(tally: Tally, seed: int, found: Sequence[str]) -> None:
    for each in found:
        tally.counts[WRONG] += 1
        tally.show(Example(WRONG, seed, each))


def _stuck(tally: Tally, seed: int, where: str) -> None:
    tally.counts[STUCK] += 1
    tally.show(Example(STUCK, seed, where))
