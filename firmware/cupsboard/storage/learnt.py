"""What the board has learnt of its places and beans, as a row for each calibration it was learnt with.

It reads back exactly. Its grams mean nothing under another calibration; who brings that one back has what was
learnt with it too.
"""

import hashlib
import json
from collections.abc import Collection
from dataclasses import dataclass

from cupsboard.formats.strict_data import from_plain, to_plain
from cupsboard.ports import Rows
from cupsboard.recognition.knowledge import Knowledge, check_knowledge
from cupsboard.rules.places import Kind
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.errors import SensingError

_RELEARN = "empty the board and let it learn anew"


@dataclass(frozen=True, slots=True)
class Learnt:
    """The row: prints of the calibration without and with the kinds known, and the knowledge as JSON."""

    calibration: str
    with_kinds: str
    calibrated: str
    knowledge: str


def fingerprint(calibration: Calibration, known: Collection[Kind] = ()) -> str:
    """A short text that differs whenever a calibration does, in what concerns beans and these kinds."""
    values = to_plain(calibration)
    values["kinds"] = {kind: pieces for kind, pieces in values["kinds"].items() if kind in known}
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode("utf-8")).hexdigest()[:16]


def row(knowledge: Knowledge, calibration: Calibration) -> Learnt:
    """Return what is kept of a knowledge."""
    with_kinds = fingerprint(calibration, knowledge.pieces)
    return Learnt(fingerprint(calibration), with_kinds, calibration.made, json.dumps(to_plain(knowledge)))


def load(rows: Rows, calibration: Calibration) -> Knowledge | None:
    """The knowledge gained with this calibration, or None. Raises SensingError and StoreError."""
    for kept in rows.find(Learnt, calibration=fingerprint(calibration)):
        try:
            knowledge = from_plain(Knowledge, json.loads(kept.knowledge))
            _check(knowledge, kept, calibration)
        except (ValueError, SensingError) as fault:
            raise SensingError(f"{fault}; {_RELEARN}") from None
        return knowledge
    return None


def _check(knowledge: Knowledge, kept: Learnt, calibration: Calibration) -> None:
    if kept.with_kinds != fingerprint(calibration, knowledge.pieces):
        raise SensingError("its kinds were calibrated anew since")
    check_knowledge(knowledge)
    if (known := knowledge.places.keys()) != calibration.places.keys():
        odd = ", ".join(sorted(known ^ calibration.places.keys()))
        raise SensingError(f"knowledge.places: {odd} on one side only")
