"""A turn that has come so far, as its acts and as text: so it outlasts a power cut in the middle of a relay.

south put south-stock south-1 1 dime; take south-3 hand 4 any; put hand south-4 1 cent
"""

import re
from dataclasses import dataclass

from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Kind, Place, Side
from cupsboard.rules.record_entries import shown
from cupsboard.rules.turns import Act, Verb

_ACT = re.compile(r"([a-z]+) ([a-z0-9-]+) ([a-z0-9-]+) ([1-9][0-9]{0,3}) ([a-z]+(?:-[a-z]+)*)")
_SIDES = {side.value: side for side in Side}


@dataclass(frozen=True, slots=True)
class Lap:
    """The acts of a side's turn so far, perhaps none.

    A handful of several kinds has the kind "any".
    """

    side: Side
    acts: tuple[Act, ...]

    @property
    def text(self) -> str:
        """Return one line that `from_text` reads back."""
        acts = (f"{act.verb} {act.source} {act.target} {act.pieces} {act.kind}" for act in self.acts)
        return f"{self.side.value} {'; '.join(acts)}".rstrip()

    @classmethod
    def from_text(cls, text: str) -> "Lap":
        """Return the lap of a line. Raises RulesError that shows the faulty part."""
        name, _, rest = text.partition(" ")
        if name not in _SIDES:
            raise RulesError(f"{shown(text)}: a lap begins with {' or '.join(_SIDES)}")
        return cls(_SIDES[name], tuple(_act(each) for each in rest.split("; ") if rest))


def _act(text: str) -> Act:
    match = _ACT.fullmatch(text)
    if match is None:
        raise RulesError(f"{shown(text)} is no act; write 'VERB FROM TO COUNT KIND'")
    verb, source, target, pieces, kind = match.groups()
    return Act(Verb(verb), Place(source), Place(target), int(pieces), Kind(kind))
