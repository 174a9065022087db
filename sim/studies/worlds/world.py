"""What a world is: how beans, cells and hands behave there, and what the board was told of them.

The values that stand here are those of the board's own world; a world of the catalogue changes some of them.
Nothing in this package comes from the firmware's numbers: a belief and its judge must not share a mistake.
"""

from dataclasses import dataclass, field
from enum import Enum

THING_GRAMS = (0.055, 50.0)
"""From a tenth of a bean, a crumb, to many: a ring weighs 3 to 8 g, a coin 2 to 9, a phone more."""
FINGER_GRAMS = (0.05, 50.0)
"""A finger that rests on a rim presses with next to nothing or with its own weight."""


class Shape(Enum):
    """How the masses of beans are spread about their mean."""

    NORMAL = "normal"
    LOGNORMAL = "lognormal"


@dataclass(frozen=True, slots=True)
class Beans:
    """The beans of a game, and the calibration that was made with a sample."""

    mean_grams: float = 0.55
    """Kidney beans: 800 to 1000 seeds a pound, so 0.45 to 0.57 g (Dry Beans and Pulses, table 3.2)."""
    spread_share: float = 0.15
    """Standard deviation over mean. Unsorted lots of soybeans run from 90 to over 200 mg, about as much."""
    shape: Shape = Shape.NORMAL
    heavier_share: float = 0.0
    """By how much the beans of the game are heavier than those of the sample."""
    light_share: float = 0.0
    """How many of them are of another kind."""
    light_grams: float = 0.32
    """Great northern beans: 28 to 35 g a hundred (the same table)."""
    odd_share: float = 0.0
    """How many are halves, doubles or stones."""
    told_spread_share: float | None = None
    """What spread the board is told; that of a large sample if nothing is said."""
    sample: int = 10
    """How many beans are weighed to tell the board their mean."""


@dataclass(frozen=True, slots=True)
class Cells:
    """The load cells with their converters, and what the board was told of them."""

    rating_grams: float = 500.0
    sps: float = 80.0
    noise_times: float = 1.0
    """The true noise over that of the calibration."""
    tail_freedom: float | None = None
    """Degrees of freedom of Student's distribution, scaled to the same variance; normal if None."""
    gain_share: float = 0.003
    """Standard deviation of the places' gains."""
    told_gain_share: float = 0.003
    hysteresis_share: float = 1e-3
    """Of each change of load, 0.05 % of full scale over a full-scale cycle (YZC-133: 0.03 to 0.05)."""
    walk_grams: float = 0.0
    """Standard deviation of what each zero wanders by itself from look to look."""
    slope_grams: float = 0.0
    """The most that a zero creeps from look to look; each has its own speed up to that, either way."""
    warming_degrees: float = 0.0
    """By how much the room is warmer at the end of the evening than at its beginning."""
    degrees_a_look: float = 0.06
    """Standard deviation of the temperature's random walk: 0.1 degC a root minute, looks 20 s apart."""
    jump_grams: float = 0.0
    """Standard deviation of the jump of a zero whose cup is touched."""
    creep_share: float = 0.0
    """Of the load, at last: the cell goes on yielding after a change."""
    creep_seconds: float = 120.0
    """Time constant of that."""
    hum_grams: float = 0.0
    """Amplitude of the mains in the readings, as far as the converter's filter lets it through."""


@dataclass(frozen=True, slots=True)
class Hands:
    """The people: how they move, where the board looks meanwhile, and what they do wrong."""

    look_share: float = 0.35
    """How often the board looks after one small act of a hand."""
    fewest_samples: int = 8
    """Samples of the shortest still stretch; the longest has 16."""
    resting_looks: int = 2
    """The most looks at a table that nobody touches, between two moves."""
    lifting_share: float = 0.5
    """How often a cup is poured out; else fingers take its beans."""
    placement_share: float = 5e-4
    """Of the gross load: how far off a cup weighs that a hand has put back."""
    disturbed_share: float = 0.2
    """How many moves are disturbed in some way."""
    reply_share: float = 0.08
    """How many moves the opponent answers before the board has seen their end."""
    unseen_share: float = 0.0
    """How many finished moves nobody looked at, for the reply is complete as well."""
    finger_share: float = 0.01
    """How many looks are taken while a finger rests on a rim."""
    thing_share: float = 0.1
    """How many disturbances are things that are no beans."""
    games: int = 3
    """How many are played one after another on one tracker."""


@dataclass(frozen=True, slots=True)
class World:
    """One world, by its name."""

    name: str
    what: str
    """What differs, in a few words."""
    beans: Beans = field(default_factory=Beans)
    cells: Cells = field(default_factory=Cells)
    hands: Hands = field(default_factory=Hands)
    is_gaussian: bool = True
    """Whether normal distributions describe it: else a posterior is told wider ones."""
