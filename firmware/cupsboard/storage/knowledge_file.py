"""What the board has learnt of its places and beans, as a TOML file that survives a restart.

It reads back exactly. The file belongs to one calibration: its grams mean nothing under another. It is the
board's own and not meant to be edited, so a checksum finds every damage.
"""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass, replace

import tomli_w

from cupsboard.formats.strict_data import PlainDataError, from_plain, read_document, to_plain
from cupsboard.ports import Store
from cupsboard.recognition import knowledge_check
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.rules.places import Kind
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.errors import SensingError

FORMAT = "cupsboard-knowledge"
VERSION = 2

_RELEARN = "remove it, empty the board and let it learn anew"


@dataclass(frozen=True, slots=True)
class _Document:
    """The file; `checksum` is that of everything else in it, `calibration` a fingerprint."""

    checksum: str
    calibration: str
    calibrated: str
    knowledge: Knowledge


def fingerprint(calibration: Calibration, known: Collection[Kind] = ()) -> str:
    """A short text that differs whenever a calibration does, in what concerns beans and these kinds."""
    values = to_plain(calibration)
    values["kinds"] = {kind: pieces for kind, pieces in values["kinds"].items() if kind in known}
    return _digest(tomli_w.dumps(values))


def save(store: Store, name: str, knowledge: Knowledge, calibration: Calibration) -> None:
    """Put the knowledge in the place of the old, all of it or nothing."""
    unsigned = _Document("", fingerprint(calibration, knowledge.pieces), calibration.made, knowledge)
    document = replace(unsigned, checksum=_checksum(unsigned))
    content = {"format": FORMAT, "version": VERSION, **to_plain(document)}
    store.replace(name, tomli_w.dumps(content).encode("utf-8"))


def load(store: Store, name: str, calibration: Calibration) -> Knowledge | None:
    """The knowledge in a file, gained with this calibration; None if there is none. Raises SensingError."""
    content = store.read(name)
    if content is None:
        return None
    try:
        document = from_plain(_Document, read_document(content, FORMAT, VERSION))
        _check(document, calibration)
    except PlainDataError as fault:
        raise SensingError(f"{name}: {fault}; {_RELEARN}") from None
    except SensingError as fault:
        raise SensingError(f"{name}: {fault}") from None
    return document.knowledge


def _check(document: _Document, calibration: Calibration) -> None:
    if document.checksum != _checksum(document):
        raise SensingError(f"checksum: {document.checksum} is not that of the file's values; {_RELEARN}")
    if document.calibration != (of_board := fingerprint(calibration, document.knowledge.pieces)):
        raise SensingError(
            f"calibration: was learnt with the calibration of {document.calibrated} "
            f"({document.calibration}), the board's is of {calibration.made} ({of_board}); "
            f"bring that calibration back, or {_RELEARN}"
        )
    knowledge_check.check(document.knowledge)
    if (known := document.knowledge.places.keys()) != calibration.places.keys():
        odd = ", ".join(sorted(known ^ calibration.places.keys()))
        raise SensingError(f"knowledge.places: {odd} on one side only; {_RELEARN}")


def _checksum(document: _Document) -> str:
    return _digest(tomli_w.dumps(to_plain(replace(document, checksum=""))))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]
