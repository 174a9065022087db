"""The engine in a process of its own and its adviser: nothing waits, and what fails is replaced."""

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import cast

import pytest
from cupsboard.engine import engines
from cupsboard.engine.analysis import LONGER, worths_of
from cupsboard.engine.levels import level_named
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.rules import games
from cupsboard.rules.places import Side
from cupsboard.session.engine_adviser import HINT, EngineAdviser, seed_of
from cupsboard.session.engine_process import PATIENT, EngineProcess, Patience, PipedWorker, Say, Thought
from cupsboard.session.process_limits import MOST_BYTES, NICENESS
from cupsboard.signs.advice import Advice, Question
from cupsboard.storage.games import KeptGames
from cupsim.runs.memory_store import Memory
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
        wait_until(lambda: " T " in Path(f"/proc/{first}/stat").read_text(), "the worker stands still")
        # What it said before is heard now, and not when it is to be silent.
        engine.poll()
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


A_MOVE = Question(1, GAME, Side.SOUTH, START, "4")
A_HINT = Question(2, GAME, Side.SOUTH, START)
EVERY_MOVE_OF_START = Question(6, GAME, Side.SOUTH, START, is_of_every_move=True)


class Desk:
    """An adviser, with what it says and the processes it started."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.seed = 7
        self.started: list[EngineProcess] = []
        self.adviser = EngineAdviser(self.said.append, lambda: self.seed, self._start)

    def _start(self, say: Say) -> EngineProcess:
        self.started.append(EngineProcess(say, Patience(pause_seconds=0.1)))
        return self.started[-1]

    def answer(self, question: Question, meanwhile: Callable[[], object] = lambda: None) -> Advice:
        def look() -> Sequence[Advice]:
            advice = self.adviser(question)
            if not advice:
                meanwhile()
            return advice

        (only,) = wait_until(look, lambda: f"advice; it said {self.said}")
        return only


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.adviser.close()


def test_a_board_on_which_nobody_asks_starts_no_process(desk: Desk) -> None:
    assert desk.adviser(None) == ()
    assert desk.started == []


def test_a_question_is_answered_once_by_a_legal_move(desk: Desk) -> None:
    advice = desk.answer(A_MOVE)
    assert advice.question == A_MOVE.number
    assert advice.move in [plan.label for plan in GAME.plans(START, Side.SOUTH)]
    assert advice.pondering_seconds > 0
    assert desk.adviser(A_MOVE) == ()
    assert len(desk.started) == 1


@pytest.mark.long("seconds of thought of each level", but=["1"])
@pytest.mark.parametrize("name", ["1", "4", "perfect"])
def test_a_level_plays_and_ponders_as_the_level_does(desk: Desk, name: str) -> None:
    position = GAME.parse_position("1 1 0 1 pot 0 stock 9 / 1 5 6 1 pot 0 stock 9 / south")
    chosen = engines.at_level(GAME, level_named(name)).choose(position, desk.seed)
    advice = desk.answer(replace(A_MOVE, position=position, level=name))
    assert (advice.move, advice.pondering_seconds) == (chosen.move, chosen.pondering_seconds)


def test_the_seed_of_a_game_is_its_own_and_outlives_a_power_cut() -> None:
    store = Memory()

    def seed(*, is_new: bool) -> int:
        kept = KeptGames(store, lambda: "2026-11-23T20:15")
        if is_new:
            kept.begin(GAME, None)
        else:
            kept.take_up(kept.number)
        return seed_of(kept)

    first, same, another = seed(is_new=True), seed(is_new=False), seed(is_new=True)
    assert first == same != another


def test_a_hint_is_the_best_move_with_reasons_against_the_tempting_one(desk: Desk) -> None:
    line = "1 1 0 1 pot 0 stock 9 / 1 5 6 1 pot 0 stock 9 / south"
    position = GAME.parse_position(line)
    advice = desk.answer(replace(A_HINT, position=position))
    best, *_ = engines.of_game(GAME).analyse(position, HINT, EVERY_MOVE)
    assert advice.move == best.variation[0]
    assert advice.hint is not None
    assert advice.hint.instead
    assert advice.hint.instead != advice.move
    assert advice.hint.loss_beans >= 1.0
    assert advice.hint.reasons


def test_a_question_that_is_hurried_is_stopped_once_and_not_asked_anew() -> None:
    calls: list[str] = []

    class Recorded:
        def submit_level(self, *asked: object) -> int:
            assert asked == (GAME, START, "4", 7)
            calls.append("submit")
            return 7

        def stop(self) -> None:
            calls.append("stop")

        def poll(self) -> Thought:
            return Thought(7)

    adviser = EngineAdviser(calls.append, lambda: 7, lambda _: cast(EngineProcess, Recorded()))
    for question in (A_MOVE, A_MOVE, replace(A_MOVE, is_hurried=True), replace(A_MOVE, is_hurried=True)):
        assert adviser(question) == ()
    assert calls == ["submit", "stop"]


def test_an_answer_to_what_nobody_asks_any_more_is_dropped(desk: Desk) -> None:
    desk.adviser(A_MOVE)
    assert desk.adviser(None) == ()
    after = GAME.play(START, Side.SOUTH, "drop 2")
    advice = desk.answer(Question(3, GAME, Side.NORTH, after, "4"))
    assert advice.question == 3
    assert advice.move in [plan.label for plan in GAME.plans(after, Side.NORTH)]


def test_it_says_what_every_move_is_worth_with_the_best_at_no_loss(desk: Desk) -> None:
    worths = desk.answer(EVERY_MOVE_OF_START).worths
    assert {worth.move for worth in worths} == {plan.label for plan in GAME.plans(START, Side.SOUTH)}
    assert worths[0].loss_points == 0.0
    # A look through the pipe is the look in this process, its errors included.
    nodes = LONGER * engines.scale_of(GAME).analysis_nodes
    assert worths == worths_of(engines.of_game(GAME).analyse(START, Limit(nodes=nodes), EVERY_MOVE))


@pytest.mark.parametrize("question", [A_MOVE, EVERY_MOVE_OF_START])
def test_a_worker_that_dies_again_and_again_is_said_to_and_the_answer_is_that_it_failed(
    desk: Desk, question: Question
) -> None:
    def kill() -> None:
        if desk.started and (worker := desk.started[0].process_id) is not None:
            os.kill(worker, signal.SIGKILL)

    failed = desk.answer(question, kill)
    assert failed.move is None
    assert failed.worths == ()
    assert any("the engine stopped" in line for line in desk.said)
    assert desk.answer(Question(5, GAME, Side.SOUTH, START, "4")).move is not None


def test_where_no_process_can_be_started_it_says_so_and_tries_again_with_the_next_question() -> None:
    said: list[str] = []

    def start(_: Say) -> EngineProcess:
        raise OSError(12, "Cannot allocate memory")

    adviser = EngineAdviser(said.append, lambda: 7, start)
    assert adviser(A_MOVE) == (Advice(A_MOVE.number),)
    assert adviser(replace(A_MOVE, number=7)) == (Advice(7),)
    assert said == ["the engine can't be started: [Errno 12] Cannot allocate memory"] * 2
