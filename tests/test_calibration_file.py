from pathlib import Path

import pytest
from cupsboard import calibration_file
from cupsboard.drivers.files import Files
from cupsboard.rules.places import board_places
from cupsboard.sensing.calibration import BeanCalibration, Calibration, PlaceCalibration
from cupsboard.sensing.errors import SensingError
from hypothesis import given
from hypothesis import strategies as st

NAME = "calibration.toml"
PLACES = board_places(2)


class Memory:
    """A store that forgets when the test ends."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}

    def append(self, name: str, data: bytes) -> None:
        self.files[name] = self.files.get(name, b"") + data

    def read(self, name: str) -> bytes | None:
        return self.files.get(name)

    def replace(self, name: str, data: bytes) -> None:
        self.files[name] = data


def numbers(lowest: float, highest: float) -> st.SearchStrategy[float]:
    return st.floats(lowest, highest, allow_nan=False)


place_calibrations = st.builds(
    PlaceCalibration,
    zero_counts=numbers(-8e6, 8e6),
    counts_per_gram=numbers(1.0, 1e5),
    gain_error=numbers(0.0, 0.1),
    cup_grams=numbers(0.0, 100.0),
    cup_error_grams=numbers(0.0, 1.0),
    noise_grams=numbers(1e-9, 1.0),
)
calibrations = st.builds(
    Calibration,
    made=st.datetimes().map(lambda moment: moment.isoformat()),
    method=st.text(st.characters(exclude_categories=["Cs"])),
    rate_sps=numbers(1.0, 100.0),
    beans=st.builds(
        BeanCalibration,
        mean_grams=numbers(0.1, 10.0),
        mean_error_grams=numbers(0.0, 0.1),
        spread_grams=numbers(0.0, 0.1),
        sample=st.integers(1, 1000),
    ),
    places=st.fixed_dictionaries(dict.fromkeys(PLACES, place_calibrations)),
)


def a_saved_calibration() -> Memory:
    store = Memory()
    place = PlaceCalibration(100.0, 1800.0, 2e-4, 25.0, 0.01, 0.012)
    beans = BeanCalibration(0.55, 0.01, 0.08, 40)
    made = Calibration("2026-11-21T18:30:00", "two masses", 9.7, beans, dict.fromkeys(PLACES, place))
    calibration_file.save(store, NAME, made)
    return store


@given(calibrations)
def test_what_is_saved_reads_back_to_the_last_digit(calibration: Calibration) -> None:
    store = Memory()
    calibration_file.save(store, NAME, calibration)
    assert calibration_file.load(store, NAME, PLACES) == calibration


def test_a_calibration_is_kept_on_the_disk(tmp_path: Path) -> None:
    content = a_saved_calibration().files[NAME]
    (tmp_path / NAME).write_bytes(content)
    store = Files(tmp_path)
    calibration_file.save(store, "again.toml", calibration_file.load(store, NAME, PLACES))
    assert (tmp_path / "again.toml").read_bytes() == content


def test_a_missing_file_says_what_to_do() -> None:
    with pytest.raises(SensingError, match=r"calibration\.toml: no such file; calibrate the board first"):
        calibration_file.load(Memory(), NAME, PLACES)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("cupsboard-calibration", "cupsboard-profile", "format: 'cupsboard-profile' is not"),
        ("version = 1", "version = 2", "version: 2 is not 1"),
        ("version = 1", "version = true", "version: True is not 1"),
        ("method =", "methods =", "methods: unknown key"),
        ("rate_sps = 9.7\n", "", "rate_sps: missing"),
        ("spread_grams = 0.08", "spread_grams = '0.08'", r"beans\.spread_grams: Expected `float`, got `str`"),
        ("sample = 40", "sample = 40.5", r"beans\.sample: Expected `int`"),
        ("[places.north-1]", "[places.north-3]", "north-1 missing"),
        ("[places.north-1]", "[places.hall]", r"places\.hall: no such place"),
        ("noise_grams = 0.012", "noise_grams = -1.0", r"places\.south-1\.noise_grams: -1\.0"),
        ("cup_grams = 25.0", "cup_gram = 25.0", r"places\.south-1\.cup_gram: unknown key"),
        ("zero_counts = 100.0", "zero_counts = nan", r"places\.south-1\.zero_counts: nan"),
        ("zero_counts = 100.0", "zero_counts = [1]", r"places\.south-1\.zero_counts: Expected `float`"),
    ],
)
def test_a_faulty_file_is_refused_with_its_name_the_place_and_the_value(
    old: str, new: str, message: str
) -> None:
    store = a_saved_calibration()
    text = store.files[NAME].decode()
    assert old in text
    store.files[NAME] = text.replace(old, new, 1).encode()
    with pytest.raises(SensingError, match=rf"^calibration\.toml: .*{message}"):
        calibration_file.load(store, NAME, PLACES)


def test_a_file_torn_anywhere_is_refused() -> None:
    store = a_saved_calibration()
    whole = store.files[NAME].rstrip()
    # A cut in the last number's digits leaves a shorter number, which no reader can tell from a true one.
    for length in range(len(whole) - len("0.012")):
        store.files[NAME] = whole[:length]
        with pytest.raises(SensingError, match=r"^calibration\.toml: "):
            calibration_file.load(store, NAME, PLACES)


def test_an_impossible_calibration_is_not_saved_over_a_good_one() -> None:
    store = a_saved_calibration()
    good = calibration_file.load(store, NAME, PLACES)
    before = store.files[NAME]
    with pytest.raises(SensingError, match="places: there are none"):
        calibration_file.save(
            store, NAME, Calibration(good.made, good.method, good.rate_sps, good.beans, places={})
        )
    assert store.files[NAME] == before
