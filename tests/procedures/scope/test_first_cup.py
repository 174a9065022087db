"""One simulated cell below the production reader: looked at, weighed, judged and recorded."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from cupsboard.drivers.assembly import Wired
from cupsboard.procedures.reference_masses import reference
from cupsboard.procedures.scope.first_cup import FirstCup, FirstCupWish, Stage
from cupsboard.procedures.scope.recording import report, state
from cupsboard.referee.edges import Edge
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Frame
from cupsboard.session.orders import Begin
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say
from cupsboard.station.files.board_files import files_in
from cupsboard.station.jobs.activities import prepared
from cupsboard.station.jobs.job import Result
from cupsboard.station.jobs.scope import WatchedCell
from cupsim.runs.build_faults import Mistake
from cupsim.runs.rows_set_up import PLACE, first_cup_board, new_board
from cupsim.table import recorded_cell
from cupsim.table.load_cell import PLATFORM_GRAMS

LONGEST_SECONDS = 400.0


class Looked:
    """A first cup on a simulated board from its beginning to its end, and all that was said meanwhile."""

    def __init__(
        self,
        folder: Path,
        seed: int,
        mass: str = "100 g",
        beans: str = "kidney",
        cells: str = "500g",
        sps: int = 10,
        mistake: Mistake = Mistake.NONE,
        minutes: dict[str, str] | None = None,
        tell: "Callable[[Looked], object]" = lambda _: None,
    ) -> None:
        lent = new_board(seed, 2, sps, beans, cells)
        self.world = first_cup_board(lent, mistake, reference(mass).mass_grams)
        options = {"reference": mass, "cell": cells, **(minutes or {})}
        wired = Wired(self.world.board(), self.world.bench.bank.health, frozenset(), (), ExitStack())
        job = prepared(Begin("scope", options), files_in(folder, self.world.profile))(wired)
        assert isinstance(job.procedure, WatchedCell)
        self.cup = job.procedure.cup
        self.messages: list[Message] = []
        self.judged_at: float | None = None
        self._tell = tell
        self.world.run(
            job.procedure, LONGEST_SECONDS, self._see, is_over=lambda: self.world.maker.has_given_up
        )
        self.result: Result = job.conclude()
        self.said = "\n".join((*map(say, self.messages), *self.result.lines))

    def _see(self, now: float, message: Message) -> None:
        self.messages.append(message)
        self._tell(self)
        if self.cup.verdict is not None and self.judged_at is None:
            self.judged_at = now
        if len(self.messages) % 500 == 0:
            assert len(state(self.cup)["short"]) <= 200

    @property
    def keys(self) -> set[str]:
        return {message.key for message in self.messages}


@pytest.mark.long("eighty samples a second", but=["500g-kidney-10"])
@pytest.mark.parametrize(("cells", "beans", "sps"), [("500g", "kidney", 10), ("100g", "navy", 80)])
def test_after_two_minutes_it_says_whether_cell_and_beans_will_do_beside_the_forecast(
    cells: str, beans: str, sps: int, tmp_path: Path
) -> None:
    looked = Looked(tmp_path, 3, beans=beans, cells=cells, sps=sps)
    cup, cell = looked.cup, looked.world.table.cells[PLACE]
    assert cup.stage is Stage.DONE
    assert cup.rate_sps == sps
    assert cup.noise_of_datasheet == pytest.approx(2.0, rel=0.25)
    assert cup.counts_per_gram == pytest.approx(cell.counts_per_gram_at(PLATFORM_GRAMS), rel=5e-3)
    assert looked.judged_at is not None
    assert looked.judged_at < 123
    verdict = cup.verdict
    assert verdict is not None
    lying = [bean.mass_grams for bean in looked.world.table.beans_in(PLACE)]
    assert cup.arrivals is not None
    assert cup.arrivals.lying == len(lying)
    assert verdict.beans.mean_grams == pytest.approx(sum(lying) / len(lying), rel=0.05)
    assert "Will this cell and these beans do? " in looked.said
    assert f"cupsboard lab budget forecasts for one of {cells}" in looked.said


@pytest.mark.long("a whole first cup", but=["Mistake.SWAPPED_WIRES-scope-fell"])
@pytest.mark.parametrize(
    ("mistake", "key"),
    [
        (Mistake.SWAPPED_WIRES, "scope-fell"),
        (Mistake.DEAD_CELL, "scope-silent"),
        (Mistake.SATURATED_CELL, "scope-saturated"),
        (Mistake.RATTLING_TABLE, "scope-restless"),
        (Mistake.WEAK_CELL, "scope-odd-gain"),
    ],
)
def test_what_is_wrong_with_a_cell_is_said_and_what_is_right_is_not_blamed(
    mistake: Mistake, key: str, tmp_path: Path
) -> None:
    looked = Looked(tmp_path, 4, mistake=mistake)
    faults = {"scope-fell", "scope-silent", "scope-saturated", "scope-restless", "scope-odd-gain"}
    assert faults & looked.keys == {key}
    # Who lays the mass on once more finds a weak cell's gain again: it is believed then.
    assert (looked.cup.counts_per_gram is not None) == (mistake is Mistake.WEAK_CELL)


def test_without_a_known_mass_counts_are_shown_and_beans_are_judged_all_the_same(tmp_path: Path) -> None:
    looked = Looked(tmp_path, 5, "none")
    assert "scope-mass" not in looked.keys
    assert looked.cup.counts_per_gram is None
    assert state(looked.cup)["unit"] == "counts"
    assert "no known mass was laid on" in looked.said


def test_beans_that_are_too_light_for_the_cell_are_said_to_be_with_what_it_needs(tmp_path: Path) -> None:
    looked = Looked(tmp_path, 7, beans="navy", cells="5kg")
    assert looked.cup.verdict is None
    assert "scope-too-few" in looked.keys
    assert "a board with such cells needs beans of 0." in looked.said


def test_the_one_file_holds_beans_report_and_a_recording_that_the_simulator_takes_for_a_cell(
    tmp_path: Path,
) -> None:
    looked = Looked(tmp_path, 6, minutes={"minutes": "1"})
    assert looked.cup.leaps == []
    assert looked.result.report is not None
    path = tmp_path / looked.result.report_name
    assert path.read_bytes() == looked.result.report()
    cell = recorded_cell.read(path)
    assert cell.seconds == pytest.approx(60.0, abs=0.5)
    assert cell.sps == pytest.approx(10, rel=0.2)
    assert cell.noise == pytest.approx(looked.cup.noise_counts, rel=0.25)
    comments = [each for each in path.read_text().splitlines() if each.startswith("#")]
    assert len(comments) > 900
    assert any("Will this cell and these beans do?" in each for each in comments)


def test_presses_go_on_through_every_step_on_a_cell_that_never_settles_and_its_noise_is_said() -> None:
    rng = Random(1)
    cup = FirstCup(FirstCupWish(reference("100 g"), None), lambda: 10)
    for tenth in range(100):
        now = tenth / 10
        edges = [Edge("south", tenth % 10 == 5, now)] if tenth > 20 and tenth % 10 in (5, 7) else []
        cup.step(now, Frame(now, (round(rng.gauss(1e5, 2e4)),)), edges)
    assert cup.stage is Stage.DONE
    said = " ".join(map(say, report(cup)))
    assert "that is much: see that nothing touches the cell or" in said
    assert "Single beans weighed: 0, too few to say" in said


def test_weight_put_on_while_it_is_recorded_is_told_with_its_time(tmp_path: Path) -> None:
    pushed = False

    def push(looked: Looked) -> None:
        nonlocal pushed
        if looked.cup.stage is Stage.RECORDING and not pushed:
            pushed = True
            looked.world.table.push(PLACE, 20.0, looked.world.now + 20.0)

    looked = Looked(tmp_path, 6, minutes={"minutes": "1"}, tell=push)
    assert [round(seconds / 5) for seconds, _ in looked.cup.leaps] == [4]
    gain = looked.world.table.cells[PLACE].counts_per_gram
    assert looked.cup.leaps[0][1] == pytest.approx(20.0 * gain, rel=0.05)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"place": "south-9"}, "south-9 is not on this board; choose from south-1, "),
        ({"cell": "3kg"}, "3kg: no rating of cells"),
        ({"minutes": "nan"}, "minutes: 'nan' is out of range; give 0.1 to 180"),
        ({"minutes": "181"}, "minutes: '181' is out of range"),
    ],
)
def test_what_can_t_be_looked_at_so_is_refused_before_it_begins(
    options: dict[str, str], why: str, tmp_path: Path
) -> None:
    board = new_board(1, 2, 10, "kidney", "500g").profile
    with pytest.raises(SensingError, match=why):
        prepared(Begin("scope", options), files_in(tmp_path, board))
