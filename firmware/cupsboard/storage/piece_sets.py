"""Named sets of pieces as TOML files: what their kinds are worth, and what they weigh.

Some come with the package; a maker writes one of their own. A set's masses are those of its kinds anywhere,
so a board that takes them knows its own pieces less well than one that has weighed them.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from cupsboard.formats import file_reading
from cupsboard.formats.strict_data import PlainDataError, from_plain, read_document, shown
from cupsboard.formats.toml_positions import in_file
from cupsboard.rules.places import Kind
from cupsboard.scales.calibration import Calibration, PieceCalibration, check_kind
from cupsboard.scales.errors import SensingError

FORMAT = "cupsboard-pieces"
VERSION = 1
MOST_KINDS = 12
MOST_VALUE = 100_000
LEAST_GRAMS, MOST_GRAMS = 0.01, 100.0
"""As for the beans of a calibration."""
MOST_NAME_CHARACTERS = 60

_FOLDER = "piece_sets"


@dataclass(frozen=True, slots=True)
class PieceOfSet:
    """One kind of a set: the points of a piece, its mean mass, and how much pieces differ.

    `spread_grams` is the standard deviation between pieces; `nominal_grams` what a new one should weigh.
    """

    value: int
    mean_grams: float
    spread_grams: float
    nominal_grams: float | None = None


@dataclass(frozen=True, slots=True)
class PieceSet:
    """A set of pieces; `source` says where its figures come from."""

    name: str
    source: str
    kinds: Mapping[Kind, PieceOfSet]

    def calibrated(self, calibration: Calibration) -> dict[Kind, PieceCalibration]:
        """Return what these pieces are taken to weigh on a board with `calibration` that has weighed none.

        They may all be of one roll, so their mean may be as far off as one of them is; and the board's grams
        are off by as much as its reference was.
        """
        off = max(calibration.reference_shares, default=0.0)
        return {
            kind: PieceCalibration(
                mean_grams=piece.mean_grams,
                mean_error_grams=math.hypot(piece.spread_grams, off * piece.mean_grams),
                spread_grams=piece.spread_grams,
                sample=1,
            )
            for kind, piece in self.kinds.items()
        }

    @property
    def values(self) -> dict[Kind, int]:
        """Return the points of a piece of each kind."""
        return {kind: piece.value for kind, piece in self.kinds.items()}


def built_in_names() -> tuple[str, ...]:
    """Return the names of the sets that come with the package."""
    found = files("cupsboard").joinpath(_FOLDER).iterdir()
    return tuple(sorted(each.name.removesuffix(".toml") for each in found if each.name.endswith(".toml")))


def load(name_or_path: str) -> PieceSet:
    """Return the built-in set of that name, or the one in that file. Raises SensingError."""
    if name_or_path in built_in_names():
        content = files("cupsboard").joinpath(_FOLDER, f"{name_or_path}.toml").read_bytes()
        return parse(content, f"{name_or_path}.toml")
    try:
        content = file_reading.read(name_or_path)
    except OSError as fault:
        raise SensingError(
            f"{name_or_path or repr('')}: {fault.strerror or fault}; give the file of a set of pieces, or "
            f"one of those that come with the program: {', '.join(built_in_names())}"
        ) from None
    return parse(content, name_or_path)


def parse(content: bytes, source: str) -> PieceSet:
    """Return the set in a TOML document; `source` is named in errors. Raises SensingError."""
    try:
        pieces = from_plain(PieceSet, read_document(content, FORMAT, VERSION))
        check(pieces)
    except (PlainDataError, SensingError) as fault:
        raise SensingError(in_file(source, content, fault)) from None
    return pieces


def check(pieces: PieceSet) -> None:
    """Raise SensingError if a number of the set is impossible, naming field, value and next step."""
    for field in ("name", "source"):
        text = getattr(pieces, field)
        if not text.strip() or not text.isprintable():
            raise SensingError(f"{field}: {shown(text)} says nothing; write printable words in one line")
    if len(pieces.name) > MOST_NAME_CHARACTERS:
        raise SensingError(
            f"name: has {len(pieces.name)} characters, more than {MOST_NAME_CHARACTERS}; shorten it"
        )
    if not 1 <= len(pieces.kinds) <= MOST_KINDS:
        raise SensingError(f"kinds: there are {len(pieces.kinds)}; describe 1 to {MOST_KINDS} of them")
    for kind, piece in pieces.kinds.items():
        _check_piece(kind, piece)


def _check_piece(kind: Kind, piece: PieceOfSet) -> None:
    where = f"kinds.{kind}"
    check_kind(kind, where)
    bounds = {
        "value": (0, MOST_VALUE, "write what a piece counts, as a whole number"),
        "mean_grams": (LEAST_GRAMS, MOST_GRAMS, "write the mass of a piece"),
        "spread_grams": (0.0, piece.mean_grams, "write the standard deviation from piece to piece"),
        "nominal_grams": (LEAST_GRAMS, MOST_GRAMS, "write what a new piece should weigh, or leave it out"),
    }
    for field, (lowest, highest, next_step) in bounds.items():
        value = getattr(piece, field)
        # Written so that NaN is refused too.
        if value is not None and not lowest <= value <= highest:
            raise SensingError(
                f"{where}.{field}: {value:g} is not between {lowest:g} and {highest:g}; {next_step}"
            )
