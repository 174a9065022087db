"""A board whose other side sits at another one: it follows the record that both share."""

import math
from collections.abc import Mapping

import pytest
from cupsboard.referee import events
from cupsboard.referee.edges import Edge
from cupsboard.referee.far import Far, FarAsk, FarEnd, FarOther, FarPhrase, FarWish
from cupsboard.referee.states import Goal, Paused, Refusal, Restoring, Turn, WrongTable
from cupsboard.rules.clocks import Clock, Clocks
from cupsboard.rules.places import Place, Side, cup, is_cup, pot, side_of
from cupsboard.rules.record_entries import entry_text
from cupsboard.signs.scene import Meaning, Message
from cupsboard.signs.sentences import say
from hypothesis import given
from hypothesis import strategies as st
from test_free_order import GAME, Board

SOUTH, NORTH = Side.SOUTH, Side.NORTH
S1, S2, N1 = cup(SOUTH, 1), cup(SOUTH, 2), cup(NORTH, 1)
BEAN = 0.55


class FarBoard(Board):
    """South sits here, and North at another board; a test says what the record holds."""

    def __init__(self) -> None:
        super().__init__()
        self.far = Far(SOUTH)
        self.hear()

    def hear(self, *entries: str, **rest: object) -> None:
        self.far = Far(SOUTH, entries, **rest)  # type: ignore[arg-type]
        self.core.referee.hear(self.far)
        self.run(1.0)

    def lay(self, beans: Mapping[Place, int]) -> None:
        """Have just these beans lie on the board."""
        for place in GAME.places:
            self.content[place] = BEAN * beans.get(place, 0)
        self.run(1.5)

    @property
    def entries(self) -> list[str]:
        return [entry_text(entry) for entry in self.core.history.entries]

    @property
    def state(self) -> object:
        return self.core.referee.state

    def counted(self) -> int:
        """How many pixels count something."""
        return sum(sign.beans for sign in self.scene.signs if sign.meaning is Meaning.ONES)

    def lit(self, place: Place) -> set[Meaning]:
        return {sign.meaning for sign in self.scene.signs if sign.place == place}


def wishes(board: FarBoard) -> list[FarWish]:
    return [event.wish for _, event in board.events if isinstance(event, events.FarAsked)]


def started(first: str = "south drop 1", **rest: object) -> FarBoard:
    """South's first move is made here and in the record."""
    board = FarBoard()
    board.lay({S1: 1})
    board.tap(SOUTH)
    board.run(1.0)
    board.hear(first, **rest)
    return board


def test_a_press_ends_the_own_turn_and_the_move_is_on_its_way_until_the_record_has_it() -> None:
    board = started(is_on_its_way=True)
    assert board.entries == ["south drop 1"]
    assert Meaning.THINKING in board.lit(pot(SOUTH))
    assert board.scene.message.key == "far-on-its-way"
    board.hear("south drop 1")
    assert Meaning.THINKING not in board.lit(pot(SOUTH))
    assert board.scene.message.key == "far-turn"


def test_a_far_move_is_laid_out_exactly_and_needs_no_press() -> None:
    board = started()
    board.hear("south drop 1", "north drop 1")
    assert board.state == Restoring(Goal.FAR)
    assert board.scene.message.key == "restore-far"
    assert Meaning.TOO_FEW in board.lit(N1)
    board.lay({S1: 1, cup(NORTH, 2): 1})
    assert isinstance(board.state, Restoring)
    board.lay({S1: 1, N1: 1})
    assert board.state == Turn()
    assert board.entries == ["south drop 1", "north drop 1"]
    assert board.scene.turn is SOUTH


def test_beans_of_the_far_side_that_nobody_played_are_a_wrong_table_and_no_move() -> None:
    board = started()
    board.lay({S1: 1, N1: 1})
    board.tap(NORTH)
    board.run(2.0)
    assert isinstance(board.state, WrongTable)
    assert board.entries == ["south drop 1"]


def test_the_others_first_bean_ends_no_turn() -> None:
    board = FarBoard()
    board.lay({S1: 1})
    board.lay({S1: 1, N1: 1})
    board.run(3.0)
    assert board.said(events.TurnEnded) == []


def test_the_newest_table_is_wanted_and_not_one_old_move_after_the_other() -> None:
    board = FarBoard()
    board.hear("south drop 2", "north drop 1", "south drop 1")
    assert board.state == Restoring(Goal.FAR)
    board.lay({S1: 2, S2: 1, N1: 1})
    assert board.state == Turn()
    assert board.entries == ["south drop 2", "north drop 1", "south drop 1"]


def test_a_record_that_goes_back_takes_its_moves_away_here_too() -> None:
    board = started()
    board.hear()
    assert board.said(events.WentBack) != []
    assert board.state == Restoring(Goal.FAR)
    board.take(S1, BEAN)
    board.run(1.5)
    assert (board.state, board.entries, board.scene.turn) == (Turn(), [], SOUTH)


def test_undo_asks_the_other_side_and_takes_nothing_back_by_itself() -> None:
    board = started()
    board.hold_both(1.0)
    board.run(1.0)
    assert wishes(board) == [FarWish.TAKE_BACK]
    assert board.said(events.Undone) == []
    assert board.entries == ["south drop 1"]
    board.hear("south drop 1", is_asking=True)
    assert board.scene.message.key == "far-asked"


def test_a_begun_move_is_taken_back_here_alone() -> None:
    board = FarBoard()
    board.lay({S1: 1})
    board.hold_both(1.0)
    board.run(0.5)
    assert board.state == Restoring(Goal.TAKE_BACK)
    assert wishes(board) == []


def test_an_ask_is_answered_by_a_tap_or_a_hold_and_a_begun_move_goes_on() -> None:
    board = started()
    board.hear("south drop 1", asked=FarAsk.BACK, ask=3)
    assert Meaning.FAR_ASKS in board.lit(pot(SOUTH))
    assert board.scene.message.key == "far-asks-back"
    board.hear("south drop 1", asked=FarAsk.BACK, ask=3)
    board.run(0.5)
    assert len(board.said(events.FarWanted)) == 1
    board.tap(SOUTH)
    board.run(1.0)
    assert wishes(board) == [FarWish.YES]
    begun = FarBoard()
    begun.lay({S1: 1})
    begun.hear(asked=FarAsk.ABORT, ask=2)
    begun.tap(SOUTH)
    begun.run(1.0)
    assert wishes(begun) == []
    assert begun.entries == ["south drop 1"]


def test_a_lost_link_shows_at_both_pots_and_stops_no_move() -> None:
    board = FarBoard()
    board.hear(is_linked=False)
    assert board.scene.message.key == "far-no-link-your-turn"
    assert all(Meaning.NO_LINK in board.lit(pot(side)) for side in Side)
    board.lay({S1: 1})
    board.tap(SOUTH)
    board.run(1.0)
    board.hear("south drop 1", is_linked=False, is_on_its_way=True)
    assert board.entries == ["south drop 1"]
    assert board.scene.message.key == "far-waits-for-link"


def test_what_comes_in_a_pause_waits_for_its_end() -> None:
    board = started()
    board.hold_both(4.5)
    assert isinstance(board.state, Paused)
    board.hear("south drop 1", "north drop 1")
    assert isinstance(board.state, Paused)
    board.tap(SOUTH)
    board.run(2.0)
    assert board.state == Restoring(Goal.FAR)


def test_both_tapped_correct_no_record_that_is_shared() -> None:
    board = started()
    board.lay({S1: 2})
    for is_down in (True, False):
        board.frame(edges=tuple(edge(board, side, is_down) for side in Side))
    board.run(2.0)
    assert board.said(events.TableCorrected) == []
    assert board.said(events.NotNow) != []


def test_the_way_back_step_by_step_does_not_offer_to_correct_it_either() -> None:
    board = started()
    board.lay({S1: 1, N1: 1})
    board.run(6.0)
    assert isinstance(board.state, WrongTable)
    assert board.state.is_stepwise
    assert board.scene.message == Message("take-out", {"place": N1, "beans": 1})


def test_a_game_given_up_at_the_other_board_says_who_wins() -> None:
    board = started()
    board.hear("south drop 1", end=FarEnd.WON)
    assert [each.key for each in board.scene.message.values["what"]] == ["far-ended-won"]
    assert Meaning.WINNER in board.lit(pot(SOUTH))


def test_a_long_hold_and_a_tap_give_the_game_up() -> None:
    board = started()
    hold(board, SOUTH, 4.5)
    assert board.scene.message.key == "far-give-up"
    board.run(1.5)
    board.tap(SOUTH)
    board.run(1.0)
    assert wishes(board) == [FarWish.GIVE_UP]
    assert board.said(events.GameOver) == []


def test_a_shared_game_that_is_over_can_not_be_given_up_and_says_how_another_begins() -> None:
    board = started()
    board.hear("south drop 1", end=FarEnd.LOST)
    hold(board, SOUTH, 4.5)
    board.run(0.5)
    assert board.scene.message.key == "not-now-shared-game-over"
    board.run(3.0)
    assert board.scene.message.key == "far-or-again"
    assert wishes(board) == []


def test_a_shorter_hold_asks_for_another_game_once_and_the_others_wish_is_a_question() -> None:
    board = started()
    board.hear("south drop 1", end=FarEnd.LOST)
    hold(board, SOUTH, 1.5)
    board.run(0.5)
    assert wishes(board) == [FarWish.AGAIN]
    board.hear("south drop 1", end=FarEnd.LOST, again=(SOUTH,))
    assert board.scene.message.key == "far-again-asked"
    assert Meaning.THINKING in board.lit(pot(SOUTH))
    board.hear("south drop 1", end=FarEnd.LOST, again=(NORTH,))
    assert board.scene.message.key == "far-asks-again"
    assert Meaning.FAR_ASKS in board.lit(pot(SOUTH))
    board.run(1.5)
    hold(board, SOUTH, 1.5)
    board.run(60.0)
    assert board.scene.message.key == "far-or-again", "a no is not asked about again"
    hold(board, SOUTH, 1.5)
    board.run(0.5)
    assert wishes(board) == [FarWish.AGAIN] * 2


def test_a_tap_says_yes_to_another_game() -> None:
    board = started()
    board.hear("south drop 1", end=FarEnd.OFF, again=(NORTH,))
    board.run(1.5)
    board.tap(SOUTH)
    assert wishes(board) == [FarWish.AGAIN]


def test_what_the_server_refuses_is_said_at_the_board_once() -> None:
    board = started()
    board.hear("south drop 1", refusals=1)
    assert board.scene.message.key == "not-now-not-taken"
    board.hear("south drop 1", refusals=1)
    assert len(board.said(events.NotNow)) == 1
    board.hear("south drop 1", refusals=2, refusal=Refusal.TOO_LATE)
    assert board.scene.message.key == "not-now-too-late"


def test_a_shared_game_asks_no_question_about_a_stock() -> None:
    board = FarBoard()
    board.lay({S1: 1})
    hold(board, SOUTH, 1.0)
    board.run(1.0)
    hold(board, SOUTH, 1.0)
    board.run(1.0)
    assert board.said(events.StockQuestioned) == board.said(events.StockCounted) == []


def test_the_other_sides_button_offers_phrases_and_the_own_one_says_the_one_offered() -> None:
    board = started()
    for wanted in ("hello", "have-fun", "well-played"):
        board.tap(NORTH)
        board.run(0.5)
        assert board.scene.message.key == "far-offered"
        assert board.scene.message.values["what"] == (Message(f"far-phrases.{wanted}"),)
    assert board.counted() == 3
    board.tap(SOUTH)
    board.run(0.5)
    assert wishes(board) == [FarWish.SAY]
    assert said_here(board) == [FarPhrase.WELL_PLAYED]
    assert board.scene.message.key == "far-turn"


def test_an_offered_phrase_is_left_unsaid_by_a_hold_a_bean_or_time() -> None:
    board = FarBoard()
    board.tap(NORTH)
    board.run(0.5)
    hold(board, SOUTH, 1.0)
    board.run(0.5)
    assert board.scene.message.key != "far-offered"
    board.tap(NORTH)
    board.run(12.0)
    assert board.scene.message.key != "far-offered"
    board.tap(NORTH)
    board.lay({S1: 1})
    board.tap(SOUTH)
    board.run(1.0)
    assert wishes(board) == []
    assert board.entries == ["south drop 1"]


def test_every_phrase_is_counted_by_the_lights_of_the_smallest_board() -> None:
    board = FarBoard()
    for number in range(1, 1 + len(FarPhrase)):
        board.tap(NORTH)
        board.run(0.3)
        assert board.counted() == number


def test_a_phrase_of_the_other_side_is_heard_once_and_one_from_before_is_not() -> None:
    board = FarBoard()
    board.hear(said=FarPhrase.OOPS, said_in=2)
    assert board.said(events.FarSaid) != []
    assert board.scene.message.key == "far-heard"
    board.run(9.0)
    board.hear(said=FarPhrase.OOPS, said_in=2)
    assert len(board.said(events.FarSaid)) == 1
    assert board.scene.message.key == "your-turn"
    fresh = Board()
    fresh.core.referee.hear(Far(SOUTH, said=FarPhrase.HELLO, said_in=2))
    fresh.run(1.0)
    assert fresh.said(events.FarSaid) == []


def clocks(south_seconds: float, north_seconds: float) -> Clocks:
    return Clocks(Clock(600.0), {SOUTH: south_seconds, NORTH: north_seconds})


def test_a_clock_that_runs_out_shows_at_its_pot_and_the_other_side_wins_by_a_tap() -> None:
    board = started()
    board.hear("south drop 1", clocks=clocks(600.0, 30.0).started(NORTH, board.now))
    assert Meaning.TIME_SHORT in board.lit(pot(NORTH))
    assert board.scene.message.key == "far-turn"
    board.tap(SOUTH)
    board.run(1.0)
    assert wishes(board) == []
    board.run(30.0)
    assert board.scene.message.key == "far-time-over"
    assert Meaning.FAR_ASKS in board.lit(pot(SOUTH))
    board.tap(SOUTH)
    board.run(1.5)
    assert wishes(board) == []
    assert board.scene.message.key == "far-time-over-sure"
    board.tap(SOUTH)
    board.run(0.5)
    assert wishes(board) == [FarWish.CLAIM]


def test_the_own_clock_says_when_a_minute_is_left_and_when_nothing_is() -> None:
    board = FarBoard()
    board.hear(clocks=clocks(65.0, 600.0).started(SOUTH, board.now + 5.0))
    board.run(3.0)
    assert Meaning.TIME_SHORT not in board.lit(pot(SOUTH))
    board.run(10.0)
    assert Meaning.TIME_SHORT in board.lit(pot(SOUTH))
    assert board.scene.message.key == "far-time-short"
    board.run(65.0)
    assert board.scene.message.key == "far-own-time-over"
    board.lay({S1: 1})
    board.tap(SOUTH)
    board.run(1.0)
    assert board.entries == ["south drop 1"]


def glowing(board: FarBoard, side: Side) -> list[int]:
    """How many pixels of a row glow, cup by cup; of a cup that glows as a whole, three."""
    places = [place for place in GAME.places if is_cup(place) and side_of(place) is side]
    signs = {sign.place: sign.beans or 3 for sign in board.scene.signs if sign.meaning is Meaning.YOUR_TURN}
    return [signs.get(place, 0) for place in places]


@pytest.mark.parametrize("side", Side)
def test_the_row_of_either_side_drains_with_its_time_as_at_one_board(side: Side) -> None:
    board = started() if side is NORTH else FarBoard()
    board.hear(*board.entries, clocks=Clocks.of(Clock(40.0)).started(side, board.now + 5.0))
    size = len(glowing(board, side))
    assert glowing(board, side) == [3] * size
    assert glowing(board, side.other) == [0] * size
    board.run(24.0)
    assert sum(glowing(board, side)) == pytest.approx(3 * size / 2, abs=1)
    assert glowing(board, side) == sorted(glowing(board, side), reverse=True)
    board.run(20.0)
    assert glowing(board, side) == [0] * size


@pytest.mark.parametrize(("button", "wish"), [(SOUTH, FarWish.ADJOURN), (NORTH, FarWish.ABORT)])
def test_a_hold_in_a_pause_asks_for_another_day_or_for_the_end(button: Side, wish: FarWish) -> None:
    board = started()
    board.hold_both(4.5)
    assert board.scene.message.key == "far-paused"
    hold(board, button, 1.0)
    board.run(1.0)
    assert wishes(board) == [wish]
    assert board.state == Turn()


def test_an_adjourned_game_goes_on_by_a_tap() -> None:
    board = started()
    board.hear("south drop 1", asked=FarAsk.RESUME)
    assert board.scene.message.key == "far-asks-resume"
    board.run(0.5)
    board.tap(SOUTH)
    board.run(0.5)
    assert wishes(board) == [FarWish.RESUME]


def test_an_ask_of_ones_own_is_withdrawn_by_a_hold() -> None:
    board = started()
    board.hear("south drop 1", ask=3, is_asking=True)
    hold(board, SOUTH, 1.0)
    board.run(0.5)
    assert wishes(board) == [FarWish.NO]


@pytest.mark.parametrize("other", [FarOther.AWAY, FarOther.LAYING, FarOther.DIFFERS, FarOther.PAUSED])
def test_while_the_other_side_is_to_move_the_sentence_says_what_its_table_is_like(other: FarOther) -> None:
    board = started()
    board.hear("south drop 1", other=other)
    assert board.scene.message.key == f"far-turn-{other.value}"
    assert say(board.scene.message).startswith("North")


def test_who_is_away_for_long_may_be_left_and_the_board_says_when() -> None:
    board = started()
    board.hear("south drop 1", other=FarOther.AWAY, alone_from=board.now + 60.0)
    assert board.scene.message.key == "far-turn-away-long"
    board.run(61.0)
    assert board.scene.message.key == "far-alone"
    board.hold_both(4.5)
    hold(board, NORTH, 1.0)
    board.run(1.0)
    assert wishes(board) == [FarWish.ABORT]


@pytest.mark.parametrize(
    ("entries", "key"), [((), "far-clocks-stand"), (("south drop 1",), "far-turn-clocks-stand")]
)
def test_clocks_that_wait_for_both_sides_are_said_to_stand(entries: tuple[str, ...], key: str) -> None:
    board = started() if entries else FarBoard()
    board.hear(*entries, other=FarOther.AWAY, clocks=clocks(600.0, 600.0), has_waiting_clocks=True)
    assert board.scene.message.key == key


def said_here(board: FarBoard) -> list[FarPhrase | None]:
    return [event.phrase for _, event in board.events if isinstance(event, events.FarAsked)]


def edge(board: FarBoard, side: Side, is_down: bool) -> Edge:
    return Edge(side.value, is_down, board.now)


def hold(board: FarBoard, side: Side, seconds: float) -> None:
    board.frame(edges=(edge(board, side, True),))
    board.run(seconds)
    board.frame(edges=(edge(board, side, False),))


class Asked:
    """South's move is in the record, and the far side asks one thing after another."""

    def __init__(self) -> None:
        self.board = started()
        self.number = 2
        self.since = -math.inf
        self.shown: object = None

    def asks(self, ask: FarAsk | None) -> None:
        self.number += 2
        asked = {} if ask is None else {"asked": ask, "ask": self.number}
        self.board.core.referee.hear(Far(SOUTH, ("south drop 1",), **asked))  # type: ignore[arg-type]
        self.wait(1)

    def wait(self, tenths: int) -> None:
        for _ in range(tenths):
            self.board.run(0.1)
            shown = self.board.core.referee.far_question(self.board.now)
            if shown != self.shown:
                self.shown, self.since = shown, self.board.now

    def sent(self) -> list[tuple[FarWish, int]]:
        return [
            (event.wish, event.ask)
            for _, event in self.board.events
            if isinstance(event, events.FarAsked) and event.wish is not FarWish.SAY
        ]


@given(
    st.lists(
        st.one_of(st.sampled_from([None, *FarAsk]), st.integers(1, 15), st.just("tap"), st.just("hold")),
        max_size=15,
    )
)
def test_no_tap_within_a_second_of_an_ask_is_an_answer_and_each_answer_names_the_ask_that_was_shown(
    acts: list[FarAsk | int | str | None],
) -> None:
    asked = Asked()
    for act in acts:
        if isinstance(act, int):
            asked.wait(act)
        elif isinstance(act, str):
            shown, before = asked.shown, asked.sent()
            # The frame in which a question shows begins a tenth of a second before.
            is_early = asked.board.now < asked.since + 0.9
            if act == "tap":
                asked.board.tap(SOUTH)
                asked.wait(2)
            else:
                is_early = asked.board.now + 0.9 < asked.since + 0.9
                hold(asked.board, SOUTH, 0.9)
                asked.wait(1)
            new = asked.sent()[len(before) :]
            if shown is None or is_early:
                assert new == []
            assert all(wish is FarWish.RESUME or ask == asked.number for wish, ask in new)
        else:
            asked.asks(act)
    assert asked.board.entries == ["south drop 1"]
    ended = [wish for wish, _ in asked.sent() if wish in (FarWish.CLAIM, FarWish.GIVE_UP)]
    assert ended == []


def test_a_yes_that_ends_the_game_is_asked_for_twice_and_two_quick_taps_are_one() -> None:
    board = started()
    board.hear("south drop 1", asked=FarAsk.ABORT, ask=3)
    board.run(0.5)
    board.tap(SOUTH)
    board.run(0.2)
    board.tap(SOUTH)
    board.run(1.0)
    assert wishes(board) == []
    assert board.scene.message.key == "far-asks-abort-sure"
    assert Meaning.GIVE_UP in board.lit(pot(SOUTH))
    assert Meaning.FAR_ASKS not in board.lit(pot(SOUTH))
    board.tap(SOUTH)
    board.run(0.2)
    board.tap(SOUTH)
    board.run(1.0)
    assert wishes(board) == [FarWish.YES]


def test_a_yes_that_nothing_comes_of_is_asked_for_again_from_the_beginning() -> None:
    board = started()
    board.hear("south drop 1", asked=FarAsk.ABORT, ask=3)
    board.run(0.5)
    board.tap(SOUTH)
    board.run(12.0)
    assert board.scene.message.key == "far-asks-abort"
    hold(board, SOUTH, 1.0)
    board.run(0.5)
    assert wishes(board) == [FarWish.NO]


def test_the_press_that_ends_the_turn_as_an_ask_comes_ends_the_turn_and_answers_nothing() -> None:
    board = FarBoard()
    board.lay({S1: 1})
    board.tap(SOUTH)
    board.core.referee.hear(Far(SOUTH, asked=FarAsk.ABORT, ask=2))
    board.run(1.0)
    assert (board.entries, wishes(board)) == (["south drop 1"], [])


def test_a_no_of_the_other_side_is_said_once() -> None:
    board = started(is_asking=True, ask=3)
    board.hear("south drop 1", declined_in=4)
    assert board.scene.message.key == "not-now-declined"
    board.run(2.0)
    board.hear("south drop 1", declined_in=4)
    assert board.scene.message.key == "far-turn"
