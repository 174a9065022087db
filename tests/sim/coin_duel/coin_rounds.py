"""Rounds through the pins, every look that is believed held against what lies there, kinds included."""

from collections import Counter, deque
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from random import Random
from typing import Any

from cupsboard.rules import games
from cupsboard.rules.game import Pieces, Standing
from cupsboard.rules.places import Kind, Place, Side
from cupsim.people.coin_duel.choosing import ChosenPlay, choose
from cupsim.people.coin_duel.handling import MANNERS, Manner, hand_acts
from cupsim.people.coin_duel.mishaps import MISHAPS
from cupsim.runs.coin_duel.coin_world import CoinWorld, Given
from cupsim.table.hand_actions import Act, PressButton
from watched_reader import Looked, WatchingHeart

RECENT_SECONDS = 0.5
"""So long after hands have moved the scales may still speak of the table before."""
START_SECONDS, PLAY_SECONDS, ANSWER_SECONDS = 6.0, 300.0, 8.0
SLOW_SECONDS = 0.4
"""A decision after a lap is to come within this time after the last piece has fallen."""
HONEST_FIRST, MOST_WAITED = 8, 6
"""Before something goes wrong there are up to so many plays, and up to so many more until it can."""


@dataclass(slots=True)
class Found:
    """What was seen in rounds through the pins."""

    turns: int = 0
    handfuls: int = 0
    longest_relay: int = 0
    looks: int = 0
    mistaken: int = 0
    """Looks that were sure of a table that did not lie there."""
    agreed_wrong: int = 0
    """Finished turns of whose table the board was sure, and wrong."""
    open_ends: int = 0
    """Finished turns of which it was not sure: it would have asked."""
    told_otherwise: int = 0
    """Right tables told as the end of another play that leads there."""
    waits: list[float] = field(default_factory=list)
    """Seconds from the last touch of a lap to the look that believed it."""
    mishaps: dict[str, int] = field(default_factory=dict)
    """How often what went wrong was noticed, lawful or silent."""
    cases: list[str] = field(default_factory=list)
    virtual_seconds: float = 0.0

    def add(self, other: "Found") -> None:
        """Take another's in."""
        for each in fields(self):
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            both = max(mine, theirs) if each.name == "longest_relay" else None
            both = dict(Counter(mine) + Counter(theirs)) if each.name == "mishaps" else both
            setattr(self, each.name, mine + theirs if both is None else both)


class Round:
    """One round on one table."""

    def __init__(self, name: str, position: Any, seed: int, worn_times: float) -> None:
        self._game: Any = games.named(name)
        self._seed, self._random = seed, Random(f"round {seed}")
        self.position = position
        self.found = Found()
        self.world = CoinWorld(self._game, position, seed, self._watching, worn_times=worn_times)
        self.world.hands_did = self._saw
        self.world.loop.listen(lambda _moment: self._judge())
        self._lays: deque[tuple[float, Mapping[Place, Counter[Kind]]]] = deque(maxlen=300)
        self._lap_over_at: float | None = None
        self._is_honest = True
        self._doubts = 0
        """Believed looks that were not sure, in a play that went wrong."""
        self._last: Looked | None = None
        self._saw(0.0)
        self._lap_over_at = None
        self.world.run_until(START_SECONDS, lambda: self._last is not None)
        self._agree()

    @property
    def standing(self) -> Standing:
        """Whether somebody is to play."""
        standing: Standing = self._game.standing(self.position)
        return standing

    def _watching(self, given: Given) -> WatchingHeart:
        (player,) = self._game.movers(self.position)
        self._heart = WatchingHeart(
            self._game, self.position, player, given.calibration, given.profile.places, given.knowledge
        )
        return self._heart

    def play(self, most_turns: int, manner: Manner) -> None:
        """Play on, honestly, until the round is over or so many turns are made."""
        for _ in range(most_turns):
            if self.standing is not Standing.TO_MOVE:
                break
            side, chosen = self._chosen(manner)
            self._carry_out(side, hand_acts(chosen.deeds, manner, self._random), manner)
            self._finish(side, chosen)
        self.found.virtual_seconds = self.world.now

    def go_wrong(self, name: str, manner: Manner) -> bool:
        """Let something go wrong in the next play and judge whether it is seen; False if it can't be done."""
        if self.standing is not Standing.TO_MOVE:
            return False
        side, chosen = self._chosen(manner)
        acts = MISHAPS[name](hand_acts(chosen.deeds, manner, self._random), self._lying(), self._random)
        if acts is None:
            return False
        self._is_honest = False
        self._doubts = 0
        self._carry_out(side, acts, manner)
        last = self._answer(side)
        is_right = last is not None and last.look.verdict.is_sure and not self._differences(last)
        is_sure = last is not None and last.look.verdict.is_sure
        what = "noticed" if not is_sure or self._doubts else "lawful" if is_right else "silent"
        self.found.mishaps[f"{name} {what}"] = 1
        if what == "silent" and last is not None:
            self._show(f"{name} silent: {chosen.label}: {self._differences(last)}")
        self.found.virtual_seconds = self.world.now
        return True

    def _chosen(self, manner: Manner) -> tuple[Side, ChosenPlay]:
        (side,) = self._game.movers(self.position)
        return side, choose(self._game, self.position, side, manner.relay_tries, self._random)

    def _carry_out(self, side: Side, acts: tuple[Act, ...], manner: Manner) -> None:
        hands = self.world.hands[side]
        hands.tempo = manner.tempo
        hands.do(*acts, now=self.world.now)
        self.world.run_until(self.world.now + PLAY_SECONDS, lambda: not hands.is_busy)

    def _answer(self, side: Side) -> Looked | None:
        """The player presses; what the board makes of the turn, if it says anything in time."""
        hands = self.world.hands[side]
        self._last = None
        hands.do(PressButton(), now=self.world.now)
        self.world.run_until(self.world.now + ANSWER_SECONDS, self._has_answered)
        return self._last

    def _has_answered(self) -> bool:
        return self._last is not None and self._last.is_done

    def _finish(self, side: Side, chosen: ChosenPlay) -> None:
        found, before = self.found, self.position
        last = self._answer(side)
        self.position = self._game.play(before, side, chosen.label)
        found.turns += 1
        found.handfuls += chosen.handfuls
        found.longest_relay = max(found.longest_relay, chosen.handfuls)
        verdict = None if last is None else last.look.verdict
        if last is None or verdict is None or not verdict.is_sure:
            found.open_ends += 1
            why = "nothing was looked at" if verdict is None else verdict.belief.value
            self._show(f"turn {found.turns} left open: {why}: {chosen.label}")
        elif differences := self._differences(last):
            found.agreed_wrong += 1
            self._show(f"turn {found.turns} WRONG: {chosen.label}: {differences}")
        else:
            table = verdict.tables[0]
            label = None if table.following is None else self._game.turns.label(table.acts)
            found.told_otherwise += label != chosen.label
        self._agree()

    def _agree(self) -> None:
        movers = self._game.movers(self.position)
        if movers:
            self._heart.agree(self.position, movers[0])

    # The truth.

    def _saw(self, time: float) -> None:
        lying = self._lying()
        if self._lays and lying == self._lays[-1][1]:
            return
        self._lays.append((time, lying))
        is_lap_over = not any(hands.beans or hands.cup for hands in self.world.hands.values())
        self._lap_over_at = time if is_lap_over and self._is_honest else None

    def _lying(self) -> dict[Place, Counter[Kind]]:
        return {place: Counter(kinds) for place, kinds in self.world.table.pieces().items()}

    def _judge(self) -> None:
        looked = self._heart.looked
        if looked is None:
            return
        self._last = looked
        self.found.looks += 1
        if not looked.look.verdict.is_sure:
            self._doubts += 1
            return
        differences = self._differences(looked)
        if differences and self._is_honest:
            self.found.mistaken += 1
            self._show(f"turn {self.found.turns + 1} mistaken at {looked.time:.1f} s: {differences}")
        if not differences and self._lap_over_at is not None:
            self.found.waits.append(round(looked.time - self._lap_over_at, 3))
            self._lap_over_at = None

    def _differences(self, looked: Looked) -> str:
        """Where the believed table is none that lay there lately; nothing if it did."""
        pieces: Pieces = looked.look.verdict.tables[0].pieces
        first = ""
        for time, lying in reversed(self._lays):
            differences = "; ".join(
                f"{place} {_text(read)} not {_text(truth)}"
                for place in self._game.places
                if (read := +Counter(pieces.get(place, {}))) != (truth := lying[place])
                and self.world.table.has_cup(place)
            )
            if not differences:
                return ""
            first = first or differences
            if time < looked.time - RECENT_SECONDS:
                break
        return first

    def _show(self, what: str) -> None:
        self.found.cases.append(f"seed {self._seed}: {what}")


def honest_round(name: str, seed: int, most_turns: int, worn_times: float = 1.0) -> Found:
    """A round of a game, or its first so many turns, by people whose manner changes."""
    random = Random(f"honest {seed}")
    played = Round(name, _laid_out(games.named(name), random), seed, worn_times)
    while played.standing is Standing.TO_MOVE and (left := most_turns - played.found.turns) > 0:
        played.play(min(5, left), random.choice(MANNERS))
    return played.found


def round_gone_wrong(name: str, mishap: str, seed: int, worn_times: float = 1.0) -> Found:
    """A round in which this goes wrong as soon as it can be done, after some honest turns."""
    random = Random(f"gone wrong {seed}")
    played = Round(name, _laid_out(games.named(name), random), seed, worn_times)
    manner = random.choice(MANNERS)
    played.play(random.randint(1, HONEST_FIRST), manner)
    for _ in range(MOST_WAITED):
        if played.go_wrong(mishap, manner):
            break
        played.play(1, manner)
    return played.found


def _laid_out(game: Any, random: Random) -> Any:
    """The beginning of a round; of a match any of its rounds, the ones before it given up at once."""
    position = game.start(random.choice([*Side]))
    for _ in range(random.randrange(4)):
        side = random.choice([*Side])
        given_up = game.call(position, side, "concede")
        if game.standing(given_up) is not Standing.BETWEEN_ROUNDS:
            break
        position = game.call(given_up, side, "begin")
    return position


def _text(at: Mapping[Kind, int]) -> str:
    return " ".join(f"{count} {kind}" for kind, count in sorted(at.items())) or "nothing"
