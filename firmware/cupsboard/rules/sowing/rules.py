"""The rules of a sowing game as a value. `text` reads it; the games that ship stand on the `shelf`.

Beans are sown one by one from the cup after the one that they were taken from. A *lap* is the sowing of one
cup's beans.
"""

from dataclasses import dataclass
from typing import Literal

Direction = Literal["against the clock", "with the clock", "either", "outwards", "odd against the clock"]
Laps = Literal["one", "from the last cup", "from the next cup"]
Across = Literal["no", "only theirs", "with the last bean", "the last bean always"]
Where = Literal["theirs", "own", "both"]
Chain = Literal["no", "back", "on"]
Slam = Literal["allowed", "takes none", "not allowed"]
Ends = Literal["no move", "a row is empty"]
Rest = Literal["owner", "last mover", "who has none", "no one"]
OnTheWay = Literal["no", "owner", "sower", "sower in the own cups", "owner, the last as well"]
Rounds = Literal["no", "from the left", "from the right", "cups change hands", "full cups change hands"]
Begins = Literal["in turn", "loser", "winner", "last mover"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SowingRules:
    """The rules of one game, on rows of any length."""

    title: str
    """Its name in every language."""
    source: str = ""
    """Where it is played, and where its rules are published."""
    cups: int = 6
    """The usual number of cups a side."""
    beans: int = 4
    """The usual number of beans in each cup at first."""
    start: tuple[int, ...] = ()
    """How many times as many lie there, round the board from south's first cup, again and again: (0, 1)
    leaves every second cup empty."""
    direction: Direction = "against the clock"
    """Which way beans go: "either" as the player of the turn chooses, "outwards" from the middle of the own
    row, "odd against the clock" against the clock from a cup with an odd number of beans, else with it."""
    sows_pot: bool = False
    """Whether a bean falls into the own pot on the way round."""
    skips_origin: bool = False
    """Whether beans that come all round leave out the cup that they were taken from."""
    leaves_one: bool = False
    """Whether one bean stays in the cup that is sown, unless it is the only one."""
    least: int = 1
    """The least beans of a cup that may be sown."""
    laps: Laps = "one"
    """Whether a last bean in a cup with beans is sown on with them, or the beans of the cup after it are."""
    again_from_pot: bool = False
    """Whether a last bean in the own pot gives another turn."""
    again_after_capture: bool = False
    """Whether a capture gives another turn."""
    across: Across = "no"
    """What is captured where a last bean falls into an empty cup with beans opposite: these, without that
    last bean or with it; "the last bean always" is captured even opposite an empty cup."""
    captured_counts: frozenset[int] = frozenset()
    """A last bean that makes one of these numbers in a cup captures them; in an empty cup `across` goes
    before."""
    captured_where: Where = "theirs"
    """In whose cups captured beans lie, by whichever rule."""
    on_the_way: OnTheWay = "no"
    """For whom a bean of a lap before its last one captures what makes one of these numbers: for the owner of
    the cup, or for who sows it, in every cup or in the own ones. The last one may do so for the owner as
    well."""
    chain: Chain = "no"
    """Whether captures by count go on in the cups before the last one or after it, while they hold such
    numbers."""
    gap: bool = False
    """Whether an empty cup after the last one captures what lies in the one after it; with a chain so on."""
    opposite_too: bool = False
    """Whether what lies opposite a captured cup is captured as well."""
    few: int = 0
    """Once this number of beans or fewer lie in the cups after a sowing, its player has them; 0: none."""
    tuz: int = 0
    """So many beans, made by a last bean in the other's cup, turn that cup into one's own *tuz*: they are
    captured, and so is every bean that falls there from then on, whoever sows it. A player has one tuz, not
    in the other's last cup, nor in the cup of the same number as the other's tuz; 0: none."""
    slam: Slam = "allowed"
    """Whether all beans of the other may be captured at once."""
    must_feed: bool = False
    """Whether a player whose cups are all empty must be given beans if that can be done."""
    passes: bool = False
    """Whether a player without a move waits for the other, instead of the game being over."""
    ends: Ends = "no move"
    """When the game is over: once the player to move has no move, or once a player has no beans."""
    ends_beyond_half: bool = False
    """Whether it is over once a pot holds more than half of all beans."""
    ends_at_repetition: bool = False
    """Whether it is over once a table comes again with the same player to move."""
    rest: Rest = "owner"
    """For whom the beans in the cups count at the end; for their owner where nobody is without, too."""
    rounds: Rounds = "no"
    """Whether that ends but a round. For the next each player fills the own cups, from one end of the row,
    with as many beans as at first. A cup that can't be filled is *lost*: that round leaves it out. Or every
    cup is full again, and who has more beans owns as many cups as these fill, the own row first, then the
    other's from its left: there a *lost* cup is the other's in that round. A last cup that they fill by more
    than half is theirs as well, unless it has to be full."""
    begins: Begins = "in turn"
    """Who begins the next round; by turns, too, after a tie."""
    fewest: int = 1
    """The game is over once a player can't fill so many cups, or owns fewer."""

    def never_circles(self, beans: int) -> bool:
        """Return whether no table comes again while `beans` lie in the cups.

        Then each sowing brings beans nearer to a pot, or into it.
        """
        takes_always = self.captured_where == "both" and self.slam == "allowed" and self.is_one_lap
        if takes_always and self.captured_counts.issuperset(range(1, beans + 1)):
            return True
        return self.sows_pot and self.direction in ("against the clock", "with the clock")

    @property
    def last_captures_by_count(self) -> bool:
        """Return whether a last bean captures by the number that it makes."""
        is_other = self.gap or (self.across != "no" and self.on_the_way != "no")
        return bool(self.captured_counts) and not is_other

    @property
    def hands_cups_over(self) -> bool:
        """Return whether a lost cup is the other player's for a round."""
        return self.rounds.endswith("change hands")

    @property
    def asks_who_moved_last(self) -> bool:
        """Return whether something depends on who moved last."""
        return "last mover" in (self.rest, self.begins)

    @property
    def is_one_lap(self) -> bool:
        """Return whether no bean that was sown is taken up again in the same turn, unless captured."""
        return self.laps == "one"

    @property
    def counts_as_landed(self) -> bool:
        """Return whether each bean counts as it lands: in laps or rounds, or with captures on the way."""
        return not self.is_one_lap or self.rounds != "no" or self.on_the_way != "no"
