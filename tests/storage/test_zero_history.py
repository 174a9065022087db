"""The zeros of each day of play are written down once, however often the board is switched on."""

from cupsboard.core.heart import Decided
from cupsboard.loop import Moment
from cupsboard.ports import StoreError
from cupsboard.signs.scene import Message, Scene
from cupsboard.storage.ledger import Ledger
from cupsboard.storage.zero_history import LOOK_SECONDS, ZeroHistory, Zeros
from cupsim.runs.game_world import Setting, World
from cupsim.runs.memory_store import Memory

WORLD = World(Setting(seed=1, cups=2))


def play(store: Memory, *dates: str) -> None:
    """Switch a board on, and let it play on these days."""
    today, ledger = list(dates), Ledger(store)
    history = ZeroHistory(ledger, WORLD.calibration, lambda: WORLD.core.knowledge, lambda: today[0])
    scene = Scene((), None, Message("your-turn"))
    for look in range(1, 2 * len(dates)):
        history(Moment(look * LOOK_SECONDS, None, (), Decided((), scene, None)))
        ledger.step(look * LOOK_SECONDS)
        if look % 2 == 0:
            del today[0]


def kept(store: Memory) -> list[str]:
    return [each.day for each in store.find(Zeros)]


def test_each_day_is_written_once_however_often_the_board_is_switched_on() -> None:
    store = Memory()
    play(store, "2026-11-26", "2026-11-27")
    written = store.find(Zeros)
    play(store, "2026-11-27")
    assert kept(store) == ["2026-11-26", "2026-11-27"]
    assert all(one is other for one, other in zip(written, store.find(Zeros), strict=True))
    (first, _) = store.find(Zeros)
    assert first.calibrated == WORLD.calibration.made
    assert set(first.grams) == set(WORLD.profile.places)


class Unreadable(Memory):
    """A disk that can't be read, but would be written."""

    def find(self, table: object, **equal: object) -> tuple[()]:
        raise StoreError("memory.sqlite can't be read: disk I/O error; check the disk")


def test_where_nobody_knows_what_is_kept_nothing_is_written_over_it() -> None:
    store = Unreadable()
    play(store, "2026-11-26", "2026-11-27")
    assert Memory.find(store, Zeros) == ()
