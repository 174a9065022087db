from itertools import pairwise
from random import Random
from typing import Any

import pytest
from cupsboard.engine import engines
from cupsboard.engine.analysis import LONGER, JudgedMove, Mark, analyse
from cupsboard.engine.cups.player import CupsEngine
from cupsboard.engine.player import Info, Limit
from cupsboard.rules import games
from cupsboard.rules.game import Standing
from cupsboard.rules.games import AnyGame
from cupsboard.rules.history import History, Moved, Passed
from cupsboard.rules.places import Side

SMALL = games.of_board(2, 3)


def at_random(game: AnyGame, seed: int, starter: Side | None = Side.SOUTH) -> History[Any]:
    random, history = Random(seed), History(game, starter)
    while not history.is_over:
        if game.standing(history.position) is Standing.PASS:
            history = history.pass_turn()
            continue
        side = random.choice(game.movers(history.position))
        plan = random.choice(game.plans(history.position, side))
        history = history.play(side, plan.label)
    return history


def judged(history: History[Any], limit: Limit | None = None) -> list[JudgedMove]:
    game = history.game
    return list(analyse(history, engines.of_game(game), engines.reasons_of(game), limit or Limit()))


def negamax(game: AnyGame, position: Any, side: Side) -> int:
    """The difference at the end for a side, from the rules alone."""
    standing = game.standing(position)
    if standing is Standing.OVER:
        score = game.score(position)
        return score[side] - score[side.other]
    if standing is Standing.PASS:
        return negamax(game, game.pass_turn(position), side)
    (mover,) = game.movers(position)
    values = [
        negamax(game, game.play(position, mover, plan.label), mover) for plan in game.plans(position, mover)
    ]
    return max(values) if mover is side else -max(values)


@pytest.mark.parametrize("seed", range(6))
def test_values_and_losses_of_a_small_game_are_those_of_the_plain_rules(seed: int) -> None:
    history = at_random(SMALL, seed)
    moves = judged(history)
    assert [move.entry for move in moves] == list(history.entries)
    for move, stage, step in zip(moves, history.stages(), history.steps, strict=False):
        before = negamax(SMALL, stage.position, Side.SOUTH)
        after = negamax(SMALL, step.position, Side.SOUTH)
        assert (move.before_beans, move.after_beans) == (before, after)
        assert move.loss_beans == abs(before - after)
        assert move.is_proved or isinstance(move.entry, Passed)


def test_what_is_proved_adds_up_from_move_to_move() -> None:
    for one, following in pairwise(judged(at_random(SMALL, 3))):
        assert one.after_beans == following.before_beans


def test_a_move_that_loses_has_a_reason_and_a_better_move() -> None:
    marked = [
        move for seed in range(8) for move in judged(at_random(SMALL, seed)) if move.mark is not Mark.NONE
    ]
    assert len(marked) > 5
    for move in marked:
        assert isinstance(move.entry, Moved)
        assert move.reasons
        assert move.better[0] != move.entry.label


def test_a_best_move_has_neither() -> None:
    best = [move for move in judged(at_random(SMALL, 1)) if move.loss_beans == 0]
    assert best
    assert all(move.reasons == () and move.better == () for move in best)


def test_a_mistake_without_a_proof_is_looked_at_for_longer_before_it_is_one() -> None:
    history = at_random(games.of_board(3), 1)
    game, asked = history.game, list[int]()

    class Counting(CupsEngine):
        def prove(self, *_: Any) -> tuple[Info, ...]:
            return ()

        def analyse(self, position: Any, limit: Limit, *how: Any) -> tuple[Info, ...]:
            assert limit.nodes is not None
            asked.append(limit.nodes)
            return super().analyse(position, limit, *how)

    moves = list(analyse(history, Counting(game), engines.reasons_of(game), Limit(nodes=300)))
    guessed = [move for move in moves if move.mark is not Mark.NONE and not move.is_proved]
    unproved = sum(isinstance(move.entry, Moved) and not move.is_proved for move in moves)
    assert asked.count(300) >= unproved > 0
    assert asked.count(300 * LONGER) >= len(guessed) > 0


def test_an_estimated_loss_within_its_error_is_no_reproach() -> None:
    game = games.of_board(4)
    moves = list(analyse(at_random(game, 2), CupsEngine(game), engines.reasons_of(game), Limit(nodes=300)))
    guessed = [move for move in moves if move.loss_beans >= 1 and not move.is_proved]
    doubtful = [move for move in guessed if move.loss_beans <= move.error_beans]
    assert doubtful
    assert len(doubtful) < len(guessed)
    assert all((move.mark is Mark.NONE) == (move in doubtful) for move in guessed)
    assert all(move.reasons == () for move in doubtful)


def test_a_move_that_an_estimate_reproached_wrongly_is_proved_good() -> None:
    game = games.of_board(3)
    position = game.parse_position("2 4 0 pot 10 stock 15 / 1 5 2 pot 6 stock 15 / south")
    found = CupsEngine(game).prove(position, Limit(nodes=200_000), ("drop 3",))
    values = {info.variation[0]: info.score_beans for info in found}
    assert values["drop 3"] == found[0].score_beans
    assert all(info.is_exact and not info.error_beans for info in found)


def test_who_plays_a_proved_line_loses_nothing_by_it() -> None:
    game = games.of_board(2, 6)
    engine, history = CupsEngine(game), History(game, Side.SOUTH)
    while not history.is_over:
        if game.standing(history.position) is Standing.PASS:
            history = history.pass_turn()
        else:
            (side,) = game.movers(history.position)
            (best,) = engine.prove(history.position, Limit(nodes=200_000))
            history = history.play(side, best.variation[0])
    moves = judged(history, Limit(nodes=20_000))
    assert all(move.is_proved and move.loss_beans == 0 for move in moves if isinstance(move.entry, Moved))


def test_a_guess_tells_its_error_in_every_game() -> None:
    for name in ("cups 4", "kalah 6", "oware 6", "coin-duel 10 stage 1"):
        game = games.named(name)
        position = game.start(Side.SOUTH)
        infos = engines.of_game(game).analyse(position, Limit(nodes=300), 5)
        assert not any(info.is_exact for info in infos)
        assert all(info.error_beans > 0 for info in infos)


def test_an_open_start_is_begun_by_whoever_moved_first() -> None:
    history = at_random(SMALL, 5, starter=None)
    first = judged(history)[0]
    assert first.side is history.entries[0].player
    assert first.is_proved


def test_a_corrected_stock_changes_the_value_and_is_nobody_s_loss() -> None:
    history = History(SMALL, Side.SOUTH).play(Side.SOUTH, "drop 1").correct_stock(Side.NORTH, 0)
    corrected = judged(history)[-1]
    assert corrected.loss_beans == 0
    assert corrected.after_beans == negamax(SMALL, history.position, Side.SOUTH)


def test_a_search_that_is_called_off_leaves_what_came_before() -> None:
    history, asked = at_random(games.of_board(4), 2), 0

    def is_stopped() -> bool:
        nonlocal asked
        asked += 1
        return asked > 40

    game = history.game
    moves = list(
        analyse(
            history,
            engines.of_game(game),
            engines.reasons_of(game),
            Limit(nodes=20_000),
            is_stopped=is_stopped,
        )
    )
    assert 0 < len(moves) < len(history.entries)


@pytest.mark.parametrize(
    ("loss", "mark"),
    [(0.99, Mark.NONE), (1.0, Mark.SLIP), (2.0, Mark.MISTAKE), (3.9, Mark.MISTAKE), (4.0, Mark.BLUNDER)],
)
def test_the_mark_says_from_one_two_and_four_beans_how_bad_it_was(loss: float, mark: Mark) -> None:
    assert Mark.of(loss) is mark
