"""The previous look, and how far it confirms what is seen now."""

from dataclasses import dataclass, replace

from cupsboard.numbers import COSTS
from cupsboard.recognition.observations import Meanwhile
from cupsboard.recognition.outcome import Complete, Recognition, Unchanged, UnderWay
from cupsboard.recognition.trust import SURE
from cupsboard.scales.readings import Settled, Weight


@dataclass(frozen=True, slots=True)
class LastLook:
    """The last look that found a probable table, accepted or not, and the weights of that look."""

    seen: Recognition
    settled: Settled

    def noticed(self, since: Meanwhile, settled: Settled) -> Meanwhile:
        """Return the observations `since`, extended by what this look found, for the next look at `settled`.

        If both looks use the same samples, the table found is left out, because it would confirm nothing.
        """
        lay_still = self.settled.stretches == settled.stretches != ()
        if self.settled.weights == settled.weights:
            return replace(since, lay_still=lay_still)
        is_accepted = isinstance(self.seen.outcome, Unchanged | UnderWay | Complete)
        # Without stretches nobody knows whether hands went on, but a second look comes at once.
        is_right_after = lay_still if settled.stretches else self.seen.is_at_first_sight
        return replace(
            since,
            seen_before=self.seen.found,
            accepted_before=self.seen.found if is_accepted and is_right_after else None,
            lay_still=lay_still,
        )

    def holds_for(self, settled: Settled, lightest_grams: float) -> bool:
        """Return whether a new look at `settled` would certainly give the same result as this one.

        It would if this look was sure of an untouched table, no place has moved since, and no weight has
        changed by what could be a light piece.
        """
        is_sure = isinstance(self.seen.outcome, Unchanged) and self.seen.confidence >= SURE
        lay_still = self.settled.stretches == settled.stretches != ()
        if not is_sure or not lay_still or self.seen.is_at_first_sight:
            return False
        least_grams = COSTS.limits.no_piece_beans * lightest_grams
        pairs = ((self.settled.weights[place], weight) for place, weight in settled.weights.items())
        return all(
            isinstance(then, Weight) and isinstance(now, Weight) and abs(now.grams - then.grams) < least_grams
            for then, now in pairs
        )
