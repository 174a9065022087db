"""When a weight is to be believed and learnt from, and which scales and beans may begin a game."""

from dataclasses import dataclass

from cupsboard.numbers.number import ASSUMED, number

_SIGMAS = "standard deviations"
_BEANS = "mean beans"


@dataclass(frozen=True, slots=True)
class SettlingCosts:
    """When a place lies still (`scales.settling`)."""

    noise_believed_times: float = number(
        1.7,
        "times the measured noise",
        "Half the true noise costs 10 % false refusals, twice costs nothing: better believe too much.",
        "notes 4.3",
    )
    levelling_sigmas: float = number(
        3.5,
        _SIGMAS,
        "With its halves further apart a stretch was still settling: stricter than the gate, for means "
        "differ by less than samples.",
    )
    rest_samples: int = number(
        3, "samples", "This many agreeing samples are the fewest that show a cell at rest and its noise."
    )
    rest_seconds: float = number(
        0.1, "s", "Fast cells must agree for this long, or ringing would pass for rest.", "notes 5"
    )
    early_samples: int = number(
        2,
        "samples",
        "In a hurry two agreeing samples are enough: one more than any decision needs.",
        "notes 5",
    )
    stretch_samples: int = number(
        16,
        "samples",
        "A stretch looks back this far: more than the 8 from which averaging buys nothing.",
        "notes 4.3",
    )
    fault_seconds: float = number(
        0.5, "s", "A cell without a weight for this long can't be read; until then it is only not still."
    )
    noise_memory_samples: float = number(
        200.0, "samples", "The noise is a running mean over this many samples of still stretches."
    )
    rough_samples: int = number(
        24, "samples", "A place never still for this many samples shows its noise by their differences."
    )
    rough_growth_times: float = number(
        1.3, "times the noise believed so far", "Differences this large show that the noise has grown."
    )
    least_noise_times: float = number(
        0.5, "times the calibrated noise", "The noise is never believed to be less: a lull is no better cell."
    )
    most_noise_times: float = number(
        6.0, "times the calibrated noise", "Nor more: beyond, the place is restless."
    )


@dataclass(frozen=True, slots=True)
class LandingCosts:
    """When something has come down (`scales.impacts`)."""

    agreeing_samples: int = number(
        3, "samples", "This many samples that agree are a level: 40 ms at 80 SPS, after 50 ms of settling."
    )
    agreement_sigmas: float = number(
        4.5,
        _SIGMAS,
        "Their range may be this large: normal samples exceed it once in 250 times, and then the next one "
        "makes the level.",
    )
    following_share: float = number(
        0.05, "share of the distance", "A level follows its samples: a push that creeps in makes no step."
    )
    lightest_step_beans: float = number(
        0.4, _BEANS, "A smaller step is no bean: the steps of the place are then unknown."
    )
    heaviest_step_beans: float = number(
        1.7, _BEANS, "A larger step is not one bean: the steps of the place are then unknown."
    )
    blow_beans: float = number(
        0.35,
        _BEANS,
        "An overshoot from here on is a blow: a kidney bean from 3 cm on a lined 500 g cell shows at 80 SPS "
        "as 3 to 8 bean weights; a sample that was not read may hide most of it.",
        "impulse m·v·(1+e)/g through the HX711's average",
    )
    blow_sigmas: float = number(5.0, _SIGMAS, "And it must stand out from the noise.")
    fine_sps: float = number(
        40.0, "samples/s", "From this rate on blows show, and single landings are told apart.", "notes 5"
    )


@dataclass(frozen=True, slots=True)
class LearningCosts:
    """What the board learns from an agreed table and reports (`recognition.knowledge`, `.corrections`)."""

    largest_sample: float = number(
        200.0, "pieces", "A population never counts as known from more: the same beans come round again."
    )
    smallest_sample: int = number(
        30,
        "pieces",
        "A calibrated spread is worth at least this many, even if its mean came from fewer: what is learnt "
        "in play has been chosen by what was accepted.",
    )
    least_lot_spreads: float = number(
        0.67,
        "spreads of one piece",
        "Until beans have been weighed in play their mean is known no better: they are another handful, "
        "drier or moister than on the day of the calibration.",
        "sim/results/WORLDS.md: lighter-25",
    )
    odd_piece_beans: float = number(
        0.7, _BEANS, "An unexplained weight below may be an odd piece; above it is a finger."
    )
    most_doubt_beans: float = number(
        3.0, _BEANS, "An unexplained weight makes a place no more doubtful: beyond it is surely a hand."
    )
    shared_samples_share: float = number(
        0.5,
        "share of a look's variance",
        "Looks at one still stretch share samples: together they are no surer than this.",
    )
    pooled_wander_share: float = number(
        0.5,
        "share of the wander variance",
        "How far one zero wanders is known from few looks: so much is taken from the mean of all.",
        "sim/results/WORLDS.md: noise-8",
    )
    wander_share: float = number(
        0.125,
        "share per look",
        "How far a zero wanders, and which way it creeps, are running means over eight looks.",
    )
    jump_share: float = number(
        0.25,
        "share per zero seen again",
        "What zeros jump where hands were is corrected by so much of what was not foreseen; "
        "by less where little was known of the zero.",
    )
    noticeable_jump_beans: float = number(
        0.05,
        _BEANS,
        "A zero of which so much less is known than this after all the hands since says little of jumps.",
    )
    first_jump_beans: float = number(
        0.035,
        _BEANS,
        "So far a zero is thought to jump where a hand was, until one was seen again: 20 mg of kidney beans. "
        "Taken for steady instead, zeros that jump were taken for pieces meanwhile.",
        "sim/results/WORLDS.md: jump-60",
    )
    first_placement_share: float = number(
        0.002,
        "share of the gross weight",
        "So far off a cup comes back that was seen in the air, until the zeros of some were seen again: four "
        "times what is assumed of careful hands.",
        "sim/results/WORLDS.md: tilt-0.2",
    )
    placement_learning_share: float = number(
        0.25, "share per cup seen again", "How far off they come back is corrected by so much."
    )
    most_placement_share: float = number(
        0.03, "share of the gross weight", "No cup comes back further off: it would fall."
    )
    most_wander_beans: float = number(
        0.25, _BEANS, "A zero is never believed to wander further at once; beyond, something is wrong."
    )
    outlier_sigmas: float = number(
        2.5,
        _SIGMAS,
        "What lies further off teaches no more than what lies there: it may be another thing altogether.",
    )
    most_spread_times: float = number(
        1.3, "times the calibrated spread", "Beans of one bag are no more uneven, nor more even, than this."
    )
    most_mean_times: float = number(
        1.3, "times the calibrated mean", "Nor is their mean further off, however they were chosen."
    )
    told_zero_grams: float = number(
        0.02, "g", "A zero that has moved this far is told again: a twentieth of a bean or less."
    )
    told_bean_share: float = number(
        0.005, "share of the mean", "A mean bean that has moved this far is told again."
    )
    moved_zero_share: float = number(
        0.1,
        "share of the places counted by hand",
        "A zero has moved where players count other pieces than the scales; else few pieces weigh so much.",
        ASSUMED,
    )
    zero_by_hand_grams: float = number(
        5.0, "g", "Further off no zero has wandered: something lies in the cup."
    )


@dataclass(frozen=True, slots=True)
class CommonErrorCosts:
    """When all weights are off together (`recognition.common_errors`)."""

    fewest_places: int = number(6, "places", "Fewer can't tell a common share from pieces.")
    most_as_before: int = number(
        1, "places", "With more that weigh what they weighed nothing is common to all."
    )
    fewest_agreeing: int = number(3, "places", "So many agree on the share, at least.")
    most_pieces: float = number(
        0.7, "pieces", "By more a place is not off with all others: a piece may have come to each."
    )
    agreeing_share: float = number(
        0.3, "share of the places", "And so many of all: a move may have touched the others."
    )
    bending_share: float = number(
        0.5, "share of the places", "So many lie on one line through the rows where the table bends."
    )
    most_bend_pieces: float = number(
        1.5, "pieces", "An elbow bends the ends of a board by no more: about half a gram."
    )
    bend_share: float = number(0.1, "share of the bend", "So badly is known by how much each place bends.")


@dataclass(frozen=True, slots=True)
class WarmUpCosts:
    """When the board says that it is warming up (`recognition.warm_up`)."""

    window_seconds: float = number(600.0, "s", "Drift is judged over this long.")
    least_seconds: float = number(240.0, "s", "And from no less of it.")
    warm_grams: float = number(0.05, "g", "Less than a tenth of a bean in the window is corrected unnoticed.")
    touched_grams: float = number(
        0.05, "g", "A place that changes by more from one look to the next was touched."
    )
    sure_sigmas: float = number(
        8.0,
        _SIGMAS,
        "All places together must have wandered this much more than their readings scatter. Beans creep too: "
        "evenings in a steady room came to 6, with 3 °C in ten minutes to 7 or more.",
        "simulated evenings",
    )


@dataclass(frozen=True, slots=True)
class SuitabilityCosts:
    """Which beans and scales may begin a game (`recognition.suitability`)."""

    least_signal: float = number(
        12.0,
        "mean bean over the standard deviation of a settled change",
        "Below, faults begin to pass.",
        "notes 4.3 and 7",
    )
    most_spread_share: float = number(
        0.20, "share of the mean", "Above, too many honest moves are questioned.", "notes 4.3 and 7"
    )
    most_mistaken_share: float = number(
        0.02,
        "share of the pieces of a kind",
        "With more of them taken for another kind no game of kinds begins. It is an upper estimate: at this "
        "limit 1 in 500 simulated coins was taken for another, and 1 in 170 of worn ones.",
    )
    fast_sps: float = number(20.0, "samples/s", "Converters run at about 10 or 80: faster is 80.")
    slow_samples: int = number(
        4,
        "samples",
        "At 10 SPS this many are averaged after a move, and twice as many before it.",
        "notes 1.2",
    )
    fast_samples: int = number(16, "samples", "The same at 80 SPS.", "notes 1.2")
