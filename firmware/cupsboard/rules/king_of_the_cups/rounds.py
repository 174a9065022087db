"""Read the rounds of a game from its history, and take a round back by agreement."""

from collections.abc import Iterator
from dataclasses import dataclass

from cupsboard.rules.errors import RulesError
from cupsboard.rules.history import Called, Chance, HistoryOf, Moved
from cupsboard.rules.king_of_the_cups.cups_and_dice import Dice, Seat, parse_dice
from cupsboard.rules.king_of_the_cups.moves import Move, Verb, parse_move
from cupsboard.rules.king_of_the_cups.position import Position
from cupsboard.rules.king_of_the_cups.rules import FIRST

KingHistory = HistoryOf[Position, Seat]


@dataclass(frozen=True)
class Round:
    """The course of a round, from one roll to the next: grabs in the order of landing, and the winner.

    Without a winner the round is still on, or all were out. `faults` are the calls from the roll on.
    """

    roller: Seat
    dice: Dice
    grabs: tuple[tuple[Seat, Move], ...] = ()
    faults: tuple[tuple[Seat, str], ...] = ()
    winner: Seat | None = None


def rounds(history: KingHistory) -> Iterator[Round]:
    """Yield the rounds of a game, the current one included."""
    rolls, entries = _rolls(history), history.entries
    ends = [*(at for at, _ in rolls), len(entries)][1:]
    for (begin, roll), end in zip(rolls, ends, strict=True):
        dice, course = parse_dice(roll.outcome), entries[begin + 1 : end]
        moves = [(entry.player, parse_move(entry.label)) for entry in course if isinstance(entry, Moved)]
        grabs = tuple(each for each in moves if each[1].verb is not Verb.BACK)
        faults = tuple((entry.player, entry.said) for entry in course if isinstance(entry, Called))
        winner = next((player for player, move in grabs if move.cup == dice.right_cup), None)
        yield Round(roll.player, dice, grabs, faults, winner)


def round_taken_back(history: KingHistory) -> KingHistory:
    """Return the game before the latest roll, which is to be thrown anew; redo restores the round.

    Raises RulesError before the first roll.
    """
    rolls = _rolls(history)
    if not rolls:
        raise RulesError("take back: nothing has been rolled yet; roll first")
    return history.after(rolls[-1][0])


def _rolls(history: KingHistory) -> list[tuple[int, Chance[Seat]]]:
    """Return every roll with its index among the entries."""
    return [
        (number, entry)
        for number, entry in enumerate(history.entries)
        if isinstance(entry, Chance) and entry.outcome != FIRST
    ]
