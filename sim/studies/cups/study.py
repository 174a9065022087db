"""One row of a campaign's grid: what is tried how often under which conditions, and what was found."""

from dataclasses import dataclass
from enum import Enum
from hashlib import sha256

from cupsim.errors import SimulatorError
from cupsim.table.table import Lining


class Kind(Enum):
    """What is tried."""

    HONEST = "honest"
    FAULTS = "faults"
    LEAN = "lean"
    GAMES = "games"
    LATENCY = "latency"
    LANDINGS = "landings"
    COMPUTE = "compute"


@dataclass(frozen=True, slots=True)
class Study:
    """Evenings of one kind under the same conditions, in chunks that are run as one.

    `variant` is the clumsiness of whole games, the lining of the cups for latency and landings, "trays" for
    pushes on a board that weighs its stocks, for faults the only one that is made; it may be empty.
    """

    kind: Kind
    evenings: int
    beans: str = "kidney"
    cells: str = "500g"
    cups: int = 4
    sps: int = 80
    variant: str = ""
    evenings_a_chunk: int = 10

    @property
    def key(self) -> str:
        """The conditions in one word, which `parse` reads back: "honest/kidney/500g/4/80"."""
        parts = (self.kind.value, self.beans, self.cells, str(self.cups), str(self.sps), self.variant)
        return "/".join(part for part in parts if part)

    @classmethod
    def parse(cls, key: str) -> "Study":
        """The study of that key, for one evening. Raises SimulatorError saying what a key looks like."""
        try:
            kind, beans, cells, cups, sps, *variant = key.split("/")
            study = cls(Kind(kind), 1, beans, cells, int(cups), int(sps), "/".join(variant))
            if int(cups) not in range(2, 13) or int(sps) not in (10, 80) or not study._has_sound_variant():
                raise ValueError(key)
            return study
        except ValueError:
            raise SimulatorError(
                f"{key!r} names no study: write it as in a report, for example honest/kidney/500g/4/80"
            ) from None

    def _has_sound_variant(self) -> bool:
        """Whether there is such a variant. Raises ValueError where a number should stand."""
        match self.kind:
            case Kind.GAMES:
                return 0.0 <= float(self.variant or 0) <= 1.0
            case Kind.LATENCY | Kind.LANDINGS:
                return self.variant in ("", *(lining.name.lower() for lining in Lining))
            case Kind.LEAN:
                return self.variant in ("", "trays")
            case Kind.FAULTS:
                # What faults there are is asked where they are made.
                return True
            case Kind.HONEST | Kind.COMPUTE:
                return not self.variant

    def seed_of(self, campaign_seed: int, evening: int) -> int:
        """Where all chance of one evening comes from; no two evenings of a campaign share it."""
        digest = sha256(f"{campaign_seed}/{self.key}/{evening}".encode()).digest()
        return int.from_bytes(digest[:6], "big")

    def chunks(self, campaign_seed: int) -> list["Chunk"]:
        """All evenings in runs of `evenings_a_chunk`."""
        starts = range(0, self.evenings, self.evenings_a_chunk)
        return [
            self.chunk(campaign_seed, start, min(start + self.evenings_a_chunk, self.evenings))
            for start in starts
        ]

    def chunk(self, campaign_seed: int, first: int, end: int) -> "Chunk":
        """The evenings `first` to `end` (not included)."""
        return Chunk(self.key, campaign_seed, first, end)


@dataclass(frozen=True, slots=True)
class Chunk:
    """The evenings `first` to `end` (not included) of a study, by its key; one process plays them."""

    study: str
    campaign_seed: int
    first: int
    end: int

    @property
    def key(self) -> str:
        """The chunk in one word."""
        return f"{self.study} seed {self.campaign_seed} evenings {self.first}-{self.end}"

    @property
    def seeds(self) -> list[int]:
        """The seed of each evening."""
        study = Study.parse(self.study)
        return [study.seed_of(self.campaign_seed, number) for number in range(self.first, self.end)]
