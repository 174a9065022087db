"""How wide copper on a printed board must be for a current.

The formula is that of IPC-2221 for outer layers, I = 0.048 ΔT^0.44 A^0.725, with A in square thousandths of
an inch: https://docs.kicad.org/doxygen/tracks__width__versus__current__formula_8h_source.html and
https://www.qorvo.com/design-hub/design-tools/interactive/pcb-trace-power-handling-calculator
"""

THICKNESS_MM = 0.035
"""One ounce a square foot, the usual copper."""
RISE_KELVIN = 10.0
"""By how much copper may be warmer than the air."""
_FACTOR, _OF_RISE, _OF_AREA = 0.048, 0.44, 0.725
_MIL_MM = 0.0254


def amperes(width_mm: float, rise_kelvin: float = RISE_KELVIN) -> float:
    """Return the current that warms copper of a width by `rise_kelvin`."""
    area = width_mm * THICKNESS_MM / _MIL_MM**2
    return float(_FACTOR * rise_kelvin**_OF_RISE * area**_OF_AREA)


def width_mm(current_amperes: float, rise_kelvin: float = RISE_KELVIN) -> float:
    """Return the least width for a current."""
    area = (current_amperes / (_FACTOR * rise_kelvin**_OF_RISE)) ** (1.0 / _OF_AREA)
    return float(area * _MIL_MM**2 / THICKNESS_MM)
