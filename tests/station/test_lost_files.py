"""A game goes on without the files it can do without, says each loss once, and says when it is over."""

from collections.abc import Callable
from random import Random

import pytest
from cupsboard.core.heart import Decided
from cupsboard.loop import Moment
from cupsboard.ports import StoreError
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.referee.events import PowerOffWanted, TableAgreed
from cupsboard.rules.places import Side, pot
from cupsboard.session.game_session import Evening
from cupsboard.session.held_back import WrittenDown
from cupsboard.session.resume import KNOWLEDGE, KnowledgeKeeper
from cupsboard.signs.scene import Meaning, Message, Scene, Tone
from cupsboard.signs.sentences import say
from cupsboard.storage import knowledge_file
from cupsboard.storage.games import KeptGames
from cupsboard.storage.spool import Spool
from cupsboard.web.board_view import BoardView
from cupsim.runs.game_world import Setting, World
from cupsim.runs.games import Pairing
from cupsim.runs.memory_store import Memory
from seated_evening import evening_at
from studies.disks.faulty_disk import FOR_EVER, FaultyDisk, Trouble


class Refusing(Memory):
    """A disk that refuses to write certain files, for as long as they are in `refused`."""

    def __init__(self, *refused: str) -> None:
        super().__init__()
        self.refused = set(refused)

    def append(self, name: str, data: bytes) -> None:
        self._check(name)
        super().append(name, data)

    def replace(self, name: str, data: bytes) -> None:
        self._check(name)
        super().replace(name, data)

    def _check(self, name: str) -> None:
        if name in self.refused:
            raise StoreError(f"{name} can't be written: Input/output error; check the disk")


def sat_down(
    store: Refusing | FaultyDisk, said: list[str], seed: int = 4
) -> tuple[World, Evening[BoardView]]:
    """An evening of two people at a simulated board with everything attached."""
    world = Pairing(Setting(seed=seed, cups=2)).seated()
    sitting = evening_at(world, store, said.append)
    return world, sitting


def about(words: str, said: list[str]) -> int:
    return sum(words in line for line in said)


@pytest.mark.long("a whole game through the pins")
def test_a_game_whose_knowledge_and_log_cannot_be_written_goes_on_and_says_so_once() -> None:
    store, said = Refusing(KNOWLEDGE, "knowledge-before.toml", "healing.log"), list[str]()
    world, _ = sat_down(store, said)
    world.table.room.heat(0.0, 12.0, 300.0)
    world.run_until(150.0)
    assert len(world.referee.history.entries) > 5
    kept = KeptGames(store, lambda: "").playing()
    assert kept is not None
    assert kept.history == world.referee.history
    assert about("what the board learns can't be kept: knowledge", said) == 1
    assert about("the log of corrections can't be written", said) == 1
    assert Meaning.UNWRITTEN not in world.reader.meanings.values()
    store.refused.clear()
    world.run_until(300.0)
    assert about("what the board learns is kept again", said) == 1
    known = knowledge_file.load(store, KNOWLEDGE, world.calibration)
    assert known is not None
    assert known.contents == world.core.knowledge.contents
    assert about("the log of corrections is written again", said) == 1
    lines = (store.read("healing.log") or b"").decode().splitlines()
    assert sum("empty cup" in line for line in lines) >= 2


@pytest.mark.long("whole games")
@pytest.mark.parametrize("trouble", [Trouble.FULL, Trouble.UNOPENED])
def test_a_game_whose_journal_cannot_be_written_goes_on_shows_it_and_is_whole_in_the_end(
    trouble: Trouble,
) -> None:
    disk, said = FaultyDisk(Random(2)), list[str]()
    disk.trouble, disk.starts_in, disk.lasts = trouble, 12, FOR_EVER
    world, sitting = sat_down(disk, said)

    def do_both_pots_say_so() -> bool:
        return {world.reader.meanings.get(pot(side)) for side in Side} == {Meaning.UNWRITTEN}

    world.run_until(120.0)
    entries = len(world.referee.history.entries)
    assert entries > 5
    assert sitting.games.spool.owes
    assert about("the last moves can't be written down", said) == 1
    # While beans fall into a pot, its lights are those of the move.
    world.run_until(150.0, do_both_pots_say_so)
    assert do_both_pots_say_so()
    assert "UNWRITTEN" in {each["meaning"] for each in sitting.view.state()["signs"].values()}
    assert any("can't be written down" in each["text"] for each in sitting.view.state()["log"].values())
    disk.mend()
    world.run_until(world.now + 40.0)
    assert about("all moves are written down again", said) == 1
    assert Meaning.UNWRITTEN not in world.reader.meanings.values()
    disk.cut_power()
    kept = KeptGames(disk, lambda: "").playing()
    assert kept is not None
    assert kept.history == world.referee.history
    assert len(kept.history.entries) > entries


def told(said: list[str]) -> Callable[[Message], object]:
    """Puts every message into words."""
    return lambda message: said.append(say(message))


class Heard:
    """A sound that only listens."""

    def __init__(self) -> None:
        self.tones: list[tuple[Tone, float]] = []

    def show(self, tone: Tone, now: float) -> None:
        self.tones.append((tone, now))

    def step(self, now: float) -> None:
        pass


def at(time: float) -> Moment:
    return Moment(time, None, (), Decided((), Scene((), None, Message("your-turn")), None))


def test_the_lights_say_it_from_the_first_moment_and_a_tone_calls_once() -> None:
    store, sound, said = Refusing("a"), Heard(), list[str]()
    spool = Spool(store)
    written = WrittenDown(spool, sound, told(said))
    scene = Scene((), None, Message("your-turn"))
    assert written.over(scene, 4.9) == scene
    spool.append("a", b"1")
    assert {sign.meaning for sign in written.over(scene, 4.9).signs} == {Meaning.UNWRITTEN}
    for tenth in range(50, 900):
        written(at(tenth / 10))
    assert sound.tones == [(Tone.WRONG, 5.0)]
    store.refused.clear()
    for tenth in range(900, 1300):
        written(at(tenth / 10))
    assert written.over(scene, 130.0) == scene
    assert len(said) == 2


def test_at_the_end_of_an_evening_it_is_said_if_moves_were_never_written() -> None:
    store, said = Refusing("a"), list[str]()
    spool = Spool(store)
    written = WrittenDown(spool, Heard(), told(said))
    written.end()
    spool.append("a", b"1")
    written.end()
    assert said == [
        "the last moves were never written down: a can't be written: Input/output error; check the disk"
    ]


def test_before_the_board_is_switched_off_what_is_owed_is_tried_at_once() -> None:
    store, said = Refusing("a"), list[str]()
    spool = Spool(store)
    written = WrittenDown(spool, Heard(), told(said))
    spool.append("a", b"1")
    written(at(1.0))
    store.refused.clear()
    wanted = Decided((PowerOffWanted(),), Scene((), None, Message("switching-off")), None)
    written(Moment(1.1, None, (), wanted))
    assert store.read("a") == b"1"


def test_knowledge_is_written_as_soon_as_that_works() -> None:
    world = World(Setting(seed=1, cups=3))
    store, said = Refusing(KNOWLEDGE), list[str]()
    known = from_calibration(world.calibration, {})
    keeper = KnowledgeKeeper(store, world.calibration, lambda: known, told(said))
    agreed = Decided((TableAgreed(known.contents),), Scene((), None, Message("your-turn")), None)
    for second in range(20):
        keeper(Moment(second, None, (), agreed))
    assert len(said) == 1
    store.refused.clear()
    for second in range(20, 60):
        keeper(at(second))
    assert len(said) == 2
    assert knowledge_file.load(store, KNOWLEDGE, world.calibration) == known
