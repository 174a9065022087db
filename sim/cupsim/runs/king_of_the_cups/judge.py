"""What the board wrote down, held against what hands really did."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Any, Protocol

from cupsboard.loop import Moment
from cupsboard.referee import events
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUP_OF_KIND, Cup, Dice, Seat, parse_dice, tray
from cupsboard.rules.king_of_the_cups.moves import Verb, parse_move
from cupsboard.rules.king_of_the_cups.rules import FIRST
from cupsboard.rules.places import Place, Player

from cupsim.runs.played import Adding
from cupsim.table.king_of_the_cups.deeds import Deed, Landed, Left

OVERTAKEN_SECONDS = 1.0
"""A wrong cup that lands so shortly before the right one may stay unwritten: the round is over either way."""
ASIDE_SECONDS = 1.0
"""A time that the board says may be so far from the true one."""
KNOWN_WITHIN_SECONDS = 12.0
"""A grab that the board has not written down so long after it landed was not seen."""
UNLOADING_SECONDS = 0.12
"""A lift may be told so long before the cup is off: it presses less and less."""
DECIDED_WITHIN_SECONDS = 2.0
"""What landed so shortly before the power went may not have been decided yet, if nobody was asked."""
ASKED_WITHIN_SECONDS = 20.0
"""Where somebody was asked so shortly before the power went, the round may have hung on the answer."""
LIFT_SECONDS = 0.040
"""The promise: a lift is known so long after the cup pressed for the last time."""


@dataclass
class Counts(Adding):
    """What was counted in a game; games add up."""

    grabs: int = 0
    """Cups that really came onto a tray while dice lay, or were lifted and put back."""
    cup_mistaken: int = 0
    player_mistaken: int = 0
    unseen: int = 0
    overtaken: int = 0
    """Wrong grabs that were not written down because the right cup landed a moment later."""
    asked_who: int = 0
    asked_order: int = 0
    asked_look: int = 0
    lifts: int = 0
    lifts_late: int = 0
    lifts_unseen: int = 0
    called: int = 0
    rounds: int = 0
    power_cuts: int = 0
    lost_in_cuts: int = 0
    """Grabs that the power took before they were decided: their race begins anew."""
    told_wrongly: int = 0
    """How often players told other dice than they had thrown, and put it right."""
    decision_ms: list[int] = field(default_factory=list)
    """From each landing to what the board wrote down of it."""
    lift_ms: list[int] = field(default_factory=list)
    """From the last instant that a cup pressed to the word that it is lifted."""


class Truth(Protocol):
    """A table that writes down what hands do."""

    deeds: list[Deed]


@dataclass(slots=True)
class _Roll:
    """A race: since when hands could know its dice, the cup they called, and who was out before it began."""

    began: float
    said_began: float
    """From when the board counts its times."""
    right: Cup
    out: frozenset[Seat] = frozenset()
    cut_at: float = inf
    lost_from: float = inf
    """What landed from then on was lost when the power went."""


@dataclass(frozen=True, slots=True)
class OwnThrow:
    """Dice that players threw: when they lay, since when the board counts, and what they showed."""

    time: float
    said_began: float
    dice: Dice


class Judge:
    """Listens to a loop; `findings` says each mistake in words."""

    def __init__(self, table: Truth, thrown: Callable[[], OwnThrow | None] = lambda: None) -> None:
        """`thrown` are the players' own dice, if they have any."""
        self._table, self._thrown = table, thrown
        self._known_within = KNOWN_WITHIN_SECONDS
        self._false_dice: str | None = None
        self._asked_at = -inf
        self._dark: list[tuple[float, float]] = []
        self._used: set[int] = set()
        self._put_back: set[int] = set()
        """Landings of wrong cups of which the board said rightly whose they were: they are out."""
        self._told_lifts: list[tuple[Place, float]] = []
        self._won: dict[float, Seat] = {}
        """To whom the board gave the round that began with each roll."""
        self.counts = Counts()
        self.findings: list[str] = []
        self.progress_at = 0.0
        self._rolls: list[_Roll] = []

    def __call__(self, moment: Moment) -> None:
        """Hear of one step of the board."""
        for event in moment.decided.events:
            self.hear(event, moment.time)

    def power_went(self, now: float) -> None:
        """The board is dark from now on; what it had not decided yet is nobody's mistake."""
        self.counts.power_cuts += 1
        self._dark.append((now, inf))
        if self._rolls and self._rolls[-1].cut_at == inf:
            roll = self._rolls[-1]
            roll.cut_at = now
            is_asked = now - self._asked_at < ASKED_WITHIN_SECONDS
            roll.lost_from = roll.began if is_asked else now - DECIDED_WITHIN_SECONDS

    def power_came(self, now: float) -> None:
        """The board is on again."""
        self._dark[-1] = self._dark[-1][0], now

    def race_begins_anew(self, now: float, right: Cup, out: Collection[Seat]) -> None:
        """The dice of a race that the power took count again, for those who are not out of it yet."""
        self._rolls.append(_Roll(now, now, right, frozenset(out)))

    def finish(self, now: float) -> None:
        """Count what was never written down."""
        if self._false_dice is not None:
            self.findings.append(self._false_dice)
        for deed in self._table.deeds:
            if isinstance(deed, Left) and deed.place is not None:
                self._count_lift(deed)
        for number, won_at in self._true_grabs():
            deed = self._table.deeds[number]
            if number in self._used or deed.time >= now - KNOWN_WITHIN_SECONDS:
                continue
            roll = max((each for each in self._rolls if each.began <= deed.time), key=lambda each: each.began)
            if deed.time >= roll.lost_from:
                self.counts.lost_in_cuts += 1
                continue
            if 0 < won_at - deed.time < OVERTAKEN_SECONDS:
                self.counts.overtaken += 1
                continue
            self.counts.grabs += 1
            rolled_at = roll.began
            said = f"{deed.time:.2f} s: {deed.by.value} {deed.cup.kind}"
            if won_at == deed.time and self._won.get(rolled_at, deed.by) is not deed.by:
                self.counts.player_mistaken += 1
                self.findings.append(f"{said}: it was credited to {self._won[rolled_at].value}")
            else:
                self.counts.unseen += 1
                self.findings.append(f"{said} was never judged")

    def hear(self, event: Any, now: float) -> None:
        """Hear of one event of the board."""
        counts = self.counts
        match event:
            case events.TurnEnded(player, label):
                self.progress_at = now
                self._judge_turn(player, label, now)
            case events.DiceFell(_, outcome) if outcome != FIRST:
                self._take_dice(parse_dice(outcome), now)
            case events.Called(player, said):
                counts.called += 1
                self._use_call(player, said, now)
            case events.PieceLifted():
                self._told_lifts.append((event.place, now))
            case events.WentBack():
                # What was done in a round that players took back counts no more.
                self._rolls[-1:] = []
                self._false_dice = None
            case events.PlayerQuestioned():
                counts.asked_who += 1
                self._asked_at = now
            case events.OrderQuestioned():
                counts.asked_order += 1
                self._asked_at = now
            case events.LookedInVain():
                counts.asked_look += 1
            case events.PieceLanded():
                self.progress_at = now

    def _take_dice(self, dice: Dice, now: float) -> None:
        own = self._thrown()
        if own is None:
            self._rolls.append(_Roll(now, now, dice.right_cup))
            return
        if self._false_dice is not None:
            self.findings.append(self._false_dice)
        self._false_dice = None
        if dice != own.dice:
            self._false_dice = f"{now:.2f} s: {dice.outcome} was told of {own.dice.outcome}, and stood"
        # From the throw to here the board could not judge anything.
        self._known_within = now - own.time + KNOWN_WITHIN_SECONDS
        self._rolls.append(_Roll(own.time, own.said_began, dice.right_cup))

    def _judge_turn(self, player: Seat, label: str, now: float) -> None:
        move = parse_move(label)
        if move.verb is Verb.BACK:
            return
        self.counts.grabs += 1
        is_grab = move.verb is Verb.GRAB
        said_at = self._said_at(move.lifted_ms if move.landed_ms is None else move.landed_ms, now)
        own = self._latest(
            now,
            lambda deed: (
                deed.cup == move.cup and deed.by is player and (not is_grab or deed.place == tray(player))
            ),
            said_at,
        )
        found = own or self._latest(
            now, lambda deed: deed.cup == move.cup and (not is_grab or deed.place == tray(player)), said_at
        )
        if own is not None and is_grab and self._rolls and move.cup == self._rolls[-1].right:
            self._won[self._rolls[-1].began] = player
        said = f"{now:.2f} s: {player.value} {label}"
        if found is None:
            self._explain(player, move.cup, said, now, is_grab=is_grab)
            return
        number, deed = found
        self._used.add(number)
        self.counts.decision_ms.append(round(1000 * (now - deed.time)))
        if deed.by is not player:
            self.counts.player_mistaken += 1
            self.findings.append(f"{said}: it was {deed.by.value}")
        elif not is_grab or (self._rolls and move.cup != self._rolls[-1].right):
            self._put_back.add(number)

    def _explain(self, player: Seat, cup: object, said: str, now: float, *, is_grab: bool) -> None:
        """A grab that nobody made: another cup on that tray, or that cup elsewhere."""
        other = self._latest(now, lambda deed: deed.place == tray(player)) if is_grab else None
        if other is not None and other[1].cup != cup:
            self.counts.cup_mistaken += 1
            self._used.add(other[0])
            self.findings.append(f"{said}: it was {other[1].cup.kind}")
            return
        self.counts.player_mistaken += 1
        self.findings.append(f"{said}: nobody did that")

    def _use_call(self, player: Player, said: str, now: float) -> None:
        _, _, kind = said.partition(" ")
        cup = CUP_OF_KIND.get(kind)
        found = self._latest(now, lambda deed: deed.by is player and (cup is None or deed.cup == cup))
        if found is not None:
            self._used.add(found[0])

    def _count_lift(self, left: Left) -> None:
        """See when a lift was told: a hand that pulls slowly may have shown before the cup was off."""
        if any(went - 1.0 <= left.time <= came + 1.0 for went, came in self._dark):
            return
        self.counts.lifts += 1
        told = [
            number
            for number, (place, time) in enumerate(self._told_lifts)
            if place == left.place and -UNLOADING_SECONDS <= time - left.time <= 1.0
        ]
        if not told:
            self.counts.lifts_unseen += 1
            return
        _, time = self._told_lifts.pop(told[0])
        late = max(0.0, time - left.time)
        self.counts.lift_ms.append(round(1000 * late))
        self.counts.lifts_late += late > LIFT_SECONDS

    def _said_at(self, told_ms: int | None, now: float) -> float:
        """When a cup landed, or was lifted, in the words of the board."""
        return now if told_ms is None or not self._rolls else self._rolls[-1].said_began + told_ms / 1000

    def _latest(self, now: float, is_it: Any, said_at: float | None = None) -> tuple[int, Landed] | None:
        """What the board means: the landing nearest to the time it says, or the last one."""
        at = now if said_at is None else said_at
        # A grab that players are asked about is written down when they have answered.
        seconds = max(self._known_within, now - at + ASIDE_SECONDS)
        fitting = [
            (number, deed)
            for number, deed in self._recent(now, seconds)
            if isinstance(deed, Landed) and number not in self._used and deed.time <= now and is_it(deed)
        ]
        return min(fitting, key=lambda each: abs(each[1].time - at), default=None)

    def _recent(self, now: float, seconds: float) -> list[tuple[int, Left | Landed]]:
        """What hands did lately, the last first."""
        recent = []
        for number in range(len(self._table.deeds) - 1, -1, -1):
            deed = self._table.deeds[number]
            if deed.time < now - seconds:
                break
            recent.append((number, deed))
        return recent

    def _true_grabs(self) -> Iterator[tuple[int, float]]:
        """The landings that were grabs by the rules, each with the time at which its round was won."""
        ends = [*(roll.began for roll in self._rolls), inf][1:]
        for roll, end in zip(self._rolls, ends, strict=True):
            landings = list(self._claims(roll, min(end, roll.cut_at)))
            last = self._table.deeds[landings[-1]] if landings else None
            won_at = last.time if last is not None and last.cup == roll.right else inf
            yield from ((number, won_at) for number in landings)

    def _claims(self, roll: _Roll, end: float) -> Iterator[int]:
        """In one race, until the right cup came: what those put before themselves who were still in."""
        rolled_at, right = roll.began, roll.right
        out = set(roll.out)
        came_from: dict[Cup, Place | None] = {}
        # Hands write down what they will have done: of two in one moment the later may come first.
        in_order = sorted(enumerate(self._table.deeds), key=lambda each: each[1].time)
        for number, deed in in_order:
            if not rolled_at <= deed.time < end:
                continue
            if isinstance(deed, Left):
                came_from[deed.cup] = deed.place
                continue
            if number in self._put_back:
                out.add(deed.by)
            own = tray(deed.by)
            # A wrong cup that was its owner's already claims nothing unless they say so.
            is_claim = deed.cup == right or came_from.get(deed.cup, own) != own
            if deed.place == own and is_claim and deed.by not in out:
                yield number
                if deed.cup == right:
                    return
                out.add(deed.by)
