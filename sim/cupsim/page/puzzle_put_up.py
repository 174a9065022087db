"""New games made ready before anybody looks: the board has seen its table, with the beans put up on it."""

from cupsboard.engine.engines import puzzle_of
from cupsboard.engine.puzzles import SOLVER
from cupsboard.referee.states import Turn
from cupsboard.rules.history import TableCorrected
from cupsboard.rules.places import Side

from cupsim.runs.game_world import World

MOST_SECONDS = 60.0
"""Virtual ones; a hundred beans are carried in fifteen."""
MOST_BEGINNING_SECONDS = 5.0
"""Virtual ones, in which the board sees that its table is empty; it takes one or two."""
SETTLED_SECONDS = 3.0
"""Virtual ones after the last bean, in which the board asks what it is not sure of."""
MOST_TRIES = 6
"""Each with other beans: of ten boards one takes a full cup for what it waits for one bean too early."""


def is_to_be_put_up(world: World) -> bool:
    """Whether a person waits for the beans of a puzzle, or of a game that begins with them on the board."""
    begun = world.setting.begun
    if begun is None:
        return world.begins_with_pieces and len(world.people) < len(Side)
    if puzzle_of(begun) is not None:
        return SOLVER not in world.people
    # Such a game begins with a table that lay there, and moves nothing yet.
    is_laid = [isinstance(entry, TableCorrected) for entry in begun.entries] == [True]
    return is_laid and len(world.people) < len(Side)


def made_ready(world: World) -> bool:
    """Let time pass until a new game can be played; return False if its beans could not be put up.

    Before the board has seen its empty table it would refuse the first bean; that takes 30 ms of processor
    time. Beans of a game that goes on from a link are for the players to put up.
    """
    if not world.begins_with_pieces:
        world.run_until(world.now + MOST_BEGINNING_SECONDS, lambda: not world.is_table_wanted)
        return True
    return not is_to_be_put_up(world) or put_up(world)


def put_up(world: World) -> bool:
    """Carry the beans to their places, and return whether the board is sure that they lie there.

    It takes a second of processor time at the most, and none of the players' time.
    """
    world.run_until(world.now + SETTLED_SECONDS, lambda: world.is_table_wanted)
    world.put_up()
    helper = world.helper
    assert helper is not None
    world.run_until(
        world.now + MOST_SECONDS,
        lambda: not (world.is_table_wanted or helper.is_at_it or helper.hands.is_busy),
    )
    world.run_until(world.now + SETTLED_SECONDS)
    lying = world.table.contents()
    wanted = world.game.contents(world.referee.position)
    return world.referee.state == Turn() and all(lying[place] == count for place, count in wanted.items())
