"""Enter the result of real dice by buttons: a tap goes to the next choice, a hold takes it."""

from dataclasses import replace

from cupsboard.referee.king_of_the_cups.hands import Gesture, Hold, Tap
from cupsboard.referee.king_of_the_cups.states import TellingDice
from cupsboard.rules.king_of_the_cups.cups_and_dice import COLOURS, SHAPES, Cup, Dice
from cupsboard.rules.king_of_the_cups.seats import Seat

CHOICES = 3
"""The number of colours, and of shapes; the last question has two choices: right or not."""


def answered(telling: TellingDice, gesture: Gesture, roller: Seat | None) -> TellingDice:
    """Return the entry of the dice after a gesture; only gestures of the `roller` change it.

    A tap goes to the next choice, a hold takes the present one. At the last question a tap starts the entry
    anew.
    """
    match gesture:
        case Tap(seat) if seat is roller:
            if telling.is_to_confirm:
                # What was told is wrong: it is told anew.
                return TellingDice(telling.race)
            return replace(telling, choice=(telling.choice + 1) % CHOICES)
        case Hold(seat) if seat is roller:
            return replace(telling, told=(*telling.told, telling.choice), choice=0)
        case _:
            return telling


def dice_told(telling: TellingDice) -> Dice:
    """Return the dice of an entry that is complete."""
    one_colour, one_shape, other_colour, other_shape, _ = telling.told
    return Dice(Cup(COLOURS[one_colour], SHAPES[one_shape]), Cup(COLOURS[other_colour], SHAPES[other_shape]))
