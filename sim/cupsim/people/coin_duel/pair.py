"""Two people at a board of Coin Duel: they read its lights and its screen, play, err, cheat and put right.

They know the rules, see what lies on the table, and keep to what the board asks for, each at their own pace.
One module moves both pairs of hands, for between turns people do what is to be done together.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from cupsboard.rules.game import GameOfCalls
from cupsboard.rules.places import Side, is_cup, pot, side_of, stock

from cupsim.people.coin_duel.choosing import ChosenPlay, choose
from cupsim.people.coin_duel.eyes import Eyes
from cupsim.people.coin_duel.handling import Manner, hand_acts
from cupsim.people.coin_duel.mishaps import MISHAPS
from cupsim.people.putting_right import laid_out
from cupsim.table.hand_actions import Act, Drop, PressButton, Take, Wait
from cupsim.table.hands import Hands

GLANCE_SECONDS = 0.1
READING_SECONDS = (0.3, 1.5)
"""A sentence that is new is read and understood in so long, at tempo 1."""
PRESSED_AGAIN_SECONDS = 5.0
"""Who has pressed and sees nothing come of it presses again."""
MOST_PRESSES = 4
"""Who has pressed so often in vain takes the turn back."""
HELD_SECONDS = 1.2
SURE_SECONDS = 1.5
"""So long a coin that was taken out to tell the board is held in the hand."""
LIFTING_SECONDS = 7.0
"""Taking it out, putting it back, and seeing what the board makes of it."""


@dataclass(frozen=True, slots=True)
class Conduct:
    """How often things go wrong, as shares of the turns, or of the times they may."""

    errs: float = 0.06
    """So often a turn goes wrong by mistake or on purpose."""
    concedes: float = 0.004
    claims: float = 0.5
    """So often the other player takes their right when a turn was illegal and the round may end by it."""
    careless: float = 0.2
    """So often somebody says that only coins lie there without having looked."""
    lifts_to_tell: float = 0.4
    """So often somebody takes a coin out when the board can't tell tables apart, instead of looking."""


@dataclass(slots=True)
class Carried:
    """A play that hands have carried out and the board has not ended yet."""

    side: Side
    chosen: ChosenPlay
    mishap: str | None
    turns_before: int
    done_at: float
    presses: int = 0
    pressed_at: float = 0.0
    is_given_up: bool = False


@dataclass(slots=True)
class Pair:
    """Both players. `act` is called at the times that `next_time` names."""

    game: Any
    """A game that is followed act by act, with calls."""
    hands: Mapping[Side, Hands]
    eyes: Eyes
    manners: Mapping[Side, Manner]
    conduct: Conduct
    random: Random
    next_time: float = 0.0
    carried: Carried | None = None
    """The play that the board has yet to end; None between turns."""
    _read: str = ""
    _understood_at: float = 0.0
    _acted_at: float = 0.0
    _wishes_to_give_up: Side | None = None
    _turn_of_wish: int = -1
    played: list[Carried] = field(default_factory=list)
    """All plays that were carried out, the last one last."""

    def act(self, now: float) -> None:
        """See `Actor`."""
        if now < self.next_time:
            return
        self.next_time = now + GLANCE_SECONDS
        if any(hands.is_busy for hands in self.hands.values()):
            self._acted_at = now
            return
        said = self.eyes.sentence().removesuffix("-bare")
        if said != self._read:
            self._read = said
            slowness = self.random.uniform(*READING_SECONDS)
            self._understood_at = now + slowness / max(manner.tempo for manner in self.manners.values())
        if self.carried is not None and self.eyes.turns_ended() > self.carried.turns_before:
            self.carried = None
        if now >= self._understood_at:
            self._answer(said, now)

    def _answer(self, said: str, now: float) -> None:
        carried = self.carried
        side = self.eyes.turn() or (carried.side if carried else Side.SOUTH)
        match said.removeprefix("laps."):
            case "who-starts" | "your-turn" | "your-turn-stock" | "your-turn-cups" if carried is None:
                self._begin(said, now)
            case "offence-ends" | "offence-ends-look" if self.random.random() < self.conduct.claims:
                self._do(side.other, PressButton(), now=now)
            case "offence" | "offence-look" | "offence-ends" | "offence-ends-look":
                self._take_back(now)
            case "unclear" | "unclear-mend":
                self._answer_unclear(side, now)
            case "choosing":
                self._choose_table(side, now)
            case "strange":
                self._look_into_it(side, now)
            case "told":
                self._understood_at = now + 1.0
            case "round-over":
                self._clear(now)
            case "begin-round" | "begin-round-anew":
                self._do(self.random.choice([*Side]), PressButton(), now=now)
                self.carried = None
            case "help" if self._wishes_to_give_up is not None:
                self._do(self._wishes_to_give_up, PressButton(HELD_SECONDS), now=now)
            case "give-up" if self._wishes_to_give_up is not None:
                self._do(self._wishes_to_give_up, PressButton(), now=now)
                self._wishes_to_give_up, self.carried = None, None
            case _ if self.eyes.wanted() is not None:
                self._restore(now)
            case _ if carried is not None:
                self._end(carried, now)
            case "winner" | "tie":
                self.next_time = now + 1.0
            case _ if said.startswith("laps.") and now > self._acted_at + PRESSED_AGAIN_SECONDS:
                # The board is in the midst of a turn that nobody here is playing.
                self._take_back(now)
            case _:
                pass

    def _begin(self, said: str, now: float) -> None:
        position = self.eyes.position()
        movers = self.game.movers(position)
        side = self.random.choice(movers) if said.endswith("who-starts") else self.eyes.turn()
        if side is None or side not in movers:
            return
        turn, manner = self.eyes.turns_ended(), self.manners[side]
        if turn != self._turn_of_wish:
            self._turn_of_wish = turn
            calls = self.game.calls(position, side) if isinstance(self.game, GameOfCalls) else ()
            wishes = "concede" in calls and self.random.random() < self.conduct.concedes
            self._wishes_to_give_up = side if wishes else None
        if self._wishes_to_give_up is not None:
            self._do(self._wishes_to_give_up, PressButton(HELD_SECONDS), now=now)
            return
        chosen = choose(self.game, position, side, manner.relay_tries, self.random)
        acts = hand_acts(chosen.deeds, manner, self.random)
        mishap, wrong = self._gone_wrong(acts)
        self.hands[side].tempo = manner.tempo
        self.carried = Carried(side, chosen, mishap, turn, now)
        self.played.append(self.carried)
        self._do(side, *(wrong or acts), now=now)

    def _gone_wrong(self, acts: Sequence[Act]) -> tuple[str | None, tuple[Act, ...] | None]:
        if self.random.random() >= self.conduct.errs:
            return None, None
        lying = self.eyes.lying()
        for name in self.random.sample([*MISHAPS], len(MISHAPS)):
            wrong = MISHAPS[name](acts, lying, self.random)
            if wrong is not None:
                return name, wrong
        return None, None

    def _end(self, carried: Carried, now: float) -> None:
        """Press when the play is done, and again if nothing comes of it; in the end take it back."""
        if now < max(self._acted_at, carried.pressed_at + PRESSED_AGAIN_SECONDS * bool(carried.presses)):
            return
        if carried.presses >= MOST_PRESSES:
            carried.is_given_up = True
            self._take_back(now)
            return
        carried.presses += 1
        carried.pressed_at = now
        self._do(carried.side, Wait(self.random.uniform(0.1, 0.5)), PressButton(), now=now)

    def _take_back(self, now: float) -> None:
        """Both hold their buttons: the turn is taken back to its beginning."""
        self.carried = None
        for side, hands in self.hands.items():
            if hands.beans:
                self._do(side, Drop(stock(side), len(hands.beans)), now=now)
                return
        for side in self.hands:
            self._do(side, PressButton(HELD_SECONDS), now=now)
        self._understood_at = now + HELD_SECONDS + 2.0

    def _answer_unclear(self, side: Side, now: float) -> None:
        """Look, and say that only coins lie there; if that does not help, take the turn back."""
        if self.random.random() < 0.5:
            self._do(side, PressButton(), now=now)
            self._understood_at = now + 2.5
        else:
            self._take_back(now)

    def _look_into_it(self, side: Side, now: float) -> None:
        """Take out what doesn't belong there; where all is as it should be, say so."""
        wanted, lying = self.eyes.wanted(), self.eyes.lying()
        moves = (
            [] if wanted is None or self.random.random() < self.conduct.careless else laid_out(wanted, lying)
        )
        self._do(side, *(moves[:6] or [PressButton()]), now=now)
        self._understood_at = now + 2.5

    def _choose_table(self, side: Side, now: float) -> None:
        offered = self.eyes.offered()
        if offered is None:
            return
        place, lot = offered
        lies = +Counter(self.eyes.lying()[place])
        self._understood_at = now + 2.5
        if lies and self.random.random() < self.conduct.lifts_to_tell:
            (kind, _), *_ = lies.most_common()
            self._understood_at = now + LIFTING_SECONDS
            self._do(
                side, Take(place, kinds=(kind,)), Wait(SURE_SECONDS), Drop(place, kinds=(kind,)), now=now
            )
        elif lies == +Counter(lot):
            self._do(side, PressButton(), now=now)
        else:
            self._do(side, PressButton(HELD_SECONDS), now=now)

    def _restore(self, now: float) -> None:
        """Bring every coin to where the screen asks for it."""
        self.carried = None
        wanted, lying = self.eyes.wanted() or {}, self.eyes.lying()
        for side, hands in self.hands.items():
            if hands.beans:
                kind = hands.beans[0].kind
                short = [
                    place
                    for place, lot in wanted.items()
                    if (is_cup(place) or place == pot(side)) and lot.get(kind, 0) > lying[place].get(kind, 0)
                ]
                self._do(side, Drop(short[0] if short else stock(side), kinds=(kind,)), now=now)
                return
        moves = laid_out(wanted, lying)
        if moves:
            self._do(self.random.choice([*Side]), *moves[:6], now=now)
            self._understood_at = now
        else:
            self._understood_at = now + 2.0

    def _clear(self, now: float) -> None:
        """All that lies in cups and pots goes back to the stocks of whose side it lies on."""
        self.carried = None
        for place, lot in self.eyes.lying().items():
            side, count = side_of(place), sum(lot.values())
            if count and side is not None and (is_cup(place) or place == pot(side)):
                self._do(side, Take(place, count), Wait(0.2), Drop(stock(side), count), now=now)
                return
        self._understood_at = now + 1.0

    def _do(self, side: Side, *acts: Act, now: float) -> None:
        self._acted_at = now
        self.hands[side].do(*acts, now=now)
