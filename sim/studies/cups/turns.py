"""Evenings of honest moves on settled tables: the ground on which moves, faults and leans are tried."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from cupsboard.recognition.agreement import agreed
from cupsboard.recognition.knowledge import Knowledge, from_calibration
from cupsboard.recognition.outcome import Recognition
from cupsboard.recognition.tracker import Tracker
from cupsboard.rules import games
from cupsboard.rules.game import Plan, Standing, Transfer, of_beans
from cupsboard.rules.places import OFF_BOARD, Side, stock
from cupsboard.rules.turn_plans import expected_plans
from cupsboard.scales.calibration import Calibration
from cupsboard.scales.readings import Settled
from cupsim.table.settled_table import SettledTable

from studies.cups.boards import table_of
from studies.cups.study import Study
from studies.tally import Example


@dataclass(frozen=True, slots=True)
class Turn:
    """One honest move: the table before it, what the scales said after it, what the board made of it."""

    study: Study
    seed: int
    number: int
    side: Side
    plan: Plan
    moves: Sequence[Plan]
    """Every legal move of the side."""
    expected: Sequence[Plan]
    """All that the board expects: the moves, and the moves with each reply."""
    calibration: Calibration
    knowledge: Knowledge
    """What the board knew of the table before the move."""
    before: SettledTable
    settled: Settled
    recognition: Recognition

    def tracker(self) -> Tracker:
        """The board's memory of the table before the move, once more."""
        return Tracker(self.calibration, self.knowledge)

    def example(self, what: str, said: str) -> Example:
        """The turn as something worth looking at again."""
        return Example(what, self.seed, f"move {self.number} ({self.plan.label}): {said}")


def turns(study: Study, seed: int, random: Random) -> Iterator[Turn]:
    """All moves of one random game, on a fresh table; after each the board knows what truly lies there."""
    game = games.of_board(study.cups)
    trays = [stock(side) for side in Side] if study.variant == "trays" else []
    table = table_of(study, random, trays)
    table.carry_out(Transfer(OFF_BOARD, tray, game.contents(game.start(Side.SOUTH))[tray]) for tray in trays)
    lying = of_beans(table.contents())
    knowledge = agreed(from_calibration(table.calibration, lying), lying, table.weigh())
    tracker = Tracker(table.calibration, knowledge)
    position, number = game.start(Side.SOUTH), 0
    while (standing := game.standing(position)) is not Standing.OVER:
        if standing is Standing.PASS:
            position = game.pass_turn(position)
            continue
        (side,) = game.movers(position)
        moves = game.plans(position, side)
        expected = expected_plans(game, position)
        plan, number, before = random.choice(moves), number + 1, table.copy()
        table.carry_out(plan.open)
        settled = table.weigh()
        seen = tracker.look(expected, settled)
        yield Turn(
            study=study,
            seed=seed,
            number=number,
            side=side,
            plan=plan,
            moves=moves,
            expected=expected,
            calibration=table.calibration,
            knowledge=tracker.knowledge,
            before=before,
            settled=settled,
            recognition=seen,
        )
        tracker.keep(seen, settled)
        tracker.agree(table.contents())
        position = game.play(position, side, plan.label)
        look_again(tracker, seen, expected_plans(game, position), settled)


def look_again(tracker: Tracker, seen: Recognition, expected: Sequence[Plan], settled: Settled) -> None:
    """Look at an agreed table again, as the board does at once: a weight that was odd is doubted until then.

    The look changes next to nothing else, so it is taken only after a look that left a weight unexplained.
    """
    if seen.unexplained:
        tracker.keep(tracker.look(expected, settled), settled)
