"""Why a cell gives no weight."""

from enum import Enum


class CellFault(Enum):
    """Why a cell gave no weight in a frame."""

    MISSED = "no reading this time"
    STARTING = "still learning its rhythm"
    SILENT = "no conversions: unplugged or unpowered"
    UNHEARD = "no result comes through the Pico"
    STUCK_LOW = "data line stuck low"
    SATURATED_LOW = "below the range: overloaded or a bridge wire is off"
    SATURATED_HIGH = "above the range: overloaded or a bridge wire is off"
    FROZEN = "the same reading again and again: not converting"
    SLOW_CLOCK = "the computer clocks the scales too slowly: it is too busy, or its supply too weak"
    RESTLESS = "does not come to rest: something moves it, or its scale is loose"
    LEAPING = "its weight leaps, by no hand that is known of"
    DRIFTING = "its weight goes on and on, by no hand that is known of"
    PRESSED = "it was pressed so hard that its zero may have moved"

    __hash__ = object.__hash__
