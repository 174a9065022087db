"""The look before this one, and how far it speaks for what is seen now."""

from dataclasses import dataclass, replace

from cupsboard.recognition.observations import Meanwhile
from cupsboard.recognition.outcome import Complete, Recognition, Unchanged, UnderWay
from cupsboard.scales.readings import Settled


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
