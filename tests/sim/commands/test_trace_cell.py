"""`--trace-cell`: a recording of a real cell below one cell of a simulated board, or below all of them."""

from pathlib import Path
from random import Random

import pytest
from cupsim.commands.main import main
from cupsim.runs.game_world import Setting, World
from cupsim.runs.games import Pairing
from cupsim.table.recorded_cell import read
from made_recordings import KINDS, written

SMALL = ["game", "--cups", "2", "--stock", "3", "--seed", "3"]
"""A game of a few moves."""


@pytest.fixture
def creeping(tmp_path: Path) -> Path:
    return written(tmp_path / "creeping.csv", KINDS["creep after load"](Random(1)))


@pytest.fixture
def steady(tmp_path: Path) -> Path:
    return written(tmp_path / "steady.csv", KINDS["steady"](Random(2)))


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    return capsys.readouterr().err.splitlines()[-1]


def test_a_game_is_played_with_a_recording_below_one_cell(
    creeping: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SMALL, "--trace-cell", f"south-2={creeping}"]) == 0
    assert f"south-2: {creeping}: 600 samples in 60 s, played at 1 times" in capsys.readouterr().err


def test_a_game_is_played_with_a_recording_below_all_cells(
    creeping: Path, steady: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SMALL, "--trace-cell", f"north-1={creeping}", "--trace-cell", f"all={steady}"]) == 0
    said = capsys.readouterr().err
    assert said.index(f"all: {steady}: ") < said.index(f"north-1: {creeping}: ")


def test_the_recording_reaches_the_chips_of_those_cells_alone(tmp_path: Path) -> None:
    """Behind pins and drivers a zero that goes by forty noises a minute shows as that."""
    recorded = read(written(tmp_path / "cell.csv", KINDS["drift"](Random(3))))
    world = World(Setting(seed=1, cups=2, recorded=dict.fromkeys(("south-2", "north-9"), recorded)))
    grams = []
    for second in (5.0, 45.0):
        world.run_until(second)
        grams.append(dict(world.core.latest_grams))
    gone = {place: (grams[1][place] or 0.0) - (grams[0][place] or 0.0) for place in grams[0]}
    assert gone.pop("south-2") == pytest.approx(0.017 * 40 * 40 / 60, abs=0.12)
    assert all(abs(each) < 0.1 for each in gone.values())


def test_a_pairing_of_many_games_carries_it_into_each(creeping: Path) -> None:
    recorded = read(creeping)
    pairing = Pairing(Setting(seed=1, cups=2, recorded={"south-1": recorded}))
    assert [each.setting.recorded["south-1"] for each in pairing.seeds(3)] == [recorded] * 3


def test_what_can_t_be_played_is_refused_with_the_next_step(
    creeping: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    on_one = ["--trace-cell", f"south-2={creeping}"]
    for arguments, words in (
        (
            ["--trace-cell", "south-2"],
            "'south-2': give a place and the file of a recording, as in south-2=cell.csv",
        ),
        (["--trace-cell", f"south-3={creeping}"], "south-3: no cell stands there; say all, south-1, south-2"),
        (on_one * 2, "--trace-cell south-2: is said twice; give one recording a cell"),
        (["--trace-cell", f"south-2={tmp_path / 'none'}"], "none: No such file or directory"),
        (["--trace-cell", f"south-2={__file__}"], "line 1: "),
        (["--game", "coin-duel", *on_one], "--trace-cell: means nothing to --game coin-duel"),
    ):
        assert words in refused(capsys, *SMALL, *arguments)
    assert "--trace-cell: means nothing to --game king-of-the-cups" in refused(
        capsys, "--game", "king-of-the-cups", *on_one
    )
