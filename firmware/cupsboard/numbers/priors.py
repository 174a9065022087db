"""How often things happen, before any weight is seen."""

from dataclasses import dataclass, field

from cupsboard.numbers.history_numbers import HistoryPriors
from cupsboard.numbers.king_numbers import IndividualPriors
from cupsboard.numbers.number import ASSUMED, number

_SHARE_OF_TABLES = "of the still tables"
_PER_TABLE = "per still table"
_PER_PLACE = "per place of a still table"
_LANDINGS = "simulated: `python -m studies cups --only landings`"


@dataclass(frozen=True, slots=True)
class TablePriors:
    """What a table that lies still is, seen from the agreed one: shares of one whole.

    Each is spread evenly over its tables; mishaps are put on top of one of these.
    """

    unchanged: float = number(
        0.21, _SHARE_OF_TABLES, "Nothing has moved: players think, and drift makes the board look.", ASSUMED
    )
    complete: float = number(
        0.42, _SHARE_OF_TABLES, "A plan is complete: hands rest most often when a move is done.", ASSUMED
    )
    on_the_way: float = number(
        0.185, _SHARE_OF_TABLES, "A plan is unfinished, in the order of the rules.", ASSUMED
    )
    out_of_order: float = number(
        0.055,
        _SHARE_OF_TABLES,
        "A plan is unfinished, and a cup was passed over. Hands may keep any order, but most keep the "
        "rules', so a very light bean is not easily taken for none.",
        ASSUMED,
    )
    with_reply: float = number(
        0.13, _SHARE_OF_TABLES, "The opponent has begun before the turn was closed.", ASSUMED
    )


@dataclass(frozen=True, slots=True)
class MishapPriors:
    """What goes wrong, one small act at a time, on top of what is supposed to have happened.

    Each is a rate beside "no mishap", so they sum to nothing.
    """

    extra: float = number(1e-3, _PER_PLACE, "A piece too many lies where none was to go.", ASSUMED)
    second: float = number(
        3e-3, "per place sown into", "A second piece fell with the first: fingers hold several.", ASSUMED
    )
    missing: float = number(3e-3, _PER_PLACE, "A piece on its way was not sown, or is lost.", ASSUMED)
    misplaced: float = number(
        3e-3, _PER_PLACE, "A piece lies elsewhere than where it was to go, in any place alike.", ASSUMED
    )
    other_hops_share: float = number(
        0.5,
        "share of those misplaced",
        "Not the piece that was to go there lies elsewhere, but one that lay there already.",
        ASSUMED,
    )
    laid_in_part: float = number(
        0.05,
        "per wanted table that is laid",
        "One certain table on the way lies there instead: hands go on from it.",
        ASSUMED,
    )
    pause_seconds: float = number(
        0.5, "s", "Hands that lay a wanted table go on within about this time, if it is not whole.", ASSUMED
    )
    miscounted: float = number(
        2e-4,
        "per place of a wanted table",
        "Hands rest, and a piece is missing, too many or elsewhere: they count as they lay. Of 60 starts of "
        "Kalah by the handful 7 are asked about; 20 are not that have a bean too many. At 1e-3: 16 and 8.",
        ASSUMED,
    )
    further_piece_share: float = number(
        0.1,
        "share per further piece",
        "A faulty act becomes rarer with each further piece it moves.",
        ASSUMED,
    )
    swapped: float = number(
        1e-3,
        _PER_TABLE,
        "A place holds other pieces, as many as before; nobody saw them go or come.",
        ASSUMED,
    )
    traded: float = number(
        1e-3,
        _PER_TABLE,
        "Two places, any of them alike, have traded as many pieces for one another; nobody saw it.",
        ASSUMED,
    )
    further_pair_share: float = number(
        0.5, "share per further pair", "More than one piece each is traded more rarely.", ASSUMED
    )
    swapped_if_seen: float = number(
        0.3, "per place", "The same where pieces were seen to go and to come.", ASSUMED
    )
    exchanged: float = number(
        1e-3, _PER_TABLE, "Two cups, any of them alike, stand on each other's places.", ASSUMED
    )
    exchanged_if_watched: float = number(
        1e-6,
        _PER_TABLE,
        "The same while the scales were watched: both should have been seen in the air.",
        ASSUMED,
    )
    exchanged_if_lifted: float = number(
        0.3, "per pair", "Two cups that were in the air together came back on each other's places.", ASSUMED
    )
    kept_when_lifted: float = number(
        0.05,
        "per cup that was in the air",
        "A cup that was taken up by itself came back with something still in it: most are poured out.",
        ASSUMED,
    )
    careless: float = number(
        0.02, "per cup that was in the air", "It was put back carelessly, askew or against the rim.", ASSUMED
    )
    burden: float = number(
        1e-3,
        _PER_TABLE,
        "Something that is no piece lies on some place. Hands rest on rims all the time, but they are heavy "
        "and found at any rate; what weighs about as much as a piece is rare.",
        ASSUMED,
    )
    held_up: float = number(
        2e-4, _PER_TABLE, "The same where a place is too light: somebody would have to hold it up.", ASSUMED
    )
    lightest_thing_grams: float = number(
        0.02, "g", "What is no piece is no lighter: below, nobody sees it, and no scale does.", ASSUMED
    )
    heaviest_thing_grams: float = number(
        500.0, "g", "Nor heavier, or the cell is overloaded; between, any number of digits is alike.", ASSUMED
    )


@dataclass(frozen=True, slots=True)
class TailPriors:
    """How far the errors of a whole table may be from what is believed of them."""

    variance_times: tuple[float, ...] = number(
        (1.0, 4.0, 16.0, 64.0),
        "times the variance",
        "Cells, hands and beans of no catalogue: all errors may be twice, four and eight times as large.",
        ASSUMED,
    )
    shares: tuple[float, ...] = number(
        (0.97, 0.02, 0.007, 0.003), "of the tables", "How often each is so; they sum to 1.", ASSUMED
    )


@dataclass(frozen=True, slots=True)
class LandingPriors:
    """What is seen to come down, given how many pieces arrived."""

    steps_if_none: tuple[float, ...] = number(
        (0.97, 0.01, 0.01, 0.01),
        "of 0, 1, 2, more steps",
        "No piece arrived: a touch may leave a step.",
        ASSUMED,
    )
    steps_if_one: tuple[float, ...] = number(
        (0.01, 0.983, 0.002, 0.005),
        "of 0, 1, 2, more steps",
        "One piece arrived: none of 1,600 landings showed as two steps.",
        _LANDINGS,
    )
    steps_if_two: tuple[float, ...] = number(
        (0.005, 0.5, 0.49, 0.005),
        "of 0, 1, 2, more steps",
        "Two pieces arrived: they show as one step only if they fall within 0.1 s (lined cup) or 0.15 s "
        "(hard cup), as from a hand that drops two at once.",
        _LANDINGS,
    )
    steps_otherwise: float = number(
        0.25,
        "of each number of steps",
        "More pieces, or something else, may show any number of steps.",
        ASSUMED,
    )
    struck_if_piece: float = number(
        0.9999,
        "per landing",
        "A piece strikes: one let go 1 mm above the ground still shows a blow.",
        _LANDINGS,
    )
    struck_otherwise: float = number(
        0.5, "per landing", "A sleeve or a finger strikes or not: some bump first.", ASSUMED
    )


@dataclass(frozen=True, slots=True)
class ArrivalPriors:
    """How pieces, fingers and cells that leap show at a slow rate, sample by sample."""

    striking_share: float = number(
        0.85, "share of the pieces", "What falls shows a blow; some are laid down, or fall too low.", ASSUMED
    )
    prior_pieces: float = number(
        10.0, "pieces", "So many a board must have seen until its own share counts as much.", ASSUMED
    )
    hard_piece_share: float = number(
        0.01,
        "share of those that strike",
        "Pieces from 2 to 10 cm pass their weight by 0.09 to 0.45 of it.",
        "simulated, 10 samples a second",
    )
    tapping_share: float = number(0.1, "share of the fingers", "A finger that rests seldom taps.", ASSUMED)
    hard_tap_share: float = number(
        0.8,
        "share of those that tap",
        "Fingers that tap pass what they rest with by 0.7 to 2 of it.",
        ASSUMED,
    )
    unseen_touch_share: float = number(
        0.1,
        "share of the pieces taken",
        "Fingers press with 0 to 20 g for 0.1 to 0.5 s: so many too lightly or shortly for a sample.",
        ASSUMED,
    )
    touched_leap_share: float = number(0.02, "share of the leaps", "A leap looks touched by chance.", ASSUMED)
    struck_leap_share: float = number(
        0.2,
        "share of the leaps",
        "A leap looks as if something struck: noise, or a third level on the way.",
        "simulated: tests/benchmarks/unwell_cells.py, from the start",
    )
    leaping_cell: float = number(
        1e-4, "per place and game", "A cell with a cracked joint or a loose wire.", ASSUMED
    )


@dataclass(frozen=True, slots=True)
class StepPriors:
    """What a change of a place's weight from one look to the next is."""

    further_piece_share: float = number(
        0.3,
        "share per further piece",
        "Hands move few pieces at a time: each further one makes a step rarer.",
        ASSUMED,
    )
    no_step: float = number(
        1e-6,
        "per place that has not moved",
        "A piece came or went without a step: what goes on and on is a zero.",
        ASSUMED,
    )
    unseen_exchange: float = number(
        1e-2,
        "per step",
        "Beside what the step shows, a piece came and another went between two looks.",
        ASSUMED,
    )


@dataclass(frozen=True, slots=True)
class Priors:
    """All priors, by what they are about."""

    tables: TablePriors = field(default_factory=TablePriors)
    mishaps: MishapPriors = field(default_factory=MishapPriors)
    tails: TailPriors = field(default_factory=TailPriors)
    landings: LandingPriors = field(default_factory=LandingPriors)
    arrivals: ArrivalPriors = field(default_factory=ArrivalPriors)
    steps: StepPriors = field(default_factory=StepPriors)
    histories: HistoryPriors = field(default_factory=HistoryPriors)
    individuals: IndividualPriors = field(default_factory=IndividualPriors)
