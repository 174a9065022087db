"""Phrases for pieces, places, steps and events in games whose acts count as they land."""

from collections.abc import Iterable, Mapping, Sequence

from cupsboard.recognition.accounts import Mishap
from cupsboard.referee.events import Called, ConcessionOffered, Event, OffenceSeen, RoundOver, TableDoubted
from cupsboard.rules.game import Mark
from cupsboard.rules.places import Kind, Place, Side
from cupsboard.signs.scene import Message, Phrases, Values


def lot_phrases(lot: Mapping[Kind, int]) -> Phrases:
    """Return the pieces of a lot, a phrase for each kind; "nothing" for an empty one."""
    said = tuple(
        Message("laps.pieces", {"count": count, "kind": kind}) for kind, count in lot.items() if count
    )
    return said or (Message("laps.nothing"),)


def mishap_phrases(mishaps: Iterable[Mishap]) -> Phrases:
    """Return a phrase for each mishap; without any, one that no play leads to this table."""
    return tuple(map(_mishap, mishaps)) or (Message("laps.mishaps.unknown"),)


def _mishap(mishap: Mishap) -> Message:
    values: Values = dict(zip(("place", "other"), mishap.places, strict=False))
    values["count"] = mishap.count
    return Message(f"laps.mishaps.{mishap.kind.name.lower().replace('_', '-')}", values)


def mend_phrases(marks: Sequence[Mark]) -> Phrases:
    """Return a phrase for each piece to take out or put in, those to take out first."""
    ranked = sorted(marks, key=lambda mark: mark.surplus < 0)
    return tuple(
        Message("laps.mend-out" if mark.surplus > 0 else "laps.mend-in", _of(mark)) for mark in ranked
    )


def step_message(mark: Mark) -> Message:
    """Return the change `mark` as a message: what to take out of a place, or to put in."""
    return Message("laps.take-out" if mark.surplus > 0 else "laps.put-in", _of(mark))


def places_named(places: Iterable[Place]) -> Phrases:
    """Return the names of `places` as phrases, in order; "the table" if there are none."""
    return tuple(Message("place", {"place": place}) for place in sorted(places)) or (Message("laps.table"),)


def _of(mark: Mark) -> Values:
    what = Message("laps.pieces", {"count": abs(mark.surplus), "kind": mark.kind})
    return {"place": mark.place, "what": (what,)}


_CALLS = ("begin", "concede", "offence")


def event_message(event: Event) -> Message | None:
    """Return an event as a message; None for events of other games, and for laps, which players see."""
    match event:
        case Called(Side() as side, said) if said.split()[0] in _CALLS:
            return Message(f"laps.events.{said.split()[0]}", {"side": side.value})
        case RoundOver(number, score, total):
            values: Values = {"round": number}
            values |= {f"{side.value}_points": points for side, points in score.items()}
            values |= {f"{side.value}_total": points for side, points in total.items()}
            return Message("laps.events.round-over", values)
        case OffenceSeen(side, mishaps=mishaps):
            what = mishap_phrases(mishaps)
            return Message("laps.events.offence-seen", {"side": side.value, "what": what})
        case ConcessionOffered(side):
            return Message("laps.events.give-up", {"side": side.value})
        case TableDoubted(places, lift):
            return Message("laps.events.doubted", {"places": places_named(places), "place": lift})
        case _:
            return None
