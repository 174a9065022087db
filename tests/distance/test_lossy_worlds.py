"""Nothing said at a distance is lost, doubled or reordered, whatever network, power and server do."""

from random import Random

from cupsboard.distance.wire import Entries, Follow, Refused
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from lossy_world import World
from memory_records import Commit

BOARDS = st.integers(0, 1)


class TwoBoards(RuleBasedStateMachine):
    """Two boards and a server; `lossy_world` says what may go wrong."""

    @initialize(seed=st.integers(0, 10_000))
    def begins(self, seed: int) -> None:
        self.world = World(Random(seed))

    @rule(number=BOARDS)
    def a_board_connects(self, number: int) -> None:
        self.world.connect(self.world.boards[number])

    @rule(number=BOARDS, is_half_open=st.booleans())
    def a_link_is_lost(self, number: int, is_half_open: bool) -> None:
        self.world.cut(self.world.boards[number], is_half_open=is_half_open)

    @rule(number=BOARDS, is_write_done=st.booleans())
    def the_power_goes_at_the_next_write(self, number: int, is_write_done: bool) -> None:
        self.world.cut_power(self.world.boards[number], is_write_done=is_write_done)

    @rule(commit=st.sampled_from(Commit))
    def the_next_commit_fails(self, commit: Commit) -> None:
        self.world.kill_server(commit)

    @rule(number=BOARDS, seconds=st.sampled_from((0.1, 1.0, 10.0)))
    def a_player_says_something(self, number: int, seconds: float) -> None:
        self.world.say(self.world.boards[number])
        self.world.pass_time(seconds)

    @rule(number=BOARDS)
    def a_board_beats(self, number: int) -> None:
        self.world.beat(self.world.boards[number])
        self.world.pass_time(1.0)

    def teardown(self) -> None:
        if hasattr(self, "world"):
            self.world.settle()
            assert self.world.faults() == []


class TestTwoBoards(TwoBoards.TestCase):  # type: ignore[name-defined, misc]
    settings = settings(settings(), stateful_step_count=40)


SEED, STEPS = st.integers(0, 10_000), st.integers(0, 12)


def play(world: World, steps: int) -> None:
    for board in world.boards:
        world.connect(board)
    for _ in range(steps):
        world.say(world.random.choice(world.boards))
        world.pass_time(10.0)


def put_back(seed: int, before: int, since: int, *, is_noted: bool) -> World:
    """A world whose server was put back by `since` steps."""
    world = World(Random(seed))
    play(world, before)
    backup = world.records.copied()
    play(world, since)
    world.put_server_back(backup, is_noted=is_noted)
    return world


@given(seed=SEED, before=STEPS, since=STEPS)
def test_what_boards_have_beyond_the_record_is_taken_once_a_director_agrees_and_nothing_is_lost(
    seed: int, before: int, since: int
) -> None:
    world = put_back(seed, before, since, is_noted=True)
    known = max((board.kept.entries for board in world.boards), key=len)
    # All that is offered takes messages that may be lost.
    world.settle()
    if len(known) > len(world.record):
        assert world.is_waiting
        assert all(board.follower.fault is None for board in world.boards)
    world.decide(is_taken=True)
    world.settle()
    assert world.faults() == []
    assert world.record[: len(known)] == known


@given(seed=SEED, before=STEPS, since=STEPS, then=STEPS, is_taken=st.booleans())
def test_whatever_a_director_decides_and_whatever_is_said_meanwhile_every_copy_is_the_record_again(
    seed: int, before: int, since: int, then: int, is_taken: bool
) -> None:
    world = put_back(seed, before, since, is_noted=True)
    for _ in range(3):
        play(world, then)
        world.decide(is_taken=is_taken)
    world.settle()
    world.decide(is_taken=is_taken)
    world.settle()
    assert [fault for fault in world.faults() if not fault.endswith("is lost")] == []


@given(seed=SEED, before=STEPS, since=STEPS, then=STEPS)
def test_every_copy_is_the_record_again(seed: int, before: int, since: int, then: int) -> None:
    world = put_back(seed, before, since, is_noted=False)
    play(world, then)
    world.settle()
    assert [fault for fault in world.faults() if not fault.endswith("is lost")] == []


def test_a_game_that_the_older_copy_does_not_have_says_what_to_do() -> None:
    world = World(Random(1), loss=0.0, doubling=0.0)
    (board, _) = world.boards
    world.connect(board)
    world.pass_time(1.0)
    assert board.follower.game.n == 1
    follower, messages = board.follower.heard(Refused("GAMECODE", "ahead", "", 0), 1.0)
    assert messages == [Follow("GAMECODE", 0)]
    follower, _ = follower.heard(Entries("GAMECODE", 0, (), 0), 2.0)
    assert follower.entries == ()
    assert "begin another game" in (follower.fault or "")
