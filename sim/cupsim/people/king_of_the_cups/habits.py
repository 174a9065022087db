"""How quick people are in a race, and how often they err: stated distributions, and their sources.

- Seeing that the dice lie and starting a hand: 231 ms in the mean (D. Woods and others, "Factors influencing
  the latency of simple reaction time", Frontiers in Human Neuroscience 9, 2015).
- Working out the cup and finding it among nine has no source that fits. Choosing one of nine takes log2(9) =
  3.2 bits at 0.15 s a bit (W. Hick, 1952), and the rule two comparisons of 0.25 s each for who has played
  some rounds: 1 s in the median, more than twice that for slow readers. Estimates, as are all chances.
- Moving a hand is Fitts's law, which is the hand's own (`cupsim.table.king_of_the_cups.whereabouts`).
"""

from dataclasses import dataclass, replace
from random import Random

from cupsim.people.reading_times import Spread

_REACTION = Spread(0.231, 0.12, 0.15)
_WORKING_OUT = Spread(1.0, 0.25, 0.35)
_NOTICING = Spread(0.6, 0.15, 0.3)


@dataclass(frozen=True, slots=True)
class Habits:
    """The times of a kind of people in seconds, and the chances of what goes wrong."""

    reaction: Spread = _REACTION
    working_out: Spread = _WORKING_OUT
    noticing: Spread = _NOTICING
    """Before a light or a missed cup is answered."""
    errs: float = 0.15
    """A wrong cup in a race."""
    regrets: float = 0.15
    """A wrong cup that is put back at once, before it came to a tray."""
    snatches: float = 0.02
    """A hand that goes for the cup although it has just come to somebody's tray."""
    leaves_early: float = 0.02
    """A hand that leaves home before the roll, or (every second time) takes a cup up."""
    misplaces: float = 0.05
    """A cup put back onto another free spot, or half beside its own."""
    overturns: float = 0.02
    rests: float = 0.04
    """In a round the other hand rests on the own tray for a moment."""
    bumps: float = 0.02

    def of_one(self, random: Random) -> "Habits":
        """The habits of one person of this kind."""
        return replace(
            self,
            reaction=self.reaction.of_one(random),
            working_out=self.working_out.of_one(random),
            noticing=self.noticing.of_one(random),
        )


QUICK = Habits()
SLOW = Habits(working_out=Spread(2.4, 0.3, 0.4), noticing=Spread(1.0, 0.2, 0.4), errs=0.25)
"""Children, and who plays for the first time."""
KINDS = (QUICK, QUICK, SLOW)
"""Who sits at a table is one of these, as likely each."""
