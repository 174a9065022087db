"""How sure the board must be, how long it waits, and how much it computes: what players pay for an answer."""

from dataclasses import dataclass, field

from cupsboard.numbers import weighing_costs
from cupsboard.numbers.doubt_costs import DoubtCosts
from cupsboard.numbers.history_numbers import HistoryCosts
from cupsboard.numbers.king_numbers import IndividualCosts, RaceCosts
from cupsboard.numbers.number import number

_SIGMAS = "standard deviations"
_BEANS = "mean beans"


@dataclass(frozen=True, slots=True)
class LimitCosts:
    """How far is far, and how much of a bean counts, wherever that is asked."""

    likely_sigmas: float = number(
        3.0, _SIGMAS, "Numbers of pieces, moved or swapped, are thought of if their mass is this close."
    )
    chance_sigmas: float = number(
        4.0,
        _SIGMAS,
        "Beyond, it is not chance: a place is not empty, something presses, a weight teaches nothing.",
    )
    sample_sigmas: float = number(
        4.5, _SIGMAS, "A sample further off does not belong to the stretch or level before it."
    )
    worst_sigmas: float = number(
        5.0, _SIGMAS, "With a place further off, given all others, an explanation is none."
    )
    no_piece_beans: float = number(
        0.25,
        _BEANS,
        "A smaller difference cannot be a piece: it is drift, a cup put down, or the residual settling of a "
        "heavy bean, which exceeds the noise but cannot change its count.",
        "notes 5",
    )
    perhaps_piece_beans: float = number(0.3, _BEANS, "A gain from here on may be a light piece.")
    piece_beans: float = number(
        0.5, _BEANS, "A gain from here on shows a piece, or a thing that is none; a loss, a cup held up."
    )


@dataclass(frozen=True, slots=True)
class StepCosts:
    """When a change from look to look counts (`recognition.piece_counts`)."""

    telling_steps: int = number(
        2, "steps", "From here on steps tell more than the weight does: a single one is that weight."
    )
    least_nats: float = number(
        -6.0, "nats", "The most that steps speak against a number: a finger may have been in one."
    )
    reach_sigmas: float = number(
        3.5, _SIGMAS, "A number of pieces is thought of if a step's mass is this close to its own."
    )


@dataclass(frozen=True, slots=True)
class ProposalCosts:
    """Which explanations are thought of at all (`.legal_tables`, `.mishaps`, `.swapped_pieces`)."""

    every_amount_up_to: int = number(
        3, "pieces", "So many pieces for one place are tried one by one; of more the weight proposes some."
    )
    amount_beans: float = number(
        1.0, _BEANS, "Amounts this close to a weight are proposed, even if its pieces vary less."
    )
    lightest_content_share: float = number(
        0.5,
        "share of the mean piece",
        "The pieces of a place are taken for no lighter on average, whatever its tare says.",
    )
    suspicious_beans: float = number(
        0.2,
        _BEANS,
        "A residual from here on may be a piece; below, one piece more is at least 10^4 times less likely at "
        "any spread that may begin a game.",
        "notes 7",
    )
    many_suspects: int = number(4, "places", "More with a trace of a piece are not all tried at once.")
    single_piece_beans: float = number(
        1.4, _BEANS, "A residual up to here is tried as few pieces, whatever their spread."
    )
    single_width_beans: float = number(
        0.9, _BEANS, "Then numbers this close are tried: one, and two if it is nearly that."
    )
    several_width_beans: float = number(0.8, _BEANS, "Beyond, numbers at least this close are tried.")
    several_sigmas: float = number(
        2.0, _SIGMAS, "And those whose mass is this close: few, for each is fitted."
    )


@dataclass(frozen=True, slots=True)
class SearchCosts:
    """How much is computed for an answer (`recognition.search`)."""

    rough_limit_nats: float = number(
        12.0, "nats", "One place speaks no louder against a stage: one mishap can mend it."
    )
    rough_margin_nats: float = number(
        30.0, "nats", "A stage this far behind the best rough score is still fitted exactly."
    )
    most_stages: int = number(24, "stages", "No more are fitted exactly.")
    most_ways: int = number(
        3000,
        "ways of plans",
        "No more are listed at one look; above, the board asks unless the move is beyond doubt. No honest "
        "look of the benchmark's games at 2x12 has more.",
        "tests/benchmarks/worst_looks.py",
    )
    most_terms: int = number(
        3600,
        "places and parts of flows",
        "One look weighs no more: some 260 explanations at 2x4, 95 at 2x12. An honest one takes 30.",
        "tests/benchmarks/worst_looks.py",
    )
    width: int = number(6, "explanations", "This many of each depth are carried on.")
    depth: int = number(
        24, "mishaps", "No more are put on top of one another: a whole pot turned over is found."
    )
    give_up_nats: float = number(
        14.0, "nats", "An explanation this far behind the best one (1 in 10^6) is not built upon."
    )
    swept_places: int = number(
        8, "places", "Where more are off, a sleeve has swept the table: no piece is traced by itself then."
    )
    swept_depth: int = number(
        2, "mishaps", "Then only this many are tried on top: the answer must come while somebody waits."
    )


@dataclass(frozen=True, slots=True)
class AcceptanceCosts:
    """How sure the board must be of a table (`recognition.acceptance`)."""

    accept: float = number(0.99, "probability", "A legal table is believed from here on.")
    accept_wary: float = number(
        0.9999,
        "probability",
        "The same for a single look where zeros wander or jump, for a move on its way there, and for a look "
        "that shows another table than the last though nothing moved: at 0.9987 to 0.9998 some were wrong.",
        "sim/results/WORLDS.md: a-little-of-everything, noise-8, jump-60",
    )
    noisy_beans: float = number(
        0.03,
        _BEANS,
        "Where weights differ so far from look to look though nothing moves, every table is looked at twice. "
        "Small beans (0.2 g) on good scales come to 0.027.",
        "sim/results/WORLDS.md: a-little-of-everything",
    )
    accept_noisy: float = number(
        0.999,
        "probability",
        "There a table is believed from here on. The look right after it need only bear that out, to what "
        "suffices elsewhere.",
        "sim/results/WORLDS.md: a-little-of-everything",
    )
    probable: float = number(
        0.998,
        "probability",
        "From here on a look counts as having shown a table, though it did not accept it.",
    )
    unsteady_beans: float = number(
        0.06,
        _BEANS,
        "Zeros that wander or jump so far are worse than any that a calibration accepts. What good ones are "
        "thought to jump comes to 0.05 by chance: two of 517,282 moves were asked about for that.",
        "sim/results/CUPS.md: kidney sorted; sim/results/WORLDS.md: jump-60",
    )
    accept_on_the_way: float = number(
        0.999,
        "probability",
        "The same for a move on its way: hands that go on answer for themselves, so it costs few questions.",
        "sim/results/WORLDS.md: tilt-2, fingers",
    )
    accept_at_once: float = number(
        0.99999,
        "probability",
        "Of which less is known is looked at once more before anything is done with it, and so is any other "
        "table where nothing has moved: what is off for a moment is right at the next look. So sure must a "
        "move on its way be on noisy scales.",
        "sim/results/WORLDS.md: a-little-of-everything",
    )
    accept_odd: float = number(
        0.999,
        "probability",
        "The same for one that only a mishap explains: another piece where the move's own should be, pieces "
        "swapped unseen, or cups that came back on each other's places; and for a single piece that is too "
        "light or too heavy for one.",
    )
    perhaps_done: float = number(
        0.02,
        "probability",
        "From here on a move that a player has pressed for may be done, and is asked about: whoever presses "
        "has nearly always finished.",
    )
    light_piece_share: float = number(
        0.42,
        "share of the mean",
        "A fresh piece below this is lighter than uneven beans (CV 15 %) are once in 18,000: rather one came "
        "and another went from the same cup.",
        "sim/results/WORLDS.md: tilt-0.2, lighter-25, noise-8, instants",
    )
    light_piece_sigmas: float = number(
        3.5,
        _SIGMAS,
        "One that is lighter than the mean by so many spreads of one is rather half a piece, or a crumb: not "
        "one in 4,000 is. So kidney beans (CV 15 %) are asked about in 4 more of 10,000 moves.",
    )
    half_piece_share: float = number(
        0.55,
        "share of the mean",
        "But nothing above this is half a piece, however even they are: gains may be off.",
    )
    heavy_piece_share: float = number(
        1.7,
        "share of the mean",
        "A fresh piece above this is heavier than uneven beans (CV 15 %) are once in 600,000: rather two "
        "came.",
        "sim/results/WORLDS.md: noise-8",
    )
    said_share: float = number(
        0.25,
        "share of the log odds",
        "So much of the posterior is said: in worlds that the model does not know no more of it was true.",
        "sim/results/WORLDS.md: said against found, things, fingers",
    )
    second_share: float = number(
        0.23,
        "share of its probability",
        "A second piece counts only this much against a move where pieces are uneven: one of them is often "
        "as heavy as two, and players would be asked about honest moves. Even pieces count in full.",
        "sim/results/CUPS.md: questioned and silent, kidney",
    )
    even_spread_share: float = number(0.12, "share of the mean", "Pieces up to here are even.", "notes 4.4")
    uneven_spread_share: float = number(
        0.145, "share of the mean", "From here on they are uneven; between, by the logarithm.", "notes 4.4"
    )
    few_sown: float = number(
        3.5,
        "places",
        "A move that may bring pieces to more has more heavy ones to be asked about: a second piece counts "
        "less in proportion, so that a longer move is not asked about more often.",
    )
    negligible: float = number(
        0.05,
        "probability",
        "Below, a player's yes cannot make the legal tables accepted: who did not look must not make the "
        "game go on from a table that hardly lies there.",
    )
    rival: float = number(0.025, "probability", "A second table from here on is what the question is about.")
    faint: float = number(1e-4, "probability", "Tables below are not even named.")
    most_alternatives: int = number(4, "tables", "No more are named.")
    lifted_cup_share: float = number(
        0.5, "share of the cup's weight", "A place with less than this of its empty cup has lost it."
    )


@dataclass(frozen=True, slots=True)
class WaitCosts:
    """How long players wait, and are given (`referee`, `recognition.tracker`, `signs.guidance`)."""

    first_look_seconds: float = number(
        0.5, "s", "A still table is looked at again after this: more samples decide more."
    )
    next_look_seconds: float = number(2.0, "s", "And then this often, so that zeros follow slow drift.")
    reply_seconds: float = number(
        0.1, "s", "A table on which the opponent has begun must seem so for this long: that ends a turn."
    )
    second_thought_seconds: float = number(
        0.4,
        "s",
        "A wrong table, or an opponent's first piece alone, must seem so for this long: a finger that rests "
        "for a moment, on a cup just put back, is not worth an alarm and ends no turn.",
    )
    doubt_seconds: float = number(
        0.6,
        "s",
        "A doubtful table must seem so for this long: who sows on meanwhile is not interrupted, and the "
        "answer still comes within a second of stillness.",
    )
    laying_seconds: float = number(
        3.0,
        "s",
        "The same where nobody has pressed and no turn may be over: what hands do next settles most of it, "
        "and hands that rest for so long have laid what they would.",
    )
    lifted_seconds: float = number(
        0.25, "s", "A cup away for this long was lifted; one that rings is back within a few hundredths."
    )
    lifted_shown_seconds: float = number(
        3.0, "s", "A cup in the air is the middle of a move; only after this is it one that was forgotten."
    )
    blind_seconds: float = number(
        8.0,
        "s",
        "For so long the board waits for places that can't be read; then players are asked to count there.",
    )
    looked_seconds: float = number(
        1.5, "s", "A player who presses again this long after being asked to clear a place has looked."
    )


@dataclass(frozen=True, slots=True)
class Costs:
    """All costs, by the decision they are for."""

    limits: LimitCosts = field(default_factory=LimitCosts)
    settling: weighing_costs.SettlingCosts = field(default_factory=weighing_costs.SettlingCosts)
    doubts: DoubtCosts = field(default_factory=DoubtCosts)
    landings: weighing_costs.LandingCosts = field(default_factory=weighing_costs.LandingCosts)
    steps: StepCosts = field(default_factory=StepCosts)
    proposals: ProposalCosts = field(default_factory=ProposalCosts)
    search: SearchCosts = field(default_factory=SearchCosts)
    acceptance: AcceptanceCosts = field(default_factory=AcceptanceCosts)
    waits: WaitCosts = field(default_factory=WaitCosts)
    learning: weighing_costs.LearningCosts = field(default_factory=weighing_costs.LearningCosts)
    common_errors: weighing_costs.CommonErrorCosts = field(default_factory=weighing_costs.CommonErrorCosts)
    warm_up: weighing_costs.WarmUpCosts = field(default_factory=weighing_costs.WarmUpCosts)
    suitability: weighing_costs.SuitabilityCosts = field(default_factory=weighing_costs.SuitabilityCosts)
    histories: HistoryCosts = field(default_factory=HistoryCosts)
    individuals: IndividualCosts = field(default_factory=IndividualCosts)
    race: RaceCosts = field(default_factory=RaceCosts)
