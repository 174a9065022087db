"""From which load on the stop meets a bar, and what both then bear.

Shares are of the rated load of the cell; platform, cup and hand count into a load. How much a bar bends is
measured on none: data sheets allow 0.5 mm, and a bar as stiff as its own output says would bend a tenth of
that. So the stop is a screw that is set under a load, until the cell itself feels it: however much that bar
bends, and however far the print is off, the stop meets at that load.
"""

from dataclasses import dataclass

from hardware.parts.mount import Measures

SET_AT = 1.25
"""The load, in shares, under which the screw is turned up: above what a full pot weighs."""
SEEN = 0.1
"""How much less the cell may feel then, in shares: what the stop carries at the end of that turn."""
MEETS = (SET_AT - SEEN, SET_AT)
"""From which load on the stop carries a bar that is set so."""
MOST = 1.5
"""Above that a bar may be bent for ever, as makers say."""
BEND_MM = 0.4
"""What pictures and files take for the bend of the free end under the rated load."""


@dataclass(frozen=True, slots=True)
class Overload:
    """The stop under the bar of a mount; reckoned for a bar that bends all along, which is the worse way.

    One that bends at the thin places of its gauges alone sinks without turning, and feels nothing more beyond
    its stop.
    """

    measures: Measures

    @property
    def _lever(self) -> float:
        return self.measures.load_x - self.measures.bearing

    @property
    def _prop(self) -> float:
        return self.measures.stop_x - self.measures.bearing

    @property
    def upside_down(self) -> float:
        """What the bar feels of a load beyond the stop, upside down: 0 where the stop is under the cup."""
        return 3 * (self._lever - self._prop) / (2 * self._prop)

    @property
    def gap_mm(self) -> float:
        """Between stop and bar without a load, of a bar that bends by `BEND_MM`."""
        lever, prop = self._lever, self._prop
        return SET_AT * BEND_MM * prop**2 * (3 * lever - prop) / (2 * lever**3)

    def felt(self, load: float, meets: float) -> float:
        """Return what the bar feels of a load, both in shares, if its stop meets there."""
        return min(load, meets) - max(0.0, load - meets) * self.upside_down

    def on_stop(self, load: float, meets: float) -> float:
        """Return what presses on the stop, in shares."""
        return max(0.0, load - meets) * (1.0 + self.upside_down)
