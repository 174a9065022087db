"""A slow card holds up neither scales nor buttons, and no move is shown that it could lose."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from cupsboard.loop import Moment
from cupsboard.ports import Lights, StoreError
from cupsboard.session.missing_parts import MissingParts
from cupsboard.session.replay import replay
from cupsboard.session.start import Start
from cupsboard.session.trace import read_trace
from cupsboard.session.trace_file import MOST_WAITING, TraceFile
from cupsboard.signs.scene import Meaning, Message, Scene
from cupsboard.signs.sentences import say
from cupsboard.storage.games import Game, KeptGames
from cupsboard.storage.ledger import SLOW_SECONDS, Ledger
from cupsboard.storage.solved_puzzles import Tried
from cupsboard.storage.writer import BesideTheLoop, Job
from cupsim.runs.game_world import Setting, World
from cupsim.runs.games import Pairing
from cupsim.runs.memory_store import HeldRows
from seated_evening import evening_at

TEST_SECONDS = 120.0
"""Longer than a crowded computer keeps a thread waiting."""


class SlowCard(HeldRows):
    """A card that writes while its `gate` is open; what it was asked for waits else."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = threading.Event()
        self.gate.set()
        self.is_refusing = False

    def keep(self, rows: Sequence[object]) -> Sequence[Message]:
        assert self.gate.wait(TEST_SECONDS)
        if self.is_refusing:
            raise StoreError("memory.sqlite can't be written: no")
        return super().keep(rows)


class Patient(BesideTheLoop):
    """A writer whose quick writes are always done when they were handed over, however busy the computer."""

    def __init__(self, card: SlowCard) -> None:
        super().__init__(patience_seconds=0)
        self._card = card

    def __call__(self, work):  # type: ignore[no-untyped-def]
        job = super().__call__(work)
        if self._card.gate.is_set():
            assert job.wait(TEST_SECONDS)
        return job


@pytest.fixture
def card() -> SlowCard:
    return SlowCard()


@pytest.fixture
def ledger(card: SlowCard) -> Ledger:
    return Ledger(card, Patient(card))


def tried(card: SlowCard) -> list[str]:
    return [each.name for each in card.find(Tried)]


def drained(ledger: Ledger) -> None:
    """Wait until the ledger's writer has done all that it was given."""
    last: Job[object] = ledger._writer(lambda: ())
    assert last.wait(TEST_SECONDS)


def test_a_quick_write_is_done_when_it_was_asked_for(card: SlowCard, ledger: Ledger) -> None:
    ledger.keep((Tried("a"), Tried("b")))
    assert (tried(card), ledger.owes, ledger.is_writing) == (["a", "b"], False, False)


def test_slow_writes_are_waited_for_and_told_of_after_a_second(card: SlowCard, ledger: Ledger) -> None:
    card.gate.clear()
    for name in "abc":
        ledger.keep((Tried(name),))
    assert (ledger.owes, ledger.is_writing, len(ledger.find(Tried))) == (True, True, 3)
    assert ledger.step(10.0) == ()
    (told,) = ledger.step(10.0 + SLOW_SECONDS)
    assert "can't be written" in say(told)
    assert "the disk takes long" in say(told)
    assert (ledger.owes, ledger.is_writing) == (True, False)
    card.gate.set()
    drained(ledger)
    # What came meanwhile is written with one more write.
    said = [*ledger.step(12.0)]
    drained(ledger)
    assert [*said, *ledger.step(12.1)] == [Message("notes.moves-written")]
    assert (tried(card), ledger.owes) == (["a", "b", "c"], False)


def test_what_a_slow_card_refuses_in_the_end_is_owed(card: SlowCard, ledger: Ledger) -> None:
    card.gate.clear()
    card.is_refusing = True
    ledger.keep((Tried("a"),))
    ledger.keep((Tried("b"),))
    card.gate.set()
    drained(ledger)
    card.is_refusing = False
    assert [each.key for each in ledger.step(0.0)] == ["notes.moves-unwritten"]
    assert (tried(card), ledger.owes) == ([], True)
    for second in range(1, 5):
        ledger.step(float(second))
    assert (tried(card), ledger.owes) == (["a", "b"], False)


def test_the_end_waits_for_a_slow_card_but_not_for_ever(
    card: SlowCard, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    card.gate.clear()
    ledger.keep((Tried("a"),))
    monkeypatch.setattr("cupsboard.storage.ledger.LAST_SECONDS", 0.01)
    assert "takes long" in str(ledger.last_try())
    card.gate.set()
    drained(ledger)
    assert ledger.last_try() is None


class WatchedLights:
    """The lights of a board, and the different scenes that they have shown."""

    def __init__(self, lights: Lights) -> None:
        self._lights = lights
        self.scenes: list[Scene] = []

    def show(self, scene: Scene, now: float) -> float:
        if scene not in self.scenes:
            self.scenes.append(scene)
        return self._lights.show(scene, now)


def test_while_a_move_is_written_the_board_weighs_and_hears_and_shows_what_it_showed(card: SlowCard) -> None:
    world = Pairing(Setting(seed=1, cups=2)).seated()
    games = KeptGames(card, lambda: "", None, Patient(card))
    said: list[str] = []
    lights = WatchedLights(world.bench.board.lights)
    sitting = evening_at(
        world, card, said.append, board=replace(world.bench.board, lights=lights), games=games
    )
    moments: list[Moment] = []
    sitting.loop.listen(moments.append)

    def moves_written() -> int:
        return sum(row.entries.count(" drop ") for row in card.find(Game))

    def moves_told() -> int:
        return sum(" drops " in line or " drop " in line for line in said)

    world.run_until(world.now + 300.0, lambda: moves_told() == 2)
    assert (moves_written(), moves_told()) == (2, 2)
    card.gate.clear()
    world.run_until(world.now + 300.0, lambda: games.ledger.owes)
    begun = world.now
    lights.scenes.clear()
    world.run_until(begun + 0.5 * SLOW_SECONDS)
    assert (moves_written(), moves_told()) == (2, 2)
    assert len(lights.scenes) == 1
    world.run_until(begun + 5.0)
    assert any(sign.meaning is Meaning.UNWRITTEN for scene in lights.scenes for sign in scene.signs)
    frames = [moment.time for moment in moments if moment.frame is not None and moment.time > begun]
    assert max(later - earlier for earlier, later in pairwise(frames)) < 0.2
    card.gate.set()
    drained(games.ledger)
    world.run_until(world.now + 60.0, lambda: moves_told() > 3)
    assert moves_written() == moves_told() > 3


def test_a_trace_on_a_slow_card_has_every_line_in_the_end(tmp_path: Path) -> None:
    sitting, gate = Traced(tmp_path / "trace"), threading.Event()
    sitting.writer(lambda: int(gate.wait(TEST_SECONDS)))
    sitting.go_on(3.0)
    assert (tmp_path / "trace").read_bytes().count(b"\n") <= 1
    gate.set()
    sitting.trace.__exit__(None, None, None)
    with (tmp_path / "trace").open("rb") as lines:
        assert replay(read_trace(lines)).steps == sitting.moments > 10
    assert sitting.said == []


def test_a_trace_that_a_card_never_takes_is_given_up_and_said(tmp_path: Path) -> None:
    sitting, gate = Traced(tmp_path / "trace"), threading.Event()
    sitting.writer(lambda: int(gate.wait(TEST_SECONDS)))
    sitting.go_on(MOST_WAITING / 10 + 10.0)
    gate.set()
    (said,) = sitting.said
    assert "the disk takes too long to write it" in said


class Traced:
    """An evening whose trace is written by a thread."""

    def __init__(self, path: Path) -> None:
        world = self.world = World(Setting(7, cups=2))
        start = Start(
            world.profile, world.calibration, world.game, world.setting.options, world.core.knowledge
        )
        self.said: list[str] = []
        self.moments = 0
        self.writer = BesideTheLoop(patience_seconds=0)
        lacks = MissingParts(lambda message: self.said.append(say(message)))
        self.trace = TraceFile(path, start, lacks, writer=self.writer)
        assert self.writer(lambda: 0).wait(TEST_SECONDS), "the header is written"
        world.loop.listen(self.trace)
        world.loop.listen(self._count)

    def _count(self, _: Moment) -> None:
        self.moments += 1

    def go_on(self, seconds: float) -> None:
        self.world.run_until(self.world.now + seconds)
