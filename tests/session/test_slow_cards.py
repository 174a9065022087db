"""A slow card holds up neither scales nor buttons, and no move is shown that it could lose."""

import threading
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from cupsboard.drivers.files import Files
from cupsboard.loop import Moment
from cupsboard.ports import Lights, StoreError
from cupsboard.session.missing_parts import MissingParts
from cupsboard.session.replay import replay
from cupsboard.session.start import Start
from cupsboard.session.trace import read_trace
from cupsboard.session.trace_file import MOST_WAITING, TraceFile
from cupsboard.signs.scene import Meaning, Scene
from cupsboard.signs.sentences import say
from cupsboard.storage.games import KeptGames
from cupsboard.storage.spool import SLOW_SECONDS, AllWritten, Spool, WriteRefused
from cupsboard.storage.writer import BesideTheLoop, Job
from cupsim.runs.game_world import Setting, World
from cupsim.runs.games import Pairing
from seated_evening import evening_at

TEST_SECONDS = 120.0
"""Longer than a crowded computer keeps a thread waiting."""


class SlowCard(Files):
    """A card that writes while its `gate` is open; what it was asked for waits else."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.gate = threading.Event()
        self.gate.set()
        self.is_refusing = False

    def append(self, name: str, data: bytes) -> None:
        self._pass(name)
        super().append(name, data)

    def replace(self, name: str, data: bytes) -> None:
        self._pass(name)
        super().replace(name, data)

    def _pass(self, name: str) -> None:
        assert self.gate.wait(TEST_SECONDS)
        if self.is_refusing:
            raise StoreError(f"{name} can't be written: no")


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
def card(tmp_path: Path) -> SlowCard:
    return SlowCard(tmp_path)


@pytest.fixture
def spool(card: SlowCard) -> Spool:
    return Spool(card, Patient(card))


def drained(spool: Spool) -> None:
    """Wait until the spool's writer has done all that it was given."""
    last: Job[object] = spool._writer(lambda: ())
    assert last.wait(TEST_SECONDS)


def test_a_quick_write_is_done_when_it_was_asked_for(card: SlowCard, spool: Spool) -> None:
    spool.replace("a", b"1")
    spool.append("a", b"2")
    assert (card.read("a"), spool.owes, spool.is_writing) == (b"12", False, False)


def test_slow_writes_are_waited_for_in_their_order_and_told_of_after_a_second(
    card: SlowCard, spool: Spool
) -> None:
    card.gate.clear()
    for letter in "abc":
        spool.append("journal", letter.encode())
    spool.replace("index", b"1")
    assert (spool.owes, spool.is_writing, spool.read("journal")) == (True, True, b"abc")
    assert spool.step(10.0) is None
    told = spool.step(10.0 + SLOW_SECONDS)
    assert isinstance(told, WriteRefused)
    assert "journal: the disk takes long" in str(told.fault)
    assert (spool.owes, spool.is_writing) == (True, False)
    card.gate.set()
    drained(spool)
    assert spool.step(12.0) == AllWritten()
    assert (card.read("journal"), card.read("index"), spool.owes) == (b"abc", b"1", False)


def test_what_a_slow_card_refuses_in_the_end_is_owed_and_nothing_behind_it_goes_before_it(
    card: SlowCard, spool: Spool
) -> None:
    card.gate.clear()
    card.is_refusing = True
    spool.append("journal", b"1")
    spool.replace("index", b"1")
    card.gate.set()
    drained(spool)
    card.is_refusing = False
    assert isinstance(spool.step(0.0), WriteRefused)
    assert (card.read("index"), spool.owes) == (None, True)
    for second in range(1, 5):
        spool.step(float(second))
    assert (card.read("journal"), card.read("index"), spool.owes) == (b"1", b"1", False)


def test_the_end_waits_for_a_slow_card_but_not_for_ever(
    card: SlowCard, spool: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    card.gate.clear()
    spool.append("a", b"1")
    monkeypatch.setattr("cupsboard.storage.spool.LAST_SECONDS", 0.01)
    assert "takes long" in str(spool.last_try())
    card.gate.set()
    drained(spool)
    assert spool.last_try() is None


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
        return (card.read("game-0001.journal") or b"").count(b" drop ")

    def moves_told() -> int:
        return sum(" drops " in line or " drop " in line for line in said)

    world.run_until(world.now + 300.0, lambda: moves_told() == 2)
    assert (moves_written(), moves_told()) == (2, 2)
    card.gate.clear()
    world.run_until(world.now + 300.0, lambda: games.spool.owes)
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
    drained(games.spool)
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
