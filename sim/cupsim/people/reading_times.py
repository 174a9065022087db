"""How long people take to notice, read, decide and lose patience: stated distributions, and their sources.

All are log-normal, as human times are: never negative, and now and then long. A person is drawn from a kind
of people once, and all their times from that person's own medians. A draw that would lie more than two
spreads off is drawn again, so that each kind says how long its slowest are: who is slower is of another kind.

- Reading: silent reading of English runs at 238 words a minute, most adults between 175 and 300
  (M. Brysbaert, "How many words do we read per minute?", Journal of Memory and Language 109, 2019).
  Slow readers read as children of eight read aloud, at 100 words a minute (J. Hasbrouck and G. Tindal, oral
  reading fluency norms, 2017).
- Noticing: 240 ms to answer a signal, one cycle each of perception, thought and hand (S. Card, T. Moran and
  A. Newell, "The Psychology of Human-Computer Interaction", 1983), and as much again to choose an answer.
- Deciding: 1.35 s to prepare a familiar step (the operator M of the same authors' Keystroke-Level Model). Who
  learns the game weighs a handful of moves.
- Patience: after some seconds without an answer people act again; ten seconds are the most that keep their
  attention (R. Miller, "Response time in man-computer conversational transactions", 1968).
- Pausing between beans and forgetting have no source that fits: the one is chosen so wide that slow readers
  also take a minute and more, the other so that one turn in twenty lacks its press.
"""

from dataclasses import dataclass
from math import exp
from random import Random

SENTENCE_WORDS = 13
"""As in "South: drop 1. Press your button, or go on with South's cup 2"."""
WIDEST = 2.0
"""No draw is more spreads off than that."""


@dataclass(frozen=True, slots=True)
class Spread:
    """A log-normal quantity; one draw in six lies a spread (of the logarithm) above the median or higher."""

    median: float
    people: float
    """The spread from person to person."""
    moments: float = 0.0
    """The spread of one person from time to time."""

    def of_one(self, random: Random) -> "Spread":
        """Return this quantity for one person: the median is drawn once, and only the rest varies."""
        return Spread(self.median * _factor(self.people, random), 0.0, self.moments)

    def draw(self, random: Random) -> float:
        """Return one draw, in the unit of the median."""
        return self.median * _factor(self.moments, random)

    @property
    def longest(self) -> float:
        """Return the limit of all draws, in the unit of the median."""
        return self.median * exp(WIDEST * (self.people + self.moments))


@dataclass(frozen=True, slots=True)
class ReadingTimes:
    """The times of a kind of people, or of one of them; in seconds but for what says otherwise."""

    noticing: Spread = Spread(0.48, 0.15, 0.25)
    words_a_minute: Spread = Spread(238.0, 0.15)
    deciding: Spread = Spread(1.35, 0.2, 0.4)
    patience: Spread = Spread(5.0, 0.15, 0.1)
    """How long nothing may happen before they press again."""
    pausing: Spread | None = None
    """How long the hands rest between two beans; None for who moves on at once."""
    forgetting: Spread = Spread(0.05, 0.3)
    """The share of turns in which they don't think of the button."""
    reads_every_sentence: bool = False

    def of_one(self, random: Random) -> "ReadingTimes":
        """Return the times of one person of this kind, drawn by `random`."""
        return ReadingTimes(
            self.noticing.of_one(random),
            self.words_a_minute.of_one(random),
            self.deciding.of_one(random),
            self.patience.of_one(random),
            None if self.pausing is None else self.pausing.of_one(random),
            self.forgetting.of_one(random),
            self.reads_every_sentence,
        )

    def reads(self, random: Random) -> float:
        """Return the seconds that reading the board's sentence takes; 0 for a person who does not read it."""
        if not self.reads_every_sentence:
            return 0.0
        return 60.0 * SENTENCE_WORDS / self.words_a_minute.draw(random)

    def begins(self, random: Random) -> float:
        """Return the seconds from seeing the own turn to the first movement of the hand."""
        return self.noticing.draw(random) + self.reads(random) + self.deciding.draw(random)

    def rests(self, random: Random) -> float:
        """Return the seconds for which the hands rest before the next bean."""
        return 0.0 if self.pausing is None else self.reads(random) + self.pausing.draw(random)


ADULTS = ReadingTimes()
"""Who has played before: they go by the lights."""
SLOW_READERS = ReadingTimes(
    noticing=Spread(0.8, 0.2, 0.25),
    words_a_minute=Spread(100.0, 0.2),
    deciding=Spread(6.0, 0.3, 0.5),
    patience=Spread(25.0, 0.2, 0.2),
    pausing=Spread(8.0, 0.4, 1.0),
    forgetting=Spread(0.1, 0.3),
    reads_every_sentence=True,
)
"""Who reads every sentence and thinks between beans, now and then for more than a minute."""
QUICK_REPLIERS = ReadingTimes(
    noticing=Spread(0.24, 0.1, 0.1), deciding=Spread(0.4, 0.25, 0.4), forgetting=Spread(0.02, 0.3)
)
"""Who has the answer ready: their hands move 0.35 to 1.8 seconds after the light."""


def _factor(spread: float, random: Random) -> float:
    """Return a draw as a ratio to the median."""
    deviations = WIDEST + 1.0
    while abs(deviations) > WIDEST:
        deviations = random.gauss(0.0, 1.0)
    return exp(spread * deviations)
