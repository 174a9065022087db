"""Keep to the repair that players have begun: its rest is proposed, not another one."""

from dataclasses import dataclass

from cupsboard.rules.game import Contents, Mark

Repair = tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Proposed:
    """A wrong table, and the repairs that were proposed for it."""

    found: Contents
    repairs: tuple[Repair, ...]
    is_begun: bool = False
    """Whether the repairs are the rest of earlier ones."""

    def after(self, found: Contents, repairs: tuple[Repair, ...]) -> "Proposed":
        """Return the proposal for the table that lies there now; `repairs` are the smallest from there.

        A bean in the hand isn't seen, so from the new table another way may look as short. But players who
        have done part of a repair, and nothing else, would then have moved that bean in vain.
        """
        begun = tuple(rest for repair in self.repairs if (rest := self._rest(repair, found)))
        return Proposed(found, begun or repairs, bool(begun) and (self.is_begun or found != self.found))

    def _rest(self, repair: Repair, found: Contents) -> Repair:
        """Return the rest of a repair; () if the table has changed in any other way."""
        wrong = {mark.place: mark.surplus for mark in repair}
        rest = []
        for place, count in found.items():
            before = wrong.get(place, 0)
            surplus = before + count - self.found.get(place, count)
            if not min(0, before) <= surplus <= max(0, before):
                return ()
            if surplus:
                rest.append(Mark(place, surplus))
        return tuple(rest)


NOTHING_PROPOSED = Proposed({}, ())
"""The proposal for a table that is right: no repairs."""
