"""What may be written of a tournament, and what is refused with a reason."""

import pytest
from cupsboard.distance.verdict import Refusal
from cupsboard.rules.clocks import Clock
from cupsclub.tournaments.entries import (
    Entered,
    EntryClosed,
    Finished,
    Opened,
    Pairing,
    Reopened,
    RoundBegun,
    Ruled,
    Withdrew,
    act_from,
    written,
)
from cupsclub.tournaments.judging import final_tables
from cupsclub.tournaments.tournament import Result
from msgspec import structs
from told_tournaments import DIRECTOR, Told, opened


def why(told: Told, act: object) -> str:
    try:
        told.do(act)  # type: ignore[arg-type]
    except Refusal as refusal:
        return refusal.why
    return "done"


@pytest.mark.parametrize(
    "how",
    [
        {"form": "round-robin", "rounds": 3},
        {"form": "round-robin", "cycles": 3},
        {"form": "round-robin", "division_size": 4},
        {"form": "swiss", "rounds": 0},
        {"form": "swiss", "rounds": 16},
        {"form": "swiss", "cycles": 2},
        {"form": "knock-out", "after": 1},
        {"form": "league", "division_size": 2},
        {"form": "league", "movers": -1},
    ],
)
def test_a_tournament_is_opened_by_rules_that_hold_together(how: dict[str, object]) -> None:
    with pytest.raises(Refusal):
        Told(count=0, **how)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "act",
    [
        opened("swiss", name=" "),
        opened("swiss", name="Cup\u202e"),
        opened("swiss", game="cups 2 odds south 1"),
        opened("swiss", clock=Clock(600.0, north_seconds=60.0)),
    ],
)
def test_a_name_that_could_deceive_and_uneven_games_open_none(act: Opened) -> None:
    told = Told("round-robin", 0)
    told.entries.clear()
    assert why(told, act) in ("malformed", "illegal")


@pytest.mark.parametrize("count", [0, 1])
@pytest.mark.parametrize("form", ["round-robin", "knock-out", "swiss", "league"])
def test_nobody_and_one_alone_begin_no_round(form: str, count: int) -> None:
    told = Told(form, count)
    with pytest.raises(Refusal, match="at least two"):
        told.begin()


@pytest.mark.parametrize("form", ["round-robin", "knock-out", "swiss", "league"])
def test_two_play_one_round_and_then_it_is_over(form: str) -> None:
    if form == "swiss":
        pytest.importorskip("networkx")
    told = Told(form, 2)
    begun = told.begin()
    assert len(begun.pairings) == 1
    told.play(begun, lambda _: 1.5)
    with pytest.raises(Refusal):
        told.begin()
    told.do(Finished(DIRECTOR, final_tables(told.now, told.results)))
    assert why(told, Entered(1, 9, 1200.0)) == "over"


def test_a_round_is_begun_once_and_only_as_it_is_due() -> None:
    told = Told("round-robin", 4)
    begun = told.begin()
    assert why(told, begun) == "stale"
    assert why(told, RoundBegun(1, 2, (Pairing(2, 1, 2), Pairing(2, 4, 3)))) == "stale"
    told = Told("knock-out", 4)
    told.begin()
    with pytest.raises(Refusal, match="2 pairings are not decided"):
        told.begin()


def test_what_is_so_already_or_of_no_pairing_is_refused() -> None:
    told = Told("knock-out", 4)
    assert why(told, Entered(1, 1, 1200.0)) == "stale"
    assert why(told, Withdrew(1, 9)) == "illegal"
    assert why(told, EntryClosed(1)) == "done"
    assert why(told, EntryClosed(1)) == "stale"
    begun = told.begin()
    assert why(told, EntryClosed(1, False)) == "stale"
    assert why(told, Entered(1, 9, 1200.0)) == "illegal"
    one, other = begun.pairings[0].one, begun.pairings[0].other
    assert why(told, Ruled(1, 1, one, 9, (2.0, 0.0), "no-show")) == "unknown-game"
    assert why(told, Ruled(1, 1, one, other, None, "mistake")) == "illegal"
    for points in ((2.0, 0.5), (-1.0, 2.0), (0.7, 0.3)):
        assert why(told, Ruled(1, 1, one, other, points, "no-show")) == "malformed"
    told.play(begun, lambda _: 2.0)
    told.begin()
    assert why(told, Ruled(1, 1, one, other, (0.0, 2.0), "mistake")) == "stale"
    assert why(told, Finished(1, ())) == "stale"


@pytest.mark.parametrize(
    ("form", "after"), [("round-robin", "done"), ("swiss", "done"), ("knock-out", "illegal")]
)
def test_who_withdrew_may_come_back_but_into_a_knock_out_that_has_begun(form: str, after: str) -> None:
    told = Told(form, 4)
    told.withdraw(4)
    told.enter(4)
    if form == "swiss":
        pytest.importorskip("networkx")
    told.begin()
    told.withdraw(4)
    assert why(told, Entered(1, 4, 1200.0)) == after


@pytest.mark.parametrize(
    "games", [(), ("1-1-4-1",), ("1-1-4-1", "1-1-4-2"), ("new", "1-1-4-2"), ("1-1-4-1", "new", "newer")]
)
def test_only_games_that_were_called_off_begin_anew(games: tuple[str, ...]) -> None:
    told = Told("round-robin", 4)
    pairing = told.begin().pairings[0]
    told.end(pairing, 2.0)
    told.results[pairing.games[1]] = Result(None)
    act = Ruled(1, 1, pairing.one, pairing.other, None, "mistake", games)
    # The second one was, and the first one has a result.
    assert why(told, act) in ("stale", "malformed")
    assert why(told, structs.replace(act, points=(2.0, 0.0), games=("x", "y"))) == "malformed"
    assert why(told, structs.replace(act, games=(pairing.games[0], "new"))) == "done"
    assert told.now.called_off == {pairing.games[1]}


def test_every_act_is_read_as_it_was_written() -> None:
    told = Told("league", 5, division_size=3, order=(2, 1))
    told.rule(told.begin().pairings[0], (0.5, 1.5))
    told.withdraw(2)
    told.do(Finished(DIRECTOR, final_tables(told.now, told.results)))
    told.do(Reopened(DIRECTOR))
    assert [act_from(written(entry.act)) for entry in told.entries] == [entry.act for entry in told.entries]
    assert opened("swiss") == act_from(written(opened("swiss")))
