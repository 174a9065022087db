"""What the board has learnt survives a restart, and nothing else is taken for it."""

import tomllib
from dataclasses import replace
from random import Random

import pytest
from cupsboard.recognition.agreement import Notes, agreed
from cupsboard.recognition.knowledge import Knowledge, from_calibration
from cupsboard.rules.game import of_beans
from cupsboard.rules.places import BEAN, Kind, board_places
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Settled, Weight
from cupsboard.storage import knowledge_file
from hypothesis import given
from hypothesis import strategies as st

NAME = "knowledge.toml"
PLACES = board_places(2)
CENT, DIME = Kind("cent"), Kind("dime")
CALIBRATION = Calibration(
    made="2026-11-21T18:30:00",
    rate_sps=10.0,
    beans=PieceCalibration(0.55, 0.02, 0.08, 10),
    places=dict.fromkeys(PLACES, PlaceCalibration(100.0, 1800.0, 2e-4, 25.0, 0.01, 0.012)),
)


class PowerCut(Exception):
    """The supply went away."""


class Disk:
    """A store whose power can fail at any step of a replacement: before the new data count, or after."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.fails_in: int | None = None

    def append(self, name: str, data: bytes) -> None:
        self._step()
        self.files[name] = self.files.get(name, b"") + data
        self._step()

    def read(self, name: str) -> bytes | None:
        return self.files.get(name)

    def replace(self, name: str, data: bytes) -> None:
        self._step()
        self.files[name] = data
        self._step()

    def _step(self) -> None:
        if self.fails_in is not None:
            self.fails_in -= 1
            if self.fails_in < 0:
                raise PowerCut


def after_moves(seed: int, moves: int) -> Knowledge:
    """The knowledge after some tables were agreed, one of them with a place that could not be read."""
    random = Random(seed)
    knowledge = from_calibration(CALIBRATION, {})
    for number in range(moves):
        contents = {place: random.randrange(6) for place in PLACES}
        weights: dict[object, Weight | CellFault] = {
            place: Weight(25.0 + 0.55 * count + random.gauss(0.0, 0.01), 1e-4)
            for place, count in contents.items()
        }
        if number == 1:
            weights[PLACES[0]] = CellFault.SILENT
        alone = {PLACES[1]: Weight(random.gauss(0.55, 0.05), 1e-4)}
        knowledge = agreed(knowledge, of_beans(contents), Settled(0.0, weights), Notes(alone))  # type: ignore[arg-type]
    return knowledge


def saved(knowledge: Knowledge) -> Disk:
    disk = Disk()
    knowledge_file.save(disk, NAME, knowledge, CALIBRATION)
    return disk


@given(st.integers(0, 1000), st.integers(0, 5))
def test_knowledge_reads_back_to_the_last_digit(seed: int, moves: int) -> None:
    knowledge = after_moves(seed, moves)
    assert knowledge_file.load(saved(knowledge), NAME, CALIBRATION) == knowledge


def test_what_was_learnt_of_several_kinds_reads_back() -> None:
    coins = {CENT: PieceCalibration(2.495, 0.005, 0.02, 16), DIME: PieceCalibration(2.255, 0.025, 0.025, 1)}
    calibration = replace(CALIBRATION, kinds=coins)
    knowledge = from_calibration(calibration, {PLACES[0]: {CENT: 2, DIME: 1}}, (CENT, DIME))
    disk = Disk()
    knowledge_file.save(disk, NAME, knowledge, calibration)
    assert knowledge_file.load(disk, NAME, calibration) == knowledge
    with pytest.raises(SensingError, match="calibration: was learnt with the calibration of"):
        knowledge_file.load(disk, NAME, replace(calibration, kinds=coins | {DIME: coins[CENT]}))
    # Of quarters nothing was learnt yet.
    knowledge_file.load(disk, NAME, replace(calibration, kinds=coins | {Kind("quarter"): coins[CENT]}))


def test_pieces_of_a_kind_whose_weight_is_not_known_are_refused() -> None:
    knowledge = from_calibration(CALIBRATION, {})
    odd = replace(knowledge.places[PLACES[0]], pieces={DIME: 1})
    disk = saved(replace(knowledge, places={**knowledge.places, PLACES[0]: odd}))
    with pytest.raises(
        SensingError, match=r"places\.south-1\.pieces\.dime: it is not known what these weigh"
    ):
        knowledge_file.load(disk, NAME, CALIBRATION)


def test_a_new_board_knows_nothing_yet() -> None:
    assert knowledge_file.load(Disk(), NAME, CALIBRATION) is None


@pytest.mark.parametrize("step", [0, 1])
def test_a_power_cut_while_saving_leaves_the_old_or_the_new(step: int) -> None:
    old, new = after_moves(1, 2), after_moves(1, 3)
    disk = saved(old)
    disk.fails_in = step
    with pytest.raises(PowerCut):
        knowledge_file.save(disk, NAME, new, CALIBRATION)
    assert knowledge_file.load(disk, NAME, CALIBRATION) == (old, new)[step]


@pytest.mark.long("every byte of a file")
def test_a_file_torn_or_changed_anywhere_is_refused_with_its_name() -> None:
    disk = saved(after_moves(3, 3))
    # Without the ".0" of the last number it is still the same number.
    whole = disk.files[NAME].rstrip().removesuffix(b".0")
    for length in range(len(whole)):
        disk.files[NAME] = whole[:length]
        with pytest.raises(SensingError, match=r"^knowledge\.toml: "):
            knowledge_file.load(disk, NAME, CALIBRATION)
    for at in range(len(whole)):
        if chr(whole[at]).isdigit():
            digit = b"%d" % ((whole[at] - ord("0") + 5) % 10)
            disk.files[NAME] = whole[:at] + digit + whole[at + 1 :]
            # The seventeenth digit of a number may say nothing more.
            if tomllib.loads(disk.files[NAME].decode()) == tomllib.loads(whole.decode()):
                continue
            with pytest.raises(SensingError, match=r"^knowledge\.toml: .*; "):
                knowledge_file.load(disk, NAME, CALIBRATION)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("cupsboard-knowledge", "cupsboard-profile", "format: 'cupsboard-profile' is not"),
        ("version = 2", "version = 1", "version: 1 is not 2; use the release it is of, or make it anew"),
        ("bean = 3", "bean = 'none'", r"knowledge\.places\.south-1\.pieces\.bean: Expected `int`"),
        (
            "[knowledge.pieces.bean]",
            "[knowledge.pieces.coin]",
            "checksum: .* is not that of the file's values",
        ),
    ],
)
def test_a_faulty_file_is_refused_with_the_place_and_what_to_do(old: str, new: str, message: str) -> None:
    disk = saved(from_calibration(CALIBRATION, {PLACES[0]: {BEAN: 3}}))
    text = disk.files[NAME].decode()
    assert old in text
    disk.files[NAME] = text.replace(old, new, 1).encode()
    with pytest.raises(SensingError, match=rf"^knowledge\.toml: {message}.*; remove it, empty the board"):
        knowledge_file.load(disk, NAME, CALIBRATION)


def test_what_was_learnt_with_another_calibration_is_refused_with_both_dates() -> None:
    disk = saved(after_moves(4, 2))
    newer = replace(CALIBRATION, made="2026-12-01T09:00:00")
    with pytest.raises(
        SensingError, match=r"calibration of 2026-11-21T18:30:00 .* the board's is of 2026-12-01T09:00:00"
    ):
        knowledge_file.load(disk, NAME, newer)


def test_any_changed_value_makes_another_calibration() -> None:
    place = CALIBRATION.places[PLACES[0]]
    others = [
        replace(CALIBRATION, places={**CALIBRATION.places, PLACES[0]: replace(place, method="coins")}),
        replace(CALIBRATION, beans=replace(CALIBRATION.beans, sample=11)),
        replace(CALIBRATION, places={**CALIBRATION.places, PLACES[0]: replace(place, zero_counts=101.0)}),
    ]
    prints = {knowledge_file.fingerprint(each) for each in (CALIBRATION, *others)}
    assert len(prints) == len(others) + 1


def test_places_on_one_side_only_are_named_in_the_order_of_their_names() -> None:
    known = after_moves(4, 2)
    rest = {place: each for place, each in known.places.items() if place not in PLACES[:4]}
    disk = saved(replace(known, places=rest))
    with pytest.raises(SensingError, match=f"knowledge.places: {', '.join(sorted(PLACES[:4]))} on one side"):
        knowledge_file.load(disk, NAME, CALIBRATION)


def test_knowledge_that_cannot_be_true_is_refused() -> None:
    knowledge = after_moves(5, 2)
    heavy = replace(knowledge.pieces[BEAN], mean_grams=1e9)
    disk = saved(Knowledge(knowledge.places, {BEAN: heavy}))
    with pytest.raises(SensingError, match=r"^knowledge\.toml: pieces\.bean\.mean_grams: 1000000000\.0"):
        knowledge_file.load(disk, NAME, CALIBRATION)
