"""Why the board decided as it did: every look at the table in words, with the weights that it went by."""

from collections.abc import Mapping
from dataclasses import dataclass

from cupsboard.loop import Moment
from cupsboard.recognition.outcome import (
    Blind,
    Burdened,
    Complete,
    Lifted,
    NotLegal,
    Recognition,
    Unchanged,
    Undecided,
    UnderWay,
    account_of,
)
from cupsboard.referee.events import TableAgreed
from cupsboard.rules.game import Contents
from cupsboard.rules.places import Place
from cupsboard.signs.event_text import describe
from cupsboard.signs.phrases import account_phrases, mishap_phrases
from cupsboard.signs.sentences import place_name, say, say_all

WORTH_SAYING = 0.25
"""A change of weight by this share of a bean is told even where no piece came or went."""


@dataclass(frozen=True, slots=True)
class Look:
    """One look at the table, to be printed; `seconds` count from the beginning of the trace.

    `changed` gives the grams by which places differ from the last agreed table, `pieces` the number of
    pieces.
    """

    seconds: float
    said: str
    changed: Mapping[Place, float]
    pieces: Mapping[Place, int]
    events: tuple[str, ...]
    sentence: str

    def __str__(self) -> str:
        weights = ", ".join(self._weight(place) for place in self.changed)
        lines = [f"{self.seconds:>7.1f} s  {self.said}"]
        lines += [f"           weights: {weights}"] if weights else []
        lines += [f"           so: {event}" for event in self.events]
        lines.append(f"           said: {self.sentence}")
        return "\n".join(lines)

    def _weight(self, place: Place) -> str:
        pieces = self.pieces.get(place, 0)
        counted = f" ({pieces:+d})" if pieces else ""
        return f"{place_name(place)} {self.changed[place]:+.2f} g{counted}"


class Looks:
    """A listener of the loop that makes a `Look` of every moment in which the board looked at the table."""

    def __init__(self, bean_grams: float) -> None:
        """`bean_grams` is what the lightest piece weighs."""
        self._least_grams = WORTH_SAYING * bean_grams
        self._began: float | None = None
        self._agreed: Mapping[Place, float] = {}
        self._contents: Contents | None = None
        self.latest: Look | None = None
        """The look of the last moment; None if the table was not looked at then."""

    def __call__(self, moment: Moment) -> None:
        """Take one moment."""
        decided = moment.decided
        self._began = moment.time if self._began is None else self._began
        self.latest = None
        seen = decided.recognition
        if seen is None:
            return
        grams = {place: each for place, each in decided.grams.items() if each is not None}
        self._agreed = self._agreed or grams
        changed = {
            place: grams[place] - self._agreed[place]
            for place in grams
            if place in self._agreed
            and (place in seen.touched or abs(grams[place] - self._agreed[place]) > self._least_grams)
        }
        contents = seen.found if self._contents is None else self._contents
        pieces = {place: count - contents.get(place, count) for place, count in seen.found.items()}
        events = tuple(said for event in decided.events if (said := describe(event)) is not None)
        sentence = say(decided.scene.message)
        self.latest = Look(moment.time - self._began, why(seen), changed, pieces, events, sentence)
        for event in decided.events:
            if isinstance(event, TableAgreed):
                self._agreed, self._contents = grams, event.contents


def why(seen: Recognition) -> str:
    """Return the result of a look in words: the table, its probability, and what else it may be."""
    if isinstance(seen.outcome, Lifted | Burdened | Blind):
        return _outcome(seen)
    parts = [f"{_outcome(seen)} ({_probability(seen.confidence)})"]
    second = seen.runner_up
    if second is not None and not isinstance(seen.outcome, Undecided):
        parts.append(f"else {say_all(account_phrases(second.account))} ({_probability(second.probability)})")
    if seen.is_cut_short:
        parts.append("not all explanations were tried")
    if seen.is_at_first_sight:
        parts.append("to be looked at once more")
    return "; ".join(parts)


def _outcome(seen: Recognition) -> str:
    match seen.outcome:
        case Unchanged() | UnderWay() | Complete():
            return say_all(account_phrases(account_of(seen.outcome)))
        case NotLegal(mishaps=mishaps):
            return say_all(mishap_phrases(mishaps))
        case Lifted(places):
            return f"in the air: {', '.join(map(place_name, sorted(places)))}"
        case Burdened(places):
            return ", ".join(
                f"something on {place_name(place)}, {grams:+.2f} g" for place, grams in places.items()
            )
        case Undecided(question, alternatives):
            ways = " or ".join(
                f"{say_all(account_phrases(each.account))} ({_probability(each.probability)})"
                for each in alternatives
            )
            return f"undecided: {ways}; {place_name(question)} is asked about"
        case Blind(places):
            return ", ".join(f"{place_name(place)}: {fault.value}" for place, fault in places.items())


def _probability(share: float) -> str:
    """A probability in per cent; what is nearly sure is told by how unlikely it is to be wrong."""
    if share > 0.9995:
        return "sure but for 1 in " + (f"{1 / (1 - share):,.0f}".replace(",", " ") if share < 1 else "10^9")
    return f"{100 * share:.1f} %" if share >= 1e-3 else f"1 in {1 / share:,.0f}" if share else "0 %"
