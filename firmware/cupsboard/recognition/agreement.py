"""Update the knowledge after an agreed table: contents, zeros, and how far zeros and cups may be off."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from cupsboard.numbers import COSTS, PHYSICS
from cupsboard.recognition.knowledge import Knowledge, PlaceKnowledge, largest_wander, present, unseen
from cupsboard.recognition.population import Population, mass_of
from cupsboard.rules.game import Contents, Pieces
from cupsboard.rules.places import Kind, Place
from cupsboard.scales.cell_faults import CellFault
from cupsboard.scales.readings import Settled, Weight

_COSTS = COSTS.learning


@dataclass(frozen=True, slots=True)
class Notes:
    """What was observed on the way to an agreed table, apart from its contents and its weights."""

    arrived_alone: Mapping[Place, Weight] = field(default_factory=dict)
    """The weights of fresh pieces that came alone to a place: samples of their kind."""
    unexplained: Collection[Place] = ()
    """Places where a hand may rest: their contents follow the pieces that should have come and gone.

    A difference of less than a piece may also be an odd piece. It is taken over with that much doubt, and the
    next look decides.
    """
    touched: Collection[Place] | None = None
    """Where pieces came or went; None if that may be anywhere."""
    vouched: Collection[Place] = ()
    """Places for which players have said that only pieces lie there, as many as are agreed."""
    counted: Collection[Place] = ()
    """Places whose pieces players have counted by hand, because the scales showed something else."""
    lifted: Collection[Place] = ()
    """Places whose cup was in the air; such a cup stands elsewhere on its platform."""
    unfollowed_looks: Mapping[Place, int] = field(default_factory=dict)
    """For how many looks the zero of each place was not tracked; it may have drifted on."""


NOTHING_NOTED = Notes()
"""Nothing but the table itself is known: pieces may have come and gone anywhere."""


def agreed(knowledge: Knowledge, lying: Pieces, settled: Settled, notes: Notes = NOTHING_NOTED) -> Knowledge:
    """Return the knowledge after a table was agreed to hold `lying` while it weighed `settled`.

    An untouched place keeps its knowledge; `still` is for such places. A place that is now empty gets a new
    tare. A place that could not be read keeps its values, changed by the pieces that should have come and
    gone.
    """
    pieces = _with_samples(knowledge, lying, notes)
    lightest = min(pieces.values(), key=lambda each: each.mean_grams)
    jump_variance, placement_share = knowledge.jump_variance, knowledge.placement_share
    places = {}
    for place, known in knowledge.places.items():
        inside, now = present(lying[place]), settled.weights[place]
        places[place] = _agreed_place(knowledge, place, inside, now, pieces, notes)
        is_seen_again = known.pieces and not inside and isinstance(now, Weight)
        if is_seen_again and place not in notes.unexplained and isinstance(now, Weight):
            if place in notes.lifted:
                placement_share = placement_seen(known, now, placement_share)
            else:
                jump_variance = max(0.0, jump_variance + unforeseen_jump(known, now, jump_variance, lightest))
    jump_variance = min(max(jump_variance, PHYSICS.drift_grams**2), largest_wander(knowledge))
    further = jump_variance - knowledge.jump_variance
    # What is learnt of jumps holds for all there have been since a zero was seen, not only for those to come.
    places = {place: known.with_further_jumps(further) for place, known in places.items()}
    return Knowledge(places, pieces, jump_variance, placement_share)


def _agreed_place(
    knowledge: Knowledge,
    place: Place,
    inside: Mapping[Kind, int],
    now: Weight | CellFault,
    pieces: Mapping[Kind, Population],
    notes: Notes,
) -> PlaceKnowledge:
    """Return the new knowledge of one place, which is agreed to hold the pieces `inside`."""
    known = knowledge.places[place]
    is_touched = notes.touched is None or place in notes.touched or inside != known.pieces
    if isinstance(now, CellFault):
        return unseen(known, inside, pieces)
    if place in notes.unexplained:
        lightest_grams = min(each.mean_grams for each in pieces.values())
        return _doubted(unseen(known, inside, pieces), now, lightest_grams, is_zero=not is_touched)
    zero_variance = knowledge.jump_variance if is_touched else 0.0
    if place in notes.lifted:
        zero_variance += knowledge.placement_variance(known.gross.grams)
    if inside and place in notes.counted:
        return known.counted(unseen(known, inside, pieces).doubted(zero_variance), now)
    step_variance = 0.0
    if place in notes.vouched:
        # What is odd is the zero's, the content's or of both: each is in doubt by all of it.
        step_variance = (now.grams - unseen(known, inside, pieces).gross.grams) ** 2
        if inside and inside == known.pieces:
            return known.doubted(zero_variance + step_variance, step_variance).weighed(now)
    if is_touched:
        looks = notes.unfollowed_looks.get(place, 0)
        return known.refilled(inside, now, zero_variance + step_variance, looks)
    return known.rezeroed(now) if place in notes.vouched or place in notes.lifted else known


def _with_samples(knowledge: Knowledge, lying: Pieces, notes: Notes) -> dict[Kind, Population]:
    pieces = dict(knowledge.pieces)
    for place, weight in notes.arrived_alone.items():
        kind = _kind_of_arrival(knowledge.places[place].pieces, lying[place], pieces)
        if kind is not None:
            pieces[kind] = pieces[kind].with_sample(weight.grams, weight.variance)
    return pieces


def _kind_of_arrival(
    before: Mapping[Kind, int], now: Mapping[Kind, int], known: Collection[Kind]
) -> Kind | None:
    """Return the kind of a piece that came alone to a place; None where several kinds are possible."""
    kinds = known if len(known) == 1 else [kind for kind in now if now[kind] > before.get(kind, 0)]
    return next(iter(kinds)) if len(kinds) == 1 else None


def unforeseen_jump(known: PlaceKnowledge, empty: Weight, jump_variance: float, beans: Population) -> float:
    """Return the correction (g²) of `jump_variance` from the weight `empty` of a place that was emptied.

    That weight shows the zero again. A zero that was poorly known beforehand corrects the variance little.
    """
    touches = max(known.touches, 1)
    expected = known.tare.variance + empty.variance
    off = empty.grams - known.tare.grams
    squared = min(off * off, _COSTS.outlier_sigmas**2 * expected)
    noticeable = max(jump_variance, (_COSTS.noticeable_jump_beans * beans.mean_grams) ** 2)
    telling = min(1.0, touches * noticeable / expected)
    return _COSTS.jump_share * telling * telling * (squared - expected) / touches


def placement_seen(known: PlaceKnowledge, empty: Weight, share: float) -> float:
    """Return the corrected `share` from the zero that a lifted cup's place shows, weighing `empty`.

    `share` describes how far the weight of a cup changes when it is lifted and put back: a standard
    deviation, as a part of its load.
    """
    own = 2 * empty.grams**2
    expected = known.tare.variance + empty.variance + own * share * share
    off = empty.grams - known.tare.grams
    squared = min(off * off, _COSTS.outlier_sigmas**2 * expected)
    telling = own * share * share / expected
    found = share * share + _COSTS.placement_learning_share * telling * (squared - expected) / own
    return math.sqrt(min(max(found, PHYSICS.placement_share**2), _COSTS.most_placement_share**2))


def perhaps_exchanged(
    knowledge: Knowledge, lifted_together: Collection[Place], lying: Pieces, settled: Settled
) -> Knowledge:
    """Return the knowledge after cups were in the air together and may stand in each other's places.

    The zero of each place in `lifted_together` gets a variance: how far the empty cups differ in weight,
    unless the agreed pieces `lying` show which cup stands there. A place with the weight and the pieces of
    before most probably has its own cup.
    """
    places = dict(knowledge.places)
    cups = [places[place].cup_grams for place in lifted_together]
    for place in lifted_together:
        known, now = places[place], settled.weights[place]
        mass = mass_of(lying[place], knowledge.pieces)
        off = [cup - known.cup_grams for cup in cups]
        shares = [1.0 for _ in cups]
        if isinstance(now, Weight):
            variance = known.tare.variance + now.variance + knowledge.jump_variance + mass.variance
            odd = now.grams - known.tare.grams - mass.grams
            # What none of them explains tells nothing.
            most = COSTS.limits.chance_sigmas**2
            shares = [math.exp(-0.5 * min((odd - each) ** 2 / variance, most)) for each in off]
            if known.count and lying[place] == known.pieces:
                again = known.gross.variance + now.variance + knowledge.jump_variance
                apart = now.grams - known.gross.grams
                # Nobody guesses pieces of another mass so well: a density, beside that of the shares.
                shares.append(math.sqrt(variance / again) * math.exp(-0.5 * apart * apart / again))
                off.append(0.0)
        doubt = sum(share * each * each for share, each in zip(shares, off, strict=True)) / sum(shares)
        places[place] = replace(known, tare=Weight(known.tare.grams, known.tare.variance + doubt))
    return replace(knowledge, places=places)


def _doubted(known: PlaceKnowledge, now: Weight, bean_grams: float, *, is_zero: bool) -> PlaceKnowledge:
    """Return the knowledge of a place whose weight is off for no known reason.

    The difference is the zero's if `is_zero`, else the pieces'. Less than about a piece is taken over as an
    odd piece. More is probably a finger, and is not.
    """
    off = now.grams - known.gross.grams
    doubt = min(abs(off), _COSTS.most_doubt_beans * bean_grams) ** 2
    step = off if abs(off) < _COSTS.odd_piece_beans * bean_grams else 0.0
    gross = Weight(known.gross.grams + step, now.variance + doubt)
    if known.count == 0:
        return replace(known, gross=gross, tare=gross, shared_variance=gross.variance)
    if not is_zero:
        return replace(known, gross=gross, shared_variance=0.0)
    tare = Weight(known.tare.grams + step, known.tare.variance + doubt)
    shared = min(known.shared_variance, now.variance) + doubt
    return replace(known, gross=gross, tare=tare, shared_variance=shared)


def as_it_would_have_weighed(
    contents: Contents, found: Contents, settled: Settled, beans: Population
) -> Settled:
    """Return the estimated weights of an agreed table that was never weighed at rest.

    The scales showed the table `found` instead, because hands had already gone on. For each place, the mean
    mass of the pieces in `found` beyond `contents` is subtracted from its weight, and their variance is
    added.
    """
    weights: dict[Place, Weight | CellFault] = dict(settled.weights)
    for place, count in contents.items():
        beyond, weight = found[place] - count, weights[place]
        if beyond and isinstance(weight, Weight):
            grams = weight.grams - beyond * beans.mean_grams
            weights[place] = Weight(grams, weight.variance + abs(beyond) * beans.variance)
    return replace(settled, weights=weights)


def as_it_lies_now(
    then: Settled,
    now: Settled,
    *,
    differing: Collection[Place],
    vouched: Collection[Place],
    beneath_grams: float | None,
) -> Settled:
    """Return the last look's weights, `now`, with those of an earlier look, `then`, where the two disagree.

    The earlier look found the agreed table; the last one found other numbers in the places `differing`. Which
    of the two is right the next look must decide, so their difference becomes doubt. In the places `vouched`
    players have found only pieces, so the last weight counts.

    If hands had already gone on, `beneath_grams` is half a piece: a place that differs by more weighs what it
    did then, and so does one where players have found the pieces of a reply. One that differs significantly
    is doubtful too. None otherwise.
    """
    weights: dict[Place, Weight | CellFault] = dict(now.weights)
    for place, before in then.weights.items():
        last = weights[place]
        if not isinstance(before, Weight) or not isinstance(last, Weight):
            if place in differing:
                # The last weight is that of other pieces, and there is none of these.
                weights[place] = before
            continue
        apart = before.grams - last.grams
        noise_grams = math.sqrt(before.variance + last.variance)
        is_replied = place in differing and place in vouched
        if beneath_grams is not None and (is_replied or abs(apart) > beneath_grams):
            weights[place] = before
        elif (
            place in differing
            if beneath_grams is None
            else abs(apart) > COSTS.limits.chance_sigmas * noise_grams
        ):
            shown = last if place in vouched else before
            weights[place] = Weight(shown.grams, before.variance + apart * apart)
    return replace(now, weights=weights)


def with_doubt_of_fingers(
    contents: Contents,
    settled: Settled,
    first_seen: Mapping[Place, tuple[int, Weight | CellFault]],
    mean_grams: float,
) -> Settled:
    """Return the weights of an agreed table, less certain where the same pieces weighed otherwise before.

    A resting finger can make pieces seem heavier. Players who confirm that only pieces lie in a place don't
    notice a scale that is off for a moment. A difference of a piece or more was a miscount, and is no reason
    for doubt.

    `first_seen` holds the count of each place at the last look, and its weight when that count was first
    seen. `contents` leaves out cups that were in the air together.
    """
    weights: dict[Place, Weight | CellFault] = dict(settled.weights)
    for place in contents:
        (count, first), now = first_seen[place], weights[place]
        if count == contents[place] and isinstance(now, Weight) and isinstance(first, Weight):
            apart, variance = now.grams - first.grams, now.variance + first.variance
            if COSTS.limits.chance_sigmas * math.sqrt(variance) < abs(apart) < mean_grams:
                weights[place] = Weight(now.grams, now.variance + apart * apart)
    return replace(settled, weights=weights)
