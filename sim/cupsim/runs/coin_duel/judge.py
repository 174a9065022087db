"""What the board made of a game of Coin Duel, held against what really lay there, kinds included."""

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cupsboard.loop import Moment
from cupsboard.referee.events import LapSeen, OffenceSeen, RoundOver, TableDoubted, TurnEnded
from cupsboard.rules.game import Pieces
from cupsboard.rules.places import Kind, Place

from cupsim.people.coin_duel.pair import Carried
from cupsim.runs.coin_duel.evening import DuelEvening
from cupsim.runs.played import Adding

SLOW_MS = 400
"""A decision after a lap is to come within this time after the last touch."""
MOST_TABLES = 200
"""So many tables that lay there one after the other are remembered: those of some turns."""


@dataclass
class Counts(Adding):
    """What was counted in a game; games add up."""

    turns: int = 0
    laps: int = 0
    looks_wrong: int = 0
    """Laps that were believed of honest plays, and never lay there."""
    agreed_wrong: int = 0
    """Turns that ended with a table that did not lie there, after an honest play."""
    told_otherwise: int = 0
    """Honest plays written down as others that lead to the same table."""
    called_illegal: int = 0
    """Honest plays of which an offence was said."""
    doubted: int = 0
    """Honest plays in which the board asked which table lies there."""
    taken_back: int = 0
    """Honest plays that nothing came of: they were pressed for in vain."""
    power_cuts: int = 0
    rounds: int = 0
    noticed: dict[str, int] = field(default_factory=dict)
    """What went wrong and was objected to or asked about, by name."""
    lawful: dict[str, int] = field(default_factory=dict)
    """What went wrong and came to a lawful play, seen as it lay."""
    silent: dict[str, int] = field(default_factory=dict)
    """What went wrong and was believed to be something else."""
    decision_ms: list[int] = field(default_factory=list)
    """From the last act of an honest play to the end of its last lap being told."""


class Judge:
    """Listens to the board, and looks under the cups."""

    def __init__(self, evening: DuelEvening) -> None:
        self.counts = Counts()
        self.findings: list[str] = []
        self.progress_at = 0.0
        self.is_silent = False
        """Whether something wrong was believed: what follows says nothing any more."""
        self._evening = evening
        self._play: Carried | None = None
        self._was_objected_to = False
        self._was_doubted = False
        self._lay: deque[tuple[float, Mapping[Place, Counter[Kind]]]] = deque(maxlen=MOST_TABLES)
        """What lay there since when, the last table last."""
        self._timed: float | None = None
        evening.world.hands_did = self._saw

    def __call__(self, moment: Moment) -> None:
        """Take in one moment."""
        now = moment.time
        self._follow_hands()
        for event in moment.decided.events:
            match event:
                case TurnEnded():
                    self._turn_ended(event)
                case LapSeen():
                    self._lap_seen(event, now)
                case OffenceSeen():
                    self._object("called illegal", now)
                case TableDoubted():
                    self._doubt()
                case RoundOver():
                    self.counts.rounds += 1
                    self.progress_at = now
                case _:
                    pass

    def _saw(self, time: float) -> None:
        lying = {place: +Counter(lot) for place, lot in self._evening.lying().items()}
        if not self._lay or lying != self._lay[-1][1]:
            self._lay.append((time, lying))

    def _follow_hands(self) -> None:
        played = self._evening.pair.played
        play = played[-1] if played else None
        if play is not self._play:
            self._play = play
            self._was_objected_to = self._was_doubted = False

    def _lap_seen(self, event: LapSeen, now: float) -> None:
        self.counts.laps += 1
        if not self._lay or self._play is None or self._play.mishap is not None:
            return
        since, lies = self._lay[-1]
        if not self._differences(event.pieces, lies):
            is_empty = not any(hands.beans or hands.cup for hands in self._evening.world.hands.values())
            if is_empty and since != self._timed:
                self._timed = since
                self.counts.decision_ms.append(round(1000 * (now - since)))
            return
        if all(self._differences(event.pieces, lay) for _, lay in self._lay):
            self.counts.looks_wrong += 1
            self._find(f"a lap believed at {now:.1f} s: {self._differences(event.pieces, lies)}")

    def _turn_ended(self, event: TurnEnded[Any]) -> None:
        play, counts, now = self._play, self.counts, self._evening.now
        counts.turns += 1
        self.progress_at = now
        if play is None:
            return
        differences = self._differences(self._evening.game.pieces(self._evening.position()), self._lay[-1][1])
        if play.mishap is not None:
            self._went_wrong(play.mishap, differences)
        elif differences:
            counts.agreed_wrong += 1
            self.is_silent = True
            self._find(f"turn {counts.turns} WRONG after {play.chosen.label}: {differences}")
        elif event.label != play.chosen.label and not self._was_objected_to:
            counts.told_otherwise += 1

    def _went_wrong(self, mishap: str, differences: str) -> None:
        if self._was_objected_to or self._was_doubted:
            return
        if differences:
            self.counts.silent[mishap] = self.counts.silent.get(mishap, 0) + 1
            self.is_silent = True
        else:
            self.counts.lawful[mishap] = self.counts.lawful.get(mishap, 0) + 1

    def _object(self, how: str, now: float) -> None:
        play = self._play
        if play is None or self._was_objected_to:
            return
        self._was_objected_to = True
        if play.mishap is not None:
            self.counts.noticed[play.mishap] = self.counts.noticed.get(play.mishap, 0) + 1
        else:
            self.counts.called_illegal += 1
            self._find(f"{play.chosen.label} {how} at {now:.1f} s")

    def _doubt(self) -> None:
        play = self._play
        if play is None or self._was_doubted or self._was_objected_to:
            return
        self._was_doubted = True
        if play.mishap is not None:
            self.counts.noticed[play.mishap] = self.counts.noticed.get(play.mishap, 0) + 1
        else:
            self.counts.doubted += 1

    def _differences(self, believed: Pieces, lying: Mapping[Place, Counter[Kind]]) -> str:
        """Where something else lies than is believed; nobody weighs stocks, nor cups in the air."""
        return "; ".join(
            f"{place} {_text(read)} not {_text(truth)}"
            for place in self._evening.game.places
            if not place.endswith("-stock")
            and self._evening.world.table.has_cup(place)
            and (read := +Counter(believed.get(place, {}))) != (truth := +Counter(lying[place]))
        )

    def _find(self, what: str) -> None:
        self.findings.append(what)


def _text(at: Counter[Kind]) -> str:
    return " ".join(f"{count} {kind}" for kind, count in sorted(at.items())) or "nothing"


def given_up(pair_played: list[Carried]) -> Iterator[Carried]:
    """The honest plays that nothing came of."""
    return (each for each in pair_played if each.is_given_up and each.mishap is None)
