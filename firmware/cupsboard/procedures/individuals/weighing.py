"""Learning what each individual weighs: the board says which goes onto which place, three times over.

Each is weighed on three places, put down anew each time: so the cells' gains and where it stands within a
place are in what is learnt. One that weighs otherwise than before is another one, and is sent away.
"""

import math
from collections.abc import Mapping, Sequence
from statistics import fmean, variance

from cupsboard.loop import Output
from cupsboard.recognition.ballast import Ballast
from cupsboard.recognition.confusable_pieces import Confusion, Happening
from cupsboard.recognition.individuals.apart import Judgement
from cupsboard.referee.edges import Edge
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.calibration import Calibration, PieceCalibration
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.errors import SensingError
from cupsboard.scales.readings import Frame
from cupsboard.scales.settling import Weighing
from cupsboard.signs.king_of_the_cups.phrases import kind_named, place_named
from cupsboard.signs.scene import Meaning, Message, Phrases, Scene, Sign, Tone

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


ROUNDS = 3
EMPTY_GRAMS = 3.0
"""What weighs less is no cup: a zero that has gone since the calibration, or dust."""
SAME_SHARE = 0.008
"""One individual doesn't weigh so differently on two places: that is six times what placement and gain do."""


class WeighingIndividuals:
    """Weighs each kind on three places; implements `Procedure`."""

    def __init__(
        self, calibration: Calibration, cells: Sequence[Place], places: Sequence[Place], kinds: Sequence[Kind]
    ) -> None:
        """`cells` are in the order of a frame's readings; `places` are those on which one stands alone.

        Raises SensingError if there are fewer places than kinds.
        """
        if len(places) < len(kinds):
            raise SensingError(f"{len(places)} places for {len(kinds)} cups; weigh them on a board with more")
        self._weighing = Weighing(calibration, cells)
        self._places, self._kinds = tuple(places), tuple(kinds)
        self._zeros: dict[Place, float] = {}
        self._weighed: dict[Kind, list[float]] = {kind: [] for kind in kinds}
        self._round = self._at = 0
        self._is_clearing = True
        self._another: Kind | None = None
        """What somebody has put down that doesn't weigh as it did before."""
        self._message = Message("cups.clear")
        self._signs: tuple[Sign, ...] = ()

    @property
    def is_finished(self) -> bool:
        """Whether all are weighed and the places are empty again."""
        return self._round == ROUNDS and not self._is_clearing

    @property
    def is_still(self) -> bool:
        """Whether nothing moves."""
        return not self._weighing.moving

    @property
    def progress(self) -> tuple[int, int]:
        """How many weighings are done, and how many there are."""
        return sum(map(len, self._weighed.values())), ROUNDS * len(self._kinds)

    @property
    def result(self) -> dict[Kind, PieceCalibration]:
        """Return what each weighs; how far they scatter is told by all of them together."""
        shares = [variance(grams) / fmean(grams) ** 2 for grams in self._weighed.values() if len(grams) > 1]
        share = math.sqrt(fmean(shares))
        learnt = {}
        for kind, grams in self._weighed.items():
            mean = fmean(grams)
            spread = share * mean
            learnt[kind] = PieceCalibration(mean, spread / math.sqrt(len(grams)), spread, len(grams))
        return learnt

    def step(self, now: float, frame: Frame | None, edges: Sequence[Edge]) -> Output:  # noqa: ARG002
        """Take what the ports gave."""
        tone = None
        if self._another is not None and any(edge.is_down for edge in edges):
            # It was another one that was weighed before.
            self._weighed[self._another].clear()
        if frame is not None:
            self._weighing.step(frame)
            if self.is_still and not self.is_finished:
                tone = self._look(self._grams())
        return Output.of(Scene(self._signs, None, self._message), tone)

    def _grams(self) -> Mapping[Place, float]:
        """What stands on every place that is needed. A place that can't be weighed stands in the way."""
        found = {}
        for place in self._places:
            weight = self._weighing.weight(place)
            if not isinstance(weight, CellFault):
                found[place] = weight.grams - self._zeros.get(place, 0.0)
        return found

    def _look(self, grams: Mapping[Place, float]) -> Tone | None:
        dead = [place for place in self._places if place not in grams]
        if dead:
            self._say(Message("king.dead", {"place": place_named(dead[0])}), Sign(dead[0], Meaning.DEAD))
            return None
        taken = [place for place, each in grams.items() if abs(each) > EMPTY_GRAMS]
        return self._clear(grams, taken) if self._is_clearing else self._weigh(grams, taken)

    def _clear(self, grams: Mapping[Place, float], taken: Sequence[Place]) -> Tone | None:
        if taken:
            self._say(Message("cups.clear"), *(Sign(place, Meaning.TAKE_AWAY) for place in taken))
            return None
        for place, each in grams.items():
            self._zeros[place] = self._zeros.get(place, 0.0) + each
        self._is_clearing = False
        if self._round == ROUNDS:
            self._say(Message("cups.done"))
        else:
            self._ask()
        return Tone.AGREED

    def _weigh(self, grams: Mapping[Place, float], taken: Sequence[Place]) -> Tone | None:
        kind, wanted = self._kinds[self._at], self._place(self._at)
        standing = {self._place(number) for number in range(self._at)}
        if gone := sorted(standing - set(taken)):
            back = self._kinds[next(number for number in range(self._at) if self._place(number) == gone[0])]
            self._say(_put(back, gone[0]), Sign(gone[0], Meaning.LIFTED))
            return None
        if astray := [place for place in taken if place not in standing and place != wanted]:
            self._say(
                Message(
                    "king.astray",
                    {"cup": kind_named(kind), "place": place_named(astray[0]), "home": place_named(wanted)},
                ),
                Sign(astray[0], Meaning.TAKE_AWAY),
                Sign(wanted, Meaning.LIFTED),
            )
            return None
        if wanted not in taken:
            self._ask()
            return None
        self._another = kind if self._is_another(kind, grams[wanted]) else None
        if self._another is not None:
            values = {"cup": kind_named(kind), "place": place_named(wanted)}
            self._say(Message("cups.another", values), Sign(wanted, Meaning.TAKE_AWAY))
            return None
        self._weighed[kind].append(grams[wanted])
        self._at += 1
        if self._at == len(self._kinds):
            self._round, self._at, self._is_clearing = self._round + 1, 0, True
            self._say(Message("cups.clear"), *(Sign(place, Meaning.TAKE_AWAY) for place in taken))
        else:
            self._ask()
        return Tone.AGREED

    def _is_another(self, kind: Kind, grams: float) -> bool:
        """Whether this isn't what was weighed before under that name."""
        before = self._weighed[kind]
        return bool(before) and abs(grams / fmean(before) - 1) > SAME_SHARE

    def _place(self, number: int) -> Place:
        """Where the so-manieth is put in this round: a third of the places further each time."""
        return self._places[(number + self._round * len(self._places) // ROUNDS) % len(self._places)]

    def _ask(self) -> None:
        wanted = self._place(self._at)
        self._say(_put(self._kinds[self._at], wanted), Sign(wanted, Meaning.LIFTED))

    def _say(self, message: Message, *signs: Sign) -> None:
        self._message, self._signs = message, signs


def _put(kind: Kind, place: Place) -> Message:
    return Message("king.put", {"cup": kind_named(kind), "home": place_named(place)})
