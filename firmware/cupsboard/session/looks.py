"""Why the board decided as it did: every look at the table, with the weights that it went by."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cupsboard.loop import Moment
from cupsboard.recognition import outcome
from cupsboard.referee.events import TableAgreed
from cupsboard.rules.game import Contents
from cupsboard.rules.places import Place
from cupsboard.signs.event_text import event_message
from cupsboard.signs.phrases import account_phrases, fault_phrases, mishap_phrases, place_phrases
from cupsboard.signs.scene import Message, Phrases
from cupsboard.signs.sentences import ENGLISH, Language, say

_NEARLY_SURE = 0.9995
_HARDLY_POSSIBLE = 1e-3
_MOST_SURE = "10^9"


def look_phrases(seen: outcome.Recognition) -> Phrases:
    """Return the result of a look: the table and its probability, then what else it may be."""
    if isinstance(seen.outcome, outcome.Lifted | outcome.Burdened | outcome.Blind):
        return _outcome(seen)
    phrases = [_likely("likely", _outcome(seen), seen.confidence)]
    second = seen.runner_up
    if second is not None and not isinstance(seen.outcome, outcome.Undecided):
        phrases.append(_likely("else", account_phrases(second.account), second.probability))
    if seen.is_cut_short:
        phrases.append(Message("looks.cut-short"))
    if seen.is_at_first_sight:
        phrases.append(Message("looks.first-sight"))
    return tuple(phrases)


def weight_phrase(place: Place, grams: float, pieces: int) -> Message:
    """Return by how many grams a place differs from the last agreed table, and by how many pieces."""
    values = {"place": place, "grams": f"{grams:+.2f}"}
    return (
        Message("looks.weight-counted", {**values, "count": f"{pieces:+d}"})
        if pieces
        else Message("looks.weight", values)
    )


def _outcome(seen: outcome.Recognition) -> Phrases:
    match seen.outcome:
        case outcome.Unchanged() | outcome.UnderWay() | outcome.Complete():
            return account_phrases(outcome.account_of(seen.outcome))
        case outcome.NotLegal(mishaps=mishaps):
            return mishap_phrases(mishaps)
        case outcome.Lifted(places):
            return (Message("looks.lifted", {"places": place_phrases(sorted(places))}),)
        case outcome.Burdened(places):
            return tuple(
                Message("looks.burdened", {"place": place, "grams": f"{grams:+.2f}"})
                for place, grams in places.items()
            )
        case outcome.Undecided(question, alternatives):
            return (Message("looks.undecided", {"ways": _either(alternatives), "place": question}),)
        case outcome.Blind(places):
            return tuple(
                Message("looks.blind", {"place": place, "what": fault_phrases(fault)})
                for place, fault in places.items()
            )


def _either(alternatives: Sequence[outcome.Alternative]) -> Phrases:
    first, *others = (
        _likely("likely", account_phrases(each.account), each.probability) for each in alternatives
    )
    either = first
    for other in others:
        either = Message("looks.either", {"what": (either,), "others": (other,)})
    return (either,)


def _likely(key: str, what: Iterable[Message], probability: float) -> Message:
    return Message(f"looks.{key}", {"what": tuple(what), "probability": (_probability(probability),)})


def _probability(share: float) -> Message:
    """Return a probability in per cent; what is nearly sure is told by how unlikely it is to be wrong."""
    if share > _NEARLY_SURE:
        return Message("looks.sure-but", {"count": _counted(1 / (1 - share)) if share < 1 else _MOST_SURE})
    if share >= _HARDLY_POSSIBLE:
        return Message("looks.percent", {"percent": f"{100 * share:.1f}"})
    return Message("looks.one-in", {"count": _counted(1 / share)}) if share else Message("looks.never")


def _counted(number: float) -> str:
    """Return a whole number, its thousands apart, as every language reads it."""
    return f"{number:,.0f}".replace(",", " ")


WORTH_SAYING = 0.25
"""A change of weight by this share of a bean is told even where no piece came or went."""


@dataclass(frozen=True, slots=True)
class Look:
    """One look at the table; `seconds` count from the beginning of the trace.

    `changed` gives the grams by which places differ from the last agreed table, `pieces` the number of
    pieces. `found` says what the table was taken for, `events` what followed, and `sentence` what the board
    said then.
    """

    seconds: float
    found: Phrases
    changed: Mapping[Place, float]
    pieces: Mapping[Place, int]
    events: Phrases
    sentence: Message

    @property
    def lines(self) -> Phrases:
        """What there is to say beside what was found: changed weights, events, and the board's sentence."""
        weights = tuple(
            weight_phrase(place, grams, self.pieces.get(place, 0)) for place, grams in self.changed.items()
        )
        return (
            *((Message("looks.weights", {"what": weights}),) if weights else ()),
            *(Message("looks.so", {"what": (event,)}) for event in self.events),
            Message("looks.said", {"what": (self.sentence,)}),
        )

    def told(self, language: Language = ENGLISH) -> str:
        """Return all of it as lines of text."""
        found = "; ".join(say(each, language) for each in self.found)
        lines = (f"{'':11}{say(each, language)}" for each in self.lines)
        return "\n".join([f"{self.seconds:>7.1f} s  {found}", *lines])


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
        events = tuple(said for event in decided.events if (said := event_message(event)) is not None)
        self.latest = Look(
            moment.time - self._began, look_phrases(seen), changed, pieces, events, decided.scene.message
        )
        for event in decided.events:
            if isinstance(event, TableAgreed):
                self._agreed, self._contents = grams, event.contents
