"""Troubles to order, so that one can watch the board notice them and recover."""

from random import Random
from typing import Any

from cupsboard.rules.places import Place, Side
from cupsboard.web.sections import clock_section

from cupsim.electronics.hx711_chip import Wiring
from cupsim.page.requests import Cable, Coin, Mischief, Power, Stall, Swap, Warm
from cupsim.runs.game_world import World
from cupsim.table.hand_actions import Lift, PutBack, Wait

COIN_GRAMS = 2.5
"""A US cent of today."""
WARM_DEGREES, WARM_SECONDS = 8.0, 60.0
STALL_SECONDS = 3.0
SWAP_SECONDS = 0.8


class MischiefRefused(ValueError):
    """A trouble that can't be made as things are; the message says why."""


class Mischiefs:
    """Everything that is wrong with one evening on purpose."""

    def __init__(self, world: World) -> None:
        self.coins: set[Place] = set()
        self.pulled: set[Place] = set()
        self.stalled_until = 0.0
        # A visitor's two hands: each can hold one cup.
        self.hands = {f"visitor-{number}": world.new_hands(Side.SOUTH, Random(number)) for number in (1, 2)}
        for hands in self.hands.values():
            world.bring(hands)
        self._world = world

    @property
    def is_stalled(self) -> bool:
        """Whether the board's computer is doing nothing just now."""
        return self._world.now < self.stalled_until

    def make(self, order: Mischief) -> None:
        """Make or end a trouble; power is the evening's own. Raises MischiefRefused."""
        world = self._world
        match order:
            case Cable(place, pulled):
                self._pull(Place(place), pulled=pulled)
            case Coin(place, lies):
                self._lay_coin(Place(place), lies=lies)
            case Swap(one, other):
                self._swap(Place(one), Place(other))
            case Warm():
                world.table.room.heat(world.now, WARM_DEGREES, WARM_SECONDS)
            case Stall():
                self.stalled_until = world.now + STALL_SECONDS
                world.stall(STALL_SECONDS)
            case Power(on) if on != world.is_powered:
                world.restore_power() if on else world.cut_power()
                self.keep_pulled()
            case Power():
                pass

    def _pull(self, place: Place, *, pulled: bool) -> None:
        chip = self._world.bench.chips.get(place)
        if chip is None:
            raise MischiefRefused(f"{place} has no cable")
        if pulled:
            chip.unplug()
            self.pulled.add(place)
        else:
            chip.plug()
            self.pulled.discard(place)

    def keep_pulled(self) -> None:
        """Pull the cables of a board that is wired anew as they were pulled before."""
        for place in self.pulled:
            chip = self._world.bench.chips[place]
            if chip.wiring is not Wiring.UNPLUGGED:
                chip.unplug()

    def _lay_coin(self, place: Place, *, lies: bool) -> None:
        if place not in self._world.table.cells:
            raise MischiefRefused(f"a coin in {place} would trouble nobody: there is no scale")
        if lies != (place in self.coins):
            self._world.table.push(place, COIN_GRAMS if lies else -COIN_GRAMS, self._world.now)
            (self.coins.add if lies else self.coins.discard)(place)

    def _swap(self, one: Place, other: Place) -> None:
        world = self._world
        standing = {place for place in world.table.cells if world.table.has_cup(place)}
        if one == other or not {one, other} <= standing:
            raise MischiefRefused(f"{one} and {other} can't be exchanged: two cups must stand there")
        if any(hands.is_busy for hands in self.hands.values()):
            raise MischiefRefused("the visitor's hands are busy")
        for hands, (mine, theirs) in zip(self.hands.values(), ((one, other), (other, one)), strict=True):
            hands.do(Lift(mine), Wait(SWAP_SECONDS), PutBack(theirs), now=world.now)


def unpowered(world: World) -> dict[str, Any]:
    """Return what a page shows of a board that does not play: no light is lit, and no clock runs."""
    clocks = world.kept_clocks
    return {"lights": {}, "signs": {}, **({} if clocks is None else {"clock": clock_section(clocks)})}
