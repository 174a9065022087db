"""How the cells of a board do, for its page."""

from cupsboard.scales.cell_faults import CellFault
from cupsboard.web.sections import Section

RATE_SECONDS = 10.0
"""Over how long a cell's rate of readings is counted."""


class Cell:
    """How one cell does: the fault it has now, and how many readings a second it gave lately."""

    def __init__(self) -> None:
        self._fault: CellFault | None = CellFault.STARTING
        self._since: float | None = None
        self._readings = 0
        self._rate = 0.0
        self._missed = 0

    def take(self, time: float, reading: int | CellFault) -> None:
        """Take in a reading, or why there is none."""
        if self._since is None:
            self._since = time
        if isinstance(reading, CellFault):
            self._missed += reading is CellFault.MISSED
            # One missed reading is no fault, and the last real one still stands.
            self._fault = self._fault if reading is CellFault.MISSED else reading
        else:
            self._fault = None
            self._readings += 1
        if time - self._since >= RATE_SECONDS:
            self._rate = round(self._readings / (time - self._since), 1)
            self._since, self._readings = time, 0

    @property
    def fault(self) -> Section | None:
        """What is wrong with it now, if anything is."""
        return None if self._fault is None else {"fault": self._fault.name, "words": self._fault.value}

    @property
    def health(self) -> Section:
        """What it gives."""
        return {"rate": self._rate, "missed": self._missed}
