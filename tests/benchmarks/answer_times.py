"""How soon a board says something else once a piece has come down: Coin Duel beside Cups, in virtual time.

    python tests/benchmarks/answer_times.py [--seeds 3]

From the moment at which a bean or a coin lies in its cup to the board's next sentence, for the first three of
a turn, and for the last of them taken out again. What the page adds is the same for all games: a tick
of 40 ms, and the network.
"""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from math import inf
from statistics import median

from cupsboard.loop import Moment
from cupsboard.rules.places import Place, Side, cup, stock
from cupsim.page.both_hands import PERSON_TEMPO
from cupsim.runs.game_world import Setting, World
from cupsim.table.hand_actions import Drop, Take
from studies.page import table

SOUTH = Side.SOUTH
GAMES = {
    "Cups, 10 samples a second": Setting(0, cups=4),
    "Cups, 80 samples a second": Setting(0, cups=4, sps=80),
    "Coin Duel, stage 1, 80": Setting(0, cups=10, sps=80, game="coin-duel 10 stage 1 friendly"),
    "Coin Duel, stage 3, 80": Setting(0, cups=10, sps=80, game="coin-duel 10 stage 3 friendly"),
}
BEGIN_SECONDS, PAUSE_SECONDS, PATIENCE_SECONDS = 6.0, 1.5, 15.0
PIECES = 3


class Listener:
    """A world, and when its board last said something else."""

    def __init__(self, setting: Setting) -> None:
        self.changed_at, self._said = -inf, ""
        self.world = World(setting, [self._hear])
        self.world.hands[SOUTH].tempo = PERSON_TEMPO
        self.world.run_until(BEGIN_SECONDS)

    def _hear(self, moment: Moment) -> None:
        said = repr(moment.decided.scene.message)
        if said != self._said:
            self._said, self.changed_at = said, moment.time

    def answer_seconds(self, source: Place, target: Place, number: int) -> float:
        """Move a piece from the stock into a cup, or back; return how long the board took to answer."""
        world, place = self.world, cup(SOUTH, number)
        before, moved_at = world.table.contents()[place], inf

        def is_answered() -> bool:
            nonlocal moved_at
            if moved_at == inf and world.table.contents()[place] != before:
                moved_at = world.now
            return self.changed_at > moved_at

        world.hands[SOUTH].do(Take(source), Drop(target), now=world.now)
        world.run_until(world.now + PATIENCE_SECONDS, is_answered)
        seconds = self.changed_at - moved_at if self.changed_at > moved_at else inf
        world.run_until(world.now + PAUSE_SECONDS)
        return seconds


def answers(setting: Setting) -> tuple[Sequence[float], float]:
    """The answers to the first pieces of a turn, and to the last of them taken back."""
    listener = Listener(setting)
    own = stock(SOUTH)
    dropped = [listener.answer_seconds(own, cup(SOUTH, each), each) for each in range(1, PIECES + 1)]
    return dropped, listener.answer_seconds(cup(SOUTH, PIECES), own, PIECES)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=3)
    asked = parser.parse_args()
    rows = []
    for name, setting in GAMES.items():
        told = [answers(replace(setting, seed=seed)) for seed in range(1, asked.seeds + 1)]
        dropped = [each for drops, _ in told for each in drops]
        taken = [each for _, each in told]
        times = (median(dropped), max(dropped), median(taken), max(taken))
        rows.append((name, *(f"{each:.2f} s" for each in times)))
    print("\n".join(table(("game", "dropped: median", "most", "taken back: median", "most"), rows)))


if __name__ == "__main__":
    main()
