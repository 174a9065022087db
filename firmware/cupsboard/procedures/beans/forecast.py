"""Will my beans do? The rates to be expected in play, from the scales' noise and the beans' spread.

The model is the sensing notes' (4.2 to 4.5), fitted to their simulations: tables over one thing at a time,
joined as if their causes were independent. It is held against campaigns with calibrated boards. Whether
to sort beans before a game is answered for the interval in which their spread lies, not for the estimate:
where its ends differ, all that is said is how many more have to be weighed.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from statistics import fmean

from cupsboard.numbers import COSTS
from cupsboard.procedures.beans.asking import MOVES_A_GAME, Played, Scales, asked_share
from cupsboard.procedures.beans.statistics import (
    SORTED_BELIEVED,
    SORTED_QUESTIONS,
    Spread,
    doubles_passing,
    interval,
    misbelief_questions,
    questions_expected,
    rate,
    share_kept,
    spreads_possible,
)
from cupsboard.procedures.reference_masses import WEIGHT_TOLERANCE
from cupsboard.recognition.suitability import settled_change_grams
from cupsboard.rules.places import Place
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.errors import SensingError
from cupsboard.signs.scene import Message, Phrases, Values
from cupsboard.signs.sentences import say

FEW_DOUBLES = 1e-3
"""Share of doubles (two beans in one cup) that may pass for one: up to it nobody would mind."""
MOST_MORE = 100
"""Who is to weigh more beans than this had better sort them all: that is no more work."""


class Advice(Enum):
    """What to do with beans before a game."""

    OTHER_BEANS = "advice.other-beans"
    COUNT_MORE = "advice.count-more"
    MUST_SORT = "advice.must-sort"
    SORT = "advice.sort"
    UNDECIDED = "advice.undecided"
    PLAY = "advice.play"

    __hash__ = object.__hash__


def advise(spread: Spread, change_sd_grams: float) -> Advice:
    """The advice for beans of this spread on scales with changes of this standard deviation."""
    if spread.mean_grams < COSTS.suitability.least_signal * change_sd_grams:
        return Advice.OTHER_BEANS
    if spread.share is None:
        return Advice.COUNT_MORE
    blur = change_sd_grams / spread.mean_grams
    match _is_worth_sorting(spread.low, blur), _is_worth_sorting(spread.high, blur):
        case False, False:
            return Advice.PLAY
        case True, True:
            is_too_much = spread.low > COSTS.suitability.most_spread_share
            return Advice.MUST_SORT if is_too_much else Advice.SORT
        case _:
            return Advice.UNDECIDED


def more_to_weigh(spread: Spread, change_sd_grams: float) -> int | None:
    """How many more decide it if they differ as those did, in tens; None for more than anybody should weigh.

    A portion counts as one, however many beans it holds.
    """
    if spread.share is None:
        return None
    blur = change_sd_grams / spread.mean_grams
    for more in range(1, MOST_MORE + 1):
        ends = interval(spread.share, spread.sample + more)
        if len({_is_worth_sorting(end, blur) for end in ends}) == 1:
            return math.ceil(more / 10) * 10
    return None


def advised(spread: Spread, change_sd_grams: float, unit: str = "beans") -> Message:
    """Return the advice as a phrase; `unit`, beans or portions, is what was weighed one by one.

    While nothing is sure it is right to sort: that costs an hour and some beans, and never a game.
    """
    advice = advise(spread, change_sd_grams)
    if advice is not Advice.UNDECIDED:
        return Message(advice.value)
    more = more_to_weigh(spread, change_sd_grams)
    if more is None:
        return Message("advice.hardly-told")
    return Message(f"advice.more-{unit}", {"more": more, "sample": spread.sample})


def in_words(spread: Spread, change_sd_grams: float, unit: str = "beans") -> str:
    """Return the advice as an English sentence without its full stop; see `advised`."""
    return say(advised(spread, change_sd_grams, unit))


def _is_worth_sorting(share: float, blur: float) -> bool:
    """Whether too many doubles pass as they are; `blur` is what the scales add to the beans' spread."""
    return doubles_passing(math.hypot(share, blur)) > FEW_DOUBLES


SORTED_SPREAD = 0.119
"""What is left of any bell curve wide enough, within +-25 % of the mean (sensing notes, 1.3)."""
SORTED_DOUBLES = 3e-5
"""Pairs of sorted beans that pass for one (sensing notes, 4.5)."""
FEW_QUESTIONS, FEW_SILENT = 2e-3, 1e-4
"""Shares up to which nobody would mind: the first is a question in twenty games."""
WORTH_SAYING = 0.7
"""Advice is given where it takes the troubles down to this share of what they were, or lower."""

Table = Sequence[tuple[float, float]]

# Mean bean over the deviation of a settled change -> share of honest moves questioned, beyond the beans' own.
_QUESTIONS_BY_SIGNAL: Table = (
    *((3, 0.54), (5, 0.12), (6, 4.6e-2), (8, 7e-3), (10, 1.6e-3), (12, 6e-4), (15, 3e-4), (20, 1e-4)),
    *((30, 1e-5), (100, 1e-6)),
)
_SILENT_BY_SIGNAL: Table = (
    *((3, 6e-2), (5, 2e-2), (6, 8e-3), (8, 1e-3), (10, 1e-4), (12, 1e-5), (15, 3e-6), (30, 1e-6)),
)
_WRONG_BY_SIGNAL: Table = ((3, 4e-4), (6, 9e-5), (9, 4e-5), (12, 3e-6), (30, 1e-6))
# Relative error of the gains -> shares, beyond those of perfect gains.
_QUESTIONS_BY_GAIN: Table = ((0.001, 1e-7), (0.01, 1e-5), (0.02, 1e-4), (0.05, 1.8e-3), (0.2, 0.1))
_SILENT_BY_GAIN: Table = ((0.001, 1e-7), (0.01, 4e-6), (0.02, 2e-4), (0.05, 2e-3), (0.2, 0.1))


@dataclass(frozen=True, slots=True)
class Basis:
    """What a verdict rests on; `signal` is the mean bean over the deviation of a settled change."""

    signal: float
    spread: float
    gain_error: float
    is_sorted: bool = False
    sample: int | None = None
    """How many beans the spread was found from; None where it is simply said."""

    @property
    def beans(self) -> Spread:
        """The beans, in units of what a settled change is off by."""
        ends = (self.spread, self.spread) if self.sample is None else interval(self.spread, self.sample)
        return Spread(self.signal, 0.0, self.spread, *ends, self.sample or 0)

    def sorted(self) -> "Basis":
        """The same board with beans that have been sorted."""
        return replace(self, spread=min(self.spread, SORTED_SPREAD), is_sorted=True)


@dataclass(frozen=True, slots=True)
class Expected:
    """Shares to be expected.

    Of honest moves that are questioned and that are taken for others, of two beans in one cup that pass as
    one, and of all other single faults that pass.
    """

    questioned: float
    wrong: float
    doubles: float
    silent: float

    @property
    def troubles(self) -> float:
        """All of it in one number, for comparing: errors weigh ten times a question."""
        return self.questioned + 10 * (self.wrong + self.silent) + self.doubles


class Answer(Enum):
    """Whether the beans will do."""

    YES = "verdict.yes"
    SORTED = "verdict.sorted"
    UNDECIDED = "verdict.undecided"
    NO = "verdict.no"
    OVERLOAD = "verdict.overload"

    __hash__ = object.__hash__

    @property
    def message(self) -> Message:
        """The answer as a phrase."""
        return Message(self.value)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the beans will do on this board, and what would help most, the best first."""

    answer: Answer
    expected: Expected
    once_sorted: Expected
    weakest: Message
    advice: Phrases
    played: Message | None = None
    """How often the board will ask in play; None for a board that was calibrated."""

    @property
    def said(self) -> Phrases:
        """The verdict as sentences, a line each."""
        now, once_sorted = self.expected, (rate(self.once_sorted.doubles),)
        return (
            Message("verdict.will-they", {"answer": (self.answer.message,)}),
            Message("verdict.questioned", {"rate": (rate(now.questioned),)}),
            Message("verdict.wrong", {"rate": (rate(now.wrong),)}),
            Message("verdict.doubles", {"rate": (rate(now.doubles),), "sorted": once_sorted}),
            Message("verdict.silent", {"rate": (rate(now.silent),)}),
            *((self.played,) if self.played else ()),
            Message("verdict.weakest", {"what": (self.weakest,)}),
            *(Message("verdict.would-help", {"what": (each,)}) for each in self.advice),
        )

    def __str__(self) -> str:
        return "\n".join(map(say, self.said))


def expected(basis: Basis) -> Expected:
    """The shares to be expected, over all spreads that the sample of beans leaves possible."""
    if basis.sample is None:
        return _expected(basis)
    each = [
        _expected(replace(basis, spread=spread), believed=basis.spread)
        for spread in spreads_possible(basis.spread, basis.sample)
    ]
    return Expected(
        fmean(one.questioned for one in each),
        fmean(one.wrong for one in each),
        fmean(one.doubles for one in each),
        fmean(one.silent for one in each),
    )


def _expected(basis: Basis, believed: float | None = None) -> Expected:
    """The shares where beans spread as the basis says, on a board that believes another spread of them."""
    if basis.is_sorted:
        by_beans = SORTED_QUESTIONS
    else:
        by_beans = max(questions_expected(basis.spread), misbelief_questions(believed or 0.0, basis.spread))
    questioned = (
        by_beans + _read(_QUESTIONS_BY_SIGNAL, basis.signal) + _read(_QUESTIONS_BY_GAIN, basis.gain_error)
    )
    return Expected(
        questioned=min(1.0, questioned),
        wrong=_read(_WRONG_BY_SIGNAL, basis.signal),
        doubles=_doubles(basis),
        silent=min(1.0, _read(_SILENT_BY_SIGNAL, basis.signal) + _read(_SILENT_BY_GAIN, basis.gain_error)),
    )


def _doubles(basis: Basis) -> float:
    """Pairs that pass for one: by the bell curve; sorted beans have no tails, so they pass less often."""
    unsorted = doubles_passing(math.hypot(basis.spread, 1 / basis.signal))
    if not basis.is_sorted:
        return unsorted
    believed = doubles_passing(math.hypot(SORTED_BELIEVED * basis.spread, 1 / basis.signal))
    return min(unsorted, max(SORTED_DOUBLES, believed))


Others = Sequence[tuple[Message, Basis]]
"""What could be changed about a board, and what that would come to."""


def judged(basis: Basis, weakest: Message, others: Others) -> Verdict:
    """The verdict on a board, with those of the `others` that would help."""
    now = expected(basis)
    once_sorted = expected(basis.sorted())
    helpful = [(what, expected(each).troubles) for what, each in others]
    worth_saying = [each for each in helpful if each[1] <= WORTH_SAYING * now.troubles]
    advice = [what for what, _ in sorted(worth_saying, key=lambda each: each[1])]
    answer = _answer(basis, once_sorted)
    if answer is Answer.UNDECIDED and (more := more_to_weigh(basis.beans, 1.0)) is not None:
        advice.insert(0, Message("verdict.weigh-more", {"count": more}))
    return Verdict(answer, now, once_sorted, weakest, tuple(advice))


def verdict_of(calibration: Calibration, cups: int) -> Verdict:
    """The verdict on a calibrated board with `cups` a side and the beans that it was calibrated with."""
    rate, beans = calibration.rate_sps, calibration.beans
    signals = {
        place: beans.mean_grams / settled_change_grams(values.noise_grams, rate)
        for place, values in calibration.places.items()
    }
    weakest = min(signals, key=lambda place: signals[place])
    gains = [values.gain_error for values in calibration.places.values()]
    basis = Basis(signals[weakest], beans.spread_grams / beans.mean_grams, max(gains), sample=beans.sample)
    values = {
        "place": weakest,
        "times": f"{signals[weakest]:.0f}",
        "needed": f"{COSTS.suitability.least_signal:.0f}",
    }
    words = Message("verdict.weakest-place", values)
    return judged(basis, words, alternatives(basis, _weakened(calibration, weakest), cups))


def alternatives(basis: Basis, mended: Basis | None, cups: int) -> Others:
    """Return what could be changed; `mended` is the board with its weakest place as good as the next."""
    kept = share_kept(basis.spread)
    more = math.ceil(20 * cups / max(kept, 0.05))
    odd: Values = {"percent": f"{100 * (1 - kept):.0f}", "more": more, "stay": 20 * cups}
    changes = [] if basis.is_sorted else [(Message("verdict.sort", odd), basis.sorted())]
    changes += [
        (Message("verdict.half-rating"), replace(basis, signal=2 * basis.signal)),
        (Message("verdict.heavier"), replace(basis, gain_error=basis.gain_error / 2)),
    ]
    return changes if mended is None else [*changes, (Message("verdict.noisier"), mended)]


def _weakened(calibration: Calibration, weakest: Place) -> Basis | None:
    """The board with its weakest place no noisier than the next."""
    beans, rate = calibration.beans, calibration.rate_sps
    noises = sorted(values.noise_grams for place, values in calibration.places.items() if place != weakest)
    if not noises:
        return None
    signal = beans.mean_grams / settled_change_grams(noises[-1], rate)
    gains = [values.gain_error for values in calibration.places.values()]
    return Basis(signal, beans.spread_grams / beans.mean_grams, max(gains), sample=beans.sample)


def _answer(basis: Basis, once_sorted: Expected) -> Answer:
    if basis.signal < COSTS.suitability.least_signal or once_sorted.silent > FEW_SILENT:
        return Answer.NO
    advice = _advice_for_sorted(basis) if basis.is_sorted else advise(basis.beans, 1.0)
    # What a small sample may mislead the board about is cured by more beans in play, not by sorting.
    if advice is Advice.PLAY and _expected(basis).questioned <= FEW_QUESTIONS:
        return Answer.YES
    if once_sorted.questioned > FEW_QUESTIONS:
        return Answer.NO
    return Answer.UNDECIDED if advice is Advice.UNDECIDED else Answer.SORTED


def _advice_for_sorted(basis: Basis) -> Advice:
    """Sorted beans have no tails, so what is said of others does not hold for them."""
    is_even = basis.spread <= COSTS.suitability.most_spread_share and _doubles(basis) <= FEW_DOUBLES
    return Advice.PLAY if is_even else Advice.SORT


def _read(table: Table, at: float) -> float:
    """The value of a table between its rows, both read on logarithmic scales; its ends go on for ever."""
    if at <= table[0][0]:
        return table[0][1]
    for (low, first), (high, second) in pairwise(table):
        if at <= high:
            way = math.log(at / low) / math.log(high / low)
            return math.exp(math.log(first) * (1 - way) + math.log(second) * way)
    return table[-1][1]


EXCITATION_VOLTS = 4.3
NOISE_VOLTS: Mapping[int, float] = {10: 2 * 50e-9, 80: 2 * 90e-9}
"""Twice the HX711's data sheet, which is what published logs come to (sensing notes, 1.1)."""
GAIN_ERROR = 3 * WEIGHT_TOLERANCE
CUP_GRAMS, POT_GRAMS = 45.0, 60.0
"""Platform with a cup or a pot on it."""
FULLEST_POT_SHARE = 0.55
"""The largest pot of random play held so much of all beans (sensing notes, 1.3)."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A sort of load cell (sensing notes, 1.2)."""

    name: str
    full_scale_grams: float
    rated_output_mv_per_v: float

    def noise_grams(self, sps: int, excitation_volts: float = EXCITATION_VOLTS) -> float:
        """The standard deviation of one conversion, at that supply of the bridge."""
        volts_per_gram = self.rated_output_mv_per_v * 1e-3 * excitation_volts / self.full_scale_grams
        return NOISE_VOLTS[sps] / volts_per_gram

    @property
    def counts_per_gram(self) -> float:
        """Nominally, behind an HX711 at gain 128, whose full scale is half the excitation over that."""
        return self.rated_output_mv_per_v * 1e-3 / self.full_scale_grams * 128 * 2**24


RATINGS: Mapping[str, Rating] = {
    rating.name: rating
    for rating in (
        Rating("100g", 100.0, 0.6),
        Rating("500g", 500.0, 0.7),
        Rating("1kg", 1000.0, 1.0),
        Rating("5kg", 5000.0, 1.0),
    )
}


@dataclass(frozen=True, slots=True)
class Shopping:
    """What somebody thinks of buying; `spread` is the beans' standard deviation over their mean."""

    cell: str
    bean_grams: float
    spread: float
    cups: int
    sps: int
    is_sorted: bool = False
    excitation_volts: float = EXCITATION_VOLTS

    def check(self) -> None:
        """Refuse what can't be. Raises SensingError."""
        if self.cell not in RATINGS:
            raise SensingError(f"cell: {self.cell!r} is not known; choose one of {', '.join(RATINGS)}")
        if self.sps not in NOISE_VOLTS:
            raise SensingError(f"sps: {self.sps} is neither 10 nor 80; see the RATE pin of the HX711")
        for name, value, low, high in (
            ("bean", self.bean_grams, 0.01, 100.0),
            ("cv", self.spread, 0.0, 1.0),
            ("cups", self.cups, 2, 12),
        ):
            if not low <= value <= high:
                raise SensingError(f"{name}: {value} is not between {low:g} and {high:g}; see --help")


def budget(shopping: Shopping, played: Played | None = None) -> Verdict:
    """Return the verdict on parts and beans, for Cups or a game that was tried.

    Raises SensingError for what can't be.
    """
    shopping.check()
    basis = _basis(shopping, shopping.cell, shopping.sps)
    rating = RATINGS[shopping.cell]
    beans = 20 * shopping.cups if played is None else played.beans
    full = POT_GRAMS + FULLEST_POT_SHARE * beans * shopping.bean_grams
    values = {
        "times": f"{basis.signal:.0f}",
        "needed": f"{COSTS.suitability.least_signal:.0f}",
        "full": f"{full:.0f}",
        "most": f"{rating.full_scale_grams:.0f}",
    }
    weakest = Message("verdict.all-alike", values)
    verdict = replace(
        judged(basis, weakest, _others(shopping, basis, full)),
        played=Message("verdict.played", {"rate": (rate(asked_about(shopping, played)),)}),
    )
    if full > rating.full_scale_grams:
        enough = (_cells_of(name) for name, each in RATINGS.items() if full <= each.full_scale_grams)
        return replace(verdict, answer=Answer.OVERLOAD, advice=tuple(enough))
    return verdict


def most_in_a_cup(shopping: Shopping) -> int:
    """Return the most beans in a cup of which one more or less shows when all are taken out.

    A change of so many is off by the error of the gain too, and the cup must not overload its cell. Raises
    SensingError for what can't be.
    """
    shopping.check()
    signal, least = _basis(shopping, shopping.cell, shopping.sps).signal, COSTS.suitability.least_signal
    told = math.sqrt(max(0.0, least**-2 - signal**-2)) / GAIN_ERROR
    return int(min(told, (RATINGS[shopping.cell].full_scale_grams - CUP_GRAMS) / shopping.bean_grams))


def asked_about(shopping: Shopping, played: Played | None = None) -> float:
    """Return the share of moves about which honest players will be asked; see `asking.asked_share`."""
    rating = RATINGS[shopping.cell]
    volts = shopping.excitation_volts
    noise, slow = (rating.noise_grams(sps, volts) for sps in (shopping.sps, 10))
    return asked_share(Scales(noise, slow, shopping.sps, GAIN_ERROR), shopping.bean_grams, played)


def _basis(shopping: Shopping, cell: str, sps: int) -> Basis:
    change = settled_change_grams(RATINGS[cell].noise_grams(sps, shopping.excitation_volts), sps)
    return Basis(shopping.bean_grams / change, shopping.spread, GAIN_ERROR, shopping.is_sorted)


def _cells_of(rating: str) -> Message:
    return Message("verdict.cells-of", {"rating": rating})


def _others(shopping: Shopping, basis: Basis, full_grams: float) -> Others:
    """The things one could buy or do instead."""
    other_sps = 80 if shopping.sps == 10 else 10
    values = {"other": other_sps, "sps": shopping.sps}
    others = [(Message("verdict.other-rate", values), _basis(shopping, shopping.cell, other_sps))]
    if not shopping.is_sorted:
        others.append((Message("verdict.sort-first"), basis.sorted()))
    for name, rating in RATINGS.items():
        if name != shopping.cell and full_grams <= rating.full_scale_grams:
            others.append((_cells_of(name), _basis(shopping, name, shopping.sps)))
    return others


@dataclass(frozen=True, slots=True)
class PartsList:
    """A list of parts to order: what of it decides how well a board weighs."""

    cell: str
    excitation_volts: float
    """What its modules feed to a bridge."""
    is_sorted: bool = False
    """The beans are."""


LISTS: Mapping[str, PartsList] = {
    "cheap": PartsList("1kg", 3.2),
    "usual": PartsList("500g", EXCITATION_VOLTS),
    "careful": PartsList("500g", EXCITATION_VOLTS, is_sorted=True),
}
"""Of hardware/README.md. The cheap one's modules have one supply pin, which gets 3.3 V."""
BEANS: Mapping[str, tuple[float, float]] = {
    "navy beans": (0.20, 0.12),
    "kidney beans": (0.55, 0.15),
    "go stones": (5.0, 0.03),
}
"""Mean mass in grams and spread as they come (sensing notes, 1.3)."""


def shopping_of(name: str, bean_grams: float, spread: float, cups: int, sps: int) -> Shopping:
    """Return what a parts list of `LISTS` comes to with certain beans."""
    parts = LISTS[name]
    is_sorted, volts = parts.is_sorted, parts.excitation_volts
    return Shopping(parts.cell, bean_grams, spread, cups, sps, is_sorted, volts)


def list_forecast(name: str, cups: int, sps: int, played: Played | None = None) -> Phrases:
    """Return how often a board of a parts list will ask, a line a sort of beans; see `budget`."""
    parts = LISTS[name]
    head: Values = {"list": name, "cell": parts.cell, "volts": f"{parts.excitation_volts:g}", "sps": sps}
    lines = [Message("verdict.list", head)]
    for bean, (grams, spread) in BEANS.items():
        wanted = shopping_of(name, grams, spread, cups, sps)
        share = asked_about(wanted, played)
        values: Values = {
            "bean": f"{bean}, {grams:g} g",
            "rate": (rate(share),),
            "games": f"{1 - (1 - share) ** (played.moves_a_game if played else MOVES_A_GAME):.0%}",
            "doubles": (rate(budget(wanted).expected.doubles),),
        }
        lines.append(Message("verdict.list-bean", values))
    return tuple(lines)
