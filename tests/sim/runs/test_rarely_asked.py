"""The gate: people who play honestly on sound cells are hardly ever asked, and nothing wrong is agreed.

Six games are half a minute of a processor, the least that tells a board that asks once in a hundred moves
from one that asks once in ten. They are played side by side.
"""

import os

from cupsim.runs.belief_check import BeliefCounts
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing, play_many

FIRST_SEED, GAMES = 7100, 6
MOST_QUESTIONED = 4


def test_six_usual_evenings_are_left_in_peace() -> None:
    counts, found = BeliefCounts(), list[str]()
    for played in play_many(Pairing(Setting(FIRST_SEED)).seeds(GAMES), os.cpu_count() or 1):
        counts.add(played.counts)
        found += [f"seed {played.setting.setting.seed}: {each}" for each in played.findings]
        found += [f"seed {played.setting.setting.seed}: {played.unfinished}"] * (
            played.unfinished is not None
        )
    assert not found
    assert counts.moves > 180
    assert counts.questioned_moves <= MOST_QUESTIONED, f"of {counts.moves}"
