"""What is played and how: the rows of the table of results."""

from dataclasses import dataclass, field
from enum import Enum

from studies.coins.hands import Taste
from studies.coins.table import Physics


class Looks(Enum):
    """When the board gets to see a table at rest."""

    TURN = "once a turn"
    LAP = "each lap"
    AIR = "each lap, the next cup in the air"
    PIECE = "each piece"


@dataclass(frozen=True, slots=True)
class Row:
    """A row, by its name."""

    name: str
    what: str
    game: str
    """As in a record."""
    looks: Looks = Looks.LAP
    physics: Physics = field(default_factory=Physics)
    landings: bool = False
    """Whether the board follows samples, so that it sees pieces come down."""
    pace_seconds: tuple[float, float] = (0.4, 1.0)
    """From one piece to the next."""
    samples: tuple[int, int] = (16, 32)
    """Of a look: 16 samples are 0.2 s at 80 a second."""
    hasty_share: float = 0.5
    """How often hands have gone on before a doubtful look on the way is repeated."""
    taste: Taste = field(default_factory=Taste)
    cheating_share: float = 0.0
    """How many turns go wrong, by mistake or not."""


_ONE, _TWO, _THREE = ("coin-duel 10 stage 1", "coin-duel 10 stage 2", "coin-duel 10 stage 3 turns 60")
_CENTS = f"{_ONE} kinds cent=1"
_QUICK = (0.15, 0.35)
LONG = Taste(tries=40, filling_share=0.6)

ROWS: dict[str, Row] = {
    row.name: row
    for row in (
        Row("1-cents-turn", "stage 1 with cents", _CENTS, Looks.TURN),
        Row("1-cents-lap", "stage 1 with cents", _CENTS),
        Row("1-beans-turn", "stage 1 with kidney beans", _ONE, Looks.TURN),
        Row("1-beans-lap", "stage 1 with kidney beans", _ONE),
        Row("2-turn", "stage 2", _TWO, Looks.TURN),
        Row("2-lap", "stage 2", _TWO),
        Row("3-turn", "stage 3", _THREE, Looks.TURN),
        Row("3-lap", "stage 3", _THREE),
        Row("3-air", "stage 3", _THREE, Looks.AIR),
        Row("3-piece", "stage 3, slowly", _THREE, Looks.PIECE, pace_seconds=(0.8, 2.0)),
        Row("3-lap-long", "stage 3, long relays", _THREE, taste=LONG),
        Row("3-turn-long", "stage 3, long relays", _THREE, Looks.TURN, taste=LONG),
        Row("3-lap-quick", "stage 3, quickly, samples followed", _THREE, landings=True, pace_seconds=_QUICK),
        Row("3-lap-noise", "stage 3, twice the noise", _THREE, physics=Physics(noise_times=2.0)),
        Row("3-lap-worn", "stage 3, coins worn twice as much", _THREE, physics=Physics(worn_times=2.0)),
        Row("3-lap-copper", "stage 3, a copper cent in 20", _THREE, physics=Physics(copper_share=0.05)),
        Row("3-lap-cheats", "stage 3, every third turn goes wrong", _THREE, cheating_share=0.33),
        Row(
            "3-piece-cheats",
            "the same, slowly, samples followed",
            _THREE,
            Looks.PIECE,
            landings=True,
            cheating_share=0.33,
        ),
        Row(
            "3-lap-quick-cheats",
            "the same, quickly, samples followed",
            _THREE,
            landings=True,
            pace_seconds=_QUICK,
            cheating_share=0.33,
        ),
    )
}
