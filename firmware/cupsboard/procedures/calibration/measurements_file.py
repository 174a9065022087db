"""The notes of a calibration that is not finished, kept after every reading so that it can go on."""

import json

from cupsboard.formats.strict_data import PlainDataError, from_plain, shown, to_plain
from cupsboard.ports import Store
from cupsboard.procedures.calibration.measurements import Notes
from cupsboard.scales.errors import SensingError

FORMAT = "cupsboard-calibration-notes"
VERSION = 3


def save(store: Store, name: str, notes: Notes) -> None:
    """Put the notes in the place of the old, all of them or nothing."""
    document = {"format": FORMAT, "version": VERSION, "notes": to_plain(notes)}
    store.replace(name, json.dumps(document, indent=1, allow_nan=False).encode("ascii"))


def load(store: Store, name: str) -> Notes | None:
    """The notes to go on with; None if there are none. Raises SensingError."""
    content = store.read(name)
    if not content:
        return None
    try:
        document = json.loads(content)
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise PlainDataError(f'format: this is no "{FORMAT}"')
        if document.get("version") != VERSION:
            raise PlainDataError(f"version: {shown(document.get('version'))} is not {VERSION}")
        return from_plain(Notes, document.get("notes"), "notes")
    except (ValueError, RecursionError) as fault:
        raise SensingError(f"{name}: {fault}; remove the file and calibrate from the beginning") from None


def clear(store: Store, name: str) -> None:
    """Nothing to go on with any more."""
    if store.read(name):
        store.replace(name, b"")
