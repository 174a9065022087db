"""What is true of load cells, converters, hands and beans."""

from dataclasses import dataclass

from cupsboard.numbers.number import ASSUMED, number


@dataclass(frozen=True, slots=True)
class Physics:
    """Errors of a weight, and what a falling bean does; one standard deviation where not said otherwise."""

    hysteresis_share: float = number(
        1e-3,
        "share of the change",
        "Creep, hysteresis and non-linearity act on the change of load, not on full scale.",
        "notes 1.2",
    )
    platform_grams: float = number(15.0, "g", "What moves with the bar before a cup stands on it.", ASSUMED)
    press_share: float = number(
        5e-4,
        "share of a heavy press",
        "A bar that was pressed keeps some of it for minutes: 300 to 900 g left zeros 0.1 to 0.6 g off.",
        "independent measurements",
    )
    placement_share: float = number(
        5e-4, "share of the gross weight", "A hand never puts a cup back on the same spot.", "notes 1.2 [A]"
    )
    careless_share: float = number(
        0.015, "share of the gross weight", "The same if the cup was put back carelessly.", ASSUMED
    )
    drift_grams: float = number(
        0.004, "g", "A zero wanders during one turn: 0.9 to 1.7 mg, taken generously.", "notes 1.2"
    )
    stored_drift_grams: float = number(
        0.06,
        "g",
        "A zero wanders while the board is off: 15 mg/°C, in a room within 4 °C of the day of calibration.",
        "notes 1.2",
    )
    foreign_zero_grams: float = number(
        0.06, "g", "A cup on another's place meets a zero known only as well as it was stored.", "notes 1.2"
    )
    settling_beans: float = number(
        0.007,
        "mean beans",
        "Samples that agree may still be off by the last hundredth of a settling.",
        "notes 5",
    )
    early_settling_beans: float = number(
        0.055, "mean beans", "While so few samples agree that the place may still ring, by more.", "notes 5"
    )
    settling_conversions: int = number(
        4,
        "conversions",
        "A jump, and so a blow, shows in this many conversions of an HX711.",
        "HX711 data sheet",
    )
    bounce_seconds: float = number(
        0.3,
        "s",
        "A bean on hard ground is in the air for up to 0.15 s after a blow, others for longer.",
        ASSUMED,
    )
    least_spread_share: float = number(
        0.005,
        "share of the mean",
        "No pieces are more even; new coins are at 1 %. Without any spread a worn one would be impossible.",
        "notes 1.3",
    )
