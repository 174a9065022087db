"""The heart for games of grabs: who takes up which piece when, judged while things move."""

from collections.abc import Mapping, Sequence
from random import Random

from cupsboard.core.heart import Decided
from cupsboard.recognition.individuals.explaining import Standing
from cupsboard.recognition.individuals.watch import Watch
from cupsboard.recognition.knowledge import Knowledge
from cupsboard.referee.edges import Edge
from cupsboard.referee.events import TableAgreed
from cupsboard.referee.king_of_the_cups.referee import Referee
from cupsboard.referee.king_of_the_cups.sight import Sight
from cupsboard.referee.options import Options
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, Seat
from cupsboard.rules.king_of_the_cups.rounds import KingHistory
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.readings import Frame
from cupsboard.signs.advice import Advice
from cupsboard.signs.king_of_the_cups.guidance import scene_of


class Grabs:
    """The heart of games in which players grab pieces: one game on one board; implements `Heart`."""

    def __init__(
        self,
        calibration: Calibration,
        cells: Sequence[Place],
        owners: Sequence[str],
        options: Options,
        knowledge: Knowledge,
        history: KingHistory | None = None,
    ) -> None:
        """`cells` are the places in the order of a frame's readings, `owners` have trays and buttons.

        Without a history nobody knows yet who plays and how the pieces stand. Raises SensingError for pieces
        that were never weighed.
        """
        kinds = [cup.kind for cup in CUPS]
        self._watch = Watch(calibration, cells, knowledge, kinds, is_known=history is not None)
        self.knowledge = knowledge
        """What was known of places and pieces at the last agreed table."""
        seats = [Seat(owner) for owner in owners]
        self.referee = Referee(seats, options, Random(options.chance_seed), history)

    @property
    def moving(self) -> frozenset[Place]:
        """Return the places that are not still now."""
        return self._watch.moving

    @property
    def standing(self) -> Mapping[Place, Standing]:
        """Return the pieces that are believed to stand on every place."""
        return self._watch.standing

    @property
    def history(self) -> KingHistory:
        """Return the record of the game so far."""
        return self.referee.history

    @property
    def latest_grams(self) -> Mapping[Place, float | None]:
        """Return the newest weight of every place above its bare platform."""
        return self._watch.latest_grams

    def step(
        self,
        now: float,
        frame: Frame | None,
        edges: Sequence[Edge],
        advice: Sequence[Advice] = (),  # noqa: ARG002
    ) -> Decided:
        """Carry out one step of the pipeline, by what the ports gave. Return its results."""
        gestures = self.referee.hands.step(edges, now, self.referee.players)
        happened = () if frame is None else self._watch.step(frame)
        sight = Sight.of(self._watch, happened)
        events = self.referee.step(now, sight, gestures, self._watch)
        if any(isinstance(event, TableAgreed) for event in events):
            self.knowledge = self._watch.knowledge
        scene = scene_of(self.referee, sight, now)
        return Decided(events, scene, None, sight.moving, self.latest_grams)
