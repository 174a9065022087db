"""A child beside a player who takes a bean out that was just dropped, and drops it into the same cup again.

Once the child lets go, the table is what the player made it, but where the child steals: then the bean goes
back to the player's stock. Players let the child finish before they look at the table or press.
"""

from collections.abc import Mapping
from random import Random

from cupsboard.rules.places import Place, Side, is_cup, side_of, stock

from cupsim.people.character import Eyes, Player
from cupsim.people.player import Person
from cupsim.table.hand_actions import Act, Drop, PressButton, Take, Wait
from cupsim.table.hands import Hands

NO_CHILD = "none"
ALONE = "alone"
TOGETHER = "together"
IN_TURN = "in-turn"
STEALING = "stealing"
MANNERS = (NO_CHILD, ALONE, TOGETHER, IN_TURN, STEALING)
"""No child; a player takes their own beans back; another child's hands work while the player's do; or they
begin once the player's rest, before the press, and leave the bean in the cup or in the stock."""
BESIDE = frozenset({TOGETHER, IN_TURN, STEALING})
"""The manners of a child with hands of its own."""

OWN_SHARE = 0.2
"""A player who fiddles alone takes one bean in five back: that is every other turn."""
TURNS_SHARE = 0.5
"""A child beside a player fiddles in half of the turns."""
CUPS_SHARE = 0.2
"""A child whose hands work together with the player's reaches for one in five of the cups just filled."""
LOOK_SECONDS = 0.1
HELD_SECONDS = (0.2, 1.2)
"""How long the child looks at the bean before it falls again."""
MOST_BEANS = 2


class FiddlingChild:
    """One child, who has a pair of hands at each side of the table; `step` is to be called when it asks."""

    def __init__(self, manner: str, hands: Mapping[Side, Hands], eyes: Eyes, random: Random) -> None:
        """`manner` is one of `BESIDE`; `hands` must reach over the table of these `eyes`."""
        self._manner = manner
        self._hands = hands
        self._eyes = eyes
        self._random = random
        self._counts: dict[Place, int] = {}
        self._fresh: dict[Side, list[Place]] = {side: [] for side in Side}
        """Cups of each side that were filled in the move that is being made there."""
        self._seen: dict[Side, object] = {}
        """The move of each side in which the child was tempted already."""
        self.stolen = 0
        """How many beans the child has reached for to put them back into a stock."""

    def step(self, people: Mapping[Side, Player], now: float) -> float:
        """See which cups are filled, begin if tempted, and return when to be called again."""
        counts = dict(self._eyes.contents())
        for side, player in people.items():
            if not isinstance(player, Person) or player.intent is None:
                self._fresh[side].clear()
                continue
            filled = [
                place
                for place, count in counts.items()
                if is_cup(place) and side_of(place) is side and count > self._counts.get(place, count)
            ]
            if self._is_at_it:
                continue
            self._fresh[side] += filled
            is_moving = player.hands.is_reaching and not isinstance(player.hands.doing, PressButton)
            if self._manner == TOGETHER and filled and is_moving and self._random.random() < CUPS_SHARE:
                self._fiddle(side, filled[-1], now)
        self._counts = counts
        return now + LOOK_SECONDS

    def holds_up(self, player: Player, now: float) -> bool:
        """Return whether a player has to wait for the child, who may begin with that."""
        if not isinstance(player, Person) or player.hands.is_busy:
            return False
        if self._is_at_it:
            return True
        side, fresh = player.side, self._fresh[player.side]
        is_done = player.intent is not None and not player.has_drawn_back
        if self._manner == TOGETHER or not is_done or not fresh or self._seen.get(side) is player.intent:
            return False
        self._seen[side] = player.intent
        if self._random.random() >= TURNS_SHARE:
            return False
        if self._manner == STEALING:
            player.overlook()
            self._seen[side] = player.intent
        self._fiddle(side, fresh[-1], now)
        return True

    @property
    def _is_at_it(self) -> bool:
        return any(hands.is_busy for hands in self._hands.values())

    def _fiddle(self, side: Side, cup: Place, now: float) -> None:
        acts: list[Act] = []
        if self._manner == STEALING:
            self.stolen += 1
            self._hands[side].do(Take(cup), Drop(stock(side)), now=now)
            return
        for _ in range(self._random.randint(1, MOST_BEANS)):
            acts += Take(cup), Wait(self._random.uniform(*HELD_SECONDS)), Drop(cup)
        self._hands[side].do(*acts, now=now)
