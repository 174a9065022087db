"""How to get into every situation in which fingers may be at the buttons."""

from collections.abc import Callable, Mapping

from cupsboard.recognition import outcome as seen
from cupsboard.recognition.accounts import Account, AccountKind, Mishap, MishapKind
from cupsboard.recognition.outcome import Alternative, Complete
from cupsboard.referee.computer import Computer
from cupsboard.referee.empty_stock import stock_doubt
from cupsboard.referee.gesture_overview import Situation, situation_of
from cupsboard.referee.states import Owed, Turn
from cupsboard.rules.clocks import Clock, Clocks
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.history import History
from cupsboard.rules.places import Side, cup
from cupsboard.scales.cell_faults import CellFault
from evening import NORTH, SOUTH, Evening, Midgame, Options, from_position

BOTH_CAN_SOW = "1 1 2 0 pot 0 stock 9 / 1 1 2 0 pot 0 stock 9 / south"
THEN_ONLY_DROPS = "1 1 1 0 pot 0 stock {stock} / 1 1 2 0 pot 0 stock 9 / north"
A_MINUTE = Clock(60.0)
LEVELS = ("1", "2", "perfect")
"""This board can play, as a real one can."""
LAST_MOVE = "0 0 0 1 pot 15 stock 0 / 9 9 9 9 pot 3 stock 0 / south"


def situation(evening: Evening) -> Situation:
    """Where the game stands."""
    referee = evening.referee
    state, doubt, side = referee.state, None, mover(evening)
    if isinstance(state, Turn | Owed):
        doubt = stock_doubt(evening.game, referee.position, side, state.ways)
    is_boards_turn = evening.game.movers(referee.position) == (referee.seats.side,)
    clock = referee.turn_clock
    return situation_of(
        state,
        referee.notice,
        side,
        doubt,
        is_boards_turn=is_boards_turn,
        is_clock_waiting=clock is not None and bool(clock.away),
        is_time_over=clock is not None and clock.may_be_claimed(side, evening.now, referee.seats.side),
    )


def mover(evening: Evening) -> Side:
    """Whose button is "yours"."""
    return next(iter(evening.game.movers(evening.referee.position)), SOUTH)


def after_a_move(
    line: str = BOTH_CAN_SOW, side: Side = SOUTH, computer: Computer | None = None, clock: Clock | None = None
) -> Evening:
    evening = from_position(
        line, can_power_off=True, may_have_owner=True, levels=LEVELS, computer=computer, clock=clock
    )
    evening.drop(side, 1)
    evening.press(side)
    return evening


def sees(evening: Evening, strange: seen.Outcome) -> None:
    """Let the board see something that the beans on the table alone do not show."""
    evening.strange = strange
    evening.unreadable = strange.places if isinstance(strange, seen.Blind) else {}
    evening.numbers = {
        place: frozenset({count}) for place, count in evening.table.items() if place not in evening.unreadable
    }
    evening.settle()


def setting_up() -> Evening:
    evening = Evening(options=Options(can_power_off=True, may_have_owner=True, levels=LEVELS))
    evening.numbers = {cup(SOUTH, number): frozenset({2}) for number in (1, 2)}
    evening.lay(south_1=2, south_2=2)
    return evening


def resuming() -> Evening:
    history = History(Cups(4), SOUTH).play(SOUTH, "drop 2").play(NORTH, "drop 1")
    evening = Evening(
        history=history, options=Options(can_power_off=True, may_have_owner=True, levels=LEVELS)
    )
    evening.lay(south_1=1, north_1=1)
    return evening


def to_move() -> Evening:
    """North's turn, with a move to undo and another to redo."""
    evening = undoing()
    evening.lay(north_1=1)
    return evening


def clock_waits() -> Evening:
    """North's turn after a power cut, on the table that was agreed, with a move to undo and one to redo."""
    game = Midgame(4, line=BOTH_CAN_SOW)
    history = History(game, None).play(SOUTH, "drop 1").play(NORTH, "drop 1").undo()
    options = Options(can_power_off=True, may_have_owner=True, levels=LEVELS, clock=A_MINUTE)
    evening = Evening(game, options, history, clocks=Clocks.of(A_MINUTE))
    evening.table = {place: game.contents(history.position)[place] for place in evening.table}
    evening.settle()
    return evening


def time_over() -> Evening:
    evening = undoing(clock=A_MINUTE)
    evening.lay(north_1=1)
    evening.wait(63)
    return evening


def time_over_begun() -> Evening:
    evening = under_way(A_MINUTE)
    evening.wait(63)
    return evening


def given_to_the_board(evening: Evening) -> Evening:
    """The same, once a pause has given the side whose turn it is to the board."""
    side = mover(evening)
    evening.hold_both_long()
    evening.hold(side)
    evening.press(side)
    evening.settle()
    return evening


def boards_turn() -> Evening:
    return given_to_the_board(to_move())


def boards_stock() -> Evening:
    return given_to_the_board(stock_low())


def bean_lacking() -> Evening:
    evening = after_a_move(THEN_ONLY_DROPS.format(stock=2), NORTH)
    evening.drop(SOUTH, 2)
    return evening


def stock_low(stock: int = 2) -> Evening:
    """South can only drop, and has a move to undo and another to redo."""
    evening = after_a_move(THEN_ONLY_DROPS.format(stock=stock), NORTH)
    evening.drop(SOUTH, 1)
    evening.press(SOUTH)
    evening.hold_both()
    evening.lay(south_1=1)
    return evening


def stock_full() -> Evening:
    return stock_low(39)


def stock_counted() -> Evening:
    evening = stock_full()
    evening.hold(SOUTH)
    return evening


def stock_asked() -> Evening:
    evening = stock_low()
    evening.hold(SOUTH)
    return evening


def under_way(clock: Clock | None = None) -> Evening:
    evening = after_a_move(clock=clock)
    evening.carry(cup(NORTH, 3), cup(NORTH, 4), 1)
    return evening


def complete() -> Evening:
    evening = after_a_move()
    evening.drop(NORTH, 1)
    return evening


def owed() -> Evening:
    evening = under_way()
    evening.press(NORTH)
    return evening


def wrong() -> Evening:
    evening = after_a_move()
    evening.lay(north_1=6, north_4=3)
    return evening


def went_on() -> Evening:
    evening = after_a_move()
    evening.drop(SOUTH, 2)
    return evening


def table_asked() -> Evening:
    evening = wrong()
    evening.numbers = {place: frozenset({count}) for place, count in evening.table.items()}
    evening.settle()
    evening.tap_both()
    return evening


def taking_back() -> Evening:
    evening = under_way()
    evening.hold_both()
    return evening


def undoing(computer: Computer | None = None, clock: Clock | None = None) -> Evening:
    evening = after_a_move(computer=computer, clock=clock)
    evening.drop(NORTH, 1)
    evening.press(NORTH)
    evening.hold_both()
    return evening


def lifted() -> Evening:
    evening = after_a_move()
    evening.lift(cup(NORTH, 1))
    return evening


def burdened() -> Evening:
    evening = after_a_move()
    sees(evening, seen.Burdened({cup(SOUTH, 3): 12.0}))
    return evening


def asked() -> Evening:
    """One heavy bean or two light ones in north's second cup."""
    evening = after_a_move()
    evening.drop(NORTH, 1, 2)
    plans = evening.game.plans(evening.referee.position, NORTH)
    (plan,) = [plan for plan in plans if plan.label == "drop 2"]
    one = Alternative(dict(evening.table), 0.7, Account(AccountKind.DONE, ("drop 2",)), is_legal=True)
    too_many = Mishap(MishapKind.TOO_MANY, (cup(NORTH, 2),), 1)
    two = Alternative(
        {**evening.table, cup(NORTH, 2): 2},
        0.3,
        Account(AccountKind.NOT_LEGAL, mishaps=(too_many,)),
        is_legal=False,
    )
    sees(evening, seen.Undecided(cup(NORTH, 2), (one, two), Complete(plan, ())))
    evening.wait(1)
    return evening


def blind() -> Evening:
    evening = after_a_move()
    sees(evening, seen.Blind({cup(SOUTH, 3): CellFault.SILENT}))
    return evening


def choosing() -> Evening:
    """North has dropped one bean or two: the cell of the second cup is dead."""
    evening = after_a_move()
    plans = {plan.label: plan for plan in evening.game.plans(evening.referee.position, NORTH)}
    evening.table[cup(NORTH, 1)] += 1
    moves = tuple(Complete(plans[label], ()) for label in ("drop 2", "drop 1"))
    sees(evening, seen.Blind({cup(NORTH, 2): CellFault.SILENT}, moves))
    evening.wait(1)
    return evening


def vouching() -> Evening:
    """North has dropped two beans, the second perhaps, for the cell of its cup is dead."""
    evening = after_a_move()
    plans = evening.game.plans(evening.referee.position, NORTH)
    (plan,) = [plan for plan in plans if plan.label == "drop 2"]
    for number in (1, 2):
        evening.table[cup(NORTH, number)] += 1
    sees(evening, seen.Blind({cup(NORTH, 2): CellFault.SILENT}, (Complete(plan, ()),)))
    evening.wait(1)
    return evening


def score() -> Evening:
    evening = to_move()
    evening.press(SOUTH)
    return evening


def over() -> Evening:
    evening = from_position(LAST_MOVE, can_power_off=True, may_have_owner=True, levels=LEVELS)
    evening.sow(SOUTH, 4)
    evening.press(SOUTH)
    return evening


def offered() -> Evening:
    evening = to_move()
    evening.hold_long(SOUTH)
    return evening


def games_offered() -> Evening:
    games = ("cups 4", "coin-duel 4 stage 1")
    evening = from_position(BOTH_CAN_SOW, can_power_off=True, may_have_owner=True, levels=LEVELS, games=games)
    evening.drop(SOUTH, 1)
    evening.press(SOUTH)
    evening.hold_long(SOUTH)
    return evening


def paused() -> Evening:
    """The board plays South, and it is North's turn."""
    evening = undoing(Computer(SOUTH, "2"))
    evening.lay(north_1=1)
    evening.hold_both_long()
    return evening


def power_off_asked() -> Evening:
    evening = paused()
    evening.hold_both_long()
    return evening


def goodbye() -> Evening:
    evening = power_off_asked()
    evening.press(SOUTH)
    return evening


REACH: Mapping[Situation, Callable[[], Evening]] = dict(
    zip(
        Situation,
        (
            setting_up,
            resuming,
            to_move,
            clock_waits,
            time_over,
            time_over_begun,
            boards_turn,
            boards_stock,
            bean_lacking,
            stock_low,
            stock_full,
            stock_counted,
            stock_asked,
            under_way,
            complete,
            owed,
            wrong,
            went_on,
            table_asked,
            taking_back,
            undoing,
            lifted,
            burdened,
            asked,
            blind,
            choosing,
            vouching,
            score,
            over,
            offered,
            games_offered,
            paused,
            power_off_asked,
            goodbye,
        ),
        strict=True,
    )
)
