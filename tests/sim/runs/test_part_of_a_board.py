"""A game that lies in the middle of a larger board: its other cups stay empty, and a bean there is wrong."""

from random import Random

import pytest
from cupsboard.engine import engines
from cupsboard.profile import generated
from cupsboard.rules.games import named, of_wish
from cupsboard.rules.places import Place, Side
from cupsboard.rules.wish import Wish
from cupsboard.session.playable import require_playable
from cupsboard.signs.scene import Meaning
from cupsboard.web.legend import legend
from cupsim.runs.game_world import Setting, World

LINE = '{title = "Across", cups = 5, across = "only theirs"}'


@pytest.mark.parametrize(
    ("family", "board", "name"),
    [
        ("songo", 9, "songo 7 on 9"), ("songo", 10, "songo 7 on 10"), ("songo", 4, "songo 4"),
        ("cow", 10, "cow 5 on 10"), ("kalah", 10, "kalah 10"), ("bakuk", 6, "bakuk 3 on 6"),
        (f"sowing {LINE}", 9, f"sowing 5 on 9 {LINE}"), (f"sowing {LINE}", 10, f"sowing 10 {LINE}"),
    ],
)  # fmt: skip
def test_a_board_with_more_cups_plays_a_game_in_its_middle(family: str, board: int, name: str) -> None:
    game = of_wish(Wish(family), cups=board)
    assert (game.name, named(name)) == (name, game)
    require_playable(generated(board), game)
    shown = {
        light["meaning"] for group in legend(generated(board), game)["groups"] for light in group["lights"]
    }
    assert (Meaning.BLOCKED.name in shown) == (" on " in name)


@pytest.mark.parametrize(
    ("name", "first"), [("songo 7 on 9", 2), ("toguz-kumalak 9 on 12", 2), ("kalah 6 on 10", 3)]
)
def test_a_game_in_the_middle_is_the_same_game_by_other_numbers(name: str, first: int) -> None:
    random, game, alone = Random(7), named(name), named(name.partition(" on ")[0])
    position, same = game.start(Side.SOUTH), alone.start(Side.SOUTH)
    level = engines.levels_of(game)[0]
    while not position.is_over:
        (side,) = game.movers(position)
        plans = game.plans(position, side)
        moves = [plan.label.split() for plan in alone.plans(same, side)]
        assert [plan.label for plan in plans] == [f"{verb} {int(cup) + first - 1}" for verb, cup in moves]
        if random.random() < 0.1:
            engines.require_legal(
                game, position, side, engines.at_level(game, level).choose(position, 1).move
            )
        index = random.randrange(len(plans))
        position = game.play(position, side, plans[index].label)
        same = alone.play(same, side, " ".join(moves[index]))
        assert game.format_position(position) == alone.format_position(same)
        assert game.with_contents(position, game.contents(position)).south == position.south
        emblems = [place.split("-") for place in alone.emblems(same)]
        assert [*game.emblems(position)] == [f"{row}-{int(cup) + first - 1}" for row, cup in emblems]


def test_a_bean_in_a_cup_that_is_not_played_in_is_told_and_never_agreed() -> None:
    world = World(Setting(7, cups=10, game="cow 5 on 10"))
    here, spare = Place("south-4"), Place("south-1")
    world.put_up()
    world.run_until(60.0, lambda: world.sentence_key == "who-starts")
    for one, other, shown in ((here, spare, Meaning.TOO_MANY), (spare, here, Meaning.BLOCKED)):
        (bean,) = world.table.take(one, 1, world.now)
        world.table.drop(other, bean, world.now)
        world.run_until(world.now + 10)
        assert (spare, shown) in [(sign.place, sign.meaning) for sign in world.loop.scene.signs]
        for is_down in (True, False):
            for side in Side:
                world.set_button(side, is_down, world.now)
            world.run_until(world.now + 0.2)
        world.run_until(world.now + 5)
        assert not world.referee.history.entries
        assert world.sentence_key == ("lay-by-hand" if other == spare else "who-starts-bare")
