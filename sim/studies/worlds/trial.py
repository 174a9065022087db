"""What is tried in the worlds: evenings followed by the tracker, alone or with the other reader beside it."""

from studies.results import Trial
from studies.runner import Evening
from studies.tally import Tally
from studies.worlds import evening, shadow
from studies.worlds.catalogue import WORLDS
from studies.worlds.world import World

MOVES_AN_EVENING = 100
"""About as many moves three games have."""


def moves_an_evening(world: World) -> int:
    """Return about how many moves an evening in this world has."""
    return MOVES_AN_EVENING * max(1, world.hands.games // 3)


def play(played: Evening) -> Tally:
    """Play an evening in the world of its row."""
    return evening.play(WORLDS[played.row], played.seed)


def play_beside(played: Evening) -> Tally:
    """Play it with the reader of histories in the shadow."""
    return shadow.play(WORLDS[played.row], played.seed)


def _world(played: Evening) -> World | None:
    return WORLDS.get(played.row)


TRIAL = Trial("worlds", Evening, play, Tally.from_json, "studies.worlds.evening", Tally.as_json, _world)
BESIDE = Trial(
    "beside", Evening, play_beside, Tally.from_json, "studies.worlds.shadow", Tally.as_json, _world
)
