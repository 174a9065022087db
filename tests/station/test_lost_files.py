"""A game goes on without the files it can do without, says each loss once, and says when it is over."""

from collections.abc import Callable, Sequence
from random import Random

import pytest
from cupsboard.core.heart import Decided
from cupsboard.loop import Moment
from cupsboard.ports import StoreError
from cupsboard.referee.events import PowerOffWanted
from cupsboard.rules.places import Side, pot
from cupsboard.session.game_session import Evening
from cupsboard.session.held_back import WrittenDown
from cupsboard.signs.scene import Meaning, Message, Scene, Tone
from cupsboard.signs.sentences import say
from cupsboard.storage import learnt
from cupsboard.storage.games import KeptGames
from cupsboard.storage.ledger import Ledger
from cupsboard.storage.solved_puzzles import Tried
from cupsboard.web.board_view import BoardView
from cupsim.runs.game_world import Setting, World
from cupsim.runs.games import Pairing
from cupsim.runs.memory_store import Memory
from seated_evening import evening_at
from studies.disks.faulty_disk import FOR_EVER, FaultyDisk, Trouble

REFUSAL = "memory.sqlite can't be written: Input/output error; check the disk"


class Refusing(Memory):
    """A disk that refuses to write while it `is_refusing`."""

    is_refusing = True

    def keep(self, rows: Sequence[object]) -> Sequence[Message]:
        if self.is_refusing:
            raise StoreError(REFUSAL)
        return super().keep(rows)


def sat_down(store: FaultyDisk, said: list[str], seed: int = 4) -> tuple[World, Evening[BoardView]]:
    """An evening of two people at a simulated board with everything attached."""
    world = Pairing(Setting(seed=seed, cups=2)).seated()
    sitting = evening_at(world, store, said.append)
    return world, sitting


def about(words: str, said: list[str]) -> int:
    return sum(words in line for line in said)


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
    assert sitting.games.ledger.owes
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
    known = learnt.load(disk, world.calibration)
    assert known is not None
    assert known.contents == world.core.knowledge.contents


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
    store, sound, said = Refusing(), Heard(), list[str]()
    ledger = Ledger(store)
    written = WrittenDown(ledger, sound, told(said))
    scene = Scene((), None, Message("your-turn"))
    assert written.over(scene, 4.9) == scene
    ledger.keep((Tried("one"),))
    assert {sign.meaning for sign in written.over(scene, 4.9).signs} == {Meaning.UNWRITTEN}
    for tenth in range(50, 900):
        written(at(tenth / 10))
    assert sound.tones == [(Tone.WRONG, 5.0)]
    store.is_refusing = False
    for tenth in range(900, 1300):
        written(at(tenth / 10))
    assert written.over(scene, 130.0) == scene
    assert len(said) == 2


def test_at_the_end_of_an_evening_it_is_said_if_moves_were_never_written() -> None:
    store, said = Refusing(), list[str]()
    ledger = Ledger(store)
    written = WrittenDown(ledger, Heard(), told(said))
    written.end()
    ledger.keep((Tried("one"),))
    written.end()
    assert said == [f"the last moves were never written down: {REFUSAL}"]


def test_before_the_board_is_switched_off_what_is_owed_is_tried_at_once() -> None:
    store, said = Refusing(), list[str]()
    ledger = Ledger(store)
    written = WrittenDown(ledger, Heard(), told(said))
    ledger.keep((Tried("one"),))
    written(at(1.0))
    store.is_refusing = False
    wanted = Decided((PowerOffWanted(),), Scene((), None, Message("switching-off")), None)
    written(Moment(1.1, None, (), wanted))
    assert store.find(Tried) == (Tried("one"),)
