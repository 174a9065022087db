"""Simulated people play whole games, forget, fumble and obey; whatever the board does, they go on."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

import pytest
from counting_referee import Evening
from cupsboard.rules.cups.rules import Cups, Position, Row
from cupsboard.rules.game import Contents
from cupsboard.rules.places import OFF_BOARD, Place, Side, cup, pot, stock
from cupsboard.signs.scene import Meaning, Sign
from cupsim.errors import SimulatorError
from cupsim.people.character import Deeds, Traits
from cupsim.people.move_choice import policy
from cupsim.people.player import Person
from cupsim.table.hand_actions import Drop, Lift, PressButton, Take
from cupsim.table.hands import Hands
from cupsim.table.table import Table

CAREFUL = Traits(forgets=0.0)


def played(seed: int, cups: int, traits: Traits, doubts: float = 0.0, asks: float = 0.0) -> Evening:
    """A game to its end, with the table as the referee believes it."""
    evening = Evening(seed, cups, traits, doubts, asks)
    evening.play()
    assert evening.referee.is_over
    expected, table = evening.referee.game.contents(evening.referee.position), evening.table.contents()
    assert all(table[place] == expected[place] for place in evening.referee.game.places)
    return evening


def deeds(evening: Evening) -> list[Deeds]:
    return [person.deeds for person in evening.people.values()]


@pytest.mark.parametrize("cups", [2, 3, 4, 10])
def test_careful_people_play_a_clean_game_with_one_press_a_move(cups: int) -> None:
    evening = played(cups, cups, CAREFUL)
    assert sum(deed.moves for deed in deeds(evening)) == len(evening.referee.moves)
    assert sum(deed.presses for deed in deeds(evening)) == len(evening.referee.moves)
    assert all(deed.repairs == deed.lost == deed.holds == 0 for deed in deeds(evening))


@pytest.mark.long("more games", every=2)
@pytest.mark.parametrize("seed", range(4))
def test_a_forgotten_press_is_made_good_by_the_other_who_begins(seed: int) -> None:
    evening = played(seed, 4, Traits(forgets=1.0))
    assert sum(deed.begun_unpressed for deed in deeds(evening)) > len(evening.referee.moves) / 2
    assert all(deed.lost == 0 for deed in deeds(evening))


@pytest.mark.parametrize("seed", range(4))
def test_a_question_is_answered_with_the_button_while_the_table_is_as_meant(seed: int) -> None:
    evening = played(seed, 4, CAREFUL, asks=0.3)
    assert sum(deed.questions_answered for deed in deeds(evening)) == evening.referee.questions > 0
    assert all(deed.repairs == 0 for deed in deeds(evening))


@pytest.mark.long("other evenings", every=2)
@pytest.mark.parametrize("seed", range(4))
def test_people_obey_a_board_that_sees_wrongly_until_it_agrees(seed: int) -> None:
    evening = played(seed, 4, CAREFUL, doubts=0.5)
    assert all(deed.lost == 0 for deed in deeds(evening))


@pytest.mark.long("a whole game")
def test_clumsy_people_finish_their_games_too_and_have_something_to_mend() -> None:
    evenings = [played(seed, (3, 4)[seed % 2], Traits(clumsiness=1.0)) for seed in range(6)]
    assert sum(any(deed.repairs for deed in deeds(evening)) for evening in evenings) >= 4


def test_an_evening_is_the_same_again_from_the_same_seed() -> None:
    first, again, other = (played(seed, 3, Traits(clumsiness=0.5)) for seed in (8, 8, 9))
    assert (first.referee.moves, first.now) == (again.referee.moves, again.now)
    assert first.referee.moves != other.referee.moves


@dataclass
class LitBoard:
    """A board whose lights stay as they were set."""

    table: Table
    lights: tuple[Sign, ...] = ()
    whose: Side | None = Side.SOUTH
    presses: list[tuple[float, bool]] = field(default_factory=list)
    is_north_reaching: bool = False
    has_north_drawn_back: bool = False

    def signs(self) -> tuple[Sign, ...]:
        return self.lights

    def turn(self) -> Side | None:
        return self.whose

    def contents(self) -> Contents:
        return self.table.contents()

    def is_reaching(self, side: Side) -> bool:
        return side is Side.NORTH and self.is_north_reaching

    def lit_side(self) -> Side | None:
        return self.whose

    def has_drawn_back(self, side: Side) -> bool:
        return side is Side.NORTH and self.has_north_drawn_back

    def set_button(self, side: Side, is_down: bool, time: float) -> None:
        self.presses.append((time, is_down))


class South:
    """One person alone with a lit board."""

    def __init__(
        self, *, stock_beans: int = 40, traits: Traits = CAREFUL, starter: Side | None = Side.SOUTH
    ) -> None:
        random = Random(5)
        self.table = Table(4, random, stock_beans=stock_beans)
        self.board = LitBoard(self.table)
        self.hands = Hands(Side.SOUTH, self.table, self.board.set_button, random)
        self.person: Person[Position] = Person(
            Side.SOUTH, Cups(4), Cups(4).start(starter), self.hands, self.board, random, traits=traits
        )
        self.now = 0.0

    def lives(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now = min(self.person.step(self.now), end)

    def has_moved(self) -> bool:
        return self.table.contents()[stock(Side.SOUTH)] < 40

    def lives_until(self, is_so: Callable[[], bool], within_seconds: float = 60.0) -> None:
        end = self.now + within_seconds
        while not is_so():
            assert self.now < end, f"it has not come to that in {within_seconds:.0f} s"
            self.lives(0.2)

    def lives_until_done(self) -> None:
        self.lives_until(lambda: self.person.deeds.presses > 0)
        self.lives(1.0)


def test_nobody_moves_while_the_lights_give_the_turn_to_the_other() -> None:
    south = South()
    south.board.whose = Side.NORTH
    south.lives(60.0)
    assert not south.has_moved()
    south.board.whose = Side.SOUTH
    south.lives(10.0)
    assert south.has_moved()


def test_nobody_begins_while_the_other_has_his_hands_on_the_board() -> None:
    south = South()
    south.board.is_north_reaching = True
    south.lives(30.0)
    assert not south.has_moved()


def test_at_an_open_start_only_who_wants_to_open_does() -> None:
    for opens in (True, False):
        south = South(traits=Traits(opens=opens), starter=None)
        south.board.whose = None
        south.lives(20.0)
        assert south.has_moved() is opens


def test_on_a_deaf_board_he_presses_again_and_again_and_never_touches_the_beans() -> None:
    south = South()
    south.lives_until_done()
    table = south.table.contents()
    south.lives(200.0)
    assert south.person.deeds.presses > 10
    assert south.table.contents() == table


def test_a_bean_too_many_by_his_own_hand_is_taken_out_when_the_light_says_so() -> None:
    south = South()
    south.lives_until_done()
    meant = south.table.contents()
    south.table.drop(cup(Side.SOUTH, 4), south.table.take(stock(Side.SOUTH), 1, south.now)[0], south.now)
    south.board.lights = (Sign(cup(Side.SOUTH, 4), Meaning.TOO_MANY),)
    south.lives(6.0)
    assert south.table.contents() == meant


def test_a_bean_that_rolled_off_is_put_where_it_is_missing() -> None:
    south = South()
    south.lives_until_done()
    meant = south.table.contents()
    south.table.drop(OFF_BOARD, south.table.take(cup(Side.SOUTH, 1), 1, south.now)[0], south.now)
    south.board.lights = (Sign(cup(Side.SOUTH, 1), Meaning.TOO_FEW),)
    south.lives(6.0)
    assert south.table.contents() == meant


def test_a_light_that_contradicts_his_eyes_is_first_answered_and_then_obeyed() -> None:
    south = South()
    south.lives_until_done()
    before = south.table.contents()
    south.board.lights = (Sign(cup(Side.SOUTH, 1), Meaning.TOO_MANY),)
    while south.table.contents() == before:
        south.lives(0.1)
    assert south.person.deeds.presses == 3
    assert south.table.contents()[cup(Side.SOUTH, 1)] == before[cup(Side.SOUTH, 1)] - 1


def test_a_cup_in_his_hand_goes_back_when_its_light_wants_it() -> None:
    south = South()
    south.lives_until_done()
    south.hands.do(Lift(cup(Side.NORTH, 1)), now=south.now)
    south.lives(1.5)
    south.board.lights = (Sign(cup(Side.NORTH, 1), Meaning.LIFTED),)
    south.lives(5.0)
    assert south.table.has_cup(cup(Side.NORTH, 1))


def test_an_empty_bowl_is_said_with_a_held_button() -> None:
    south = South(stock_beans=0)
    south.lives(5.0)
    downs = [time for time, is_down in south.board.presses if is_down]
    ups = [time for time, is_down in south.board.presses if not is_down]
    assert south.person.deeds.holds == 1
    assert ups[-1] - downs[0] > 1.0


def test_the_question_whether_the_bowl_is_empty_is_read_by_its_light_and_answered_once() -> None:
    south = South(stock_beans=0)
    south.lives(4.0)
    assert south.person.deeds.presses == 0
    south.board.lights = (Sign(pot(Side.SOUTH), Meaning.STOCK_EMPTY),)
    south.lives(2.0)
    assert south.person.deeds.presses == 1
    assert south.person.position.south.stock == 0


def test_who_reads_no_question_after_a_hold_holds_again() -> None:
    south = South(stock_beans=0)
    south.lives(18.0)
    assert south.person.deeds.holds in (2, 3)
    assert south.person.deeds.presses == south.person.deeds.lost == 0


def test_who_has_beans_in_the_bowl_lets_that_question_pass() -> None:
    south = South()
    south.board.lights = (Sign(pot(Side.SOUTH), Meaning.STOCK_EMPTY),)
    south.lives(1.0)
    assert south.person.deeds.presses == 0


def test_he_sees_the_end_and_rests() -> None:
    south = South()
    south.lives_until_done()
    south.board.lights = (Sign(pot(Side.SOUTH), Meaning.WINNER),)
    south.lives(5.0)
    assert south.person.is_finished
    assert south.person.step(south.now) == float("inf")


def test_a_table_no_game_explains_makes_him_lost_until_he_is_told() -> None:
    south = South()
    for place in (cup(Side.NORTH, 3), cup(Side.SOUTH, 2), pot(Side.NORTH)):
        south.table.drop(place, south.table.take(stock(Side.NORTH), 1, 0.0)[0], 0.0)
    south.lives(15.0)
    assert south.person.is_lost
    assert not south.has_moved()
    told = Cups(4).parse_position(Cups(4).format_position(south.person.position))
    for place in (cup(Side.NORTH, 3), cup(Side.SOUTH, 2), pot(Side.NORTH)):
        south.table.drop(stock(Side.NORTH), south.table.take(place, 1, south.now)[0], south.now)
    south.person.learn(told)
    south.lives(10.0)
    assert south.has_moved()
    assert not south.person.is_lost


def test_a_person_at_the_keys_uses_the_same_hands() -> None:
    south = South()
    south.hands.do(Take(stock(Side.SOUTH)), Drop(cup(Side.SOUTH, 1)), PressButton(), now=0.0)
    while south.hands.is_busy:
        south.hands.advance(south.hands.next_time)
    assert south.table.contents()[cup(Side.SOUTH, 1)] == 1
    assert south.board.presses


def test_an_unknown_player_is_answered_with_the_known_ones() -> None:
    with pytest.raises(SimulatorError, match=r"'clever'.*random, greedy"):
        policy("clever")


def test_who_has_seen_the_score_knows_that_the_move_before_them_counts() -> None:
    south = South()
    south.board.whose = None
    south.lives(5.0)
    assert not south.has_moved()
    south.board.lights = tuple(Sign(cup(side, 1), Meaning.ONES) for side in Side)
    south.lives(10.0)
    assert south.has_moved()


def test_who_held_by_mistake_holds_again_instead_of_moving_beans_back() -> None:
    south = South(traits=Traits(forgets=0.0, holds_instead=1.0))
    south.lives_until_done()
    south.lives(3.0)
    meant = south.table.contents()
    south.person.traits = CAREFUL
    south.board.presses.clear()
    south.board.lights = (Sign(cup(Side.SOUTH, 1), Meaning.TOO_MANY),)
    south.lives(9.0)
    assert south.table.contents() == meant
    assert max(up - down for (down, is_down), (up, _) in pairwise(south.board.presses) if is_down) > 0.8


def waits_for_north(south: South) -> None:
    """North's finished move lies there, and its press is missing."""
    south.person.learn(Cups(4).play(Cups(4).start(Side.SOUTH), Side.SOUTH, "drop 1"))
    south.table.drop(cup(Side.SOUTH, 1), south.table.take(stock(Side.SOUTH), 1, 0.0)[0], 0.0)
    south.table.drop(cup(Side.NORTH, 1), south.table.take(stock(Side.NORTH), 1, 0.0)[0], 0.0)
    south.board.whose, south.board.has_north_drawn_back = Side.NORTH, True


def test_nobody_takes_lights_that_are_about_to_change_for_consent_to_begin() -> None:
    south, other = South(), South()
    row = (Sign(cup(Side.NORTH, 2), Meaning.YOUR_TURN),)
    for each in (south, other):
        waits_for_north(each)
        each.board.lights = row
    other.lives(8.0)
    assert other.table.contents()[stock(Side.SOUTH)] < 39
    while south.now < 12.0:
        # What is wrong can be read only now and then; that the lights change can be seen.
        is_read = round(south.now) % 2
        south.board.lights = row if is_read else (*row, Sign(cup(Side.NORTH, 1), Meaning.LOOK))
        south.lives(1.0)
    assert south.table.contents()[stock(Side.SOUTH)] == 39


def alone(traits: Traits = CAREFUL) -> South:
    """North has nothing left and passes: every move is South's, and nobody but South can end one."""
    south = South(stock_beans=4, traits=traits)
    south.person.learn(Position(Row((4, 0, 0, 0), 0, 0), Row((0, 0, 0, 0), 4, 0), Side.SOUTH))
    for source, target, count in (
        (stock(Side.SOUTH), cup(Side.SOUTH, 1), 4),
        (stock(Side.NORTH), pot(Side.NORTH), 4),
    ):
        carry(south, source, target, count)
    return south


def carry(south: South, source: Place, target: Place, count: int) -> None:
    for bean in south.table.take(source, count, south.now):
        south.table.drop(target, bean, south.now)


PASSED = (Sign(cup(Side.SOUTH, 1), Meaning.YOUR_TURN), Sign(pot(Side.NORTH), Meaning.PASSED))


def test_a_pass_seen_before_the_press_is_not_taken_for_the_end_of_the_move() -> None:
    south = alone(traits=Traits(forgets=1.0))
    south.board.lights = PASSED
    south.lives_until(lambda: south.person.has_drawn_back)
    moved = south.table.contents()
    south.lives_until(lambda: bool(south.board.presses) or south.table.contents() != moved)
    assert south.table.contents() == moved
    south.lives_until(lambda: south.person.deeds.moves == 2)


def test_lights_that_still_change_after_the_press_are_not_taken_for_a_turn_that_has_come_back() -> None:
    south, other = alone(), alone()
    row = PASSED[:1]
    for each in (south, other):
        each.board.lights = row
        each.lives_until_done()
    other.lives_until(lambda: other.person.deeds.moves == 2, within_seconds=10.0)
    for second in range(10):
        # A question over the turn can be read only now and then; that the lights change can be seen.
        south.board.lights = row if second % 2 else (*row, Sign(pot(Side.SOUTH), Meaning.LOOK))
        south.lives(1.0)
    assert south.person.deeds.moves == 1


@pytest.mark.parametrize("moves", [1, 2])
def test_who_was_led_back_to_where_they_began_chooses_anew_without_a_press(moves: int) -> None:
    south = alone()
    began = south.table.contents()
    south.board.lights = PASSED[:moves]
    south.lives_until(lambda: south.person.deeds.moves == moves and south.person.has_drawn_back)
    south.board.lights = PASSED[:1]
    presses = south.person.deeds.presses
    moved = south.table.contents()
    for place, beans in moved.items():
        carry(south, place, OFF_BOARD, max(0, beans - began[place]))
    for place, beans in began.items():
        carry(south, OFF_BOARD, place, max(0, beans - moved[place]))
    south.lives_until(lambda: south.person.deeds.moves > moves or south.person.deeds.presses > presses)
    assert south.person.deeds.presses == presses
    assert south.person.intent is not None
    assert south.person.intent.position.south.cups == (4, 0, 0, 0)


@pytest.mark.parametrize("seconds", [0.5, 1.0])
def test_a_question_that_goes_by_itself_leaves_the_move_to_be_ended_by_another_press(seconds: float) -> None:
    south = alone()
    south.board.lights = PASSED[:1]
    south.lives_until_done()
    presses = south.person.deeds.presses
    south.board.lights = (*PASSED[:1], Sign(cup(Side.SOUTH, 1), Meaning.LOOK))
    south.lives(seconds)
    south.board.lights = PASSED[:1]
    south.lives_until(lambda: south.person.deeds.moves > 1 or south.person.deeds.presses > presses)
    assert south.person.deeds.moves == 1


def test_who_is_led_back_twice_asks_with_a_press_whether_a_move_lies_there() -> None:
    south = alone()
    began = south.table.contents()
    south.board.lights = PASSED[:1]
    presses = []
    for moves in (1, 2, 3):
        south.lives_until(lambda m=moves: south.person.deeds.moves == m and south.person.has_drawn_back)
        presses.append(south.person.deeds.presses)
        moved = south.table.contents()
        for place, beans in moved.items():
            carry(south, place, OFF_BOARD, max(0, beans - began[place]))
        for place, beans in began.items():
            carry(south, OFF_BOARD, place, max(0, beans - moved[place]))
    assert presses == [1, 2, 4]
