"""When a connection beats, when it counts as lost, and when the next one is tried; time is passed in."""

from dataclasses import dataclass, replace
from random import Random

BEATS_MISSED = 3
"""As many of a client's own beats a server waits for."""
SILENT_BEATS = 1.6
"""Each beat is answered: after eight seconds of silence a client with a seat knows that its line is gone."""
FIRST_PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Pulse:
    """One connection: the seconds between two beats, when the other end was heard, and when ours is due."""

    beat_seconds: float
    heard_at: float
    beat_at: float

    @classmethod
    def begun(cls, beat_seconds: float, now: float) -> "Pulse":
        """Return the pulse of a connection that was just made."""
        return cls(beat_seconds, now, now + beat_seconds)

    def beating(self, beat_seconds: float, now: float) -> "Pulse":
        """Return the pulse once the other end has said how often to beat."""
        return replace(self, beat_seconds=beat_seconds, beat_at=now + beat_seconds)

    def heard(self, now: float) -> "Pulse":
        """Return the pulse after any message of the other end."""
        return replace(self, heard_at=now)

    def beaten(self, now: float) -> "Pulse":
        """Return the pulse after a beat of our own."""
        return replace(self, beat_at=now + self.beat_seconds)

    def is_due(self, now: float) -> bool:
        """Return whether it is time for a beat of our own."""
        return now >= self.beat_at

    def is_lost(self, now: float) -> bool:
        """Return whether the other end has been silent for too long."""
        return now >= self.heard_at + SILENT_BEATS * self.beat_seconds


@dataclass(frozen=True, slots=True)
class Retry:
    """How often a connection was tried in vain since the last that was welcomed."""

    tried: int = 0

    def pause_seconds(self, random: Random) -> float:
        """Return how long to wait before the next try: ever longer, and not the same for all clients."""
        longest = min(FIRST_PAUSE_SECONDS * 2.0 ** min(self.tried, 10), LONGEST_PAUSE_SECONDS)
        return random.uniform(0.5, 1.0) * longest

    def failed(self) -> "Retry":
        """Return the count with one try more."""
        return Retry(self.tried + 1)
