"""Two boards as one: what each of them does reaches the other's referee, through a server in memory."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, cast, get_args

import pytest
from cupsboard.core.free_order import Core
from cupsboard.core.heart import Decided
from cupsboard.distance.follower import Follower
from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.verdict import Verdict, verdict
from cupsboard.distance.wire import Begin, End, Entry, Move, Phrase, Reason
from cupsboard.loop import Moment
from cupsboard.ports import StoreError
from cupsboard.referee.events import Event, FarAsked
from cupsboard.referee.far import Far, FarAsk, FarEnd, FarOther, FarPhrase, FarWish
from cupsboard.referee.states import Refusal, State, Turn
from cupsboard.rules.clocks import Clock, Clocks
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.history import HistoryOf, Moved
from cupsboard.rules.places import Side
from cupsboard.rules.record_entries import entry_from_text
from cupsboard.session.far_table import FarTable, far_of
from cupsboard.signs.scene import Message, Scene
from cupsboard.storage.writer import Job
from links_in_memory import CODE, Server, Wire

SOUTH, NORTH = Side.SOUTH, Side.NORTH
GAME = Cups(2)


class Heart:
    """The record of a board, and its state, as a test sets them."""

    def __init__(self) -> None:
        self.history = HistoryOf(GAME, SOUTH)
        self.state: State = Turn()

    @property
    def referee(self) -> "Heart":
        return self


class Place:
    """One board: its heart, and the far table between that and the server."""

    def __init__(self, server: Server, side: Side) -> None:
        self.link = Wire(server, list(Side).index(side))
        self.side, self.heart, self.said = side, Heart(), list[str]()
        self.switched_on()

    def switched_on(self) -> "Place":
        """The same place, which knows only what it has kept."""
        core = cast(Core, self.heart)
        self.far_table = FarTable(self.link, self.side, lambda: core, self.said.append)
        return self

    def far(self) -> Far | None:
        """What is news for the referee, which follows at once."""
        news = self.far_table(None)
        if not news:
            return None
        far = news[0].far
        assert far is not None
        self.other: FarOther | None = far.other
        far = replace(far, other=None)
        entries = (entry_from_text(text, GAME.players) for text in far.entries)
        self.heart.history = HistoryOf(GAME, SOUTH).enter_all(entries)
        return far

    def plays(self, label: str) -> None:
        self.heart.history = self.heart.history.play(self.side, label)
        self.happens()

    def happens(self, *events: Event, time: float = 1.0) -> None:
        decided = Decided(events, Scene((), None, Message("test")), None)
        self.far_table.listen(Moment(time, None, (), decided))


def two_places() -> tuple[Place, Place]:
    server = Server(GAME.name)
    places = Place(server, SOUTH), Place(server, NORTH)
    for place in places:
        assert place.far() == Far(place.side)
    return places


def test_a_move_here_is_news_there_and_is_told_once() -> None:
    south, north = two_places()
    south.plays("drop 1")
    south.happens()
    assert north.far() == Far(NORTH, ("south drop 1",))
    assert north.far() is None
    assert south.far() == Far(SOUTH, ("south drop 1",))
    north.plays("drop 1")
    assert south.far() == Far(SOUTH, ("south drop 1", "north drop 1"))
    assert south.link.follower.game.n == 3


def test_what_a_server_that_was_put_back_has_lost_is_said_again_by_both_boards() -> None:
    south, north = two_places()
    backup = south.link.server.records.copied()
    for place, label in ((south, "drop 1"), (north, "drop 1"), (south, "drop 2"), (north, "drop 2")):
        place.plays(label)
        south.far()
        north.far()
    played = south.heart.history.entries
    assert len(played) == 4
    south.link.server.put_back(backup)
    for _ in played:
        for place in (south, north):
            place.happens()
    assert [entry.act["kind"] for entry in south.link.server.entries()] == ["begin", *["move"] * 4]
    south.far()
    north.far()
    assert south.heart.history.entries == north.heart.history.entries == played
    assert south.said == [
        "the server was put back to an older state; what was played since is sent once more"
    ]


def test_without_a_link_a_move_is_on_its_way_and_arrives_once_later() -> None:
    south, north = two_places()
    south.link.lose()
    south.plays("drop 1")
    assert south.far() == Far(SOUTH, ("south drop 1",), is_on_its_way=True, is_linked=False)
    assert north.far() is None
    south.link.connect()
    south.happens()
    assert south.far() == Far(SOUTH, ("south drop 1",))
    assert north.far() == Far(NORTH, ("south drop 1",))


def test_a_move_that_the_journal_kept_and_the_outbox_lost_is_said_when_the_board_is_on_again() -> None:
    south, north = two_places()
    south.heart.history = south.heart.history.play(SOUTH, "drop 2")
    south.switched_on().happens()
    assert north.far() == Far(NORTH, ("south drop 2",))


def test_a_refused_move_goes_back_here_with_the_reason_and_another_is_said() -> None:
    south, north = two_places()
    south.link.say(Move("drop 1"), "9" * 32)
    south.far()
    # The rules of this board let a side move twice; the server's don't.
    south.heart.history = south.heart.history.enter_all([Moved(NORTH, "drop 1"), Moved(SOUTH, "drop 1")])
    south.happens()
    assert north.far() == Far(NORTH, ("south drop 1",))
    south.link.say(Move("drop 2"), "8" * 32)
    south.happens()
    assert south.link.follower.refused is not None
    south.heart.history = HistoryOf(GAME, SOUTH).play(SOUTH, "drop 1")
    south.happens()
    assert south.said == ["the server refused it: It is the other side's turn."]
    north.far()
    north.plays("drop 1")
    south.far()
    south.plays("drop 1")
    assert north.far() == Far(NORTH, ("south drop 1", "north drop 1", "south drop 1"))


def test_taking_back_is_asked_and_answered() -> None:
    south, north = two_places()
    south.plays("drop 1")
    south.happens(FarAsked(FarWish.TAKE_BACK))
    assert south.far() == Far(SOUTH, ("south drop 1",), ask=3, is_asking=True)
    assert north.far() == Far(NORTH, ("south drop 1",), asked=FarAsk.BACK, ask=3)
    north.happens(FarAsked(FarWish.YES, ask=3))
    assert south.far() == Far(SOUTH)
    assert north.far() == Far(NORTH)
    north.happens(FarAsked(FarWish.TAKE_BACK))
    assert north.said == ["there is no move of yours to take back"]
    told = north.far()
    assert told is not None
    assert (told.refusals, told.refusal) == (1, Refusal.NOTHING_TO_UNDO)


def test_an_ask_beside_one_that_is_open_is_refused_and_the_board_is_told() -> None:
    south, north = two_places()
    south.happens(FarAsked(FarWish.ADJOURN))
    assert north.far() == Far(NORTH, asked=FarAsk.ADJOURN, ask=2)
    north.happens(FarAsked(FarWish.ABORT))
    north.happens()
    assert north.far() == Far(NORTH, asked=FarAsk.ADJOURN, ask=2, refusals=1, refusal=Refusal.ASKED_ALREADY)
    assert north.said == ["the server refused it: Entry 2 asks already, and waits for an answer."]


def test_giving_up_ends_it_for_both() -> None:
    south, north = two_places()
    south.happens(FarAsked(FarWish.GIVE_UP))
    assert south.far() == Far(SOUTH, end=FarEnd.LOST)
    assert north.far() == Far(NORTH, end=FarEnd.WON)


@pytest.mark.parametrize(
    ("why", "won", "lost"),
    [("resigned", FarEnd.WON, FarEnd.LOST), ("timed-out", FarEnd.WON_BY_TIME, FarEnd.LOST_BY_TIME)],
)
def test_the_reason_of_an_early_end_is_told_as_it_was(why: Reason, won: FarEnd, lost: FarEnd) -> None:
    ended = Follower("CODE", "t" * 64, game=SharedGame(end=End(why, "south")))
    assert (far_of(ended, SOUTH).end, far_of(ended, NORTH).end) == (won, lost)


@pytest.mark.parametrize(
    ("end", "south", "north"),
    [
        (End("withdrawn", by="north"), FarEnd.OTHER_WITHDREW, FarEnd.WITHDREW),
        (End("ruled"), FarEnd.RULED_OFF, FarEnd.RULED_OFF),
        (End("aborted"), FarEnd.OFF, FarEnd.OFF),
    ],
)
def test_of_a_game_that_is_nobody_s_both_sides_are_told_who_ended_it(
    end: End, south: FarEnd, north: FarEnd
) -> None:
    ended = Follower("CODE", "t" * 64, game=SharedGame(end=end))
    assert (far_of(ended, SOUTH).end, far_of(ended, NORTH).end) == (south, north)


def test_a_move_made_here_after_the_other_side_has_given_up_is_in_neither_record() -> None:
    south, north = two_places()
    north.happens(FarAsked(FarWish.GIVE_UP))
    # South presses before its board has heard of it.
    south.plays("drop 1")
    assert south.far() == Far(SOUTH, end=FarEnd.WON)
    south.happens()
    assert (south.heart.history.entries, south.far()) == ((), None)


def test_the_other_side_hears_how_far_the_table_is_once_for_each_change() -> None:
    south, _ = two_places()
    south.happens()
    south.happens()
    assert south.link.tables == [(1, "agrees")]
    # Of a loss that is over before this board looks again, too: the server may know nothing any more.
    south.link.lose()
    south.link.connect()
    south.happens()
    assert south.link.tables == [(1, "agrees")] * 2


def test_a_move_that_was_taken_back_is_not_said_again_before_this_board_has_followed() -> None:
    south, north = two_places()
    south.plays("drop 1")
    south.happens(FarAsked(FarWish.TAKE_BACK))
    north.far()
    north.happens(FarAsked(FarWish.YES, ask=3))
    # South's board has not heard of it yet, and is switched off and on besides.
    south.happens()
    south.switched_on().happens()
    assert south.far() == Far(SOUTH)
    assert north.far() == Far(NORTH)
    south.happens()
    south.plays("drop 2")
    assert north.far() == Far(NORTH, ("south drop 2",))


def before_a_pass() -> tuple[list[Entry], Move]:
    """The entries of a game up to a move of south's after which north must pass, and that move."""
    begin = Begin("cups 2 stock 3", {"south": "Anna", "north": "Ben"}, "south")
    for seed in range(1000):
        chance, so_far = Random(seed), Verdict((), SharedGame()).adding(begin, None, 0.0)
        while (side := so_far.game.to_move) is not None:
            history = so_far.game.played
            move = Move(chance.choice(history.game.plans(history.position, side)).label)
            following = verdict(so_far.game, side, move, so_far.game.changed, "0" * 32, 1.0)
            if side is SOUTH and [entry.act["kind"] for entry in following.entries[:2]] == ["move", "pass"]:
                return [*so_far.entries, following.entries[0]], move
            so_far = Verdict((*so_far.entries, *following.entries), following.game)
    raise AssertionError("no game with a pass")


def test_a_copy_with_a_move_but_not_yet_its_pass_is_no_way_back() -> None:
    entries, move = before_a_pass()
    far = far_of(replace(Follower(CODE, ""), entries=tuple(entries), game=SharedGame.of(entries)), SOUTH)
    assert far.entries[-2:] == (f"south {move.label}", "north pass")
    assert not far.is_on_its_way


def test_all_phrases_of_the_protocol_are_those_of_a_board() -> None:
    assert tuple(phrase.value for phrase in FarPhrase) == get_args(Phrase)


def test_a_phrase_said_here_is_heard_there() -> None:
    south, north = two_places()
    south.happens(FarAsked(FarWish.SAY, FarPhrase.HELLO))
    assert north.far() == Far(NORTH, said=FarPhrase.HELLO, said_in=2)


def test_two_things_said_at_once_are_written_one_after_the_other() -> None:
    south, north = two_places()
    south.link.lose()
    south.happens(FarAsked(FarWish.SAY, FarPhrase.HELLO), FarAsked(FarWish.ADJOURN))
    south.plays("drop 1")
    south.link.connect()
    for _ in range(3):
        south.happens()
    assert north.far() == Far(NORTH, ("south drop 1",), said=FarPhrase.HELLO, said_in=2)


def test_a_game_is_adjourned_by_agreement_and_goes_on_by_either_side() -> None:
    south, north = two_places()
    south.happens(FarAsked(FarWish.ADJOURN))
    assert north.far() == Far(NORTH, asked=FarAsk.ADJOURN, ask=2)
    north.happens(FarAsked(FarWish.YES, ask=2))
    assert south.far() == Far(SOUTH, asked=FarAsk.RESUME)
    south.happens(FarAsked(FarWish.RESUME))
    assert north.far() == Far(NORTH)


def test_a_no_is_told_and_the_same_wish_waits_for_a_move() -> None:
    south, north = two_places()
    south.happens(FarAsked(FarWish.ABORT))
    assert south.far() == Far(SOUTH, ask=2, is_asking=True)
    north.happens(FarAsked(FarWish.NO, ask=2))
    assert south.far() == Far(SOUTH, declined_in=3)
    south.happens(FarAsked(FarWish.ABORT))
    south.happens()
    assert south.far() == Far(SOUTH, declined_in=3, refusals=1, refusal=Refusal.ASKED_IN_VAIN)
    south.plays("drop 1")
    south.happens(FarAsked(FarWish.ABORT))
    assert north.far() == Far(NORTH, ("south drop 1",), asked=FarAsk.ABORT, ask=5)


def test_a_yes_to_an_ask_that_was_withdrawn_is_none_to_the_next_however_late_it_comes() -> None:
    south, north = two_places()
    south.happens(FarAsked(FarWish.ADJOURN))
    assert north.far() == Far(NORTH, asked=FarAsk.ADJOURN, ask=2)
    north.link.lose()
    north.happens(FarAsked(FarWish.YES, ask=2))
    south.happens(FarAsked(FarWish.NO, ask=2))
    south.happens(FarAsked(FarWish.ABORT))
    north.link.connect()
    north.happens()
    assert north.far() == Far(NORTH, asked=FarAsk.ABORT, ask=4, refusals=1, refusal=Refusal.TOO_LATE)


def test_a_game_is_called_off_by_agreement_and_an_ask_can_be_withdrawn() -> None:
    south, north = two_places()
    south.happens(FarAsked(FarWish.ABORT))
    south.far()
    south.happens(FarAsked(FarWish.NO, ask=2))
    assert north.far() is None or north.far() is None
    north.happens(FarAsked(FarWish.ABORT))
    south.happens(FarAsked(FarWish.YES, ask=4))
    assert north.far() == Far(NORTH, end=FarEnd.OFF)


def test_clocks_are_told_in_the_boards_own_time() -> None:
    server = Server(GAME.name, Clock(86400.0, 5.0))
    south = Place(server, SOUTH)
    south.link.now = lambda: 1001.0
    south.happens(time=501.0)
    far = south.far()
    assert far is not None
    assert far.clocks == Clocks.of(Clock(86400.0, 5.0)).started(SOUTH, 1.0 - 500.0)
    # A clock that goes a little otherwise is no news.
    south.link.now = lambda: 1002.1
    south.happens(time=502.0)
    assert south.far() is None


def test_the_other_sides_table_is_told() -> None:
    south, north = two_places()
    north.link.at_table(1, "laying")
    assert south.far() is not None
    assert south.other is FarOther.LAYING
    south.link.lose()
    south.far()
    assert south.other is None


def test_why_there_is_no_link_is_said_once() -> None:
    south, _ = two_places()
    south.link.trouble = "the server ended the connection"
    south.happens()
    south.happens()
    south.link.trouble = None
    south.happens()
    assert south.said == ["no link: the server ended the connection", "the link to the other board is there"]


def test_while_a_move_is_being_written_down_it_is_on_its_way_and_is_said_once() -> None:
    server = Server(GAME.name)
    south, waiting = Place(server, SOUTH), list[Job[Any]]()

    def slow(work: Callable[[], Any]) -> Job[Any]:
        waiting.append(Job(work))
        return waiting[-1]

    core = cast(Core, south.heart)
    south.far_table = FarTable(south.link, SOUTH, lambda: core, south.said.append, slow)
    south.far()
    south.plays("drop 1")
    south.happens()
    south.happens(FarAsked(FarWish.SAY, FarPhrase.OOPS))
    assert len(waiting) == 1
    far = south.far()
    assert far is not None
    assert far.is_on_its_way
    waiting[0].run()
    for _ in range(3):
        south.happens()
    assert len(waiting) == 2
    waiting[1].run()
    assert south.link.follower.game.n == 3
    assert [entry.act["kind"] for entry in server.entries()] == ["begin", "move", "said"]


def test_a_disk_that_refuses_is_asked_again_after_a_while_and_nothing_is_lost() -> None:
    south, north = two_places()
    south.link.refuses = StoreError("the disk is full")
    south.plays("drop 1")
    south.happens(time=1.5)
    assert south.said == ["not sent to the other board yet: the disk is full"]
    south.link.refuses = None
    south.happens(time=2.0)
    assert north.far() is None
    south.happens(time=9.0)
    assert north.far() == Far(NORTH, ("south drop 1",))
