"""What becomes of a game by what is said: verdicts and entries are two sides of one function."""

import random

import pytest
from cupsboard.distance import wire
from cupsboard.distance.shared_game import (
    ALONE_SECONDS,
    LAYING_SECONDS,
    LAYING_SECONDS_A_BEAN,
    SharedGame,
    alone_from,
    for_distance,
)
from cupsboard.distance.verdict import Refusal, Verdict, verdict
from cupsboard.rules.clocks import Clock
from cupsboard.rules.errors import RulesError
from cupsboard.rules.places import Side
from hypothesis import given
from hypothesis import strategies as st

SOUTH, NORTH = Side.SOUTH, Side.NORTH
GAMES = (
    "cups 2",
    "cups 2 stock 3",
    "kalah 3",
    'sowing 2 {title = "Warm", captured_counts = [4], ends_at_repetition = true}',
)


def begun(clock: Clock | None = None, *, game: str = "cups 2", takebacks: bool = True) -> Verdict:
    begin = wire.Begin(game, {"south": "Anna", "north": "Ben"}, "south", clock, takebacks)
    return Verdict((), SharedGame()).adding(begin, None, 0.0)


def after(so_far: Verdict, side: Side, act: wire.AnyAct, now: float = 10.0) -> Verdict:
    said = verdict(so_far.game, side, act, so_far.game.changed, f"{len(so_far.entries):032x}", now)
    return Verdict((*so_far.entries, *said.entries), said.game)


def kinds(so_far: Verdict) -> list[str]:
    return [entry.act["kind"] for entry in so_far.entries]


@given(seed=st.integers(0, 10_000), name=st.sampled_from(GAMES))
def test_a_game_of_legal_moves_ends_by_itself_and_its_entries_tell_it_again(seed: int, name: str) -> None:
    chance, so_far = random.Random(seed), begun(game=name)
    while so_far.game.end is None:
        side, history = so_far.game.to_move, so_far.game.history
        assert side is not None
        assert history is not None
        plans = history.game.plans(history.position, side)
        so_far = after(so_far, side, wire.Move(chance.choice(plans).label))
    assert SharedGame.of(so_far.entries) == so_far.game
    assert kinds(so_far)[-1] == "end"
    assert so_far.game.end.why == "played"
    assert so_far.game.history is not None
    assert so_far.game.history.is_over


def test_what_is_illegal_is_refused_with_the_reason_of_the_rules() -> None:
    with pytest.raises(Refusal, match=r"^south drop 3: south has 2 cups") as refused:
        after(begun(), SOUTH, wire.Move("drop 3"))
    assert refused.value.why == "illegal"
    with pytest.raises(Refusal, match="other side's turn"):
        after(begun(), NORTH, wire.Move("drop 1"))
    with pytest.raises(Refusal, match="not begun"):
        verdict(SharedGame(), SOUTH, wire.Move("drop 1"), 0, "k", 0.0)
    with pytest.raises(Refusal, match="Only the server"):
        after(begun(), SOUTH, wire.End("played", "south"))


def test_a_move_after_an_older_position_is_stale_but_an_ask_in_between_spoils_nothing() -> None:
    moved = after(begun(), SOUTH, wire.Move("drop 1"))
    with pytest.raises(Refusal) as refused:
        verdict(moved.game, NORTH, wire.Move("drop 1"), 1, "k", 1.0)
    assert refused.value.why == "stale"
    asked = after(moved, SOUTH, wire.Ask("back", 1))
    assert verdict(asked.game, NORTH, wire.Move("drop 1"), 2, "k", 1.0).game.ask is None


def test_a_move_is_taken_back_by_asking_and_agreeing() -> None:
    moved = after(after(begun(), SOUTH, wire.Move("drop 1")), NORTH, wire.Move("drop 2"))
    back = after(after(moved, SOUTH, wire.Ask("back", 1)), NORTH, wire.Yes(4))
    assert kinds(back)[-3:] == ["ask", "yes", "back"]
    assert back.game.to_move is SOUTH
    assert back.game.history is not None
    assert back.game.history.steps == ()
    with pytest.raises(Refusal, match="are 1"):
        after(back, SOUTH, wire.Ask("back", 3))


def test_an_ask_is_answered_by_the_other_once_and_lapses_with_a_move() -> None:
    asked = after(begun(), SOUTH, wire.Ask("abort"))
    with pytest.raises(Refusal, match="does not answer"):
        after(asked, SOUTH, wire.Yes(2))
    with pytest.raises(Refusal, match="asks already"):
        after(asked, NORTH, wire.Ask("adjourn"))
    assert after(asked, NORTH, wire.No(2)).game.ask is None
    lapsed = after(asked, SOUTH, wire.Move("drop 1"))
    with pytest.raises(Refusal, match="no ask") as refused:
        after(lapsed, NORTH, wire.Yes(2))
    assert refused.value.why == "stale"
    aborted = after(asked, NORTH, wire.Yes(2))
    assert aborted.game.end == wire.End("aborted")


@pytest.mark.parametrize("who_says_no", [SOUTH, NORTH])
def test_what_came_to_a_no_is_asked_again_after_a_move_and_other_things_at_once(who_says_no: Side) -> None:
    declined = after(after(begun(), SOUTH, wire.Ask("abort")), who_says_no, wire.No(2))
    with pytest.raises(Refusal, match="after a move") as refused:
        after(declined, SOUTH, wire.Ask("abort"))
    assert refused.value.why == "declined"
    assert after(declined, SOUTH, wire.Ask("adjourn")).game.ask is not None
    assert after(declined, NORTH, wire.Ask("abort")).game.ask is not None
    moved = after(declined, SOUTH, wire.Move("drop 1"))
    assert after(moved, SOUTH, wire.Ask("abort")).game.ask is not None


@given(st.lists(st.tuples(st.sampled_from([SOUTH, NORTH]), st.sampled_from(["abort", "adjourn"]))))
def test_without_a_move_each_side_is_told_no_to_each_wish_once(asks: list[tuple[Side, wire.Wanted]]) -> None:
    so_far, written = begun(), list[tuple[Side, wire.Wanted]]()
    for side, what in asks:
        try:
            asked = after(so_far, side, wire.Ask(what))
        except Refusal:
            continue
        written.append((side, what))
        so_far = after(asked, side.other, wire.No(asked.game.n))
    assert written == list(dict.fromkeys(asks))


def test_who_goes_on_or_claims_the_time_of_an_older_position_is_too_late() -> None:
    adjourned = after(after(begun(), SOUTH, wire.Ask("adjourn")), NORTH, wire.Yes(2))
    resumed = after(adjourned, NORTH, wire.Resumed())
    again = after(after(resumed, SOUTH, wire.Ask("adjourn")), NORTH, wire.Yes(6))
    for act in (wire.Resumed(), wire.TimedOut()):
        with pytest.raises(Refusal) as refused:
            verdict(again.game, SOUTH, act, adjourned.game.changed, "a" * 32, 0.0)
        assert refused.value.why == "stale"


def test_a_game_without_takebacks_gives_none() -> None:
    moved = after(begun(takebacks=False), SOUTH, wire.Move("drop 1"))
    with pytest.raises(Refusal, match="without taking back"):
        after(moved, SOUTH, wire.Ask("back", 1))


def test_an_adjourned_game_waits_with_its_clocks_until_it_is_resumed() -> None:
    asked = after(begun(Clock(100.0)), SOUTH, wire.Ask("adjourn"), 4.0)
    adjourned = after(asked, NORTH, wire.Yes(2), 10.0)
    assert kinds(adjourned)[-1] == wire.plain(wire.Adjourned())["kind"]
    assert adjourned.game.to_move is None
    with pytest.raises(Refusal, match="resume it first"):
        after(adjourned, SOUTH, wire.Move("drop 1"))
    resumed = after(adjourned, NORTH, wire.Resumed(), 1000.0)
    assert resumed.game.to_move is SOUTH
    assert resumed.game.clocks is not None
    assert resumed.game.clocks.left(SOUTH, 1005.0) == 85.0


def test_giving_up_ends_the_game_and_phrases_go_on() -> None:
    over = after(begun(), SOUTH, wire.Resigned())
    assert over.game.end == wire.End("resigned", "north")
    with pytest.raises(Refusal, match="over"):
        after(over, NORTH, wire.Move("drop 1"))
    assert kinds(after(over, NORTH, wire.Said("good-game")))[-1] == "said"


def test_laying_a_far_move_out_costs_no_time_and_a_claim_needs_one_that_is_over() -> None:
    moved = after(begun(Clock(60.0, 5.0)), SOUTH, wire.Move("drop 2"), 20.0)
    clocks = moved.game.clocks
    assert clocks is not None
    laying = LAYING_SECONDS + 2 * LAYING_SECONDS_A_BEAN
    assert clocks.left(SOUTH, 99.0) == 60.0 - 20.0 + 5.0
    assert clocks.left(NORTH, 20.0 + laying) == 60.0
    assert clocks.left(NORTH, 21.0 + laying) == 59.0
    with pytest.raises(Refusal, match="time left"):
        after(moved, SOUTH, wire.TimedOut(), 80.0)
    assert after(moved, SOUTH, wire.TimedOut(), 81.0 + laying).game.end == wire.End("timed-out", "south")


def test_a_clock_for_each_move_begins_anew() -> None:
    moved = after(begun(Clock(86400.0, is_for_each_move=True)), SOUTH, wire.Move("drop 1"), 80_000.0)
    assert moved.game.clocks is not None
    assert moved.game.clocks.left(SOUTH, 80_000.0) == 86400.0


def left(so_far: Verdict, side: Side, now: float) -> float:
    assert so_far.game.clocks is not None
    return so_far.game.clocks.left(side, now)


def test_who_lets_a_move_be_taken_back_has_the_time_again_that_thinking_about_it_took() -> None:
    a_day = Clock(86400.0, is_for_each_move=True)
    moved = after(begun(a_day), SOUTH, wire.Move("drop 1"), 80_000.0)
    asked = after(moved, SOUTH, wire.Ask("back", 1), 80_100.0)
    # North grants it with two minutes left.
    late = 80_000.0 + 86_400.0 - 120.0
    back = after(asked, NORTH, wire.Yes(3), late)
    again = after(back, SOUTH, wire.Move("drop 2"), late + 60.0)
    assert left(again, NORTH, late + 60.0) == 86400.0


@given(
    used=st.lists(st.floats(0.0, 100.0), min_size=3, max_size=3),
    clock=st.sampled_from(
        [Clock(1000.0), Clock(1000.0, 5.0), Clock(1000.0, 60.0), Clock(1000.0, is_for_each_move=True)]
    ),
)
def test_taking_back_and_moving_again_earns_nobody_time(used: list[float], clock: Clock) -> None:
    first, second, third = used
    moved = after(begun(clock), SOUTH, wire.Move("drop 1"), first)
    answered = after(moved, NORTH, wire.Move("drop 1"), first + second)
    now = first + second + third
    back = after(after(answered, SOUTH, wire.Ask("back", 1), now), NORTH, wire.Yes(4), now)
    assert left(back, NORTH, now) == 1000.0
    assert left(back, SOUTH, now) == (1000.0 if clock.is_for_each_move else 1000.0 - first)
    assert SharedGame.of(back.entries) == back.game


def test_time_used_for_a_move_that_is_gone_back_behind_twice_is_not_given_twice() -> None:
    so_far = begun(Clock(1000.0))
    for turn in range(1, 4):
        so_far = after(so_far, SOUTH, wire.Move("drop 1"), 100.0 * turn)
        asked = after(so_far, SOUTH, wire.Ask("back", 1), 100.0 * turn)
        so_far = after(asked, NORTH, wire.Yes(asked.game.n), 100.0 * turn)
    laying = 3 * LAYING_SECONDS + 6 * LAYING_SECONDS_A_BEAN
    assert 1000.0 - 300.0 <= left(so_far, SOUTH, 300.0) <= 1000.0 - 300.0 + laying


def test_the_other_side_may_leave_a_game_without_a_clock_in_which_a_move_is_owed_for_a_week() -> None:
    moved = after(begun(), SOUTH, wire.Move("drop 1"), 100.0)
    assert alone_from(moved.game, NORTH) is None
    end = alone_from(moved.game, SOUTH)
    assert end == 100.0 + ALONE_SECONDS
    asked = after(moved, SOUTH, wire.Ask("abort"), end - 1.0)
    assert asked.game.end is None
    assert after(moved, NORTH, wire.Ask("abort"), end).game.end is None
    # Also one who has asked already, and still waits for the answer.
    assert after(asked, SOUTH, wire.Ask("abort"), end).game.end == wire.End("aborted")


def test_who_has_a_clock_that_runs_can_not_be_left() -> None:
    moved = after(begun(Clock(20 * 86400.0, is_for_each_move=True)), SOUTH, wire.Move("drop 1"), 100.0)
    assert alone_from(moved.game, SOUTH) is None
    assert after(moved, SOUTH, wire.Ask("abort"), 100.0 + ALONE_SECONDS).game.end is None


@pytest.mark.parametrize(
    "act", [wire.Move("drop 1"), {"kind": "back", "to": 9}, {"kind": "move", "label": 3}]
)
def test_entries_that_can_not_follow_are_refused_with_their_number(act: wire.Act | dict[str, object]) -> None:
    said = wire.plain(act) if isinstance(act, wire.Act) else act
    with pytest.raises(wire.WireError, match="entry 2"):
        begun().game.followed(wire.Entry(2, 1.0, said, None if isinstance(act, wire.Act) else "south"))
    with pytest.raises(wire.WireError, match="can't follow entry 1"):
        begun().game.followed(wire.Entry(3, 1.0, said, "south"))


def test_a_game_whose_pieces_count_as_they_land_says_why_it_is_not_for_a_distance() -> None:
    with pytest.raises(RulesError, match="counts as it lands"):
        for_distance("coin-duel 4 stage 1")
    with pytest.raises(RulesError, match="round a table"):
        for_distance("king-of-the-cups 4")
    assert for_distance("kalah 6").name == "kalah 6"


def test_messages_read_back_as_what_was_written() -> None:
    say = wire.Say("GAME", "0" * 32, 3, wire.plain(wire.Move("drop 2")))
    assert wire.client_message(wire.written(say)) == say
    invite = wire.Invite("0" * 32, "cups 4", "Anna", clock=Clock(600.0, 5.0))
    assert wire.client_message(wire.written(invite)) == invite
    beat = wire.Beat(1.5, {"GAME": 7})
    assert wire.server_message(wire.written(beat)) == beat
    entry = wire.Entry(1, 1.0, wire.plain(wire.Move("drop 2")), "south", "0" * 32)
    assert wire.entry_from(wire.written(entry)) == entry
    assert entry.what == wire.Move("drop 2")


def test_messages_and_acts_of_unknown_kinds_are_skipped() -> None:
    assert wire.client_message('{"message": "wave", "hand": "left"}') is None
    assert wire.server_message('{"message": "hello", "v": 1, "token": ""}') is None
    assert wire.act_from({"kind": "confetti"}) is None


@pytest.mark.parametrize(
    "text",
    [
        *("", "[", "[]", "null", "{}", '{"message": 3}', '{"message": "say"}', "[" * 100_000),
        '{"message": "follow", "game": "X", "since": "1"}',
        '{"message": "invite", "key": "0", "game": "cups 4", "name": "A", "clock": {"seconds": -1}}',
        '{"message": "invite", "key": "0", "game": "cups 4", "name": "A", "side": "west"}',
    ],
    ids=range(11),
)
def test_malformed_messages_are_refused_in_words(text: str) -> None:
    with pytest.raises(wire.WireError, match=r"; |send a JSON object"):
        wire.client_message(text)


def test_malformed_acts_are_refused() -> None:
    for said in ({}, {"kind": 3}, {"kind": "move"}, {"kind": "said", "phrase": "anything"}):
        with pytest.raises(wire.WireError):
            wire.act_from(said)


def test_every_kind_says_what_it_is() -> None:
    assert all(kind.__doc__ for kind in (*wire.KINDS, *wire.CLIENT_KINDS, *wire.SERVER_KINDS))
