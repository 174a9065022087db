"""A board is set up in the middle of a game, which then goes on as it lay, by what was calibrated."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest
from cupsboard.drivers.files import Files
from cupsboard.rules.places import Place, Side
from cupsboard.storage import calibration_file
from cupsboard.web.server import serving
from cupsim.commands.set_up import meanwhile
from cupsim.page.evening import PageEvening
from cupsim.page.lending import RowsLender, SetUpRefused
from cupsim.page.set_up_meanwhile import OwnersProgram, SayAddress, SetUpMeanwhile
from cupsim.page.stage import Stage
from cupsim.people.move_choice import PERSON
from cupsim.runs.build_faults import Mistake
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from cupsim.runs.rehearsal import Lent, Rehearsal, RehearsalSetup
from cupsim.runs.simulated_board import calibrate
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.table import Table
from http_calls import delete, get, post
from processes import wait_until

CUP = Place("south-1")
SET_UP_SECONDS = 20.0


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[PageEvening]:
    seats = {Side.SOUTH: "random", Side.NORTH: "greedy"}
    evening = PageEvening(Pairing(Setting(7, cups=2)), seats, tmp_path / "evening.trace", factor=16.0)
    evening.world.run_until(60.0, lambda: len(evening.world.referee.history.steps) > 1)
    yield evening
    evening.close()


class Owner:
    """Stands for the board's own program: calibrates, with the mass on one place and a cup off at the end."""

    def __init__(self, evening: PageEvening) -> None:
        self._setting = evening.world.setting
        self.seen: list[tuple[RehearsalSetup, dict[Place, int]]] = []

    def __call__(
        self,
        setup: RehearsalSetup,
        lent: Lent,
        folder: Path,
        pace: float,
        say_address: SayAddress,
        is_asked_to_end: Callable[[], bool],
    ) -> Rehearsal:
        assert isinstance(lent.table, Table)
        contents = lent.table.contents()
        rehearsal = Rehearsal(setup, lent)
        self.seen.append((setup, contents))
        board = rehearsal.board(lambda: 1e6)
        for deed in ("mass", "bean"):
            rehearsal.order(deed, CUP)
        rehearsal.order("cup", Place("north-1"))
        kind, cells = bean_kind(self._setting.beans), cell_model(self._setting.cells)
        made = calibrate(lent.table, kind, cells, Random(5), sps=lent.sps)
        calibration_file.save(Files(folder), "calibration.toml", made)
        board.clock.sleep_until(lent.now + SET_UP_SECONDS)
        say_address("http://127.0.0.1:4711/", lambda: "")
        while not is_asked_to_end():
            board.clock.sleep_until(board.clock.now() + 0.2)
        return rehearsal


class Kept:
    """A set-up beside an evening that goes on in a thread."""

    def __init__(self, evening: PageEvening, program: OwnersProgram, folder: Path) -> None:
        self.said: list[str] = []
        self.set_up = SetUpMeanwhile(RowsLender(evening), program, folder, self.said.append)
        self.stage = Stage(evening, is_only_watched=False, routes=self.set_up.routes())
        self.is_over = Event()
        self.thread = Thread(target=lambda: self.set_up.keep_going(self.stage, self.is_over.is_set))

    def __enter__(self) -> "Kept":
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.is_over.set()
        self.thread.join()


@pytest.mark.long("a whole set-up in the midst of a game, at life's pace")
@pytest.mark.parametrize("mistake", [Mistake.NONE, Mistake.WEAK_CELL], ids=lambda each: each.value)
def test_the_game_goes_on_as_it_lay_by_what_was_calibrated_on_a_sound_board(
    evening: PageEvening, tmp_path: Path, mistake: Mistake
) -> None:
    world, owner = evening.world, Owner(evening)
    before, steps, now = world.calibration, len(world.referee.history.steps), world.now
    assert steps
    with Kept(evening, owner, tmp_path / "set-up") as kept:
        assert kept.set_up.begun(mistake, 16.0).port == 4711
        assert kept.set_up.begun(Mistake.NONE, 1.0).port == 4711, "it is done already"
        ((setup, contents),) = owner.seen
        assert setup.mistake is mistake
        assert not any(contents.values())
        with serving(kept.stage.app, port=0) as address:
            assert delete(f"{address}set-up").status == 204
        wait_until(lambda: world.now > now + SET_UP_SECONDS, "the game goes on")
        wait_until(
            lambda: len(world.referee.history.steps) > steps + 1,
            lambda: f"further moves: {world.now} s, {world.referee.state}, {world.table.contents()}",
        )
    assert world.now > now
    made = calibration_file.load(
        Files(next((tmp_path / "set-up").iterdir())), "calibration.toml", world.profile.places
    )
    assert made != before
    # What was calibrated with a mistake holds no more once that is mended.
    assert world.calibration == (made if mistake is Mistake.NONE else before)
    evening.let_hands_finish()
    assert sum(world.table.contents().values()) == 40
    assert world.game.contents(world.referee.position)[CUP] == world.table.contents()[CUP]
    assert kept.said == []


def test_who_holds_a_cup_is_asked_to_put_it_back_first(evening: PageEvening, tmp_path: Path) -> None:
    evening.seat(Side.SOUTH, PERSON)
    evening.let_hands_finish()
    evening.world.table.lift(CUP, evening.world.now)
    with (
        Kept(evening, Owner(evening), tmp_path) as kept,
        pytest.raises(SetUpRefused, match="south-1: put it back"),
    ):
        kept.set_up.begun(Mistake.NONE, 1.0)


def test_what_none_can_choose_is_refused(evening: PageEvening, tmp_path: Path) -> None:
    set_up = SetUpMeanwhile(RowsLender(evening), Owner(evening), tmp_path, print)
    with serving(Stage(evening, is_only_watched=False, routes=set_up.routes()).app, port=0) as address:
        choices = json.loads(get(f"{address}set-up").text)
        assert "crossed-cables" in choices["mistakes"]
        for body in (b"", b"[]", b'{"mistake": "fire", "pace": "1"}', b'{"mistake": "none", "pace": 1}'):
            assert post(f"{address}set-up", body).status == 422


def test_the_board_s_own_program_ends_when_a_person_goes_back(evening: PageEvening, tmp_path: Path) -> None:
    world = evening.world
    steps = len(world.referee.history.steps)
    with Kept(evening, meanwhile("127.0.0.1"), tmp_path / "set-up") as kept:
        port = kept.set_up.begun(Mistake.NONE, 16.0).port
        assert get(f"http://127.0.0.1:{port}/owner").status == 200
        assert post(f"http://127.0.0.1:{port}/hands", b'{"deed": "leave"}').status == 204
        wait_until(lambda: len(world.referee.history.steps) > steps, "further moves")
