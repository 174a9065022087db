"""Keep to the repair that players have begun: its rest is proposed, not another one."""

from dataclasses import dataclass

from cupsboard.rules.game import Contents, Mark

Repair = tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Proposed:
    """The repairs that the board proposes for the wrong table `found`."""

    found: Contents
    repairs: tuple[Repair, ...]
    is_begun: bool = False
    """Whether the repairs are the rest of earlier ones."""

    def after(self, found: Contents, repairs: tuple[Repair, ...]) -> "Proposed":
        """Return the repairs to propose for the table that lies there now, `found`.

        If players have begun one of the proposed repairs and done nothing else, its rest is proposed.
        Otherwise it is `repairs`, the smallest from there. Without this rule a bean in the hand, which no
        scale sees, could make another repair look as short, and players would have moved that bean in vain.
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
