"""The tutor at a whole simulated board: what is told after a press and of a lifted cup, and when nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from computer_sitting import EngineHere
from cupsboard.engine import engines
from cupsboard.engine.analysis import Worth
from cupsboard.engine.puzzles import begun
from cupsboard.loop import Moment
from cupsboard.referee.computer import Computer
from cupsboard.referee.events import TurnEnded, Undone
from cupsboard.referee.options import Options
from cupsboard.referee.states import Turn
from cupsboard.referee.times import OFFER_SECONDS
from cupsboard.referee.tutoring import Tutor
from cupsboard.rules import games
from cupsboard.rules.places import Place, Side, cup, pot, stock
from cupsboard.session.engine_adviser import LEVEL_NAMES
from cupsboard.signs.advice import Advice, Question
from cupsboard.signs.scene import Meaning
from cupsboard.signs.sentences import read_language, say
from cupsim.runs.game_world import Setting, World
from cupsim.table.hand_actions import Act, Drop, Lift, PressButton, PutBack, Take, Wait

SOUTH, NORTH = Side.SOUTH, Side.NORTH
LOSES = "South, there was a better move: this one costs 3 beans in the end. "
OFFERED = LOSES + "Hold both buttons to take it back; otherwise play just goes on."


class Slow(EngineHere):
    """An engine that says what moves are worth only when it is told to."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = False

    def __call__(self, question: Question | None) -> tuple[Advice, ...]:
        is_held = question is not None and question.is_of_every_move and not self.may_answer
        return () if is_held else super().__call__(question)


def failing(question: Question | None) -> tuple[Advice, ...]:
    """Answer as the adviser does whose engine was killed too often."""
    return () if question is None else (Advice(question.number),)


@dataclass
class Table:
    """A short game of Cups (two cups a side, six beans in each stock), in which South begins.

    South's drop of two loses three beans: North's drop of two captures, and that is proved.
    """

    tutor: Tutor = Tutor.STRICT
    engine: EngineHere = field(default_factory=EngineHere)
    computer: Computer | None = None
    starter: Side | None = SOUTH
    moments: list[Moment] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        levels = LEVEL_NAMES if self.computer else ()
        options = Options(starter=self.starter, levels=levels, computer=self.computer, tutor=self.tutor)
        self.world = World(Setting(1, cups=2, stock_beans=6, options=options), adviser=self.engine)
        self.world.loop.listen(self.listen)
        self.world.run_until(3.0)

    def listen(self, moment: Moment) -> None:
        self.moments.append(moment)
        said = say(moment.decided.scene.message)
        if not self.told or self.told[-1] != said:
            self.told.append(said)

    @property
    def said(self) -> str:
        return self.told[-1]

    def do(self, side: Side, *acts: Act, seconds: float = 3.0) -> None:
        self.world.hands[side].do(*acts, now=self.world.now)
        self.world.run_until(self.world.now + seconds)

    def drop(self, side: Side, count: int, *after: Act, seconds: float = 4.0) -> None:
        """Drop a bean into each of the first cups, and then do something else."""
        drops = (Drop(cup(side, number)) for number in range(1, count + 1))
        self.do(side, Take(stock(side), count), *drops, *after, seconds=seconds)

    def hold_both(self) -> None:
        for is_down, seconds in ((True, 1.5), (False, 1.0)):
            for side in Side:
                self.world.set_button(side, is_down, self.world.now)
            self.world.run_until(self.world.now + seconds)

    def lit(self, meaning: Meaning) -> set[Place]:
        return {sign.place for sign in self.moments[-1].decided.scene.signs if sign.meaning is meaning}

    def when(self, kind: type) -> list[float]:
        return [
            each.time for each in self.moments for event in each.decided.events if isinstance(event, kind)
        ]


def test_a_move_that_loses_is_told_after_the_press_and_taken_back_by_both_buttons() -> None:
    table = Table()
    table.drop(SOUTH, 2, PressButton())
    assert table.said == OFFERED
    assert table.lit(Meaning.WAS_BETTER) == {pot(SOUTH)}
    table.hold_both()
    assert table.when(Undone)
    assert not table.lit(Meaning.WAS_BETTER)
    table.do(SOUTH, Take(cup(SOUTH, 1)), Take(cup(SOUTH, 2)))
    table.do(SOUTH, Drop(stock(SOUTH), 2), seconds=6.0)
    table.drop(SOUTH, 1, PressButton())
    assert table.said == "North's turn; 6 in stock."


def test_who_plays_on_hears_no_more_of_it() -> None:
    table = Table()
    table.drop(SOUTH, 2, PressButton())
    table.drop(NORTH, 1, seconds=3.0)
    assert OFFERED not in table.said
    table.do(NORTH, Take(cup(SOUTH, 2)), Drop(pot(NORTH)), PressButton())
    assert len(table.when(TurnEnded)) == 2


def test_an_offer_that_nobody_takes_ends_by_itself() -> None:
    table = Table()
    table.drop(SOUTH, 2, PressButton())
    table.world.run_until(table.world.now + OFFER_SECONDS)
    assert table.said == "North's turn; 6 in stock."
    assert not table.lit(Meaning.WAS_BETTER)


def test_a_good_move_is_told_of_by_nothing() -> None:
    table = Table()
    table.drop(SOUTH, 1, PressButton(), seconds=8.0)
    assert table.said == "North's turn; 6 in stock."
    assert not any("better" in said for said in table.told)


def test_a_gentle_tutor_leaves_small_losses_alone() -> None:
    table = Table(Tutor.GENTLE)
    table.drop(SOUTH, 2, PressButton(), seconds=8.0)
    assert table.said == "North's turn; 6 in stock."


def test_without_a_tutor_the_engine_is_asked_nothing() -> None:
    table = Table(Tutor.OFF)
    table.drop(SOUTH, 2, PressButton())
    table.do(NORTH, Lift(cup(NORTH, 1)), Wait(1.5), PutBack(cup(NORTH, 1)), seconds=6.0)
    assert not table.engine.asked
    assert table.said == "North's turn; 6 in stock."


def test_at_a_puzzle_it_rests() -> None:
    puzzle = engines.puzzles()[0]
    setting = Setting(1, options=Options(tutor=Tutor.STRICT))
    engine = EngineHere()
    world = World(setting.going_on(begun(puzzle, games.named(puzzle.game))), adviser=engine)
    world.put_up()
    world.run_until(120.0, lambda: world.referee.state == Turn())
    world.run_until(world.now + 2.0)
    assert world.referee.state == Turn()
    assert not engine.asked


def test_who_begins_before_the_press_is_told_nothing_of() -> None:
    table = Table()
    table.drop(SOUTH, 2)
    table.drop(NORTH, 2, seconds=8.0)
    assert not any(OFFERED in said for said in table.told)


def test_an_answer_that_comes_after_the_others_first_bean_is_not_said() -> None:
    engine = Slow()
    table = Table(engine=engine)
    table.drop(SOUTH, 2, PressButton())
    assert table.said == "North's turn; 6 in stock."
    table.drop(NORTH, 1)
    engine.may_answer = True
    table.world.run_until(table.world.now + 5.0)
    assert not any(OFFERED in said for said in table.told)


def test_an_answer_that_comes_before_it_is_said() -> None:
    engine = Slow()
    table = Table(engine=engine)
    table.drop(SOUTH, 2, PressButton(), seconds=6.0)
    engine.may_answer = True
    table.world.run_until(table.world.now + 1.0)
    assert table.said == OFFERED


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("tutor", [Tutor.GENTLE, Tutor.STRICT])
def test_where_either_may_begin_a_bad_beginning_is_told_by_what_was_found_out_before(
    side: Side, tutor: Tutor
) -> None:
    engine = Slow()
    engine.may_answer = True
    table = Table(tutor, engine=engine, starter=None)
    assert {question.side for question in engine.asked} == {*Side}
    engine.may_answer = False
    table.drop(side, 2, PressButton())
    is_told = table.said == OFFERED.replace("South", side.value.capitalize())
    assert is_told is (tutor is Tutor.STRICT)


def test_of_a_first_move_nothing_is_said_once_the_other_has_begun() -> None:
    table = Table(starter=None)
    table.drop(SOUTH, 2)
    table.drop(NORTH, 2, seconds=8.0)
    assert not any("better" in said for said in table.told)


def test_an_engine_that_has_failed_says_nothing_and_the_game_goes_on() -> None:
    table = Table(engine=failing)  # type: ignore[arg-type]
    table.drop(SOUTH, 2, PressButton())
    assert table.said == "North's turn; 6 in stock."
    table.do(NORTH, Lift(cup(NORTH, 1)), Wait(1.5), PutBack(cup(NORTH, 1)), seconds=6.0)
    assert table.said == "North's turn; 6 in stock."


def test_after_a_power_cut_the_offer_is_gone_and_the_game_goes_on() -> None:
    table = Table()
    table.drop(SOUTH, 2, PressButton())
    assert table.said == OFFERED
    table.world.cut_power()
    table.world.run_until(table.world.now + 3.0)
    table.world.restore_power()
    table.world.loop.listen(table.listen)
    table.world.run_until(table.world.now + 6.0)
    assert table.said == "North's turn; 6 in stock."
    assert table.world.referee.state == Turn()
    table.hold_both()
    assert table.when(Undone)


@pytest.mark.parametrize(
    ("number", "said", "light"),
    [
        (1, "South: drop 1? No move is better.", Meaning.GOOD_MOVE),
        (2, "South: drop 2? That would cost 3 beans in the end.", Meaning.WAS_BETTER),
    ],
)
def test_a_cup_lifted_and_put_down_again_asks_what_its_move_would_bring(
    number: int, said: str, light: Meaning
) -> None:
    table = Table()
    place = cup(SOUTH, number)
    table.do(SOUTH, Lift(place), Wait(1.5), PutBack(place), seconds=6.0)
    assert table.said == said
    assert table.lit(light) == {place}
    table.world.run_until(table.world.now + OFFER_SECONDS)
    assert table.said == "South's turn; 6 in stock."


def test_a_cup_of_the_other_side_asks_nothing_nor_do_two_at_once() -> None:
    table = Table()
    table.do(NORTH, Lift(cup(NORTH, 1)), Wait(1.5), PutBack(cup(NORTH, 1)), seconds=6.0)
    assert table.said == "South's turn; 6 in stock."
    table.world.hands[NORTH].do(Lift(cup(SOUTH, 1)), Wait(3.0), PutBack(cup(SOUTH, 1)), now=table.world.now)
    table.do(SOUTH, Lift(cup(SOUTH, 2)), Wait(3.0), PutBack(cup(SOUTH, 2)), seconds=12.0)
    assert not any("drop 1?" in said or "drop 2?" in said for said in table.told)


def test_the_boards_own_move_waits_while_a_player_may_take_back_and_comes_at_once_when_hurried() -> None:
    table = Table(computer=Computer(NORTH, "4"))
    table.drop(SOUTH, 2, PressButton())
    assert table.said == OFFERED
    table.do(NORTH, PressButton(), seconds=1.0)
    assert table.said.startswith("The board plays North")


def test_after_a_good_move_the_board_plays_as_soon_as_without_a_tutor() -> None:
    seen = []
    for tutor in (Tutor.OFF, Tutor.STRICT):
        table = Table(tutor, computer=Computer(NORTH, "4"))
        table.drop(SOUTH, 1, PressButton(), seconds=8.0)
        seen.append(
            next(m.time for m in table.moments if say(m.decided.scene.message).startswith("The board plays"))
        )
    assert seen[0] == seen[1]


@dataclass
class Laps:
    """A round of Coin Duel with beans, in which South begins, and an engine that finds one move best."""

    told: list[str] = field(default_factory=list)
    asked: list[str | None] = field(default_factory=list)
    left_out: bool = False
    """Whether the engine looks at a move only when it is asked about that one."""

    def __post_init__(self) -> None:
        options = Options(starter=SOUTH, tutor=Tutor.STRICT)
        setting = Setting(1, cups=4, beans="go stone", game="coin-duel 4 stage 1", options=options)
        self.world = World(setting, adviser=self.answer)
        self.world.loop.listen(lambda moment: self.told.append(say(moment.decided.scene.message)))
        self.world.run_until(3.0)

    def answer(self, question: Question | None) -> tuple[Advice, ...]:
        if question is None:
            return ()
        self.asked.append(question.move)
        best, others = Worth("reserve 2", 0.0, is_proved=True), (Worth("reserve 1", 3.0, is_proved=True),)
        told = (best,) if self.left_out and question.move is None else (best, *others)
        return (Advice(question.number, "reserve 2", worths=told),)

    def do(self, side: Side, *acts: Act, seconds: float = 5.0) -> str:
        self.world.hands[side].do(*acts, now=self.world.now)
        self.world.run_until(self.world.now + seconds)
        return self.told[-1]


@pytest.mark.parametrize("left_out", [False, True])
def test_where_acts_count_as_they_land_it_is_told_too_also_of_a_move_that_a_search_left_out(
    left_out: bool,
) -> None:
    table = Laps(left_out=left_out)
    said = table.do(SOUTH, Take(stock(SOUTH)), Drop(cup(SOUTH, 1)), PressButton())
    assert said == OFFERED
    assert ("reserve 1" in table.asked) is left_out
    assert table.do(NORTH, Take(stock(NORTH)), Drop(cup(NORTH, 1)), seconds=3.0).startswith("North: done")


@pytest.mark.long("three turns that are read act by act")
def test_where_acts_count_as_they_land_a_lifted_cup_asks_too() -> None:
    table = Laps()
    table.do(SOUTH, Take(stock(SOUTH)), Drop(cup(SOUTH, 1)), PressButton())
    table.do(NORTH, Take(stock(NORTH)), Drop(cup(NORTH, 1)), PressButton(), seconds=14.0)
    said = table.do(SOUTH, Lift(cup(SOUTH, 1)), Wait(1.5), PutBack(cup(SOUTH, 1)), seconds=7.0)
    assert said == "South's cup 1 has no move now."


def told_of(losses: Sequence[Worth], least_points: float) -> list[str]:
    return [worth.move for worth in losses if worth.is_loss_of(least_points)]


def test_only_what_is_proved_or_beyond_the_error_counts_as_a_loss() -> None:
    worths = (
        Worth("proved", 1.0, is_proved=True),
        Worth("within", 4.0, error_points=4.0),
        Worth("beyond", 4.5, error_points=4.0),
        Worth("nothing", 0.2, is_proved=True),
    )
    assert told_of(worths, 1.0) == ["proved", "beyond"]
    assert told_of(worths, 0.0) == ["proved", "beyond"]


def test_the_offer_is_clear_in_german_too() -> None:
    table = Table()
    table.drop(SOUTH, 2, PressButton())
    message = table.moments[-1].decided.scene.message
    assert say(message, read_language("de")) == (
        "Süd, es gab einen besseren Zug: Dieser kostet am Ende 3 Bohnen. "
        "Beide Knöpfe halten nimmt ihn zurück; sonst geht es einfach weiter."
    )
