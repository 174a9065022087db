"""A board's calibration as a TOML file that reads back exactly."""

from collections.abc import Iterable

import tomli_w

from cupsboard.plain import PlainDataError, from_plain, read_document, to_plain
from cupsboard.ports import Store
from cupsboard.rules.places import Place
from cupsboard.sensing.calibration import Calibration, check, check_covers
from cupsboard.sensing.errors import SensingError

FORMAT = "cupsboard-calibration"
VERSION = 1


def save(store: Store, name: str, calibration: Calibration) -> None:
    """Put a valid calibration in the place of the old one, all of it or nothing. Raises SensingError."""
    check(calibration)
    document = {"format": FORMAT, "version": VERSION, **to_plain(calibration)}
    store.replace(name, tomli_w.dumps(document).encode("utf-8"))


def load(store: Store, name: str, places: Iterable[Place]) -> Calibration:
    """The calibration in a file, which must be for exactly these places. Raises SensingError."""
    content = store.read(name)
    if content is None:
        raise SensingError(f"{name}: no such file; calibrate the board first")
    try:
        calibration = from_tables(read_document(content, FORMAT, VERSION))
        check_covers(calibration, places)
    except (PlainDataError, SensingError) as fault:
        raise SensingError(f"{name}: {fault}") from None
    return calibration


def from_tables(tables: object) -> Calibration:
    """The calibration in plain data, as a trace carries it. Raises SensingError."""
    try:
        calibration = from_plain(Calibration, tables)
    except PlainDataError as fault:
        raise SensingError(str(fault)) from None
    check(calibration)
    return calibration
