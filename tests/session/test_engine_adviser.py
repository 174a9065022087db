"""The board's adviser: questions go to the engine's own process, and nothing waits for an answer."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import cast

import pytest
from cupsboard.engine import engines
from cupsboard.engine.levels import level_named
from cupsboard.engine.player import EVERY_MOVE
from cupsboard.rules import games
from cupsboard.rules.places import Side
from cupsboard.session.engine_adviser import HINT, EngineAdviser, seed_of
from cupsboard.session.engine_process import EngineProcess, Patience, Say, Thought
from cupsboard.signs.advice import Advice, Question
from cupsboard.storage.games import KeptGames
from cupsim.runs.memory_store import Memory
from processes import wait_until

GAME = games.named("cups 4")
START = GAME.start(Side.SOUTH)
A_MOVE = Question(1, GAME, Side.SOUTH, START, "4")
A_HINT = Question(2, GAME, Side.SOUTH, START)


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


def test_a_worker_that_dies_again_and_again_is_said_to_and_the_answer_is_that_it_failed(desk: Desk) -> None:
    def kill() -> None:
        if desk.started and (worker := desk.started[0].process_id) is not None:
            os.kill(worker, signal.SIGKILL)

    assert desk.answer(A_MOVE, kill).move is None
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
