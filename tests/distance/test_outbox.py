import pytest
from cupsboard.distance.outbox import Kept, Outbox
from cupsboard.distance.wire import Begin, Entry, Move, Say, plain
from cupsim.runs.memory_store import Memory

ENTRIES = (
    Entry(1, 0.5, plain(Begin("cups 2", {"south": "Anna", "north": "Ünal"}, "south"))),
    Entry(2, 1.0, plain(Move("drop 1")), "south", "0" * 32),
)
SAY = Say("GAME", "1" * 32, 2, plain(Move("drop 2")))
COPY, UNSENT = "distance-GAME.entries", "distance-GAME.unsent"


def filled() -> tuple[Memory, Outbox]:
    store = Memory()
    outbox = Outbox(store, "GAME")
    outbox.append(ENTRIES[:1])
    outbox.append(ENTRIES[1:])
    outbox.keep(SAY)
    return store, outbox


def test_what_was_kept_is_read_again() -> None:
    _, outbox = filled()
    assert outbox.read() == Kept(ENTRIES, SAY)
    outbox.clear()
    assert outbox.read() == Kept(ENTRIES)
    assert Outbox(Memory(), "GAME").read() == Kept()


def test_a_copy_torn_at_any_byte_is_read_up_to_there_and_gone_on_with() -> None:
    store, _ = filled()
    whole = store.read(COPY) or b""
    first = whole.index(b"\n") + 1
    for torn in range(len(whole)):
        store.replace(COPY, whole[:torn])
        outbox = Outbox(store, "GAME")
        kept = outbox.read()
        intact = 1 if torn >= first else 0
        assert kept.entries == ENTRIES[:intact]
        assert kept.left_out_bytes == torn - (first if intact else 0)
        outbox.append(ENTRIES[intact:])
        assert outbox.read() == Kept(ENTRIES, SAY)


def test_a_say_torn_at_any_byte_was_never_sent_and_is_left_out() -> None:
    store, outbox = filled()
    whole = store.read(UNSENT) or b""
    for torn in range(len(whole)):
        store.replace(UNSENT, whole[:torn])
        assert outbox.read() == Kept(ENTRIES, None, torn)


@pytest.mark.parametrize("place", [0, 20, -30])
def test_a_damaged_line_ends_the_copy(place: int) -> None:
    store, outbox = filled()
    content = bytearray(store.read(COPY) or b"")
    content[place] ^= 1
    store.replace(COPY, bytes(content))
    assert len(outbox.read().entries) == (1 if place < 0 else 0)
