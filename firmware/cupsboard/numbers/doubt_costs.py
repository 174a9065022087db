"""When a place is not to be believed, and for how long."""

from dataclasses import dataclass

from cupsboard.numbers.number import ASSUMED, number


@dataclass(frozen=True, slots=True)
class DoubtCosts:
    """When a place is not to be believed, and for how long (`scales.doubt`)."""

    restless_seconds: float = number(
        5.0, "s", "A place that gives weights and finds no rest for this long is named and left out."
    )
    rest_gap_seconds: float = number(
        0.15, "s", "Of a longer time without a reading only this much counts as rest or no rest."
    )
    rest_counts: float = number(
        2.0, "seconds without rest", "A second of rest makes up for so many, no more."
    )
    most_unrest_seconds: float = number(
        8.0, "s", "No more is counted, so that what rests at last is believed soon."
    )
    leap_pieces: float = number(0.4, "pieces", "What falls by this lost a piece to fingers, or leapt.")
    handful_pieces: float = number(
        3.5, "pieces", "What falls by more than three is a hand that went; such leaps are seen anyway."
    )
    leap_half_seconds: float = number(60.0, "s", "What a change tells of leaps counts half after so long.")
    touch_grams: float = number(
        0.8,
        "g",
        "Fingers that take a piece mostly press with more: simulated ones do, real ones were not measured.",
    )
    leaping_seconds: float = number(60.0, "s", "And is not believed for so long after the last.")
    together_seconds: float = number(
        1.0,
        "s",
        "What changes at half of the places within this time is a supply that sags or a swaying table; what "
        "falls so shortly before its cup comes up was pulled at by the hand that lifts it.",
    )
    together_share: float = number(0.5, "share of the places", "So many change at once by no hand.")
    drift_seconds: int = number(64, "s", "A drift is looked for so far back: slower ones are followed.")
    fewest_drift_seconds: int = number(4, "s", "And in no less.")
    same_way_share: float = number(0.75, "share of the seconds", "In so many of them it went the same way.")
    drifting_seconds: float = number(
        10.0, "s", "It is not believed for so long after it has gone by a piece."
    )
    smooth_times: float = number(
        1.5,
        "times the noise",
        "A second whose samples scatter by more about a line saw something come, go, or press.",
    )
    rough_times: float = number(
        2.5,
        "times the noise",
        "What came with a step and scatters by so much is a hand: it trembles at 6 to 12 Hz, and presses "
        "now more and now less.",
        "M. Lakie and others, Journal of Physiology 593, 2015",
    )
    swing_times: float = number(
        3.0,
        "times the noise",
        "Where hands race, samples that scatter by more swing, or bear a hand.",
        ASSUMED,
    )
    fading_samples: int = number(
        24,
        "samples",
        "A swing is told from a hand over this many samples, the first third against the last.",
        ASSUMED,
    )
    faded_share: float = number(
        0.5,
        "share of the swing",
        "To this the swing of the softest plate (18 Hz, damped by 3 %) has faded by then; a tremor stays.",
        ASSUMED,
    )
    rough_pieces: float = number(0.07, "pieces", "What scatters by less can't change how many lie there.")
    rough_seconds: float = number(2.0, "s", "The scatter is that of so long, or of less at first.")
    judged_seconds: float = number(10.0, "s", "So long after a step a finger may still show.")
    resting_seconds: float = number(30.0, "s", "No finger rests for longer: it is the cell.")
    quiet_share: float = number(0.6, "share of that", "And is over below.")
    quiet_seconds: float = number(1.0, "s", "So long after another step: the finger went.")
    lull_seconds: float = number(2.5, "s", "Or so long without one: a knock is not named for that.")
    blow_seconds: float = number(
        1.2, "s", "So far back a blow is looked for when a place has come to rest.", "notes 5"
    )
    blow_samples: int = number(3, "samples", "And so many later ones show what it came to.")
    blow_pieces: float = number(
        0.055,
        "pieces",
        "At 10 samples a second a piece from 4 cm passes its weight by 0.1 to 0.25 of it.",
        "impulse m·v·(1+e)/g through the HX711's average",
    )
    hard_share: float = number(
        0.5,
        "share of what came",
        "A blow of more is a hand's: pieces from 2 to 10 cm pass their weight by 0.09 to 0.45 of it, fingers "
        "that tap by 0.7 to 2.",
        "simulated, 10 samples a second: tests/benchmarks/unwell_cells.py, well and tapping",
    )
    blow_noise_times: float = number(1.5, "times the noise", "A weaker blow can't be told from noise.")
    tremor_samples: float = number(
        8.0, "samples", "Those of two seconds tell as much of a scatter: slow noise makes them alike."
    )
    tremor_half_seconds: float = number(
        1.0, "s", "What a tremor tells counts half after so long without one: the finger went."
    )
    tremor_size_nats: float = number(
        2.0, "nats", "What a tremor of unknown size costs: it may be any of some seven."
    )
    trembling_nats: float = number(
        4.0, "nats", "More than a piece shows that is laid down, or strikes too hard: it trembles."
    )
    fewest_samples: int = number(6, "samples", "A second with fewer says nothing.")
    swaying_times: float = number(
        3.0,
        "times the noise",
        "Noise with a slow part, as recorded, goes by 0.9 from one second to the next.",
    )
    wander_lag_seconds: int = number(
        4, "s", "What goes further in so long than in one second wanders; noise does not."
    )
    wander_seconds: int = number(20, "s", "How far a zero wanders is told from so long, no less.")
    fewest_quiet_spans: int = number(
        6, "spans", "How far a zero wanders is not told from fewer spans in which nothing came or went."
    )
    wandering_pieces: float = number(
        0.03,
        "pieces a second",
        "Where most zeros go so far by themselves nothing is agreed to unasked: games at half of that were "
        "refereed rightly, at twice that wrong tables were agreed to.",
        "tests/benchmarks/unwell_cells.py",
    )
    slow_noise_times: float = number(
        0.35, "times the noise", "Noise with a slow part, as recorded, seems to wander by up to 0.3."
    )
    followed_seconds: float = number(
        30.0, "s", "So long after a zero was followed last a look is made, about: a turn."
    )
    wandering_noise_times: float = number(
        0.7, "times the noise", "Less than that can't be told from play, however light pieces are."
    )
    rested_pieces: float = number(0.022, "pieces a second", "And it is over below.")
    least_press_seconds: float = number(0.15, "s", "What is shorter is a knock, or a sample that is none.")
    pressed_share: float = number(0.6, "share of the rating", "More is a press that a place is named for.")
    pressed_seconds: float = number(5.0, "s", "It is not believed for so long after that.")
    full_counts: float = number(
        1.5e6,
        "counts",
        "About what a cell gives at its rating: 0.7 mV/V at 4.3 V, between 0.5 and 1 mV/V.",
        "notes 1.2",
    )
