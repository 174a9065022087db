import math
from collections.abc import Iterable

import pytest
from cupsboard.engine import engines, protocol
from cupsboard.engine.levels import LEVELS, Level, level_named
from cupsboard.engine.player import Info, Limit, Source
from cupsboard.rules import games
from cupsboard.rules.places import Side
from hypothesis import given
from hypothesis import strategies as st

GAME = games.named("cups 3")
START = protocol.position_request(GAME, GAME.start(Side.SOUTH))


def answers(requests: Iterable[str], during: Iterable[str] = ()) -> list[str]:
    """What an engine answers; `during` arrives while it searches, a line at each look."""
    waiting, later, said = list(requests), list(during), list[str]()

    def receive(wait: bool) -> str | None:
        queue = waiting if wait else later
        return queue.pop(0) if queue else None

    protocol.serve(receive, said.append, lambda: 0.0)
    return said


def test_a_go_is_answered_with_lines_and_one_best_move() -> None:
    said = answers([START, "go nodes 3000 lines 2"])
    assert said[-1] == f"bestmove {parse_info(said[-3]).info.variation[0]}"
    assert [parse_info(line).number for line in said[-3:-1]] == [1, 2]
    (first, second) = (parse_info(line).info for line in said[-3:-1])
    assert first.score_beans >= second.score_beans


def test_the_answer_is_that_of_the_engine_itself() -> None:
    said = answers([START, "go nodes 3000"])
    result = engines.of_game(GAME).play(GAME.start(Side.SOUTH), Limit(nodes=3000))
    assert parse_info(said[-2]).info == result
    assert said[-1] == f"bestmove {result.move}"


def test_a_level_answers_with_its_move_and_how_long_to_think() -> None:
    said = answers([START, "go level 3 seed 17"])
    choice = engines.at_level(GAME, level_named("3")).choose(GAME.start(Side.SOUTH), 17)
    assert tuple(parse_info(line).info for line in said[:-1]) == choice.infos
    assert protocol.parse_answer(said[-1]) == protocol.BestMove(
        choice.move, choice.pondering_seconds, choice.overlooked
    )


def test_levels_and_searches_take_turns() -> None:
    asked = ["go level 2 seed 1", "go nodes 500", "go level 8 seed 1", "go nodes 500"]
    alone = [answers([START, request])[-1] for request in asked]
    together = [line for line in answers([START, *asked]) if line.startswith("bestmove")]
    assert together == alone


def test_stop_ends_a_search_that_has_no_limit() -> None:
    said = answers([START, "go", "isready"], during=["stop"])
    assert said[-2].startswith("bestmove drop")
    assert said[-1] == "readyok"


def test_isready_is_answered_during_a_search() -> None:
    said = answers([START, "go"], during=["isready", "stop"])
    assert "readyok" in said[:-1]
    assert said[-1].startswith("bestmove")


def test_quit_ends_search_and_conversation() -> None:
    assert answers([START, "go", "isready"], during=["quit"])[-1].startswith("bestmove")


def test_what_comes_during_a_search_is_done_after_it() -> None:
    other = protocol.position_request(
        GAME, GAME.parse_position("0 0 1 pot 0 stock 0 / 0 0 0 pot 0 stock 0 / south")
    )
    said = answers([START, "go"], during=["stop", other, "go depth 1"])
    assert said[-1] == "bestmove sow 3"
    assert sum(line.startswith("bestmove") for line in said) == 2


@pytest.mark.parametrize(
    ("requests", "reason"),
    [
        (["go"], "no position"),
        (["position cups 3"], "a colon"),
        (["position cups 99: x"], "99 cups a side"),
        (["position cups 3: 0 0 pot"], "column"),
        ([START, "position cups 3: wrong", "go"], "no position"),
        ([START, "go nodes"], "nodes nothing"),
        ([START, "go nodes 1 nodes 2"], "at most once"),
        ([START, "go quickly"], "'quickly'"),
        ([START, "go seconds nan"], "seconds nan"),
        ([START, "go depth -1"], "depth -1"),
        ([START, "go level 9 seed 1"], "choose one of 1, 2"),
        ([START, "go level 4"], "'go level 4 seed 17'"),
        ([START, "go level 4 seed x"], "a whole number"),
        (["go level 4 seed 1"], "no position"),
        (["hello"], "'hello' is not a request"),
        (["position cups 3: 0 0 0 pot 0 stock 0 / 0 0 0 pot 0 stock 0 / south", "go"], "the game is over"),
    ],
)
def test_a_wrong_request_is_answered_with_what_is_wrong(requests: list[str], reason: str) -> None:
    last = answers(requests)[-1]
    assert last.startswith("error ")
    assert reason in last
    assert "\n" not in last


limits = st.builds(
    Limit,
    nodes=st.none() | st.integers(1, 10**9),
    depth=st.none() | st.integers(1, 200),
    seconds=st.none() | st.floats(0, 1e6),
)


moves = st.none() | st.sampled_from(["drop 3", "board 2 on nickel quarter; on cent quarter"])


@given(limits, st.integers(1, 50), moves)
def test_a_limit_is_read_as_it_was_written(limit: Limit, lines: int, move: str | None) -> None:
    assert protocol.read_go(protocol.go_request(limit, lines, move)) == (limit, lines, move)


def test_a_move_that_a_search_leaves_out_is_looked_at_beside_the_best_one() -> None:
    game = games.named("coin-duel 4 stage 2")
    start = game.start(Side.SOUTH)
    engine = engines.of_game(game)
    kept = [info.move for info in engine.analyse(start, Limit(nodes=300), 1000)]
    left_out = next(move for move in ("reserve cent dime", "reserve dime cent") if move not in kept)
    said = answers([protocol.position_request(game, start), f"go nodes 300 lines 1000 move {left_out}"])
    told = [protocol.parse_answer(line) for line in said[-3:-1]]
    assert {each.info.move for each in told if isinstance(each, protocol.InfoLine)} == {left_out, kept[0]}
    assert not any(each.info.is_exact for each in told[:1] if isinstance(each, protocol.InfoLine))


@given(st.sampled_from(LEVELS), st.integers(-(2**64), 2**64))
def test_a_level_is_read_as_it_was_written(level: Level, seed: int) -> None:
    assert protocol.read_go_at_level(protocol.go_at_level_request(level.name, seed)) == (level, seed)


infos = st.builds(
    Info,
    depth=st.integers(0, 200),
    nodes=st.integers(0, 10**9),
    score_beans=st.integers(-80 * 128, 80 * 128).map(lambda units: units / 128),
    is_exact=st.booleans(),
    variation=st.lists(st.sampled_from(["drop 1", "sow 12", "pass"]), min_size=1).map(tuple),
    source=st.sampled_from(Source),
    error_beans=st.sampled_from((0.0, 0.5, 12.25, math.inf)),
).filter(lambda info: not info.is_exact or info.error_beans < math.inf)


@given(st.builds(protocol.InfoLine, st.integers(1, 20), infos))
def test_an_answer_is_read_as_it_was_written(line: protocol.InfoLine) -> None:
    assert protocol.parse_answer(protocol.format_answer(line)) == line


def test_the_error_of_a_guess_that_tells_none_is_unknown_and_of_an_exact_score_nothing() -> None:
    for certainty, error in (("guess", math.inf), ("exact", 0.0)):
        answer = protocol.parse_answer(
            f"info line 1 depth 9 nodes 5120 beans -0.5 {certainty} search pv drop 1"
        )
        assert isinstance(answer, protocol.InfoLine)
        assert answer.info.error_beans == error


@pytest.mark.parametrize(
    "answer",
    [
        protocol.BestMove("drop 3"),
        protocol.BestMove("pass", 0.5),
        protocol.BestMove("sow 12", 1.4, ("blocks", "reply-captures")),
        protocol.Failure("no such thing"),
        protocol.Ready(),
    ],
)
def test_other_answers_are_read_as_they_were_written(
    answer: protocol.BestMove | protocol.Failure | protocol.Ready,
) -> None:
    assert protocol.parse_answer(protocol.format_answer(answer)) == answer


@pytest.mark.parametrize("line", ["", "info", "bestmove", "info line 1 depth x", "Traceback"])
def test_what_is_no_answer_is_refused(line: str) -> None:
    with pytest.raises(protocol.ProtocolError, match="is not an answer"):
        protocol.parse_answer(line)


def parse_info(line: str) -> protocol.InfoLine:
    answer = protocol.parse_answer(line)
    assert isinstance(answer, protocol.InfoLine)
    return answer
