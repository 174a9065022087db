"""A board's calibration as a TOML file that reads back exactly; what it replaces is kept beside it.

A check sum of the values finds damage that leaves a number a number. Who changes a value by hand takes the
line with the sum away.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Any

import tomli_w

from cupsboard.formats.strict_data import PlainDataError, from_plain, read_document, shown, to_plain
from cupsboard.formats.toml_positions import in_file
from cupsboard.ports import Store
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration, check, check_covers
from cupsboard.scales.errors import SensingError

FORMAT = "cupsboard-calibration"
VERSION = 4


def save(store: Store, name: str, calibration: Calibration) -> None:
    """Put a valid calibration in the place of the old one, which is kept under its date.

    A power cut leaves the old or the new one. Raises SensingError.
    """
    check(calibration)
    tables = to_plain(calibration)
    # Every place must be there, so a file that ends with them shows that it has lost its end.
    places = tables.pop("places")
    check_sum = _check_sum({**tables, "places": places})
    document = {"format": FORMAT, "version": VERSION, "check": check_sum, **tables, "places": places}
    content = tomli_w.dumps(document).encode("utf-8")
    old = store.read(name)
    if old is not None and old != content:
        store.replace(_kept_name(store, name, old), old)
    store.replace(name, content)


def load(store: Store, name: str, places: Iterable[Place]) -> Calibration:
    """The calibration in a file, which must be for exactly these places.

    Raises SensingError with the file's name, the line where that can be told, and the reason.
    """
    content = store.read(name)
    if content is None:
        raise SensingError(f"{name}: no such file; calibrate the board first")
    return parse(content, name, places)


def parse(content: bytes, source: str, places: Iterable[Place]) -> Calibration:
    """The calibration in a TOML document; `source` is named in errors. Raises SensingError."""
    try:
        tables = read_document(content, FORMAT, VERSION)
        said = tables.pop("check", None)
        check_sum = _check_sum(tables)
        calibration = from_tables(tables)
        _check_whole(tables, to_plain(calibration))
        check_covers(calibration, places)
        _require_sound(said, check_sum)
    except (PlainDataError, SensingError) as fault:
        raise SensingError(in_file(source, content, fault)) from None
    return calibration


def _require_sound(said: object, check_sum: str) -> None:
    """Refuse values whose check sum is not the one in the file, if one is there. Raises SensingError."""
    if said not in (None, check_sum):
        raise SensingError(
            f"check: {shown(said)} is not the sum of the values, {check_sum}; the file is damaged: use the "
            "one kept from before; if you changed a value yourself, take this line away"
        )


def _check_sum(tables: Mapping[str, Any]) -> str:
    return hashlib.sha256(tomli_w.dumps(tables).encode("utf-8")).hexdigest()[:16]


def from_tables(tables: object) -> Calibration:
    """The calibration in plain data, as a trace carries it. Raises SensingError."""
    try:
        calibration = from_plain(Calibration, tables)
    except PlainDataError as fault:
        raise SensingError(str(fault)) from None
    check(calibration)
    return calibration


def _check_whole(tables: Mapping[str, Any], whole: Mapping[str, Any], where: str = "") -> None:
    """Refuse a file in which something is left to its default: it has lost its end."""
    for key, value in whole.items():
        path = f"{where}.{key}" if where else key
        if key not in tables:
            raise SensingError(f"{path}: missing; the file is damaged: use the one kept from before")
        if isinstance(value, Mapping):
            _check_whole(tables[key], value, path)


def _kept_name(store: Store, name: str, old: bytes) -> str:
    """A name for the old file: that of its date, and a number if that is taken by another."""
    made = re.search(rb'^made = "([^"\n]*)"', old, re.MULTILINE)
    date = re.sub(r"[^0-9T]", "", made[1].decode("ascii", "ignore")) if made else ""
    stem, _, suffix = name.rpartition(".")
    first = f"{stem}-{date or 'damaged'}"
    number, kept = 1, f"{first}.{suffix}"
    while store.read(kept) not in (None, old):
        number += 1
        kept = f"{first}-{number}.{suffix}"
    return kept
