"""Say in sentences what cups and pieces of a kind weigh, and whether a board tells the cups apart."""

from collections.abc import Mapping

from cupsboard.recognition.ballast import Ballast
from cupsboard.recognition.confusable_pieces import Confusion, Happening
from cupsboard.recognition.individuals.apart import Judgement
from cupsboard.rules.places import Kind
from cupsboard.scales.calibration import PieceCalibration
from cupsboard.signs.scene import Message, Phrases

EVERY_SECOND = 0.4
"""What is confused more often than this is as good as not told apart."""


def kind_said(kind: Kind, pieces: PieceCalibration) -> Message:
    """Return what pieces of a kind weigh."""
    is_of_set = pieces.sample == 1
    how = Message("report.of-set") if is_of_set else Message("report.weighed", {"count": pieces.sample})
    return Message(
        "report.kind", {**_weight(kind, pieces), "spread": f"{pieces.spread_grams:.3f}", "how": (how,)}
    )


def cups_said(masses: Mapping[Kind, PieceCalibration], judgement: Judgement) -> Phrases:
    """Return what the cups weigh, and which of them are confused, with the cure of that."""
    said = [
        Message("report.cup", {**_weight(cup, mass), "count": mass.sample}) for cup, mass in masses.items()
    ]
    if not judgement.confusions:
        return (*said, Message("report.apart"))
    return (*said, *map(_alike, judgement.confusions), _cure(judgement.ballast))


def _weight(kind: Kind, pieces: PieceCalibration) -> Mapping[str, str]:
    return {"kind": kind, "grams": f"{pieces.mean_grams:.3f}", "error": f"{pieces.mean_error_grams:.3f}"}


def _alike(confusion: Confusion) -> Message:
    is_often = confusion.chance > EVERY_SECOND
    often = (
        Message("report.every-second")
        if is_often
        else Message("report.cases", {"count": f"{1 / confusion.chance:,.0f}"})
    )
    return Message(
        "report.alike",
        {
            "one": (_happening(confusion.one),),
            "other": (_happening(confusion.other),),
            "grams": f"{confusion.apart_grams:.2f}",
            "often": (often,),
        },
    )


def _happening(happening: Happening) -> Message:
    comes, goes = happening
    if comes is None:
        return Message("report.nothing-moves") if goes is None else Message("report.goes", {"kind": goes})
    came = Message("report.comes", {"kind": comes})
    if goes is None:
        return came
    return Message("report.exchanged", {"came": (came,), "gone": (Message("report.comes", {"kind": goes}),)})


def _cure(added: Ballast | None) -> Message:
    if added is None:
        return Message("report.no-ballast")
    said = tuple(
        Message("report.ballast", {"grams": f"{grams:g}", "kind": kind}) for kind, grams in added.items()
    )
    return Message("report.add", {"what": said})
