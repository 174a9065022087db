"""The board of King of the Cups is set up in the midst of a race, whose game then goes on as it stood."""

from pathlib import Path
from threading import Thread

import pytest
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS
from cupsboard.rules.places import Place
from cupsim.commands.set_up import meanwhile
from cupsim.page.king_of_the_cups.evening import TableEvening
from cupsim.page.king_of_the_cups.lending import TableLender
from cupsim.page.king_of_the_cups.stage import TableStage
from cupsim.page.lending import SetUpRefused
from cupsim.page.set_up_meanwhile import SetUpMeanwhile
from cupsim.runs.build_faults import Mistake
from cupsim.runs.rehearsal import Rehearsal, RehearsalSetup
from cupsim.table.king_of_the_cups.hand_acts import Seize
from http_calls import get, post
from processes import wait_until

RED, BLUE = CUPS[0], next(cup for cup in CUPS if cup.kind == "blue-circle")
SPOT, TRAY = Place("spot-5"), Place("one-tray")


@pytest.fixture
def evening() -> TableEvening:
    return TableEvening(7, 2, factor=16.0)


class Hands:
    """Hands at a board that is lent, whose time goes as soon as something is done."""

    def __init__(self, evening: TableEvening) -> None:
        lender = TableLender(evening)
        lender.be_ready()
        self.table = evening.world.table
        self.rehearsal = Rehearsal(RehearsalSetup(), lender.lend())
        self._clock = self.rehearsal.board(lambda: 1e6).clock

    def do(self, deed: str, place: Place | None = None) -> str:
        self.rehearsal.order(deed, place)
        self._clock.sleep_until(self._clock.now() + 8.0)
        return self.rehearsal.notice


def test_each_cup_goes_where_it_is_put_and_one_alone_onto_a_spot(evening: TableEvening) -> None:
    hands = Hands(evening)
    assert not any(hands.table.pieces().values())
    assert hands.do(RED.kind, SPOT) == ""
    assert hands.table.where(RED) == SPOT
    assert "take it off first" in hands.do(BLUE.kind, SPOT)
    hands.do(BLUE.kind, TRAY)
    hands.do(RED.kind, TRAY)
    assert set(hands.table.cups_on(TRAY)) == {RED, BLUE}
    hands.do(RED.kind, TRAY)
    hands.do("mass", SPOT)
    assert hands.rehearsal.hands.loaded_place == SPOT
    assert hands.rehearsal.seen()["cups"] == {cup.kind: "" for cup in CUPS} | {BLUE.kind: TRAY}
    hands.do("cups-off")
    assert not any(hands.table.pieces().values())
    assert "can't do that" in hands.do("bean", SPOT)


def test_who_has_a_cup_in_the_hand_is_asked_to_put_it_down_first(evening: TableEvening) -> None:
    evening.be_moved_by(frozenset(evening.seats))
    world = evening.world
    hand = world.hands[evening.seats[0]]
    world.run_until(world.now + 60.0, lambda: not evening.is_halfway)
    hand.do(Seize(next(cup for cup in CUPS if world.table.where(cup) is not None)), now=world.now)
    world.run_until(world.now + 10.0, lambda: hand.cup is not None)
    with pytest.raises(SetUpRefused, match="put it down first"):
        TableLender(evening).be_ready()


def test_the_game_goes_on_as_it_stood(evening: TableEvening, tmp_path: Path) -> None:
    world, told = evening.world, list[str]()
    world.run_until(200.0, lambda: len(world.heart.history.entries) > 3)
    set_up = SetUpMeanwhile(TableLender(evening), meanwhile("127.0.0.1"), tmp_path, told.append)
    stage = TableStage(evening, is_only_watched=False, routes=set_up.routes())
    is_over = list[bool]()
    keeping = Thread(target=lambda: set_up.keep_going(stage, lambda: bool(is_over)))
    keeping.start()
    try:
        port = set_up.begun(Mistake.DEAD_CELL, 16.0).port
        entries = world.heart.history.entries
        assert not any(world.table.pieces().values())
        assert get(f"http://127.0.0.1:{port}/owner").status == 200
        assert post(f"http://127.0.0.1:{port}/hands", b'{"deed": "leave"}').status == 204
        wait_until(
            lambda: len(world.heart.history.entries) > len(entries),
            lambda: f"what comes next: {world.heart.referee.state} {world.table.pieces()}",
        )
    finally:
        is_over.append(True)
        keeping.join()
    assert world.heart.history.entries[: len(entries)] == entries
    assert told == []
