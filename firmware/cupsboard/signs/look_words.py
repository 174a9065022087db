"""Why the board decided as it did: what a look at the table came to, as messages for any language."""

from collections.abc import Iterable, Sequence

from cupsboard.recognition import outcome
from cupsboard.rules.places import Place
from cupsboard.signs.phrases import account_phrases, fault_phrases, mishap_phrases, place_phrases
from cupsboard.signs.scene import Message, Phrases

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
