"""The engine and the programs of a board in a tab, in a helper that hears nothing while it works."""

import asyncio
from collections.abc import Callable

import pytest
from cupsboard.engine.levels import LEVELS
from cupsboard.engine.player import Limit
from cupsboard.rules import games
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.history import Moved
from cupsboard.rules.places import Side
from cupsboard.rules.record import Record, format_record
from cupsboard.session import analysis_worker
from cupsboard.session.engine_process import EngineProcess
from cupsboard.web import analysis, hint
from cupsim.page import timeline_worker
from cupsim.page.tab.far import PATIENCE, FarEngine, FarPrograms
from cupsim.page.tab.helper import PROGRAMS
from local_helper import LocalHelper
from own_loops import run_in_own_loop

GAME = games.named("cups 2")
START = GAME.start(Side.SOUTH)
MOVES = [plan.label for plan in GAME.plans(START, Side.SOUTH)]
RECORD = format_record(Record(Cups(2, 2), None, (Moved(Side.SOUTH, "drop 1"),))).encode()


class Desk:
    """Helpers that work only when they are let."""

    def __init__(self) -> None:
        self.helpers: list[LocalHelper] = []
        self._arriving: list[tuple[Callable[..., object], str]] = []

    def start(self, heard: Callable[[str], None]) -> LocalHelper:
        self.helpers.append(LocalHelper(heard, lambda work, text: self._arriving.append((work, text))))
        return self.helpers[-1]

    def works(self) -> None:
        while self._arriving:
            work, text = self._arriving.pop(0)
            work(text)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def engine(desk: Desk, told: list[str]) -> EngineProcess:
    return EngineProcess(told.append, PATIENCE, start=lambda: FarEngine(desk.start))


def test_a_helper_answers_by_the_engines_protocol(desk: Desk) -> None:
    asked = engine(desk, told := [])
    asked.submit(GAME, START, Limit(nodes=200))
    assert not asked.poll().is_final
    desk.works()
    assert asked.poll().move in MOVES
    assert told == []


@pytest.mark.parametrize("level", [LEVELS[0].name, LEVELS[-1].name])
def test_move_now_ends_the_helper_and_there_is_a_legal_move_at_once(desk: Desk, level: str) -> None:
    asked = engine(desk, told := [])
    first = asked.submit_level(GAME, START, level, seed=1)
    asked.stop()
    thought = asked.poll()
    assert (thought.question, thought.is_final) == (first, True)
    assert thought.move in MOVES
    assert [each.is_ended for each in desk.helpers] == [True, False]
    asked.submit(GAME, START, Limit(nodes=200))
    desk.works()
    assert asked.poll().move in MOVES
    assert told == []


def test_stop_ends_nobody_who_thinks_about_nothing(desk: Desk) -> None:
    asked = engine(desk, [])
    asked.submit(GAME, START, Limit(nodes=200))
    desk.works()
    asked.poll()
    asked.stop()
    assert [each.is_ended for each in desk.helpers] == [False]


def test_a_helper_that_breaks_is_told_of(desk: Desk) -> None:
    asked = engine(desk, told := [])
    asked.submit(GAME, START, Limit(nodes=200))
    desk.helpers[0]._heard('{"broken": "out of memory"}')
    asked.poll()
    assert told == ["the engine stopped: out of memory; starting it again"]


def test_every_program_beside_a_page_runs_in_a_helper() -> None:
    commands = (analysis.COMMAND, hint.COMMAND, timeline_worker.COMMAND)
    assert {command[-1] for command in commands} == set(PROGRAMS)
    assert analysis_worker.__name__ in PROGRAMS


def test_a_helper_serves_again_after_its_program_ended_and_never_after_one_that_was_left() -> None:
    started: list[LocalHelper] = []

    def start(heard: Callable[[str], None]) -> LocalHelper:
        started.append(LocalHelper(heard))
        return started[-1]

    async def run() -> None:
        programs = FarPrograms(start)
        for _ in range(2):
            async with programs.launch(analysis.COMMAND, RECORD) as working:
                assert await working.said()
                assert working.returncode == 0
        assert len(started) == 1
        async with programs.launch(analysis.COMMAND, RECORD):
            pass
        assert started[0].is_ended
        async with programs.launch(analysis.COMMAND, b"nonsense") as working:
            assert await working.said() == b""
            assert working.returncode not in (0, None)
        assert len(started) == 2

    run_in_own_loop(run())


def test_the_time_in_which_a_helper_begins_is_not_its_programs() -> None:
    said: list[Callable[[str], None]] = []

    class Beginning:
        def __init__(self, heard: Callable[[str], None]) -> None:
            said.append(heard)

        def post(self, text: str) -> None:
            """It hears nothing yet."""

        def end(self) -> None:
            """It has not begun."""

    async def launch() -> None:
        async def enter() -> None:
            async with FarPrograms(Beginning).launch(analysis.COMMAND, RECORD):
                entered.set()

        entered = asyncio.Event()
        task = asyncio.create_task(enter())
        for _ in range(5):
            await asyncio.sleep(0)
        assert not entered.is_set()
        said[0]('{"there": true}')
        await task
        assert entered.is_set()

    run_in_own_loop(launch())
