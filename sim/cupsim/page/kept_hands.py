"""Hands as plain data: what they hold now, and what becomes of it when a server begins again."""

from collections.abc import Iterable, Iterator, Mapping

from cupsboard.rules.places import OFF_BOARD, Place, Side, stock

from cupsim.page.both_hands import BothHands
from cupsim.page.kept_evening import KeptHands
from cupsim.table.hands import Hands
from cupsim.table.pieces import Piece, kinds_kept, resumed
from cupsim.table.table import Cup, Table


def held_beans(hands: Iterable[Hands]) -> Iterator[Piece]:
    """All beans in hands, and in the cups that they hold."""
    for each in hands:
        yield from each.beans
        if each.cup is not None:
            yield from each.cup.beans


def kept_hands(hands: Hands) -> KeptHands:
    """What a pair of hands holds."""
    cup = None if hands.cup is None else hands.cup.kept()
    masses_grams = tuple(bean.mass_grams for bean in hands.beans)
    return KeptHands(masses_grams, cup, hands.cup_from, kinds_kept(hands.beans))


def take_in_hand(table: Table, persons: Iterable[BothHands], kept: Mapping[str, KeptHands]) -> None:
    """Let persons hold what they held; what others held is put aside."""
    own = {name: hands for both in persons for name, hands in both.named.items()}
    for name, was in kept.items():
        if name in own:
            _hold(own[name], was)
        else:
            _put_aside(table, name, was)


def _hold(hands: Hands, kept: KeptHands) -> None:
    """Let hands hold what was kept."""
    hands.beans = resumed(kept.beans_grams, kept.kinds)
    if kept.cup is not None:
        hands.cup, hands.cup_from = Cup.resumed(kept.cup), Place(kept.cup_from or "")


def _put_aside(table: Table, name: str, kept: KeptHands) -> None:
    """Lay a player's beans back into their stock and a helper's beside the board, and put their cup back."""
    own = next((stock(side) for side in Side if name.startswith(side.value)), OFF_BOARD)
    if kept.cup is not None:
        free = [place for place in table.cells if not table.has_cup(place)]
        own_place = next((place for place in free if place == kept.cup_from), free[0])
        table.put_back(own_place, Cup.resumed(kept.cup), 0.0)
    for piece in resumed(kept.beans_grams, kept.kinds):
        table.drop(own, piece, 0.0)
