"""The rules of a sowing game as a value: what its search must know, and nothing else.

Beans are sown one by one against the clock, from the cup after the one that they were taken from. Once the
game is over the beans in a player's cups count for that player.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SowingRules:
    """The rules of one game of one lap."""

    sows_pot: bool = False
    """Whether a bean falls into the own pot on the way round."""
    skips_origin: bool = False
    """Whether beans that come all round leave out the cup that they were taken from."""
    goes_on_from_pot: bool = False
    """Whether a last bean in the own pot gives another turn."""
    captures_across: bool = False
    """Whether a last bean in an own cup that was empty is captured, with the beans opposite, if there are
    any."""
    captured_counts: frozenset[int] = frozenset()
    """A last bean that makes one of these numbers in a cup of the other captures them, and so on backwards in
    that row."""
    spares_last: bool = False
    """Whether a capture by count that would take all the other's beans takes none."""
    must_feed: bool = False
    """Whether a player whose cups are all empty must be given beans if that can be done."""
    ends_when_a_row_is_empty: bool = False
    """Whether the game is over once a player has no beans, even if the other is to move; else once the mover
    has no move."""
    ends_beyond_half: bool = False
    """Whether it is over once a pot holds more than half of all beans."""
    ends_at_repetition: bool = False
    """Whether it is over once a table comes again with the same player to move."""


KALAH = SowingRules(sows_pot=True, goes_on_from_pot=True, captures_across=True, ends_when_a_row_is_empty=True)
OWARE = SowingRules(
    skips_origin=True,
    captured_counts=frozenset({2, 3}),
    spares_last=True,
    must_feed=True,
    ends_beyond_half=True,
    ends_at_repetition=True,
)
