"""The list of games: one value for each family, which names the family's rooms.

A family is all games of one kind, whatever their size ("cups 4" and "cups 10"). Its value is light: it names
its rooms by module and attribute, as an entry point does, and a room is loaded when it is first needed. A new
game is its rooms and one value here. No other module asks which game it is: differences are in the value or
in the game's own rooms, or follow from the game (where its pieces lie at the start, in what order its acts
count).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

from cupsboard.rules.errors import RulesError


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """All games of one kind, as a value that names their rooms."""

    name: str
    """The first word of its games' names."""
    rules: str
    """Where its `cupsboard.rules.games.Rules` are, as "package.module:ATTRIBUTE"."""
    engine: str = ""
    """Where its `cupsboard.engine.thinking.Thinking` is; "" where no engine plays it."""
    shown: str = ""
    """Where its `cupsboard.web.sections.Shown` is; "" where the page shows no more than for every game."""
    script: str = ""
    """The page's own module for it, a path below the page's static files; "" where it has none."""
    title: str = ""
    """Its name in every language; "" where the sentences of the languages name it."""
    stages: int = 1
    """How many stages a board offers; lights count them one by one."""
    wishes: tuple[str, ...] = ()
    """The fields of a `Wish` that this family understands."""
    usual_cups: int = 0
    """The usual number of cups a side; 0 for any."""
    usual_sps: int = 10
    """The usual samples per second of a simulated board."""
    least_sps: int = 10
    """The fewest with which a board follows its games."""
    usual_stocks: tuple[int, ...] = ()
    """How many pieces of each kind a player begins with, by stage; () where it follows from the board."""
    is_round_a_table: bool = False
    """Whether any number of players round a table play it, instead of two sides."""


OWN = "sowing"
"""The first word in the name of a sowing game of one's own; the rules follow, in braces."""

SOWING = {
    "kalah": ("Kalah", 6),
    "oware": ("Oware", 6),
    "goat": ("Goat", 3),
    "adji-kui": ("Adji Kui", 6),
    "ayoayo": ("Ayoayo", 6),
    "bakuk": ("Bakuk", 3),
    "bohnenspiel": ("Bohnenspiel", 6),
    "bosh": ("Bosh", 5),
    "cow": ("Cow", 5),
    "cross-kalah": ("Cross-Kalah", 6),
    "cross-wari": ("Cross-Wari", 6),
    "songo": ("Songo", 7),
    "toguz-kumalak": ("Toguz Kumalak", 9),
    "vai-lung-thlan": ("Vai Lung Thlan", 6),
    "voleur": ("Voleur", 6),
    "wari": ("Wari", 6),
}
"""The sowing games by name, with their titles and usual cups a side, as their texts on the shelf say them."""
AS_LANDED = ("ayoayo", "bosh")
"""Those of several laps or rounds, in which each bean counts as it lands."""


def _sowing(name: str, rules: str, title: str, cups: int, *, as_landed: bool) -> Family:
    sps = 80 if as_landed else 10
    return Family(
        name=name,
        rules=f"cupsboard.rules.sowing.shelf:{rules}",
        engine="cupsboard.engine.sowing.thinking:THINKING",
        shown="cupsboard.web.sowing:SHOWN",
        script="./sowing/page.js",
        title=title,
        usual_cups=cups,
        usual_sps=sps,
        least_sps=sps,
    )


FAMILIES = (
    Family(
        name="cups",
        rules="cupsboard.rules.cups.family:RULES",
        engine="cupsboard.engine.cups.thinking:THINKING",
        wishes=("stock", "odds"),
    ),
    Family(
        name="coin-duel",
        rules="cupsboard.rules.coin_duel.family:RULES",
        engine="cupsboard.engine.coin_duel.thinking:THINKING",
        shown="cupsboard.web.coin_duel:SHOWN",
        script="./coin_duel/match.js",
        stages=3,
        wishes=("stage", "kinds", "stock", "turns", "friendly"),
        usual_cups=10,
        usual_sps=80,
        usual_stocks=(40, 10, 10),
    ),
    *(
        _sowing(name, name, title, cups, as_landed=name in AS_LANDED)
        for name, (title, cups) in SOWING.items()
    ),
    Family(
        name="king-of-the-cups", rules="cupsboard.rules.king_of_the_cups.family:RULES", is_round_a_table=True
    ),
)
"""Every game that ships. The first is played if no game is asked for, and a name without any family's word is
read as its own."""


GROUP = "cupsboard.games"
"""The entry points by which other packages bring families: the family's name, and where its value is."""


def family_of(name: str) -> Family:
    """Return the family of the game with this name, as in a record. Raises RulesError."""
    word, _, rest = name.partition(" ")
    if word == OWN:
        return own_family("".join(rest.partition("{")[1:]))
    return family_called(word) or FAMILIES[0]


@lru_cache(16)
def own_family(line: str) -> Family:
    """Return the family of a sowing game of one's own, by the line of its rules. Raises RulesError."""
    rules = wing("cupsboard.rules.sowing.shelf:rules_called")(line)
    return _sowing(f"{OWN} {line}", line, rules.title, rules.cups, as_landed=rules.counts_as_landed)


def family_called(word: str) -> Family | None:
    """Return the family with this name, which may be another package's; None if there is none.

    Raises RulesError if it can't be loaded, or holds rules that can't be read.
    """
    if word.startswith(f"{OWN} {{"):
        return family_of(word)
    return next((family for family in FAMILIES if family.name == word), None) or brought(word)


@cache
def brought(word: str) -> Family | None:
    """Return the family with this name that an installed package brings; None if none does.

    Raises RulesError if it can't be loaded.
    """
    point = entry_points_by_name().get(word)
    if point is None:
        return None
    try:
        family = point.load()
    except Exception as fault:
        raise RulesError(
            f"{word}: what {point.value} brings can't be loaded ({fault}); mend that package or remove it"
        ) from fault
    if not isinstance(family, Family) or family.name != word:
        raise RulesError(f"{word}: {point.value} is no Family of that name; mend that package or remove it")
    return family


@cache
def entry_points_by_name() -> Mapping[str, Any]:
    """Return the entry points of other packages' families by name, from the installed packages."""
    # Not loaded, and not done, unless a game is named that doesn't ship.
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


class Askable(tuple[str, ...]):
    """The names of families that may be asked for: the given ones, those that packages bring, one's own."""

    __slots__ = ()

    def __contains__(self, word: object) -> bool:
        # One that can't be loaded is refused with the reason once it is to be played.
        is_own = isinstance(word, str) and word.startswith(f"{OWN} {{")
        return is_own or super().__contains__(word) or word in entry_points_by_name()


def names(*, is_round_a_table: bool | None = None) -> tuple[str, ...]:
    """Return the names of all families, or of those for one shape of board."""
    return tuple(family.name for family in FAMILIES if is_round_a_table in (None, family.is_round_a_table))


def wing(reference: str) -> Any:
    """Return the object that "package.module:ATTRIBUTE" names, loading the module."""
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)
