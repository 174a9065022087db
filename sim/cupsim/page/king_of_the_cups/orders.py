"""What a page may ask of a table of King of the Cups: every message of ours is one of these."""

from typing import Literal

from cupsboard.rules.king_of_the_cups.cups_and_dice import Seat

from cupsim.page.requests import DeleteGame, Here, Name, Order, RenameGame, Seed, Speed, reader
from cupsim.table.king_of_the_cups.cups import Stance

Stand = Literal["upright", "overturned", "beside"]
STANCES = {"upright": Stance.UPRIGHT, "overturned": Stance.OVERTURNED, "beside": Stance.HALF_BESIDE}
Quickness = Literal["calm", "mixed", "quick"]


class Sit(Order, frozen=True, tag="sit"):
    """A seat that a simulated player has, or nobody; `name` is what the others read there."""

    seat: Seat
    name: Name = ""


class Rename(Order, frozen=True, tag="name"):
    """What a player is called from now on."""

    seat: Seat
    name: Name


class StandUp(Order, frozen=True, tag="stand up"):
    """A seat left to a simulated player."""

    seat: Seat


class Press(Order, frozen=True, tag="press"):
    """A finger down on the own button, or off it."""

    seat: Seat
    down: bool


class Rest(Order, frozen=True, tag="rest"):
    """A hand that goes home by itself whenever it has nothing to do, or does so no more."""

    seat: Seat
    home: bool


class Seize(Order, frozen=True, tag="seize"):
    """A cup taken up, wherever it stands; a second one is taken with the other hand."""

    seat: Seat
    cup: Name


class SetDown(Order, frozen=True, tag="set down"):
    """A cup in the hand put down."""

    seat: Seat
    cup: Name
    place: Name
    stance: Stand = "upright"


class Throw(Order, frozen=True, tag="throw"):
    """The players' own dice thrown, by whoever rolls."""

    seat: Seat


class TellDice(Order, frozen=True, tag="tell"):
    """What the players' own dice show: the roller's finger tells the board."""

    seat: Seat
    one: Name
    other: Name


class TakeBack(Order, frozen=True, tag="take back"):
    """The latest round taken back, as far as this player's hand can do it: all others must agree."""

    seat: Seat


class PutUp(Order, frozen=True, tag="put up"):
    """All cups onto the spots, by this player's hand."""

    seat: Seat


class NewGame(Order, frozen=True, tag="new game"):
    """Another table; without a seed a new one is drawn."""

    players: Literal[2, 3, 4, 5, 6]
    quickness: Quickness = "mixed"
    dice: bool = False
    """Whether the players throw dice of their own."""
    seed: Seed | None = None


OfGames = RenameGame | DeleteGame
OfHand = Press | Rest | Seize | SetDown | Throw | TellDice | TakeBack | PutUp | Rename | StandUp
"""Orders for the hands of a seat: only who sits there may give them."""
AnyOrder = Here | Sit | OfHand | OfGames | NewGame | Speed

read_order = reader(AnyOrder)
