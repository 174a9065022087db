"""Nothing said at a distance is lost, doubled or reordered, whatever network, power and server do."""

from random import Random

from hypothesis import settings
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

    @rule(number=BOARDS, share=st.floats(0, 1))
    def the_power_goes_in_the_next_write(self, number: int, share: float) -> None:
        self.world.cut_power(self.world.boards[number], share)

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
