"""Programs that play a side, and those that fail at it: the board says which and why, and goes on."""

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cupsboard.engine.foreign import level_of
from cupsboard.rules import games
from cupsboard.rules.places import Side
from cupsboard.session.engine_adviser import AdviserByLevel
from cupsboard.session.engine_process import Patience
from cupsboard.signs.advice import Advice, Adviser, Question
from foreign_programs import FOR_A_WORD, FOR_AN_ANSWER, LISTENING, PATIENT, command, desk
from processes import is_alive, started, wait_until

GAME = games.named("cups 4")
START = GAME.start(Side.SOUTH)
QUESTION = Question(1, GAME, Side.SOUTH, START, level_of("it"))
FAILED = Advice(1)

ILLEGAL = f"{LISTENING}\n    if word == 'go': print('bestmove sow 1', flush=True)"
UNABLE = f"{LISTENING}\n    if word == 'go': print('error I play chess', flush=True)"
DEAD = "raise SystemExit(7)"
DEAF = "import os, time; os.close(0); time.sleep(100)"
MUTE = "import os, time; os.close(1); time.sleep(100)"
SILENT = "import sys; print('readyok', flush=True)\nfor line in sys.stdin: pass"
NONSENSE = f"{LISTENING}\n    if word == 'go': print('I would drop 1', flush=True)"
NO_TEXT = f"{LISTENING}\n    if word == 'go': sys.stdout.buffer.write(bytes([255, 10])); sys.stdout.flush()"
FLOOD = "import sys\nwhile True: sys.stdout.write('x' * 65536)"
INFO = "info line 1 depth 1 nodes 1 beans 0 guess search pv drop 1\\n"
FLOOD_OF_INFO = f"import sys\nprint('readyok')\nwhile True: sys.stdout.write('{INFO}' * 1000)"
DREAMING = LISTENING


@pytest.mark.parametrize(
    ("source", "patience", "reason"),
    [
        pytest.param(UNABLE, PATIENT, "I play chess", id="unable"),
        pytest.param(DEAD, PATIENT, "it stopped 2 times: it ended with 7", id="dead"),
        pytest.param(DEAF, PATIENT, "it stopped 2 times: it", id="deaf"),
        pytest.param(MUTE, PATIENT, "it stopped 2 times: it ended", id="mute"),
        pytest.param(SILENT, FOR_A_WORD, "it stopped 2 times: it said nothing for 0.3 s", id="silent"),
        pytest.param(
            NONSENSE, PATIENT, "it stopped 2 times: 'I would drop 1' is not an answer", id="nonsense"
        ),
        pytest.param(
            NO_TEXT, PATIENT, "it stopped 2 times: 'utf-8' codec can't decode byte 0xff", id="no-text"
        ),
        pytest.param(
            FLOOD, PATIENT, "it stopped 2 times: it wrote a line of more than 65536 bytes", id="flood"
        ),
        pytest.param(
            FLOOD_OF_INFO,
            FOR_AN_ANSWER,
            "it stopped 2 times: it gave no bestmove within 0.3 s",
            id="flood-of-info",
        ),
        pytest.param(
            DREAMING, FOR_AN_ANSWER, "it stopped 2 times: it gave no bestmove within 0.3 s", id="dreaming"
        ),
    ],
)
def test_an_engine_that_fails_gives_no_move_and_is_told_with_its_command(
    source: str, patience: Patience, reason: str
) -> None:
    with desk(source, patience) as at:
        assert at.answer(QUESTION) == FAILED
        told = at.said[-1]
    assert f"gave no move: {reason}" in told
    assert repr(at.command) in told
    assert "The board goes on without it; mend the engine by firmware/ENGINE_PROTOCOL.md" in told


def test_a_move_that_is_not_legal_is_refused_with_the_position() -> None:
    with desk(ILLEGAL) as at:
        assert at.answer(QUESTION) == FAILED
        (told,) = at.said
    assert f"answered 'sow 1' to position cups 4: {GAME.format_position(START)}, which is refused: " in told
    assert "firmware/ENGINE_PROTOCOL.md" in told


def test_no_poll_takes_in_more_than_a_flood_can_hold_up() -> None:
    with desk(FLOOD_OF_INFO, FOR_AN_ANSWER) as at:
        # Each of these returns, however fast the engine writes.
        assert at.adviser(QUESTION) == ()
        assert at.answer(QUESTION) == FAILED


def test_an_engine_that_failed_is_asked_again_at_the_next_question(tmp_path: Path) -> None:
    mended = tmp_path / "mended"
    source = (
        f"import os\n{LISTENING}\n    if word == 'go': "
        f"print('bestmove drop 1' if os.path.exists({str(mended)!r}) else 'error not yet', flush=True)"
    )
    with desk(source) as at:
        assert at.answer(QUESTION) == FAILED
        mended.touch()
        assert at.answer(Question(2, GAME, Side.SOUTH, START, "engine:it")) == Advice(2, "drop 1")


def test_an_engine_that_is_hurried_is_told_to_stop() -> None:
    source = f"{LISTENING}\n    if word == 'stop': print('bestmove drop 2', flush=True)"
    with desk(source) as at:
        at.adviser(QUESTION)
        hurried = Question(1, GAME, Side.SOUTH, START, "engine:it", is_hurried=True)
        assert at.answer(hurried) == Advice(1, "drop 2")


def test_only_questions_at_its_level_go_to_the_engine() -> None:
    asked: list[tuple[str, Question | None]] = []

    def whoever(name: str) -> Adviser:
        def ask(question: Question | None) -> tuple[Advice, ...]:
            asked.append((name, question))
            return ()

        return ask

    adviser = AdviserByLevel(whoever("own"), whoever("foreign"))
    hint = Question(2, GAME, Side.SOUTH, START)
    for question in (QUESTION, hint, None):
        adviser(question)
    assert asked == [
        *(("own", None), ("foreign", QUESTION)),
        *(("own", hint), ("foreign", None)),
        *(("own", None), ("foreign", None)),
    ]


A_BOARD = """
import sys, time
from cupsboard.rules import games
from cupsboard.rules.places import Side
from cupsboard.session.engine_process import Patience
from cupsboard.session.engine_adviser import ForeignAdviser
from cupsboard.signs.advice import Question
adviser = ForeignAdviser(sys.argv[1], print, 600)
game = games.named("cups 4")
question = Question(1, game, Side.SOUTH, game.start(Side.SOUTH), "engine:it")
while True:
    adviser(question)
    time.sleep(0.02)
"""
STUBBORN = """
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
with open(sys.argv[1] + ".new", "w") as file:
    file.write(f"{os.getpid()} {child.pid}")
os.rename(sys.argv[1] + ".new", sys.argv[1])
while True:
    time.sleep(1000)
"""
"""Reads nothing, so it does not notice that its input ends, and has a child."""


@pytest.mark.skipif(not Path("/proc").exists(), reason="asks Linux which processes live")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_no_engine_outlives_its_board(end: signal.Signals, tmp_path: Path) -> None:
    noted = tmp_path / "noted"
    engine = f"{command(STUBBORN, tmp_path)} {noted}"
    with started(sys.executable, "-c", A_BOARD, engine) as board:
        wait_until(noted.exists, "the engine")
        ids = [int(each) for each in noted.read_text().split()]
        assert all(map(is_alive, ids))
        os.kill(board.id, end)
        gone: Callable[[], bool] = lambda: not any(map(is_alive, ids))  # noqa: E731
        wait_until(gone, f"the end of {ids}")
