"""What is hidden before it is fitted would never have fitted: the screen is a lower bound, always."""

import math
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "rules" / "relay"))

import pytest
from cupsboard.recognition.histories.masses import Masses
from cupsboard.recognition.histories.screen import Screen
from cupsboard.recognition.histories.sight import Sight, sight_of
from cupsboard.recognition.histories.world import Move, World, moved
from cupsboard.recognition.knowledge import PlaceKnowledge
from cupsboard.recognition.likelihood import OFF, Supposition, Weights, fit
from cupsboard.recognition.population import Population
from cupsboard.rules import games
from cupsboard.rules.places import ANY_KIND, BEAN, HAND, Kind, Place, Side
from cupsboard.rules.turns import Act, Turns
from cupsboard.scales.readings import Settled, Weight
from hypothesis import given
from hypothesis import strategies as st
from relay_game import BAG, GOLD, RING, SILVER, Relay, RelayTurn, Seat, purse

Pieces = dict[Place, dict[Kind, int]]


def a_sight(
    pieces: Pieces,
    weighed: tuple[Place, ...],
    kinds: tuple[Kind, ...],
    random: Random,
    gain_errors: tuple[float, ...] = (0.0, 0.003, 0.05),
) -> Sight:
    """A look at a table, with scales and kinds of any sort and weights that need not fit anything."""
    populations = {
        kind: Population(
            mean := random.uniform(0.3, 6.0),
            (random.choice((0.0, 0.01, 0.1)) * mean) ** 2,
            (random.choice((0.005, 0.02, 0.15, 0.4)) * mean) ** 2,
            100.0,
        )
        for kind in kinds
    }
    knowledge, weights = {}, {}
    for place in weighed:
        content = sum(n * populations[kind].mean_grams for kind, n in pieces[place].items())
        heavier = random.gauss(0.0, random.choice((0.02, 0.3))) * content
        tare = Weight(25.0, random.choice((1e-6, 1e-4, 1e-2)))
        gross = Weight(25.0 + content + heavier, random.choice((1e-6, 1e-4, 1e-3)))
        gain = random.choice(gain_errors)
        knowledge[place] = PlaceKnowledge(
            pieces[place], gross, tare, 25.0, gain, min(tare.variance, gross.variance) / 2
        )
        off = random.choice((0.0, 0.01, 0.3, 3.0, 30.0)) * random.gauss(0.0, 1.0)
        weights[place] = Weight(gross.grams + off, random.choice((1e-5, 1e-4, 1e-3)))
    lots = {place: tuple(inside.get(kind, 0) for kind in kinds) for place, inside in pieces.items()}
    hand = Weight(sum(n * populations[kind].mean_grams for kind, n in pieces[HAND].items()) * 1.02, 0.01)
    world: World[Any] = World(None, lots, knowledge, hand)
    lifted = frozenset(place for place in weighed if random.random() < 0.1)
    return sight_of(world, populations, random.choice((0.0, 1e-5, 1e-3)), Settled(0.0, weights), lifted)


def some_moves(
    turns: Turns[Any, Any, Any], turn: Any, sight: Sight, kinds: tuple[Kind, ...], random: Random, most: int
) -> list[Move]:
    """Acts from here on, as many as may be, with any kinds."""
    lots, moves = dict(sight.lots), list[Move]()
    for _ in range(random.randint(0, most)):
        counts = {place: sum(lot) for place, lot in lots.items()}
        choices = list(turns.acts(counts, turn))
        if not choices:
            following = turns.ends(counts, turn)
            if following is None:
                break
            turn = following
            continue
        act, turn, _ = random.choice(choices)
        moves.append(Move(act.source, act.target, any_lot(act, lots[act.source], kinds, random)))
        lots = moved(lots, moves[-1:])
    return moves


def any_lot(act: Act, there: tuple[int, ...], kinds: tuple[Kind, ...], random: Random) -> tuple[int, ...]:
    there_is = [number for number, count in enumerate(there) for _ in range(count)]
    fitting = [each for each in there_is if act.kind in (ANY_KIND, kinds[each])]
    chosen = random.sample(fitting, act.pieces)
    return tuple(chosen.count(number) for number in range(len(kinds)))


def explained_by(sight: Sight, moves: list[Move], random: Random) -> Sight:
    """The same look with weights that the moves explain, but for a little."""
    residual = Masses(sight).move(moves).fit().residual_grams
    weighed = {
        place: replace(
            each, change_grams=each.change_grams - residual.get(place, 0.0) * random.uniform(0.9, 1.0)
        )
        for place, each in sight.weighed.items()
    }
    return replace(sight, weighed=weighed)


def assert_is_bound(sight: Sight, moves: list[Move], random: Random) -> None:
    if random.random() < 0.7:
        sight = explained_by(sight, moves, random)
    screen, lots = Screen(sight), moved(sight.lots, moves)
    opened = frozenset(move.source for move in moves)
    fresh = sum(sum(move.lot) for move in moves if screen.is_bag(move.source))
    misfit = Masses(sight).move(moves).fit().misfit
    counts = {place: sum(lot) for place, lot in lots.items()}
    by_counts = screen.bound(
        screen.of_count(place, counts[place], is_opened=place in opened, fresh=fresh) for place in screen.told
    )
    by_lots = screen.bound(
        screen.of_lot(place, lots[place], is_opened=place in opened, fresh=fresh) for place in screen.told
    )
    assert by_counts <= by_lots + 1e-9 * max(1.0, abs(by_lots))
    assert by_lots <= misfit + 1e-9 * max(1.0, abs(misfit))


@given(st.integers(0, 2**63).map(Random))
def test_the_screen_bounds_every_way_to_play_relay(random: Random) -> None:
    kinds = (GOLD, SILVER)
    pieces: Pieces = {
        place: {kind: random.randint(0, 4) for kind in kinds} for place in (BAG, *RING, *map(purse, Seat))
    }
    pieces[HAND] = {kind: random.choice((0, 0, 1, 3)) for kind in kinds}
    pieces[BAG] = {GOLD: 20, SILVER: 20}
    at = random.choice(RING)
    turn = RelayTurn(Seat.RED, at, has_begun=any(pieces[HAND].values()))
    sight = a_sight(pieces, RING, kinds, random)
    assert_is_bound(sight, some_moves(Relay(20, 20).turns, turn, sight, kinds, random, 30), random)


@given(st.integers(0, 2**63).map(Random))
def test_the_screen_bounds_every_way_to_play_cups(random: Random) -> None:
    game = games.of_board(4)
    weighed = tuple(game.places)
    pieces: Pieces = {place: {BEAN: random.choice((0, 1, 1, 2, 3, 4, 6))} for place in weighed}
    pieces |= {place: {BEAN: 30} for place in game.contents(game.start(Side.SOUTH)) if place not in weighed}
    pieces[HAND] = {}
    turn = game.turns.begin(game.start(Side.SOUTH), Side.SOUTH)
    sight = a_sight(pieces, weighed, (BEAN,), random)
    assert_is_bound(sight, some_moves(game.turns, turn, sight, (BEAN,), random, 12), random)


@given(st.integers(0, 2**63).map(Random))
def test_the_screen_bounds_pieces_that_go_in_and_out_of_one_cup(random: Random) -> None:
    kinds = (GOLD, SILVER)
    pieces: Pieces = {place: {kind: random.randint(0, 5) for kind in kinds} for place in RING}
    pieces |= {BAG: {GOLD: 9, SILVER: 9}, HAND: {}}
    sight = a_sight(pieces, RING, kinds, random)
    lots, moves = dict(sight.lots), list[Move]()
    for _ in range(random.randint(1, 12)):
        full = [place for place, lot in lots.items() if any(lot)]
        source = random.choice(full)
        target = random.choice([place for place in (*RING, HAND) if place != source])
        pieces_taken = random.choice((1, 1, random.randint(1, sum(lots[source])), sum(lots[source])))
        act = Act("put", source, target, pieces_taken, ANY_KIND)  # type: ignore[arg-type]
        moves.append(Move(source, target, any_lot(act, lots[source], kinds, random)))
        lots = moved(lots, moves[-1:])
    assert_is_bound(sight, moves, random)


@given(st.integers(0, 2**63).map(Random))
def test_one_sowing_is_as_probable_as_the_structured_likelihood_says(random: Random) -> None:
    places = tuple(Place(f"south-{number}") for number in range(1, 6))
    pieces: Pieces = {place: {BEAN: random.randint(0, 6)} for place in places}
    pieces[places[0]] = {BEAN: 6}
    pieces |= {HAND: {}, BAG: {BEAN: 30}}
    # How far gains err is reckoned from what stays in the one and from what came in the other.
    sight = a_sight(pieces, places, (BEAN,), random, gain_errors=(0.0,))
    weighed = [sight.weighed[place] for place in places]
    moves = [Move(places[0], HAND, (4,))]
    moves += [Move(HAND, place, (1,)) for place in places[1:]]
    moves += [Move(BAG, places[number], (1,)) for number in range(1, random.randint(2, 4))]
    flow: dict[tuple[int, int, Kind], int] = {}
    for number in range(1, 5):
        flow[0, number, BEAN] = 1
    for number in range(1, len(moves) - 4):
        flow[OFF, number, BEAN] = 1
    by_flow = fit(weights_of(sight, places), Supposition(flow)).log_likelihood
    still = sum(
        0.5 * (math.log(each.variance) + math.log(2 * math.pi)) for each in weighed if each.is_trusted
    )
    assert -Masses(sight).move(moves).fit().misfit - still == pytest.approx(by_flow, rel=1e-6, abs=1e-6)


def weights_of(sight: Sight, places: tuple[Place, ...]) -> Weights:
    return Weights([sight.weighed[place] for place in places], {BEAN: sight.populations[0]})


@given(st.integers(0, 2**63).map(Random))
def test_fresh_pieces_of_a_mass_known_badly_are_excluded_less(random: Random) -> None:
    pieces: Pieces = {place: {GOLD: 2, SILVER: 1} for place in RING}
    sight = a_sight({**pieces, BAG: {GOLD: 9, SILVER: 9}, HAND: {}}, RING, (GOLD, SILVER), random)
    screen = Screen(sight)
    for place in screen.told:
        known, fresh = (screen.of_lot(place, (3, 1), is_opened=False, fresh=count)[0] for count in (0, 1))
        assert fresh <= known
        if known > 0.0 and any(each.mean_variance > 0.0 for each in sight.populations):
            assert fresh < known
