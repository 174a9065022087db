import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from cupsboard.engine import engines
from cupsboard.engine.levels import level_named
from cupsboard.engine.player import Limit
from cupsboard.rules import games
from cupsboard.rules.places import Side
from cupsboard.session.engine_process import PATIENT, EngineProcess, Patience, PipedWorker, Thought
from cupsboard.session.process_limits import MOST_BYTES, NICENESS
from processes import is_alive, started, wait_until

GAME = games.named("cups 4")
START = GAME.start(Side.SOUTH)


A_BOARD = """
import time
from cupsboard.engine.player import Limit
from cupsboard.rules import games
from cupsboard.rules.places import Side
from cupsboard.session.engine_process import EngineProcess
engine = EngineProcess(print)
game = games.named("cups 4")
engine.submit(game, game.start(Side.SOUTH), Limit())
while not engine.poll().infos:
    time.sleep(0.01)
print("worker", engine.process_id, flush=True)
time.sleep(1000)
"""


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def engine(told: list[str]) -> Iterator[EngineProcess]:
    process = EngineProcess(told.append)
    yield process
    process.close()


def polled(engine: EngineProcess, until: Callable[[Thought], bool]) -> Thought:
    thoughts: list[Thought] = []

    def is_there() -> bool:
        thoughts[:] = [engine.poll()]
        return until(thoughts[0])

    wait_until(is_there, lambda: f"another thought than {thoughts}")
    return thoughts[0]


def answered(engine: EngineProcess) -> Thought:
    return polled(engine, lambda thought: thought.is_final)


def test_a_question_is_answered_as_by_the_engine_here(engine: EngineProcess) -> None:
    engine.submit(GAME, START, Limit(nodes=3000), lines=2)
    thought = answered(engine)
    assert thought.infos == engines.of_game(GAME).analyse(START, Limit(nodes=3000), lines=2)
    assert thought.move == thought.infos[0].variation[0]


def test_a_level_moves_as_it_would_here(engine: EngineProcess) -> None:
    engine.submit_level(GAME, START, "2", seed=17)
    thought = answered(engine)
    choice = engines.at_level(GAME, level_named("2")).choose(START, 17)
    assert (thought.move, thought.infos) == (choice.move, choice.infos)
    assert (thought.pondering_seconds, thought.overlooked) == (choice.pondering_seconds, choice.overlooked)


def test_an_unknown_level_is_refused_before_it_is_asked(engine: EngineProcess) -> None:
    with pytest.raises(ValueError, match="no level '99'"):
        engine.submit_level(GAME, START, "99", seed=17)


def test_stop_brings_the_move_of_a_search_without_end(engine: EngineProcess) -> None:
    engine.submit(GAME, START, Limit())
    polled(engine, lambda thought: bool(thought.infos))
    engine.stop()
    assert answered(engine).move is not None


def test_a_new_question_takes_the_place_of_the_last(engine: EngineProcess) -> None:
    engine.submit(GAME, START, Limit())
    polled(engine, lambda thought: bool(thought.infos))
    number = engine.submit(GAME, GAME.play(START, Side.SOUTH, "drop 2"), Limit(nodes=2000))
    thought = answered(engine)
    after = engines.of_game(GAME).play(GAME.play(START, Side.SOUTH, "drop 2"), Limit(nodes=2000))
    assert thought.question == number
    assert thought.infos == (after,)


def test_no_call_waits_for_the_search(engine: EngineProcess) -> None:
    engine.submit(GAME, START, Limit())
    polled(engine, lambda thought: bool(thought.infos))
    assert engine.process_id is not None
    # A call that waited for an answer would never come back from here.
    os.kill(engine.process_id, signal.SIGSTOP)
    engine.poll()
    number = engine.submit(GAME, START, Limit(nodes=20))
    engine.poll()
    engine.stop()
    os.kill(engine.process_id, signal.SIGCONT)
    assert answered(engine).question == number


def test_a_worker_that_dies_is_named_and_its_question_asked_again(
    engine: EngineProcess, told: list[str]
) -> None:
    number = engine.submit(GAME, START, Limit())
    polled(engine, lambda thought: bool(thought.infos))
    first = engine.process_id
    assert first is not None
    os.kill(first, signal.SIGKILL)
    polled(engine, lambda _: engine.process_id not in (None, first))
    assert told == ["the engine stopped: it ended with -9; starting it again"]
    polled(engine, lambda thought: bool(thought.infos))
    engine.stop()
    assert answered(engine).question == number


def test_a_worker_that_stands_still_is_replaced(told: list[str]) -> None:
    # Time passes when the test says so: a worker that a busy computer holds up is not silent.
    now = 0.0
    engine = EngineProcess(told.append, clock=lambda: now)
    try:
        engine.submit(GAME, START, Limit())
        polled(engine, lambda thought: bool(thought.infos))
        first = engine.process_id
        assert first is not None
        os.kill(first, signal.SIGSTOP)
        for seconds in (PATIENT.ping_seconds, PATIENT.silence_seconds):
            assert engine.process_id == first
            now += seconds
            engine.poll()
        assert told == ["the engine stopped: it said nothing for 5 s; starting it again"]
        now += PATIENT.pause_seconds
        polled(engine, lambda thought: engine.process_id != first and bool(thought.infos))
    finally:
        engine.close()


def test_a_question_that_ends_every_worker_has_a_failure_for_an_answer(told: list[str]) -> None:
    dying = (sys.executable, "-c", "raise SystemExit(7)")
    engine = EngineProcess(told.append, Patience(pause_seconds=0.01), start=partial(PipedWorker, dying))
    try:
        engine.submit(GAME, START, Limit(nodes=10))
        assert answered(engine).failure == "it stopped 2 times: it ended with 7"
    finally:
        engine.close()


def test_words_that_are_no_answer_end_a_worker(told: list[str]) -> None:
    babbling = (sys.executable, "-c", "print('hello', flush=True); input(); input()")
    engine = EngineProcess(told.append, Patience(pause_seconds=1000), start=partial(PipedWorker, babbling))
    try:
        polled(engine, lambda _: bool(told))
        assert "'hello' is not an answer" in told[0]
    finally:
        engine.close()


@pytest.mark.skipif(not Path("/proc").exists(), reason="asks Linux what a process may do")
def test_the_worker_gives_way_and_has_a_limit_of_memory(engine: EngineProcess) -> None:
    engine.submit(GAME, START, Limit(nodes=1000))
    answered(engine)
    process = Path(f"/proc/{engine.process_id}")
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, engine.process_id or 0) == min(19, own + NICENESS)
    limits = process.joinpath("limits").read_text()
    assert any(
        line.startswith("Max address space") and str(MOST_BYTES) in line for line in limits.splitlines()
    )


def test_the_worker_ends_when_it_is_closed_even_while_it_searches(engine: EngineProcess) -> None:
    engine.submit(GAME, START, Limit())
    polled(engine, lambda thought: bool(thought.infos))
    number = engine.process_id
    engine.close()
    assert engine.process_id is None
    with pytest.raises(ProcessLookupError):
        os.kill(number or 0, 0)


def test_the_worker_ends_when_its_board_is_killed_even_while_it_searches() -> None:
    with started(sys.executable, "-c", A_BOARD) as board:
        worker = int(board.until(re.compile(r"worker (\d+)"))[1])
        assert is_alive(worker)
        board.process.kill()
        wait_until(lambda: not is_alive(worker), "the worker's end")
