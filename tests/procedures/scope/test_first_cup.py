"""One simulated cell below the production reader: looked at, weighed, judged and recorded."""

import io
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from cupsboard.procedures.reference_masses import reference
from cupsboard.procedures.scope.first_cup import FirstCup, FirstCupWish, Stage
from cupsboard.procedures.scope.recording import report
from cupsboard.procedures.scope.view import line, state
from cupsboard.referee.edges import Edge
from cupsboard.scales.readings import Frame
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import say
from cupsboard.station.terminal.scope_display import ShownScope
from cupsim.runs.build_faults import Mistake
from cupsim.runs.scope_world import PLACE, ScopeSetup, ScopeWorld
from cupsim.table import recorded_cell
from cupsim.table.load_cell import PLATFORM_GRAMS

LONGEST_SECONDS = 400.0


class Looked:
    """A first cup from its beginning to its end, and all that was said meanwhile."""

    def __init__(
        self, setup: ScopeSetup, wish: FirstCupWish | None = None, file: io.StringIO | None = None
    ) -> None:
        self.world = ScopeWorld(setup)
        self.cup = FirstCup(wish or FirstCupWish(reference("100 g"), setup.cells), self.world.nominal_sps)
        self.messages: list[Message] = []
        self.judged_at: float | None = None
        self.output = io.StringIO()
        shown = ShownScope(self.cup, self.output, file, self._see)
        shown.begin("simulated", "2026-11-21T18:30:00+00:00")
        self.world.run(shown, LONGEST_SECONDS)
        shown.end()

    def _see(self, cup: FirstCup, message: Message, now: float) -> None:
        self.messages.append(message)
        if cup.verdict is not None and self.judged_at is None:
            self.judged_at = now
        if len(self.messages) % 50 == 0:
            assert len(state(cup, now)["short"]) <= 200

    @property
    def keys(self) -> Sequence[str]:
        return list(dict.fromkeys(message.key for message in self.messages))


@pytest.mark.long("eighty samples a second", but=["500g-kidney-10"])
@pytest.mark.parametrize(("cells", "beans", "sps"), [("500g", "kidney", 10), ("100g", "navy", 80)])
def test_after_two_minutes_it_says_whether_cell_and_beans_will_do_beside_the_forecast(
    cells: str, beans: str, sps: int
) -> None:
    looked = Looked(ScopeSetup(3, 100.0, beans, cells, sps))
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
    said = looked.output.getvalue()
    assert "Will this cell and these beans do? " in said
    assert f"cupsboard lab budget forecasts for one of {cells}" in said
    assert line(cup).count("▁") > 0


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
    mistake: Mistake, key: str
) -> None:
    looked = Looked(ScopeSetup(4, 100.0, mistake=mistake))
    faults = {"scope-fell", "scope-silent", "scope-saturated", "scope-restless", "scope-odd-gain"}
    assert faults & set(looked.keys) == {key}
    # Who lays the mass on once more finds a weak cell's gain again: it is believed then.
    assert (looked.cup.counts_per_gram is not None) == (mistake is Mistake.WEAK_CELL)


def test_without_a_known_mass_counts_are_shown_and_beans_are_judged_all_the_same() -> None:
    looked = Looked(ScopeSetup(5, 0.0), FirstCupWish(reference("none"), "500g"))
    assert "scope-mass" not in looked.keys
    assert looked.cup.counts_per_gram is None
    assert "counts" in line(looked.cup)
    assert "no known mass was laid on" in looked.output.getvalue()


def test_beans_that_are_too_light_for_the_cell_are_said_to_be_with_what_it_needs() -> None:
    looked = Looked(ScopeSetup(7, 100.0, "navy", "5kg"))
    assert looked.cup.verdict is None
    assert "scope-too-few" in looked.keys
    assert "a board with such cells needs beans of 0." in looked.output.getvalue()


def test_the_one_file_holds_beans_report_and_a_recording_that_the_simulator_takes_for_a_cell(
    tmp_path: Path,
) -> None:
    content = io.StringIO()
    wish = FirstCupWish(reference("100 g"), "500g", record_seconds=60.0)
    looked = Looked(ScopeSetup(6, 100.0), wish, content)
    assert looked.cup.leaps == []
    path = tmp_path / "cell.csv"
    path.write_text(content.getvalue(), encoding="utf-8")
    cell = recorded_cell.read(path)
    assert cell.seconds == pytest.approx(60.0, abs=0.5)
    assert cell.sps == pytest.approx(10, rel=0.2)
    assert cell.noise == pytest.approx(looked.cup.noise_counts, rel=0.25)
    comments = [each for each in content.getvalue().splitlines() if each.startswith("#")]
    assert len(comments) > 1000
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


def test_weight_put_on_while_it_is_recorded_is_told_with_its_time() -> None:
    wish = FirstCupWish(reference("100 g"), "500g", record_seconds=60.0)
    world = ScopeWorld(ScopeSetup(6, 100.0))
    cup = FirstCup(wish, world.nominal_sps)
    shown = ShownScope(cup, io.StringIO(), None, None)
    pushed = False

    def push(now: float, _: Message) -> None:
        nonlocal pushed
        if cup.stage is Stage.RECORDING and not pushed:
            pushed = True
            world.table.push(PLACE, 20.0, now + 20.0)

    world.run(shown, LONGEST_SECONDS, push)
    assert [round(seconds / 5) for seconds, _ in cup.leaps] == [4]
    assert cup.leaps[0][1] == pytest.approx(20.0 * world.table.cells[PLACE].counts_per_gram, rel=0.05)
