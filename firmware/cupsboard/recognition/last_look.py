"""The look before this one, and how far it speaks for what is seen now."""

from dataclasses import dataclass, replace

from cupsboard.numbers import COSTS
from cupsboard.recognition.observations import Meanwhile
from cupsboard.recognition.outcome import Complete, Recognition, Unchanged, UnderWay
from cupsboard.recognition.trust import SURE
from cupsboard.scales.readings import Settled, Weight


@dataclass(frozen=True, slots=True)
class LastLook:
    """The last look that came to something probable, believed or not, and what was weighed at it."""

    seen: Recognition
    settled: Settled

    def noticed(self, since: Meanwhile, settled: Settled) -> Meanwhile:
        """What was noticed until this table, with what that look showed; the same samples confirm nothing."""
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
        """Whether another look could see nothing else: this one was sure of a table that lies as it lay.

        Nobody had touched it, no place has moved since, and none has changed by what could be a light piece.
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
