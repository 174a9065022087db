"""King of the Cups once more, from the words of its rules: text in, dictionaries of text inside.

Nothing of the product is used here, so that a slip there isn't made here as well.
"""

COLOURS = ["red", "blue", "yellow"]
SHAPES = ["circle", "square", "triangle"]
NEEDED = {2: 5, 3: 4, 4: 3, 5: 3, 6: 3}
NAMES = ["one", "two", "three", "four", "five", "six"]


class Refused(Exception):
    pass


def third(words: list[str], one: str, other: str) -> str:
    if one == other:
        return one
    (left,) = set(words) - {one, other}
    return left


def called(dice: str) -> str:
    (colour, shape), (other_colour, other_shape) = (symbol.split("-") for symbol in dice.split(", "))
    return f"{third(COLOURS, colour, other_colour)}-{third(SHAPES, shape, other_shape)}"


class PlainKing:
    """One game; `say` takes the entries of a record."""

    def __init__(self, players: int, cups_on_spots: list[str], roller: str | None):
        self.names = NAMES[:players]
        self.needed = NEEDED[players]
        self.owners = dict.fromkeys(self.names, 0)
        self.stands = {cup: f"spot-{number}" for number, cup in enumerate(cups_on_spots, start=1)}
        self.must_go: dict[str, str] = {}
        self.wanted: str | None = None
        self.still_in: set[str] = set()
        self.roller = roller

    @property
    def is_over(self) -> bool:
        return any(self.cups_of(name) >= self.needed for name in self.names)

    def cups_of(self, name: str) -> int:
        return [self.must_go.get(cup, place) for cup, place in self.stands.items()].count(f"{name}-tray")

    def say(self, entry: str) -> None:
        name, verb, *rest = entry.split(" ")
        said = " ".join(rest)
        if name not in self.names:
            raise Refused("nobody of that name plays")
        if verb == "chance":
            self.chance(name, said)
        elif verb == "call":
            self.call(name, rest)
        elif self.is_over:
            raise Refused("it is over")
        elif verb == "back":
            if rest[0] not in self.must_go:
                raise Refused("it needn't go back")
            self.stands[rest[0]] = self.must_go.pop(rest[0])
        else:
            self.race(name, rest[0], f"{name}-tray" if verb == "grab" else "off-board")

    def chance(self, name: str, said: str) -> None:
        if self.is_over or self.wanted or self.must_go:
            raise Refused("no time to roll")
        if self.roller is None:
            if said != "first":
                raise Refused("draw first")
            self.roller = name
        elif name != self.roller or said == "first":
            raise Refused("not theirs to roll")
        else:
            self.wanted, self.still_in = called(said), set(self.names)

    def call(self, name: str, words: list[str]) -> None:
        if self.is_over:
            raise Refused("it is over")
        if words[0] == "early":
            fits = not self.wanted and not self.must_go and self.roller is not None
        else:
            is_out = name not in self.still_in if self.wanted else bool(self.must_go)
            fits = len(words) == 2 and is_out
        if not fits:
            raise Refused("no such fault now")

    def race(self, name: str, cup: str, target: str) -> None:
        if self.wanted is None or name not in self.still_in:
            raise Refused("not in the race")
        if cup == self.wanted:
            if target == "off-board":
                raise Refused("not landed yet")
            self.stands[cup] = target
            self.roller, self.wanted = name, None
            return
        self.must_go.setdefault(cup, self.stands[cup])
        self.stands[cup] = target
        if self.must_go[cup] == target:
            del self.must_go[cup]
        self.still_in.remove(name)
        if not self.still_in:
            self.wanted = None
