"""The plays that a search looks at: legal in every stage, all of them in stage 1, and as they are written."""

import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2] / "rules" / "coin_duel"))

import pytest
from coin_duel_play import random_label
from cupsboard.engine.coin_duel.evaluation import POTS_ONLY, Evaluation, weights_of
from cupsboard.engine.coin_duel.pieces import Half, Pieces, mean_worth
from cupsboard.engine.coin_duel.plays import INNER, ROOT, AlikePlays, KindPlays
from cupsboard.rules.coin_duel.points import winning_kind
from cupsboard.rules.coin_duel.rules import CoinDuel, Position
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.coin_duel.sowing import board_sources, reserve_lengths
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side


def halves(game: CoinDuel, position: Position) -> tuple[Pieces, Half, Half]:
    pieces = Pieces(game.settings, winning_kind(game.settings, position))
    (side,) = game.movers(position)
    return pieces, pieces.half(position.row(side)), pieces.half(position.row(side.other))


def positions(game: CoinDuel, seed: int, plies: int) -> list[Position]:
    random, position, found = Random(seed), game.start(Side.SOUTH), list[Position]()
    while len(found) < plies and game.standing(position) is Standing.TO_MOVE:
        found.append(position)
        (side,) = game.movers(position)
        position = game.play(position, side, random_label(game, position, side, random))
    return found


@pytest.mark.parametrize("name", ["coin-duel 10 stage 2", "coin-duel 10 stage 3", "coin-duel 4 stage 3"])
def test_every_play_is_legal_and_leads_where_the_rules_say(name: str) -> None:
    game = CoinDuel.named(name)
    for position in positions(game, 7, 20)[::4]:
        pieces, own, other = halves(game, position)
        (side,) = game.movers(position)
        for mine, theirs, recipe in KindPlays(pieces, ROOT).of(own, other):
            assert not isinstance(recipe, str)
            after = game.play(position, side, pieces.play(recipe).label)
            assert pieces.half(after.row(side)) == mine
            assert pieces.half(after.row(side.other)) == theirs


@pytest.mark.parametrize("name", ["coin-duel 10 stage 3", "coin-duel 4 stage 3"])
def test_likely_plays_are_among_all_and_score_those_of_the_cup_asked_for_first(name: str) -> None:
    game, number = CoinDuel.named(name), 0
    for position in positions(game, 7, 30):
        pieces, own, other = halves(game, position)
        plays = KindPlays(pieces, INNER)
        afters = {(mine, theirs) for mine, theirs, _ in plays.of(own, other)}
        for mine, theirs, recipe in plays.likely(own, other, again=0):
            assert (mine, theirs) in afters
            assert mine.pot > own.pot
            assert isinstance(recipe, tuple)
            cup, _ = recipe
            first, *_ = plays.likely(own, other, again=cup)
            assert first[2][0] == cup
            number += 1
    assert number


def test_where_handfuls_go_one_way_all_plays_are_looked_at() -> None:
    for stage in (1, 2):
        game = CoinDuel(Settings(stage=stage))
        pieces, own, other = halves(game, positions(game, 7, 12)[-1])
        plays = AlikePlays() if stage == 1 else KindPlays(pieces, INNER)
        assert list(plays.likely(own, other, again=0)) == []


@pytest.mark.parametrize("name", ["coin-duel 10 stage 2", "coin-duel 10 stage 3", "coin-duel 4 stage 3"])
def test_no_start_that_the_rules_allow_is_left_out(name: str) -> None:
    game = CoinDuel.named(name)
    for position in positions(game, 8, 30)[::3]:
        pieces, own, other = halves(game, position)
        (side,) = game.movers(position)
        row, ways = position.row(side), game.settings.ways
        lengths = reserve_lengths(row.counts, sum(row.stock), ways)
        sources = board_sources(row.counts, position.row(side.other).counts[::-1], ways)
        for breadth in (ROOT, INNER):
            recipes = [recipe for _, _, recipe in KindPlays(pieces, breadth).of(own, other)]
            starts = {(cup, 0 if cup else len(handfuls[0][1])) for cup, handfuls in recipes}  # type: ignore[misc]
            # Two starts that lead to the same are there once, so that one may be missing.
            assert starts <= {*((0, length) for length in lengths), *((cup, 0) for cup in sources)}
            assert bool(starts) == bool(lengths or sources)


def test_stage_1_has_as_many_plays_as_the_check_numbers_say() -> None:
    pieces = Pieces(Settings(), None)
    row = CoinDuel(Settings()).start(Side.SOUTH).south
    level, counts = [(pieces.half(row), pieces.half(row))], []
    for _ in range(5):
        level = [(theirs, mine) for own, other in level for mine, theirs, _ in AlikePlays().of(own, other)]
        counts.append(len(level))
    assert counts == [4, 16, 68, 309, 1953]


def test_the_best_coins_may_be_chosen_from_the_stock_or_kept_back() -> None:
    game = CoinDuel(Settings(stage=3))
    pieces, own, other = halves(game, game.start(Side.SOUTH))
    labels = {pieces.play(recipe).label for *_, recipe in KindPlays(pieces, ROOT).of(own, other)}  # type: ignore[arg-type]
    assert {"reserve nickel", "reserve quarter", "reserve cent"} <= labels
    assert {"reserve nickel cent", "reserve cent nickel"} <= labels


def test_a_value_is_the_sum_of_its_terms() -> None:
    for stage in (1, 2, 3):
        game = CoinDuel(Settings(stage=stage))
        for weights in (POTS_ONLY, weights_of(stage)):
            for position in positions(game, 3, 12):
                pieces, own, other = halves(game, position)
                evaluation = Evaluation(pieces, weights)
                terms = evaluation.terms(own, other)
                summed = sum(weight * term for weight, term in zip(weights, terms, strict=True))
                value = evaluation.value(own, other)
                assert value % 2 == 1
                assert value / 64 / mean_worth(game.settings) == pytest.approx(summed, abs=0.1)


def test_the_unit_is_the_mean_worth_of_a_piece() -> None:
    assert mean_worth(Settings()) == 1
    assert mean_worth(Settings(stage=2)) == 10.25
    assert mean_worth(Settings(stage=3)) == 1640 / 124
