"""Players at a level who think in a process of their own: nobody waits for them, and they share it."""

from contextlib import closing
from dataclasses import dataclass, field
from random import Random
from typing import Any

from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.places import Side
from cupsboard.session.engine_process import Thought
from cupsim.people.move_choice import captures_first
from cupsim.people.thinking import Decision, Thinker, at_once
from cupsim.runs.thinking_aside import ThinkersAside
from processes import wait_until

GAME = Cups(3)
BEGUN = GAME.start(Side.SOUTH)
REPLY = GAME.play(BEGUN, Side.SOUTH, "drop 2")


@dataclass
class Process:
    """An engine's process that answers when the test says so."""

    asked: list[tuple[Position, str, int]] = field(default_factory=list)
    thought: Thought = field(default_factory=lambda: Thought(0))
    stops: int = 0
    is_closed: bool = False

    def submit_level(self, _game: Any, position: Position, level: str, seed: int) -> int:
        self.asked.append((position, level, seed))
        self.thought = Thought(len(self.asked))
        return len(self.asked)

    def answers(self, move: str, pondering_seconds: float = 1.5) -> None:
        self.thought = Thought(len(self.asked), move=move, pondering_seconds=pondering_seconds)

    def fails(self) -> None:
        self.thought = Thought(len(self.asked), failure="it ended")

    def poll(self) -> Thought:
        return self.thought

    def stop(self) -> None:
        self.stops += 1

    def close(self) -> None:
        self.is_closed = True


def room() -> tuple[ThinkersAside, Process, list[str]]:
    process, said = Process(), list[str]()
    return ThinkersAside(said.append, lambda _say: process), process, said  # type: ignore[arg-type,return-value]


def decided(thinker: Thinker, position: Position) -> Decision | None:
    (side,) = GAME.movers(position)
    return thinker.decided(position, GAME.plans(position, side), Random(1))


def test_the_answer_is_there_when_the_process_has_it() -> None:
    thinkers, process, _ = room()
    south = thinkers("4", GAME, 7)
    south.begin(BEGUN)
    assert decided(south, BEGUN) is None
    assert process.asked == [(BEGUN, "4", 7)]
    process.answers("drop 3")
    assert decided(south, BEGUN) == Decision("drop 3", 1.5)
    assert decided(south, BEGUN) == Decision("drop 3", 1.5)
    assert len(process.asked) == 1


def test_two_players_are_asked_one_after_the_other() -> None:
    thinkers, process, _ = room()
    south, north = thinkers("4", GAME, 7), thinkers("8", GAME, 8)
    south.begin(BEGUN)
    north.begin(REPLY)
    assert decided(north, REPLY) is None
    assert len(process.asked) == 1
    process.answers("drop 1")
    assert decided(north, REPLY) is None
    assert process.asked[1:] == [(REPLY, "8", 8)]
    process.answers("drop 2")
    assert decided(north, REPLY) == Decision("drop 2", 1.5)
    assert decided(south, BEGUN) == Decision("drop 1", 1.5)


def test_who_sees_another_position_thinks_of_that_one_only() -> None:
    thinkers, process, _ = room()
    south = thinkers("4", GAME, 7)
    south.begin(BEGUN)
    other = GAME.set_stock(BEGUN, Side.SOUTH, 5)
    assert decided(south, other) is None
    process.answers("drop 2")
    assert decided(south, other) == Decision("drop 2", 1.5)
    assert [position for position, *_ in process.asked] == [BEGUN, other]


def test_only_the_question_that_is_asked_is_hurried() -> None:
    thinkers, process, _ = room()
    south, north = thinkers("4", GAME, 7), thinkers("8", GAME, 8)
    south.begin(BEGUN)
    north.begin(REPLY)
    north.hurry()
    assert process.stops == 0
    south.hurry()
    assert process.stops == 1


def test_without_an_engine_they_move_as_they_would_without_thinking() -> None:
    thinkers, process, _ = room()
    south = thinkers("8", GAME, 7)
    south.begin(BEGUN)
    process.fails()
    found = decided(south, BEGUN)
    assert found is not None
    assert found.label == captures_first(GAME.plans(BEGUN, Side.SOUTH), Random(1)).label
    south.begin(REPLY)
    assert len(process.asked) == 2


def test_a_machine_that_has_no_room_for_an_engine_is_told_of_and_tried_again() -> None:
    process, said, is_full = Process(), list[str](), [True]

    def start(_say: Any) -> Any:
        if is_full[0]:
            raise OSError("Cannot allocate memory")
        return process

    south = ThinkersAside(said.append, start)("8", GAME, 7)
    south.begin(BEGUN)
    assert said == ["the engine can't be started: Cannot allocate memory"]
    assert decided(south, BEGUN) is not None
    is_full[0] = False
    assert decided(south, REPLY) is None
    assert process.asked == [(REPLY, "8", 7)]


def test_a_room_without_levels_starts_no_process() -> None:
    started: list[object] = []
    thinkers = ThinkersAside(print, lambda say: started.append(say))  # type: ignore[arg-type,func-returns-value]
    assert decided(thinkers("greedy", GAME, 1), BEGUN) is not None
    thinkers.close()
    assert not started


def test_the_room_ends_its_process() -> None:
    thinkers, process, _ = room()
    thinkers("1", GAME, 1).begin(BEGUN)
    thinkers.close()
    assert process.is_closed


def test_a_level_plays_aside_what_it_plays_at_once() -> None:
    said: list[str] = []
    with closing(ThinkersAside(said.append)) as thinkers:
        for name in ("1", "4", "8"):
            expected = decided(at_once(name, GAME, 5), REPLY)
            assert expected is not None
            # How long it pretends to ponder is less, the longer a busy computer took to think.
            assert comes(thinkers(name, GAME, 5)).label == expected.label
    assert said == []


def comes(thinker: Thinker) -> Decision:
    found = wait_until(lambda: decided(thinker, REPLY), "a decision")
    assert found is not None
    return found
