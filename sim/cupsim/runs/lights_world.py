"""The lights of a simulated board on trial: the board's own procedure, and a person who looks and presses."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from cupsboard import profile
from cupsboard.loop import Loop
from cupsboard.procedures.doctor.trying_lights import TryingLights
from cupsboard.procedures.procedure import Procedure
from cupsboard.rules.places import Place, Side
from cupsboard.signs.light_patterns import draw_milliamperes

from cupsim.electronics.pins import Colour
from cupsim.runs import schedule
from cupsim.runs.schedule import Actor, Timed
from cupsim.runs.simulated_board import build
from cupsim.table.load_cell import cell_model
from cupsim.table.table import Table

PATIENCE_SECONDS = 600.0
GLANCE_SECONDS = 0.1
MEASURING_SECONDS = 15.0
"""How long the person holds a meter to the strip."""
CHANNELS = ("red", "green", "blue")


@dataclass(slots=True)
class Seen:
    """What the person saw on the strip."""

    alone: list[tuple[int, str]] = field(default_factory=list)
    """The pixels that were lit alone, with their strongest colour, in the order in which they came."""
    all_amperes: float = 0.0
    """What the strip drew at most while every pixel was lit."""
    answers: dict[Side, frozenset[Place]] = field(default_factory=dict)
    """The places that were lit while a button was held."""

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it in English, a line each."""
        pixels = list(dict.fromkeys(pixel for pixel, _ in self.alone))
        hues = {hue for _, hue in self.alone}
        order = "in the order of the chain" if pixels == sorted(pixels) else "out of order"
        answers = (
            f"seen: {side.value}'s button lights {', '.join(sorted(places)) or 'nothing'}"
            for side, places in self.answers.items()
        )
        return (
            f"seen: {len(pixels)} pixels alone, {order}, in {', '.join(sorted(hues))}",
            f"seen: all at once, drawing {self.all_amperes:.1f} A",
            *answers,
        )


class LightsWorld:
    """A board whose lights are tried, and the person before it."""

    def __init__(self, cups: int, seed: int) -> None:
        """`seed` draws the board's electronics."""
        random = Random(seed)
        self.profile = profile.generated(cups)
        table = Table(cups, random, cells=cell_model("500g"))
        self._bench = build(self.profile, table, random, sps=self.profile.rate_sps)
        self.seen = Seen()

    def run(self, heard: Callable[[Procedure], Procedure] = lambda procedure: procedure) -> TryingLights:
        """Try the lights to the end; `heard` may wrap the procedure, to print what it says."""
        trying = TryingLights(self.profile)
        loop = Loop(self._bench.board, heard(trying))
        acts = self._acts()
        turns: list[Actor] = [
            Timed(lambda _: loop.step(), 0.0),
            Timed(lambda now: now + next(acts, PATIENCE_SECONDS), GLANCE_SECONDS / 2),
        ]
        schedule.run_until(
            PATIENCE_SECONDS, self._bench.board.clock, lambda: turns, lambda: trying.is_finished
        )
        return trying

    def _acts(self) -> Iterator[float]:
        """Look at each pixel; measure while all are lit; then hold each button and see what answers."""
        while not all(map(any, self._colours)):
            self._note_single()
            yield GLANCE_SECONDS
        for _ in range(round(MEASURING_SECONDS / GLANCE_SECONDS)):
            amperes = draw_milliamperes(self._colours) / 1000.0
            self.seen.all_amperes = max(self.seen.all_amperes, amperes)
            yield GLANCE_SECONDS
        yield from self._press(Side.SOUTH)
        for side in Side:
            yield from self._press(side)

    def _press(self, side: Side) -> Iterator[float]:
        clock = self._bench.board.clock
        self._bench.set_button(side, True, clock.now())
        yield 0.5
        self.seen.answers[side] = self._lit_places()
        self._bench.set_button(side, False, clock.now())
        yield 0.5

    def _note_single(self) -> None:
        lit = [(index, colour) for index, colour in enumerate(self._colours) if any(colour)]
        if len(lit) == 1:
            index, colour = lit[0]
            found = (index, CHANNELS[colour.index(max(colour))])
            if found not in self.seen.alone[-1:]:
                self.seen.alone.append(found)

    def _lit_places(self) -> frozenset[Place]:
        colours = self._colours
        spans = self.profile.strip.pixels
        return frozenset(place for place, span in spans.items() if any(any(colours[each]) for each in span))

    @property
    def _colours(self) -> list[Colour]:
        return self._bench.strip.colours
