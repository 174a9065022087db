"""What is tried in the worlds: evenings followed by the tracker, alone or with the other reader beside it."""

from studies.runner import trial_of_rows
from studies.worlds import evening, shadow
from studies.worlds.catalogue import WORLDS
from studies.worlds.world import World

MOVES_AN_EVENING = 100
"""About as many moves three games have."""


def moves_an_evening(world: World) -> int:
    """Return about how many moves an evening in this world has."""
    return MOVES_AN_EVENING * max(1, world.hands.games // 3)


TRIAL = trial_of_rows("worlds", WORLDS, evening.play, "studies.worlds.evening")
BESIDE = trial_of_rows("beside", WORLDS, shadow.play, "studies.worlds.shadow")
