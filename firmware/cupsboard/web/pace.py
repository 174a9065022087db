"""How fast another end may go: a budget that each act costs and that time fills again; time is passed in."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Pace:
    """A budget of `most` at once and `a_second` more each second; below 0 it is a debt."""

    a_second: float
    most: float
    left: float
    at: float

    @classmethod
    def begun(cls, a_second: float, most: float, now: float) -> "Pace":
        """Return a full budget; `now` is in seconds."""
        return cls(a_second, most, most, now)

    def spent(self, cost: float, now: float) -> "Pace":
        """Return the budget after an act of this cost."""
        return replace(self, left=self._left(now) - cost, at=now)

    def debt_seconds(self, now: float) -> float:
        """Return after how many seconds the budget is no debt any more; 0 where it is none."""
        return max(0.0, -self._left(now) / self.a_second)

    def is_full(self, now: float) -> bool:
        """Return whether nothing of what was spent counts any more."""
        return self._left(now) >= self.most

    def _left(self, now: float) -> float:
        return min(self.most, self.left + (now - self.at) * self.a_second)
