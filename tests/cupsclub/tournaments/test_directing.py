"""Tournaments at the writer: who may do what, what becomes of the games, and that the check agrees."""

from collections.abc import Callable
from typing import Any

import pytest
from cupsboard.distance import wire
from cupsboard.rules.clocks import Clock
from cupsclub.archive import faults
from cupsclub.store.members import Member, Members
from cupsclub.store.port import Records
from cupsclub.store.tournaments import TournamentRows
from cupsclub.tournaments.directing import Tournaments
from cupsclub.tournaments.entries import Pairing
from cupsclub.tournaments.games import results_of
from cupsclub.tournaments.standings import tables
from cupsclub.tournaments.tournament import Results, Tournament
from cupsclub.writer import UPKEEP_SECONDS, Change
from test_members import ANNA, BEN, CLEO, GUEST, House, why
from told_tournaments import rules

SHORT = Clock(60.0, is_for_each_move=True)
DAYS = Clock(86400.0, is_for_each_move=True)


class Club(House):
    """The house of members, with tournaments."""

    def member(self, number: int) -> Member:
        known = Members(self.records).member(number)
        assert known is not None
        return known

    def direct(self, by: int, change: Callable[[Tournaments, Member], Any]) -> Any:
        request = Change(
            lambda tournaments: change(tournaments, tournaments.member(self.token(by))),
            is_of_tournaments=True,
        )
        self.now += 1.0
        self.writer.handle([request])
        return request.answer

    def refused(self, by: int, change: Callable[[Tournaments, Member], Any]) -> str:
        return why(lambda: self.direct(by, change))

    def opened(
        self, form: str = "round-robin", members: tuple[int, ...] = (ANNA, BEN, CLEO), **how: Any
    ) -> int:
        terms = rules(form, **{"game": "cups 2", "clock": DAYS, **how})
        number: int = self.direct(ANNA, lambda all, by: all.open(by, terms))
        for member in members:
            self.direct(member, lambda all, by: all.enter(by, number, None))
        return number

    def begin(self, number: int, round: int = 1) -> tuple[Pairing, ...]:
        self.direct(ANNA, lambda all, by: all.begin_round(by, number, round))
        return self.told(number).rounds[-1].pairings

    def told(self, *args: Any) -> Any:
        if len(args) == 1:
            return Tournament.of(TournamentRows(self.records).entries(args[0]))
        return super().told(*args)

    def results(self, number: int) -> Results:
        return results_of(number, TournamentRows(self.records), self.shared)

    def give_up(self, pairing: Pairing, loser: int) -> None:
        for code in pairing.games:
            assert self.say(loser, code, wire.Resigned()) == "done"

    def table(self, number: int) -> list[tuple[int, float]]:
        return [(row.member, row.points) for row in tables(self.told(number), self.results(number))[0]]


@pytest.fixture
def club(records: Records) -> Club:
    return Club(records)


def test_what_a_director_does_is_refused_to_members_guests_and_strangers(club: Club) -> None:
    number = club.opened()
    acts: list[Callable[[Tournaments, Member], Any]] = [
        lambda all, by: all.open(by, rules("swiss")),
        lambda all, by: all.enter(by, number, CLEO),
        lambda all, by: all.withdraw(by, number, ANNA),
        lambda all, by: all.close_entry(by, number, is_closed=True),
        lambda all, by: all.begin_round(by, number, 1),
        lambda all, by: all.rule(by, number, 1, BEN, CLEO, (2.0, 0.0), "no-show"),
        lambda all, by: all.finish(by, number),
        lambda all, by: all.reopen(by, number),
        lambda all, by: all.next_season(by, number),
    ]
    for act in acts:
        assert club.refused(BEN, act) == "not-yours"
        assert club.refused(GUEST, act) == "not-yours"
        assert club.refused(9, act) == "members-only"
    assert club.refused(GUEST, lambda all, by: all.enter(by, number, None)) == "members-only"
    for nothing in (0, 99):
        assert club.refused(ANNA, lambda all, by: all.begin_round(by, nothing, 1)) == "unknown-game"  # noqa: B023


def test_both_games_of_a_pairing_begin_at_once_and_each_begins_one(club: Club) -> None:
    number = club.opened(clock=Clock(600.0, 10.0))
    (pairing,) = club.begin(number)
    begins = [club.shared(code).begin for code in pairing.games]
    assert [
        begin and (begin.starter, begin.members["south"], begin.members["north"]) for begin in begins
    ] == [("south", pairing.one, pairing.other), ("south", pairing.other, pairing.one)]
    assert all(begin and (begin.rated, begin.takebacks) == ("cups 2", False) for begin in begins)
    # Clocks of minutes wait for both; strangers find neither game in the list of games by code.
    assert all(club.shared(code).is_waiting for code in pairing.games)
    assert club.records.begun(None, 9) == []


def test_a_game_of_a_tournament_is_called_off_by_its_director_alone_and_has_no_rematch(club: Club) -> None:
    number = club.opened()
    (pairing,) = club.begin(number)
    assert club.say(pairing.one, pairing.games[0], wire.Ask("abort")) == "illegal"
    assert club.say(pairing.one, pairing.games[0], wire.Resigned()) == "done"
    assert club.say(pairing.one, pairing.games[0], wire.Again()) == "illegal"
    assert club.say(ANNA, pairing.games[1], wire.Resigned()) == "not-yours"


def test_two_directors_at_once_begin_a_round_once(club: Club) -> None:
    club.by(ANNA, lambda people, anna: people.set_role(anna, BEN, "director"))
    number = club.opened()
    both = [
        Change(lambda all: all.begin_round(club.member(by), number, 1), is_of_tournaments=True)  # noqa: B023
        for by in (ANNA, BEN)
    ]
    club.writer.handle(both)
    assert [why(lambda each=each: each.answer) for each in both] == ["done", "stale"]  # type: ignore[misc]
    assert len(club.told(number).rounds) == 1
    assert list(faults(club.records)) == []


def test_a_ruling_ends_what_goes_on_counts_in_the_table_and_for_no_rating(club: Club) -> None:
    number = club.opened()
    (pairing,) = club.begin(number)
    assert club.say(pairing.one, pairing.games[0], wire.Move("drop 1")) == "done"
    pair = pairing.one, pairing.other
    club.direct(ANNA, lambda all, by: all.rule(by, number, 1, *pair, (0.0, 2.0), "no-show"))
    assert [club.shared(code).end for code in pairing.games] == [wire.End("ruled")] * 2
    assert club.say(pairing.one, pairing.games[0], wire.Resigned()) == "over"
    assert club.table(number)[0] == (pairing.other, 2.0)
    assert club.ratings() == {}
    assert list(faults(club.records)) == []


def test_a_ruling_that_is_taken_back_keeps_games_with_a_result_and_begins_the_others_anew(club: Club) -> None:
    number = club.opened()
    (pairing,) = club.begin(number)
    pair, (first, second) = (pairing.one, pairing.other), pairing.games
    assert club.say(pairing.one, first, wire.Resigned()) == "done"
    for _ in range(2):
        club.direct(ANNA, lambda all, by: all.rule(by, number, 1, *pair, (2.0, 0.0), "no-show"))
        club.direct(ANNA, lambda all, by: all.rule(by, number, 1, *pair, None, "mistake"))
        (now,) = club.told(number).pairings
        assert now.games[0] == first
        assert now.games[1] != second
        second = now.games[1]
    assert club.refused(ANNA, lambda all, by: all.rule(by, number, 1, *pair, None, "mistake")) == "illegal"
    assert club.say(pairing.one, second, wire.Resigned()) == "done"
    assert club.table(number)[0] == (pairing.other, 2.0)
    assert list(faults(club.records)) == []


def test_an_end_that_is_taken_back_leaves_the_director_to_have_games_begin_anew(club: Club) -> None:
    number = club.opened()
    assert club.refused(ANNA, lambda all, by: all.reopen(by, number)) == "over"
    (pairing,) = club.begin(number)
    pair = pairing.one, pairing.other
    club.direct(ANNA, lambda all, by: all.finish(by, number))
    assert club.refused(ANNA, lambda all, by: all.rule(by, number, 1, *pair, None, "mistake")) == "over"
    club.direct(ANNA, lambda all, by: all.reopen(by, number))
    assert not club.told(number).scores(club.results(number))[0].is_decided
    club.direct(ANNA, lambda all, by: all.rule(by, number, 1, *pair, None, "mistake"))
    (now,) = club.told(number).pairings
    assert not set(now.games) & set(pairing.games)
    club.give_up(now, pairing.one)
    club.direct(ANNA, lambda all, by: all.finish(by, number))
    assert club.table(number)[0] == (pairing.other, 2.0)
    assert list(faults(club.records)) == []


def test_who_withdrew_by_mistake_is_let_in_again_and_plays_what_was_called_off(club: Club) -> None:
    number = club.opened()
    (pairing,) = club.begin(number)
    pair, gone = (pairing.one, pairing.other), pairing.one
    club.direct(gone, lambda all, by: all.withdraw(by, number, None))
    # Of two in a table of three one is alone, and nothing is begun anew for who is not in.
    assert club.refused(ANNA, lambda all, by: all.rule(by, number, 1, *pair, None, "mistake")) == "illegal"
    club.direct(ANNA, lambda all, by: all.enter(by, number, gone))
    club.direct(ANNA, lambda all, by: all.rule(by, number, 1, *pair, None, "mistake"))
    (now,) = club.told(number).pairings
    club.give_up(now, pairing.other)
    assert club.table(number)[0] == (gone, 2.0)
    assert {each.round for each in club.begin(number, 2)} == {2}
    assert list(faults(club.records)) == []


def test_who_withdraws_in_the_middle_of_a_pairing_keeps_what_is_over(club: Club) -> None:
    number = club.opened("knock-out", (BEN, CLEO))
    (pairing,) = club.begin(number)
    assert club.say(pairing.other, pairing.games[0], wire.Resigned()) == "done"
    club.direct(pairing.one, lambda all, by: all.withdraw(by, number, None))
    gone = "south" if pairing.one == club.shared(pairing.games[1]).begin.members["south"] else "north"
    assert club.shared(pairing.games[1]).end == wire.End("withdrawn", by=gone)
    results = club.results(number)
    (score,) = club.told(number).scores(results)
    assert (score.points, score.is_decided) == ((1.0, 1.0), True)
    assert club.refused(pairing.one, lambda all, by: all.withdraw(by, number, None)) == "illegal"
    assert club.refused(pairing.one, lambda all, by: all.enter(by, number, None)) == "not-yours"
    assert list(faults(club.records)) == []


def test_who_was_kept_out_or_has_left_is_taken_out_when_the_next_round_begins(club: Club) -> None:
    number = club.opened()
    club.by(ANNA, lambda people, anna: people.keep_out(anna, CLEO, is_out=True))
    assert club.refused(ANNA, lambda all, by: all.enter(by, number, CLEO)) == "members-only"
    (pairing,) = club.begin(number)
    assert {pairing.one, pairing.other} == {ANNA, BEN}
    club.by(BEN, lambda people, ben: people.delete(ben))
    assert club.refused(ANNA, lambda all, by: all.begin_round(by, number, 2)) == "illegal"
    assert list(faults(club.records)) == []


def test_whose_time_is_over_in_a_tournament_loses_though_the_other_is_not_there(club: Club) -> None:
    number = club.opened(members=(BEN, CLEO))
    (pairing,) = club.begin(number)
    club.now += 2 * 86400.0 + UPKEEP_SECONDS
    club.writer.handle([])
    ends = [club.shared(code).end for code in pairing.games]
    assert ends == [wire.End("timed-out", "north")] * 2
    assert sorted(club.table(number)) == [(BEN, 1.0), (CLEO, 1.0)]
    assert list(faults(club.records)) == []


def test_of_a_game_that_was_given_up_the_winner_has_all_beans_that_the_loser_has_not(club: Club) -> None:
    number = club.opened(members=(BEN, CLEO))
    (pairing,) = club.begin(number)
    club.give_up(pairing, pairing.one)
    results = club.results(number)
    beans = sum(
        club.shared(pairing.games[0])
        .history.game.contents(  # type: ignore[union-attr]
            club.shared(pairing.games[0]).history.position  # type: ignore[union-attr]
        )
        .values()
    )
    assert [results[code].beans for code in pairing.games] == [-beans, beans]


def test_two_who_meet_more_often_within_a_day_than_is_rated_play_on_unrated(club: Club) -> None:
    number = club.opened(members=(BEN, CLEO), cycles=2)
    for round in (1, 2):
        (pairing,) = club.begin(number, round)
        club.give_up(pairing, pairing.one)
    assert club.begun(BEN, CLEO, rated=False, clock=None)
    other = club.opened(members=(BEN, CLEO))
    (pairing,) = club.begin(other)
    assert [begin and begin.rated for begin in (club.shared(code).begin for code in pairing.games)] == [
        "",
        "",
    ]
    assert list(faults(club.records)) == []


def test_the_end_of_a_tournament_ends_its_games_and_nothing_follows(club: Club) -> None:
    number = club.opened()
    (pairing,) = club.begin(number)
    club.direct(ANNA, lambda all, by: all.finish(by, number))
    assert {club.shared(code).end for code in pairing.games} == {wire.End("ruled")}
    for act in (Tournaments.finish, Tournaments.withdraw, Tournaments.enter):
        more = () if act is Tournaments.finish else (None,)
        assert club.refused(ANNA, lambda all, by: act(all, by, number, *more)) == "over"  # noqa: B023
    assert list(faults(club.records)) == []


def test_a_league_goes_on_with_those_who_were_in_it_in_the_order_that_the_season_made(club: Club) -> None:
    number = club.opened("league")
    assert club.refused(ANNA, lambda all, by: all.next_season(by, number)) == "illegal"
    for round in (1, 2, 3):
        for pairing in club.begin(number, round):
            club.give_up(pairing, min(pairing.one, pairing.other))
    club.direct(ANNA, lambda all, by: all.finish(by, number))
    following = club.direct(ANNA, lambda all, by: all.next_season(by, number))
    assert club.told(following).seeded() == [CLEO, BEN, ANNA]
    # Of its tables another season is made already.
    for act in (Tournaments.next_season, Tournaments.reopen):
        assert club.refused(ANNA, lambda all, by: act(all, by, number)) == "stale"  # noqa: B023
    assert list(faults(club.records)) == []


def test_the_check_finds_what_was_changed_by_hand(club: Club) -> None:
    number = club.opened()
    (pairing,) = club.begin(number)
    (foreign,) = club.begin(club.opened())
    with club.records.transaction():
        (act,) = [
            row[0]
            for row in club.records.rows(
                "select act from tournament_entry where tournament = ? and n = 5", number
            )
        ]
        forged = act.replace(pairing.games[0], foreign.games[0]).replace(
            f'"one":{pairing.one}', f'"one":{pairing.other}'
        )
        club.records.write(
            "update tournament_entry set act = ? where tournament = ? and n = 5", [(forged, number)]
        )
    found = "\n".join(faults(club.records))
    assert "tournament 1: entry 5: This is not the round that is due." in found
    assert f"game {pairing.games[0]} is of no pairing" in found
    assert f"game {foreign.games[0]} is no game of this tournament" in found
    with club.records.transaction():
        club.records.write("delete from tournament_entry where tournament = ? and n = 2", [(number,)])
    assert any("can't follow" in fault for fault in faults(club.records))


def test_a_number_that_no_column_can_hold_is_in_no_row(records: Records) -> None:
    for number in (2**63, -(2**63) - 1, 10**30):
        assert TournamentRows(records).entries(number) == ()
        assert Members(records).member(number) is None


def test_without_its_library_a_swiss_is_refused_before_it_is_opened(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cupsclub.tournaments.swiss.find_spec", lambda _: None)
    assert club.refused(ANNA, lambda all, by: all.open(by, rules("swiss"))) == "illegal"
    assert club.opened("knock-out")
