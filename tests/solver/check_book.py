"""Checks the player of 2x3 against the complete table: `python tests/solver/check_book.py 2x3.table`.

Every entry of the book must be a best move with the value of the table. Then lines are played out of it,
the other side varying from best to bad replies, and the proof there must succeed within the nodes that the
book was made for. Last, whole games: the player must never fall below a tie, and it is counted how many of
its moves are best moves.
"""

import argparse
import mmap
import random
from collections.abc import Iterator
from pathlib import Path

from cupsboard.engine import engines
from cupsboard.engine.cups.book import BEANS, CUPS, MOST_NODES, book, small_table
from cupsboard.engine.cups.evaluation import Evaluation
from cupsboard.engine.cups.proving import Prover
from cupsboard.engine.cups.sides import Side, Sides
from cupsboard.engine.cups.tables import Numbering, Table, table_from
from cupsboard.engine.player import Limit
from cupsboard.rules.cups.moves import Move
from cupsboard.rules.cups.rules import Cups
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side as Player

SLIPS = (0, 0, 1, 1, 2, 3, 8)
"""Beans that the other side gives away at most, drawn at each of its moves."""


class Truth:
    """The complete table, asked about moves."""

    def __init__(self, table: Table):
        self.table = table
        self.sides = Sides(Evaluation.of_size(CUPS))

    def value(self, own: Side, other: Side) -> int:
        value = self.table.value((own.cups, own.stock), (other.cups, other.stock))
        assert value is not None
        return value

    def moves(self, own: Side, other: Side) -> Iterator[tuple[int, int, Side, Side, Move]]:
        """Each move's value, its gain, and the sides after it, the next mover's first."""
        for mine, sown, taken, move in self.sides.moves_of(own):
            gain = sown if taken < 0 else other.cups[taken]
            theirs = other if taken < 0 else self.sides.without(other, taken)
            yield gain - self.value(theirs, mine), gain, theirs, mine, move


def check_entries(truth: Truth) -> None:
    sides = {}
    numbering = Numbering(CUPS, BEANS)
    for stock in range(BEANS + 1):
        for first in range(BEANS + 1 - stock):
            for second in range(BEANS + 1 - stock - first):
                for third in range(BEANS + 1 - stock - first - second):
                    row = (first, second, third)
                    sides[numbering.number(row, stock)] = (row, stock)
    content = book().content
    for at in range(0, len(content), 6):
        number = int.from_bytes(content[at : at + 4], "big")
        own, other = (truth.sides.side(*sides[each]) for each in divmod(number, numbering.count))
        found = book().find(own, other)
        assert found is not None
        move, value = found
        assert value == truth.value(own, other)
        assert value == next(each[0] for each in truth.moves(own, other) if each[4] == move)
    print(f"{len(book())} entries, each a best move with the true value")


def check_proofs(truth: Truth, lines: int, chance: random.Random) -> None:
    prover, most, proofs = Prover(truth.sides, small_table()), 0, 0
    while proofs < lines:
        own = other = truth.sides.side((0,) * CUPS, BEANS)
        lead, is_players = 0, chance.random() < 0.5
        while moves := list(truth.moves(own, other)):
            found = book().find(own, other) if is_players else None
            if is_players and found is None:
                if len(moves) > 1:
                    assert prover.reaches(own, other, -lead, MOST_NODES), (
                        own.cups,
                        own.stock,
                        other.cups,
                        other.stock,
                    )
                    assert moves[prover.best_move(own, other)][0] + lead >= 0
                    most, proofs = max(most, prover.nodes), proofs + 1
                    break
                chosen = moves[0]
            elif found is not None:
                chosen = next(each for each in moves if each[4] == found[0])
            else:
                best = max(each[0] for each in moves)
                slip = chance.choice(SLIPS)
                chosen = chance.choice([each for each in moves if each[0] >= best - slip])
            lead += chosen[1] if is_players else -chosen[1]
            own, other, is_players = chosen[2], chosen[3], not is_players
    print(f"{proofs} lines out of the book, each proved, the longest proof with {most} nodes")


def check_games(truth: Truth, games: int, nodes: int, chance: random.Random) -> None:
    game = Cups(CUPS)
    moved = best_moves = lost = 0
    results = []
    for number in range(games):
        engine, position = engines.perfect(game), game.start(Player.SOUTH)
        player = (Player.SOUTH, Player.NORTH)[number % 2]
        while (standing := game.standing(position)) is not Standing.OVER:
            side = position.to_move
            assert side is not None
            if standing is Standing.PASS:
                position = game.pass_turn(position)
                continue
            own, other = (
                truth.sides.side(row.cups, row.stock)
                for row in (position.row(side), position.row(side.other))
            )
            values = {each[4].label: each[0] for each in truth.moves(own, other)}
            best = max(values.values())
            if side is player:
                label = engine.play(position, Limit(nodes=nodes)).move
                moved += 1
                best_moves += values[label] == best
                lost += best - values[label]
                lead = position.row(side).pot - position.row(side.other).pot
                assert lead + values[label] >= 0, game.format_position(position)
            else:
                slip = chance.choice(SLIPS)
                label = chance.choice([each for each, value in values.items() if value >= best - slip])
            position = game.play(position, side, label)
        results.append(position.row(player).pot - position.row(player.other).pot)
    print(f"{games} games: results {min(results)} to {max(results)}; the tie was never given away")
    print(f"{moved} moves, {best_moves / moved:.1%} best ones, {lost / moved:.3f} beans lost a move")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", type=Path, help="the complete table (cupsboard lab tables build 3)")
    parser.add_argument("--lines", type=int, default=1000)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--nodes", type=int, default=2000, help="of each search outside the book")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with asked.table.open("rb") as file:
        content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        truth, chance = Truth(table_from(content, str(asked.table))), random.Random(asked.seed)
        check_entries(truth)
        check_proofs(truth, asked.lines, chance)
        check_games(truth, asked.games, asked.nodes, chance)


if __name__ == "__main__":
    main()
