"""The keys of the terminal board: which key stands for which acts of a hand. Nothing here waits or reads."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from cupsboard.referee.gestures import GestureTimes
from cupsboard.rules.places import Kind, Place, Side, cup, pot, stock

from cupsim.table.hand_actions import Act, Bump, Drop, Lift, Pour, PressButton, PutBack, Rest, Take, TipOut
from cupsim.terminal.kinds import Lot, Meant

TAP_SECONDS = 0.15
HOLD_SECONDS = 1.2
LONG_HOLD_SECONDS = 4.6
SURELY_A_HOLD_SECONDS = GestureTimes().hold_seconds + 0.05
BOTH_TAP_SECONDS = 0.25
LEAN_GRAMS, LEAN_SECONDS = 20.0, 1.5

KEYS: tuple[tuple[str, str], ...] = (
    ("1-9, 0", "a bean into your cup 1-9, 10"),
    ("arrows", "choose a place, shown as > <"),
    ("space", "a bean into the chosen place"),
    ("s n", "from stock to hand; next kind"),
    ("x X", "one / all out of chosen place"),
    ("r", "the hand's beans to the stock"),
    ("c", "pour chosen cup into your pot"),
    ("l", "lift chosen cup / put it back"),
    ("p t", "pour it: chosen place; hand"),
    ("enter", "your button: the turn is done"),
    ("h", "hold it: stock empty, or help"),
    ("o", "the other player's button"),
    ("u y", "undo; redo, or table is right"),
    ("k", "both held long: pause, or off"),
    ("g", "new game: asks, enter confirms"),
    ("esc", "a held button does nothing"),
    ("b w", "bump the board, lean on a rim"),
    ("tab", "keys move the other hand"),
    ("d", "simulated player takes over"),
    ("v", "show or hide the true counts"),
    ("+ -", "time runs faster, slower"),
    ("? q", "this help, quit"),
)
"""Every key and what it does, for the help page."""

_NAMED = {
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1bOA": "up",
    "\x1bOB": "down",
    "\x1bOC": "right",
    "\x1bOD": "left",
    "\x1b": "escape",
    "\r": "enter",
    "\n": "enter",
    "\t": "tab",
    "\x04": "quit",
    "\x7f": "backspace",
}
_KEY = re.compile(r"\x1b\[[0-9;?]*[@-~]|\x1bO.|.", re.DOTALL)


def keys_in(text: str) -> list[str]:
    """The keys in what a terminal sent: characters as they are, others by name ("up", "enter")."""
    found = (_NAMED.get(match[0], match[0]) for match in _KEY.finditer(text))
    return [key for key in found if len(key) > 1 or key.isprintable()]


class Button(Enum):
    """Gestures that aren't made with the hand that moves the beans."""

    OTHERS = "press the other player's button"
    UNDO = "hold both buttons"
    REDO = "tap both buttons"
    PAUSE = "hold both buttons long"


class Wish(Enum):
    """What is asked of the program, not of a hand."""

    QUIT = "quit"
    HELP = "help"
    TRUTH = "true counts"
    FASTER = "faster"
    SLOWER = "slower"
    GIVE_BACK = "let a simulated player go on"
    NEW_GAME = "new game"
    NEVER_MIND = "what is held does nothing"
    OTHER_HAND = "move the other player's hand"


@dataclass(frozen=True, slots=True)
class Acts:
    """Acts for the hand that the keys move."""

    acts: tuple[Act, ...]


@dataclass(frozen=True, slots=True)
class Grip:
    """What the hand holds, and whether it is still doing what it was asked for."""

    beans: int = 0
    lifted: Place | None = None
    is_busy: bool = False
    kinds: tuple[Kind, ...] = ()
    """The kinds of what is in the hand, where there are several in the game."""


Command = Acts | Button | Wish

_WISHES: Mapping[str, Wish] = {
    "q": Wish.QUIT,
    "quit": Wish.QUIT,
    "?": Wish.HELP,
    "v": Wish.TRUTH,
    "+": Wish.FASTER,
    "=": Wish.FASTER,
    "-": Wish.SLOWER,
    "d": Wish.GIVE_BACK,
    "g": Wish.NEW_GAME,
    "escape": Wish.NEVER_MIND,
    "tab": Wish.OTHER_HAND,
}
_BUTTONS: Mapping[str, Button] = {"o": Button.OTHERS, "u": Button.UNDO, "y": Button.REDO, "k": Button.PAUSE}
ARROWS: Mapping[str, tuple[int, int]] = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
"""The keys that choose a place: a step right, a step down."""
NEXT_KIND = "n"


def present(lot: Lot) -> list[Kind]:
    """The kinds of which there are any."""
    return [kind for kind, count in lot.items() if count]


class Keyboard:
    """Turns keys into commands for the hand of one side, with a chosen place.

    Keys come faster than hands move, so it keeps what the hand will hold once all it was asked for is done.
    """

    def __init__(self, cups: int, side: Side = Side.SOUTH, kinds: Sequence[Kind] = ()) -> None:
        """`kinds` are those of the game, if there are several."""
        self.side = side
        self._meant = Meant(kinds)
        self._cups = cups
        self._rows = board_rows(cups)
        self._will_hold = Grip()
        self._pieces: Mapping[Place, Lot] = {}
        self._spot = self._spot_of(1)

    @property
    def chosen(self) -> Place:
        """The place that the next act is about."""
        row, column = self._spot
        return self._rows[row][column]

    @property
    def kind(self) -> Kind | None:
        """The kind that fingers look for; None in a game of beans."""
        return self._meant.kind

    def move_other_hand(self) -> None:
        """Let the keys move the other player's hand from now on."""
        self.side = self.side.other
        self._will_hold = Grip()
        self._spot = self._spot_of(1)

    def press(
        self, key: str, grip: Grip, contents: Mapping[Place, int], pieces: Mapping[Place, Lot] | None = None
    ) -> Command | None:
        """What a key asks for, given what the hand holds and what lies there; None for nothing.

        `pieces` says the kinds of what lies there, where there are several in the game.
        """
        self._pieces = pieces or {}
        if not grip.is_busy:
            self._will_hold = grip
        if key in _WISHES:
            return _WISHES[key]
        if key in _BUTTONS:
            return _BUTTONS[key]
        if key in ARROWS:
            self._step(*ARROWS[key])
            return None
        if key == NEXT_KIND:
            self._meant.turn(self._will_hold.kinds)
            return None
        if key.isdecimal() and key.isascii() and 1 <= (number := int(key) or 10) <= self._cups:
            self._spot = self._spot_of(number)
            return self._asked(self._drop())
        acts = self._acts(key, contents)
        return self._asked(acts) if acts else None

    def _acts(self, key: str, contents: Mapping[Place, int]) -> tuple[Act, ...]:
        chosen, own_stock, held = self.chosen, stock(self.side), self._will_hold
        match key:
            case " ":
                return self._drop()
            case "s":
                return (self._take(own_stock),)
            case "x":
                return (self._take(chosen),)
            case "X":
                return (Take(chosen, max(1, contents.get(chosen, 0))),)
            case "r":
                return (Drop(own_stock, held.beans),) if held.beans else ()
            case "c":
                return (Lift(chosen), Pour(pot(self.side)), PutBack(chosen))
            case "l":
                return (Lift(chosen),) if held.lifted is None else (PutBack(held.lifted),)
            case "p":
                return (Pour(chosen),)
            case "t":
                return (TipOut(),) if held.lifted is not None else ()
            case "b":
                return (Bump(),)
            case "w":
                return (Rest(chosen, LEAN_GRAMS, LEAN_SECONDS),)
            case "enter":
                return (PressButton(TAP_SECONDS),)
            case "h":
                return (PressButton(HOLD_SECONDS),)
            case _:
                return ()

    def _drop(self) -> tuple[Act, ...]:
        """A piece into the chosen place; an empty hand fetches one first."""
        if self._will_hold.beans:
            return (Drop(self.chosen, kinds=self._meant.among(self._will_hold.kinds)),)
        take = self._take(stock(self.side))
        return (take, Drop(self.chosen, kinds=take.kinds))

    def _take(self, place: Place) -> Take:
        return Take(place, kinds=self._meant.among(present(self._pieces.get(place, {}))))

    def _asked(self, acts: tuple[Act, ...]) -> Acts:
        beans, lifted = self._will_hold.beans, self._will_hold.lifted
        held = Counter(self._will_hold.kinds)
        for act in acts:
            match act:
                case Take(place, count, kinds):
                    beans += count
                    held.update(kinds or (self._pieces.get(place, {}) if count > 1 else ()))
                case Drop(_, count, kinds):
                    beans -= count
                    held = held - Counter(kinds) if kinds or beans else Counter()
                case TipOut() if lifted is not None:
                    tipped = self._pieces.get(lifted, {})
                    beans += sum(tipped.values())
                    held.update(tipped)
                case Lift(place):
                    lifted = place
                case PutBack():
                    lifted = None
                case _:
                    pass
        self._will_hold = Grip(beans, lifted, kinds=tuple(held.elements()))
        return Acts(acts)

    def _step(self, right: int, down: int) -> None:
        """Go to a neighbouring place as the board is drawn; a pot reaches over both rows."""
        row, column = self._spot
        self._spot = min(max(row + down, 0), 1), min(max(column + right, 0), self._cups + 1)

    def _spot_of(self, number: int) -> tuple[int, int]:
        """Row and column of one of the own cups."""
        row = 0 if self.side is Side.NORTH else 1
        return row, self._rows[row].index(cup(self.side, number))


def board_rows(cups: int) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    """North's row and south's row from left to right as south sees them; the pots stand in both."""
    left, right = pot(Side.NORTH), pot(Side.SOUTH)
    north = (cup(Side.NORTH, number) for number in range(cups, 0, -1))
    south = (cup(Side.SOUTH, number) for number in range(1, cups + 1))
    return (left, *north, right), (left, *south, right)
