"""A server that goes on from an older copy of its records: boards that know more go on with it."""

from random import Random

from cupsboard.distance.follower import Forget, Send
from cupsboard.distance.wire import Entries, Follow, Refused
from hypothesis import given
from hypothesis import strategies as st
from lossy_world import World


@given(
    seed=st.integers(0, 10_000), before=st.integers(0, 12), since=st.integers(0, 12), then=st.integers(0, 12)
)
def test_every_copy_is_the_record_again(seed: int, before: int, since: int, then: int) -> None:
    world = World(Random(seed))

    def play(steps: int) -> None:
        for board in world.boards:
            world.connect(board)
        for _ in range(steps):
            world.say(world.random.choice(world.boards))
            world.pass_time(10.0)

    play(before)
    backup = world.records.copied()
    play(since)
    world.put_server_back(backup)
    play(then)
    world.settle()
    assert [fault for fault in world.faults() if not fault.endswith("is lost")] == []


def test_a_game_that_the_older_copy_does_not_have_says_what_to_do() -> None:
    world = World(Random(1), loss=0.0, doubling=0.0)
    (board, _) = world.boards
    world.connect(board)
    world.pass_time(1.0)
    assert board.follower.game.n == 1
    follower, effects = board.follower.heard(Refused("GAMECODE", "ahead", "", 0), 1.0)
    assert effects == [Send(Follow("GAMECODE", 0))]
    follower, effects = follower.heard(Entries("GAMECODE", 0, (), 0), 2.0)
    assert effects == [Forget()]
    assert "begin another game" in (follower.fault or "")
