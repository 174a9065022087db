"""Which repair has been begun: who has taken the first bean of one is led to its end, not to another."""

from dataclasses import dataclass

from cupsboard.rules.game import Contents, Mark

Repair = tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Proposed:
    """A wrong table, and the repairs that were proposed for it."""

    found: Contents
    repairs: tuple[Repair, ...]
    is_begun: bool = False
    """Whether these are the rest of repairs that were proposed before."""

    def after(self, found: Contents, repairs: tuple[Repair, ...]) -> "Proposed":
        """The proposal for the table that lies there now; `repairs` are what would be proposed afresh.

        A bean in the hand isn't seen, so from the new table another way may look as short. But whoever has
        done part of a repair, and nothing else, would then have moved that bean in vain.
        """
        begun = tuple(rest for repair in self.repairs if (rest := self._rest(repair, found)))
        return Proposed(found, begun or repairs, bool(begun) and (self.is_begun or found != self.found))

    def _rest(self, repair: Repair, found: Contents) -> Repair:
        """What is left of a repair; nothing if the table has since changed in any other way."""
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
"""Nothing is wrong."""
