"""Each day of play leaves its zeros once, and a damaged or long log costs at most what it held."""

from cupsboard.core.heart import Decided
from cupsboard.loop import Moment
from cupsboard.signs.scene import Message, Scene
from cupsboard.storage.zero_history import LONGEST_BYTES, LOOK_SECONDS, NAME, ZeroHistory, days
from cupsim.runs.game_world import Setting, World
from cupsim.runs.memory_store import Memory

WORLD = World(Setting(seed=4, cups=2))


def play(store: Memory, *dates: str) -> None:
    """Switch a board on, and let it play on these days."""
    today = list(dates)
    history = ZeroHistory(store, WORLD.calibration, lambda: WORLD.core.knowledge, lambda: today[0])
    scene = Scene((), None, Message("your-turn"))
    for look in range(1, 2 * len(dates)):
        history(Moment(look * LOOK_SECONDS, None, (), Decided((), scene, None)))
        if look % 2 == 0:
            del today[0]


def kept(store: Memory) -> list[str]:
    return [each.day for each in days(store.read(NAME) or b"")]


def test_each_day_is_written_once_however_often_the_board_is_switched_on() -> None:
    store = Memory()
    play(store, "2026-11-26", "2026-11-27")
    play(store, "2026-11-27")
    assert kept(store) == ["2026-11-26", "2026-11-27"]
    (first, _) = days(store.read(NAME) or b"")
    assert first.calibrated == WORLD.calibration.made
    assert set(first.grams) == set(WORLD.profile.places)


def test_a_day_is_written_after_the_others_which_are_not_written_anew() -> None:
    class Growing(Memory):
        def replace(self, name: str, content: bytes) -> None:
            raise AssertionError(f"{name} was written anew")

    store = Growing()
    play(store, "2026-11-26", "2026-11-27", "2026-11-28")
    assert kept(store) == ["2026-11-26", "2026-11-27", "2026-11-28"]


def test_a_line_that_a_power_cut_tore_is_left_out_and_the_next_day_follows() -> None:
    store = Memory()
    play(store, "2026-11-26", "2026-11-27")
    store.replace(NAME, (store.read(NAME) or b"")[:-20])
    play(store, "2026-11-28")
    assert kept(store) == ["2026-11-26", "2026-11-28"]


def test_a_log_that_has_grown_long_keeps_its_newer_half() -> None:
    store = Memory()
    play(store, "2026-11-27")
    line = store.read(NAME) or b""
    store.replace(NAME, line * (LONGEST_BYTES // len(line) + 1))
    play(store, "2026-11-28")
    content = store.read(NAME) or b""
    assert 0.4 * LONGEST_BYTES < len(content) < 0.6 * LONGEST_BYTES
    assert kept(store)[-2:] == ["2026-11-27", "2026-11-28"]
    assert len(kept(store)) == content.count(b"\n")
