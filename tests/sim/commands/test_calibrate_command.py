import re
import tomllib
from html import escape
from pathlib import Path
from xml.etree import ElementTree

import pytest
import tomli_w
from cupsboard import profile
from cupsboard.commands.main import main as cupsboard_main
from cupsboard.drivers.files import Files
from cupsboard.formats.strict_data import to_plain
from cupsboard.rules.places import Place, board_places
from cupsboard.signs.sentences import place_name
from cupsboard.storage import calibration_file
from cupsim.commands.main import main
from english_words import english_in

SMALL = ("--cups", "2", "--seed", "5")


def test_a_board_is_calibrated_and_file_and_report_are_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", *SMALL, "--directory", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "Will my beans do?" in said
    calibration = calibration_file.load(Files(tmp_path), "calibration.toml", board_places(2))
    methods = {values.method for values in calibration.places.values()}
    assert methods == {"a weight of 100 g, 100.000 g +-0.100 g"}
    page = (tmp_path / "calibration.html").read_text()
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    pictures = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(pictures) > 2
    for picture in pictures:
        ElementTree.fromstring(picture)
    for place in board_places(2):
        assert f"<td>{escape(place_name(place))}</td>" in page
    assert '<a href="calibration.de.html" lang="de">' in page
    german = (tmp_path / "calibration.de.html").read_text()
    assert english_in(words_of(german)) == set()
    assert len(words_of(german)) > 0.8 * len(words_of(page))
    assert english_in(words_of(page))


def words_of(page: str) -> str:
    """What is read on a page, and said of its pictures, beside the links to other languages."""
    seen = re.sub(r"<style>.*?</style>|<a .*?</a>", "", page, flags=re.DOTALL)
    return " ".join((*re.findall(r'aria-label="(.*?)"', seen), re.sub(r"<.*?>", " ", seen)))


@pytest.mark.long("two calibrations")
def test_what_was_interrupted_goes_on_and_a_place_is_redone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = ("--directory", str(tmp_path))
    assert main(["calibrate", *SMALL, *at, "--stop-after", "60"]) == 1
    assert "given up after 60 s: what was asked for is not done" in capsys.readouterr().err
    assert main(["calibrate", *SMALL, *at]) == 0
    assert "Take the cups off" not in capsys.readouterr().out
    assert (
        main(
            [
                "calibrate",
                *SMALL,
                *at,
                "--place",
                "south-1",
                "--reference",
                "3 quarters",
                "--serial",
                "south-1=A17",
            ]
        )
        == 0
    )
    calibration = calibration_file.load(Files(tmp_path), "calibration.toml", board_places(2))
    assert calibration.places[Place("south-1")].cell_serial == "A17"
    kept = [path.name for path in tmp_path.iterdir() if re.fullmatch(r"calibration-\d+T\d+\.toml", path.name)]
    assert len(kept) == 1


@pytest.mark.long("two calibrations")
def test_a_place_redone_with_another_mass_keeps_its_own_date_and_method_in_file_report_and_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = ("--directory", str(tmp_path))
    assert main(["calibrate", *SMALL, *at]) == 0
    first = calibration_file.load(Files(tmp_path), "calibration.toml", board_places(2))
    assert "<p>Made with a weight of 100 g" in (tmp_path / "calibration.html").read_text()
    capsys.readouterr()
    assert main(["calibrate", *SMALL, *at, "--place", "south-1", "--reference", "2 nickels"]) == 0
    nickels = "2 x US nickel, 10.000 g +-0.071 g"
    capsys.readouterr()

    tables = tomllib.loads((tmp_path / "calibration.toml").read_text())
    redone = tables["places"].pop("south-1")
    assert redone["method"] == nickels
    assert redone["calibrated"] == tables["made"]
    assert (redone["reference_grams"], round(redone["reference_error_grams"], 3)) == (10.0, 0.071)
    assert {values["method"] for values in tables["places"].values()} == {
        "a weight of 100 g, 100.000 g +-0.100 g"
    }
    assert {values["calibrated"] for values in tables["places"].values()} == {first.made}
    assert "method" not in tables

    page = (tmp_path / "calibration.html").read_text()
    assert re.search(
        r"<li>South&#x27;s cup 1: [-\d]+, [\d:]+, with 2 x US nickel, 10\.000 g ± 0\.071 g</li>"
        r"<li>all other places: [-\d]+, [\d:]+, with a weight of 100 g, 100\.000 g ± 0\.100 g</li>",
        page,
    )
    board = tmp_path / "board.toml"
    head = {"format": profile.FORMAT, "version": profile.VERSION}
    board.write_text(tomli_w.dumps({**head, **to_plain(profile.generated(2))}))
    assert (
        cupsboard_main(
            [
                "calibrate",
                "check",
                "--profile",
                str(board),
                "--calibration",
                str(tmp_path / "calibration.toml"),
            ]
        )
        == 0
    )
    assert f"calibrated {tables['made']}, {nickels}, at 10 SPS: south-1\n" in capsys.readouterr().out


def test_a_faulty_board_is_refused_with_the_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", *SMALL, "--mistake", "swapped-wires"]) == 1
    assert re.search(r"(South|North)'s [\w ]+ falls under load: -\d+ counts", capsys.readouterr().out)


@pytest.mark.long("a whole calibration")
def test_without_a_reference_it_says_what_is_lost(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", *SMALL, "--reference", "none"]) == 0
    assert "the grams are nominal only" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--reference", "2 bricks"), "reference: '2 bricks' is not known"),
        (("--mistake", "fire"), "--mistake: invalid choice: 'fire'"),
        (("--serial", "A17"), "--serial: 'A17': write it like south-3=A17"),
        (("--reference", "999999999 g"), "1e+09 g is not between 0.1 and 10000 g"),
        (("--seed", "-1"), "--seed: -1 is out of range"),
        (("--bend", "nan"), "--bend: 'nan': give a number from 0 to 5"),
        (("--bend", "1e9"), "--bend: '1e9': give a number from 0 to 5"),
        (("--bend=-1",), "--bend: '-1': give a number from 0 to 5"),
        (("--stop-after", "nan"), "--stop-after: 'nan': give a number from 0.1 to 86400"),
        (("--stop-after=-1",), "--stop-after: '-1': give a number from 0.1 to 86400"),
        (("--directory", "/dev/null"), "--directory: /dev/null: Not a directory; name a folder"),
        (("--cups", "1"), "--cups: 1 is out of range"),
        (("--place", "south-1"), "calibration.toml: no such file; calibrate the board first"),
        (("--place", "south-9", "--directory", "/tmp"), "--place: south-9 is not on this board"),
    ],
)
def test_wrong_usage_ends_with_code_two(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    try:
        code: int | str | None = main(["calibrate", *arguments])
    except SystemExit as ended:
        code = ended.code
    assert code == 2
    assert words in capsys.readouterr().err


def test_a_calibration_that_a_place_can_not_be_put_into_is_refused_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", *SMALL, "--directory", str(tmp_path), "--place", "south-1"]) == 2
    said = capsys.readouterr()
    assert "calibration.toml: no such file; calibrate the board first" in said.err
    assert said.out == ""


def test_a_budget_is_told_before_anything_is_bought(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        cupsboard_main(["lab", "budget", "--cell", "500g", "--bean", "0.55", "--cv", "0.15", "--cups", "4"])
        == 0
    )
    assert "Will my beans do? Yes, once they have been sorted." in capsys.readouterr().out
    assert cupsboard_main(["lab", "budget", "--bean", "-1", "--cv", "0.15"]) == 2
    assert cupsboard_main(["lab", "budget", "--cell", "500g"]) == 2
    said = capsys.readouterr().err
    assert "for example: cupsboard lab budget --bean 0.55 --cv 0.15" in said.splitlines()[-1]
    assert cupsboard_main(["lab", "budget", "--bean", "-1", "--cv", "0.15"]) == 2
    assert "bean: -1.0 is not between 0.01 and 100" in capsys.readouterr().err


def test_a_budget_of_another_game_is_that_of_its_moves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "my.toml"
    own.write_text('title = "Mine"\ncups = 3\nbeans = 2\ncaptured_counts = [2, 3]\n')
    told = []
    for options in ([], ["--game", "goat"], ["--game", str(own)]):
        assert cupsboard_main(["lab", "budget", "--list", "cheap", *options]) == 0
        told.append(capsys.readouterr().out)
    kidney = [next(line for line in each.splitlines() if "kidney" in line) for each in told]
    assert len(set(kidney)) > 1
    assert ["scales read up to" in each for each in told] == [False, True, True]
    assert cupsboard_main(["lab", "budget", "--bean", "4", "--cv", "0.1", "--game", "goat"]) == 0
    assert "fullest cup" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        cupsboard_main(["lab", "budget", "--list", "all", "--game", "coin-duel"])
    assert "'goat'" in capsys.readouterr().err
