"""What people read in the sentence on the screen, where lights alone don't say it."""

from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, Cup
from cupsboard.rules.king_of_the_cups.seats import SPOTS, Seat, tray
from cupsboard.rules.places import Place
from cupsboard.signs.king_of_the_cups.phrases import cup_named, place_named
from cupsboard.signs.scene import Message

BIDDING = ("king.astray", "king.put")
_PLACES = (*SPOTS, *(tray(seat) for seat in Seat))


def bidden(sentence: Message | None) -> tuple[Cup, Place] | None:
    """Which cup a sentence wants where, if it says so, perhaps after what it says of a round."""
    if sentence is None:
        return None
    if sentence.key in BIDDING:
        cup, home = sentence.values["cup"], sentence.values["home"]
        return (
            next(each for each in CUPS if cup_named(each) == cup),
            next(each for each in _PLACES if place_named(each) == home),
        )
    then = sentence.values.get("then")
    return bidden(then[0]) if isinstance(then, tuple) and then else None
