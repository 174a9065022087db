import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from cupsboard.drivers.files import Files
from cupsboard.rules.places import ANY_KIND, BEAN, Kind, board_places
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.errors import SensingError
from cupsboard.storage import calibration_file
from hypothesis import given
from hypothesis import strategies as st

NAME = "calibration.toml"
MADE = "2026-11-21T18:30:00"
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


class PowerCut(Exception):
    """The supply went away."""


class Failing(Memory):
    """A store whose power fails after so many steps; a replacement has one before and one after."""

    def __init__(self, files: dict[str, bytes], steps: int) -> None:
        self.files = dict(files)
        self._steps = steps

    def replace(self, name: str, data: bytes) -> None:
        self._step()
        super().replace(name, data)
        self._step()

    def _step(self) -> None:
        if self._steps == 0:
            raise PowerCut
        self._steps -= 1


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
    calibrated=st.just("") | st.datetimes().map(lambda moment: moment.isoformat()),
    method=st.text(st.characters(exclude_categories=["Cs"])),
    reference_grams=numbers(0.0, 500.0),
    reference_error_grams=numbers(0.0, 10.0),
    cell_serial=st.text(st.characters(exclude_categories=["Cs"])),
)
pieces = st.builds(
    PieceCalibration,
    mean_grams=numbers(0.1, 10.0),
    mean_error_grams=numbers(0.0, 0.1),
    spread_grams=numbers(0.0, 0.1),
    sample=st.integers(1, 1000),
)
calibrations = st.builds(
    Calibration,
    made=st.datetimes().map(lambda moment: moment.isoformat()),
    rate_sps=numbers(1.0, 100.0),
    beans=pieces,
    places=st.fixed_dictionaries(dict.fromkeys(PLACES, place_calibrations)),
    kinds=st.dictionaries(
        st.from_regex(r"[a-z]{2,12}(-[a-z]{1,12})?", fullmatch=True), pieces, max_size=4
    ).filter(lambda kinds: not kinds.keys() & {BEAN, ANY_KIND}),
)


CENT, DIME = Kind("cent"), Kind("dime")
COINS = {CENT: PieceCalibration(2.495, 0.005, 0.02, 16), DIME: PieceCalibration(2.255, 0.025, 0.025, 1)}


def a_saved_calibration() -> Memory:
    store = Memory()
    place = PlaceCalibration(100.0, 1800.0, 2e-4, 25.0, 0.01, 0.012, calibrated=MADE, method="two masses")
    beans = PieceCalibration(0.55, 0.01, 0.08, 40)
    made = Calibration(MADE, 9.7, beans, dict.fromkeys(PLACES, place))
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
        ("version = 4", "version = 5", "line 2: version: 5 is not 4; use the release it is of"),
        ("version = 4", "version = 3", "line 2: version: 3 is not 4"),
        ("version = 4", "version = true", "version: True is not 4"),
        ("method =", "methods =", r"places\.south-1\.methods: unknown key"),
        ('method = "two masses"\n', "", r"line 15: places\.south-1\.method: missing; the file is damaged"),
        ("rate_sps = 9.7\n", 'rate_sps = 9.7\nmethod = "coins"\n', "method: unknown key"),
        ("rate_sps = 9.7\n", "", "rate_sps: missing"),
        ('cell_serial = ""\n', "", r"places\.south-1\.cell_serial: missing; the file is damaged"),
        (
            "spread_grams = 0.08",
            "spread_grams = '0.08'",
            r"line 10: beans\.spread_grams: Expected `float`, got `str`",
        ),
        ("sample = 40", "sample = 40.5", r"beans\.sample: Expected `int`"),
        ("[places.north-1]", "[places.north-3]", "north-1 missing"),
        ("[places.north-1]", "[places.hall]", r"line 57: places\.hall: no such place"),
        ("[places.north-1]", "[ 'places'.hall ]", r"line 57: places\.hall: no such place"),
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
    with pytest.raises(SensingError, match=rf"^calibration\.toml[:,] .*{message}"):
        calibration_file.load(store, NAME, PLACES)


def test_kinds_of_pieces_are_kept_beside_the_beans() -> None:
    store = a_saved_calibration()
    saved = calibration_file.load(store, NAME, PLACES)
    calibration_file.save(store, NAME, replace(saved, kinds=COINS))
    assert calibration_file.load(store, NAME, PLACES).pieces == {BEAN: saved.beans, **COINS}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[kinds.dime]", "[kinds.bean]", r"line 19: kinds\.bean: 'bean' names no kind beside beans"),
        ("[kinds.dime]", "[kinds.Dime]", r"line 19: kinds\.Dime: 'Dime' names no kind beside beans"),
        ("= 2.255", "= -1.0", r"line 20: kinds\.dime\.mean_grams: -1\.0 is not between 0\.01 and 500; weigh"),
        (
            "sample = 16",
            "sample = 0",
            r"line 17: kinds\.cent\.sample: 0 is less than 1; weigh a counted sample of",
        ),
        ("sample = 16\n", "", r"line 13: kinds\.cent\.sample: missing; add it"),
        ("kinds.", "sorts.", r"sorts: unknown key"),
    ],
)
def test_a_faulty_kind_is_refused_with_its_line_field_and_value(old: str, new: str, message: str) -> None:
    store = a_saved_calibration()
    calibration_file.save(store, NAME, replace(calibration_file.load(store, NAME, PLACES), kinds=COINS))
    text = store.files[NAME].decode()
    assert old in text
    with pytest.raises(SensingError, match=rf"^calibration\.toml[:,] .*{message}"):
        calibration_file.parse(text.replace(old, new).encode(), NAME, PLACES)


def test_what_is_replaced_is_kept_under_its_date() -> None:
    store = a_saved_calibration()
    first = store.files[NAME]
    good = calibration_file.load(store, NAME, PLACES)
    for number in range(3):
        calibration_file.save(store, NAME, replace(good, rate_sps=20.0 + number))
    kept = [content for name, content in sorted(store.files.items()) if name != NAME]
    assert sorted(store.files) == [
        "calibration-20261121T183000-2.toml",
        "calibration-20261121T183000-3.toml",
        "calibration-20261121T183000.toml",
        NAME,
    ]
    assert first in kept
    assert calibration_file.load(store, NAME, PLACES).rate_sps == 22.0


@pytest.mark.parametrize("writes", [0, 1, 2, 3])
def test_a_power_cut_at_any_write_leaves_the_old_or_the_new(writes: int) -> None:
    old = a_saved_calibration()
    good = calibration_file.load(old, NAME, PLACES)
    store = Failing(old.files, writes)
    with suppress(PowerCut):
        calibration_file.save(store, NAME, replace(good, rate_sps=20.0))
    assert calibration_file.load(store, NAME, PLACES).rate_sps == (20.0 if writes >= 3 else 9.7)
    for name in store.files:
        calibration_file.load(store, name, PLACES)


@pytest.mark.long("every byte of a file")
@pytest.mark.parametrize("kinds", [{}, COINS])
def test_a_file_torn_anywhere_is_refused(kinds: Mapping[Kind, PieceCalibration]) -> None:
    store = a_saved_calibration()
    good = calibration_file.load(store, NAME, PLACES)
    calibration_file.save(store, NAME, replace(good, kinds=kinds))
    whole = store.files[NAME].rstrip()
    for length in range(len(whole)):
        store.files[NAME] = whole[:length]
        with pytest.raises(SensingError, match=r"^calibration\.toml[:,] "):
            calibration_file.load(store, NAME, PLACES)


def test_an_impossible_calibration_is_not_saved_over_a_good_one() -> None:
    store = a_saved_calibration()
    good = calibration_file.load(store, NAME, PLACES)
    before = store.files[NAME]
    with pytest.raises(SensingError, match="places: there are none"):
        calibration_file.save(store, NAME, Calibration(good.made, good.rate_sps, good.beans, places={}))
    assert store.files[NAME] == before


@given(at=st.integers(0, 100_000), bit=st.integers(0, 7))
def test_a_flipped_bit_never_gives_another_calibration(at: int, bit: int) -> None:
    store = a_saved_calibration()
    saved = calibration_file.load(store, NAME, PLACES)
    damaged = bytearray(store.files[NAME])
    damaged[at % len(damaged)] ^= 1 << bit
    with suppress(SensingError):
        assert calibration_file.parse(bytes(damaged), NAME, PLACES) == saved


def test_a_value_changed_by_hand_is_believed_once_the_check_sum_is_taken_away() -> None:
    store = a_saved_calibration()
    changed = store.files[NAME].replace(b"noise_grams = 0.012", b"noise_grams = 0.022", 1)
    with pytest.raises(
        SensingError, match=r"line 3: check: .*if you changed a value yourself, take this line"
    ):
        calibration_file.parse(changed, NAME, PLACES)
    found = calibration_file.parse(re.sub(rb'check = ".*"\n', b"", changed), NAME, PLACES)
    assert sorted({each.noise_grams for each in found.places.values()})[-1] == 0.022
