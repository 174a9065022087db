"""What really is on the table, as plain data for a page: every bean where it lies, and every hand."""

from collections.abc import Iterable, Mapping
from typing import Any, assert_never

from cupsboard.rules.places import Place

from cupsim.table.hand_actions import Bump, Drop, Lift, Pour, PressButton, PutBack, Rest, Take, TipOut, Wait
from cupsim.table.hands import Hands
from cupsim.table.pieces import Piece, kinds_kept
from cupsim.table.table import Table

Section = dict[str, Any]


class Truth:
    """Numbers the beans of one table, so that a page can follow each of them."""

    def __init__(self, table: Table, held: Iterable[Piece] = ()) -> None:
        self._table = table
        beans = [*(bean for place in table.places for bean in table.beans_in(place)), *held]
        self._numbers: Mapping[Piece, int] = {bean: number for number, bean in enumerate(beans)}
        self.masses = [round(bean.mass_grams, 3) for bean in beans]
        """Grams, by the bean's number."""
        self.kinds = list(kinds_kept(beans))
        """The kind by the piece's number; none where all are beans."""

    def section(self, hands: Mapping[str, Hands]) -> Section:
        """The beans of every place and every hand, and the cups that are off the board."""
        table = self._table
        return {
            "masses": self.masses,
            **({"kinds": self.kinds} if self.kinds else {}),
            "beans": {place: self._numbered(table.beans_in(place)) for place in table.places},
            "gone": {place: True for place in table.places if not table.has_cup(place)},
            "hands": {name: self._hand(each) for name, each in hands.items()},
        }

    def _hand(self, hands: Hands) -> Section:
        section: Section = {"beans": self._numbered(hands.beans)}
        if hands.cup is not None and hands.cup_from is not None:
            section["cup"] = {"from": hands.cup_from, "beans": self._numbered(hands.cup.beans)}
        if hands.is_busy:
            section["busy"] = True
        at = _reaches_for(hands)
        if at is not None:
            section["at"] = at
        return section

    def _numbered(self, beans: Iterable[Piece]) -> list[int]:
        return [self._numbers[bean] for bean in beans]


def _reaches_for(hands: Hands) -> Place | str | None:
    """Where a hand is: at a place, at its "button", or nowhere over the board."""
    match hands.doing:
        case None | Wait() | Bump() | TipOut():
            return None
        case PressButton():
            return "button"
        case Pour(target):
            return target
        case Take(place) | Drop(place) | Lift(place) | PutBack(place) | Rest(place):
            return place
        case act:
            assert_never(act)
