"""The screen of a board of Coin Duel and the table below it, as people see them."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from cupsboard.referee.as_landed.referee import Referee
from cupsboard.referee.as_landed.states import Choosing, Offence, Playing
from cupsboard.rules.game import Mark, Pieces
from cupsboard.rules.places import Kind, Place
from cupsboard.rules.turns import Act

from cupsim.table.table import Table


class Screen(ABC):
    """What `EyesOnOther` sees but the sentence, the lights, and hands."""

    def __init__(self, table: Table) -> None:
        self._table = table

    @property
    @abstractmethod
    def referee(self) -> Referee:
        """Who judges now, also after a power cut."""

    def position(self) -> Any:
        """See `Eyes`."""
        return self.referee.course.position

    def wanted(self) -> Pieces | None:
        """See `Eyes`."""
        return self.referee.course.wanted

    def lying(self) -> Mapping[Place, Mapping[Kind, int]]:
        """See `Eyes`."""
        return {place: Counter(lot) for place, lot in self._table.pieces().items()}

    def offered(self) -> tuple[Place, Mapping[Kind, int]] | None:
        """See `Eyes`."""
        state = self.referee.state
        if not isinstance(state, Choosing):
            return None
        place = state.question.lift or next(iter(state.question.places), None)
        return None if place is None else (place, state.table.pieces.get(place, {}))

    def turns_ended(self) -> int:
        """See `Eyes`."""
        return len(self.referee.history.entries)

    def done(self) -> Sequence[Act]:
        """See `EyesOnOther`."""
        state = self.referee.state
        return state.acts if isinstance(state, Playing) else ()

    def mends(self) -> Sequence[Mark]:
        """See `EyesOnOther`."""
        state = self.referee.state
        return state.marks if isinstance(state, Offence) else ()
