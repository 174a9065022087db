"""Events of games whose acts count as they land, as messages."""

from cupsboard.referee.events import Called, Event
from cupsboard.referee.lap_events import ConcessionOffered, OffenceSeen, RoundOver, TableDoubted
from cupsboard.rules.places import Side
from cupsboard.signs.as_landed.phrases import mishap_phrases, places_named
from cupsboard.signs.scene import Message, Values

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
