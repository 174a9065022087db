"""Try the rules of a sowing game: games of random moves, and what their players and the scales would meet."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import median

from cupsboard.procedures.beans.asking import Played
from cupsboard.procedures.beans.forecast import Shopping, asked_about, most_in_a_cup
from cupsboard.procedures.beans.statistics import rate
from cupsboard.rules.places import HAND, Side, is_cup
from cupsboard.rules.sowing.game import SowingGame
from cupsboard.rules.turns import CAPTURE, PUT, walks
from cupsboard.signs.sentences import say

GAMES, MOST_MOVES = 100, 300
MANY_LANDED = 3
"""New beans of one turn in one cup that are told from one more or less with doubt: beans that differ by
15 % put a quarter of a bean between them."""
SHORT, LONG, MOSTLY, MUCH = 6, 150, 0.7, 0.02


@dataclass(frozen=True, slots=True)
class Trial:
    """What a number of random games came to."""

    lengths: Sequence[int]
    """The moves of each game that ended."""
    unended: int
    won: Counter[Side | None]
    """How many games each side won, south beginning each; None stands for ties."""
    captures: int
    """Turns with a capture."""
    further: int
    """Turns after which the same player moved again."""
    heaped: int
    """Turns that put so many beans into one cup that scales tell them with doubt."""
    fullest_cups: Counter[int]
    """How many of all tables had so many beans in their fullest cup."""
    changes: Counter[tuple[int, ...]]
    """How many turns made each set of changes: beans more or fewer in cups and pots, the least first."""
    game: SowingGame

    @property
    def turns(self) -> int:
        """Return the turns of all games that ended."""
        return sum(self.lengths)

    @property
    def played(self) -> Played:
        """Return what the game asks of scales."""
        beans = 2 * self.game.cups * self.game.beans
        return Played(self.changes, median(self.lengths) if self.lengths else MOST_MOVES, beans)

    def said(self, shopping: Shopping) -> Sequence[str]:
        """Return what was found, a line each, what may be meant otherwise behind it.

        Raises SensingError for parts that can't be.
        """
        ended, games = len(self.lengths), len(self.lengths) + self.unended
        if not ended:
            return (f"none of {games} random games ended within {MOST_MOVES} moves; {self._ending}",)
        middle, ties = median(self.lengths), self.won[None]
        wins = [self.won[side] for side in Side]
        return (
            f"length          {middle:g} moves, from {min(self.lengths)} to {max(self.lengths)}"
            + ("; short: give each cup more beans" if middle < SHORT else "")
            + ("; long for an evening: give each cup fewer beans" if middle > LONG else ""),
            f"without an end  {self.unended} of {games} within {MOST_MOVES} moves"
            + (f"; {self._ending}" if self.unended else ""),
            f"who wins        the beginner {wins[0]}, the other {wins[1]}, ties {ties}"
            + ("; one side is better off by far" if max(wins) > MOSTLY * ended else "")
            + ("; ties are the rule" if ties > MOSTLY * ended else ""),
            f"captures        {self.captures / self.turns:.0%} of the turns"
            + ("; hardly anything is captured" if 100 * self.captures < self.turns else ""),
            f"further turns   {self.further / self.turns:.0%} of the turns",
            *self.for_scales(shopping),
            *(
                ("as they land    each bean counts as it lands: 80 samples a second",)
                if self.game.rules.counts_as_landed
                else ()
            ),
            *(
                ("rounds          all that is told above is of first rounds",)
                if self.game.rules.rounds != "no"
                else ()
            ),
        )

    def for_scales(self, shopping: Shopping) -> Sequence[str]:
        """Return what scales of these parts would meet in the game, a line each.

        Raises SensingError for parts that can't be.
        """
        most, share = most_in_a_cup(shopping), self.heaped / max(1, self.turns)
        above = sorted(size for size in self.fullest_cups if size > most)
        tables, too_full = self.fullest_cups.total(), sum(map(self.fullest_cups.__getitem__, above))
        instead = "fewer beans or more cups" if most else "heavier beans or smaller load cells"
        return (
            f"asked about     {say(rate(asked_about(shopping, self.played)))} of the turns",
            f"fullest cup     {max(self.fullest_cups)} beans; scales read up to {most}"
            + (f", and {too_full} of {tables} tables had one of {above[0]} to {above[-1]}" if above else "")
            + (f"; {instead} would help" if too_full > MUCH * tables else ""),
            f"for scales      {share:.1%} of the turns put {MANY_LANDED} beans or more into one cup, which "
            "the board may ask about" + ("; fewer beans or more cups would help" if share > MUCH else ""),
        )

    @property
    def _ending(self) -> str:
        ways = ("ends_at_repetition", "ends_beyond_half")
        missing = [f"{way} = true" for way in ways if not getattr(self.game.rules, way)]
        return " or ".join((*missing, "more that is captured")) + " would end them"


def tried(game: SowingGame, games: int = GAMES) -> Trial:
    """Return what random games came to, of several rounds the first ones; the seeds are 0 and on."""
    game = SowingGame(game.rules, game.cups, game.beans)
    lengths, won, found, unended = list[int](), Counter[Side | None](), Counter[str](), 0
    fullest, changes = Counter[int](), Counter[tuple[int, ...]]()
    for seed in range(games):
        random, position, moves = Random(seed), game.start(Side.SOUTH), 0
        seen = Counter[str]()
        while not position.is_over and moves < MOST_MOVES:
            (side,) = game.movers(position)
            contents = {HAND: 0, **game.contents(position)}
            walk = random.choice(walks(game.turns, contents, game.turns.begin(position, side)))
            after = game.play(position, side, game.turns.label(walk.acts))
            seen["captures"] += any(act.verb == CAPTURE for act in walk.acts)
            seen["further"] += after.to_move is side and not after.is_over
            landed = Counter(act.target for act in walk.acts if act.verb == PUT and is_cup(act.target))
            heaped = max(landed.values(), default=0) >= MANY_LANDED
            seen["heaped"] += heaped and not game.rules.counts_as_landed
            fullest[max(*position.south.cups, *position.north.cups)] += 1
            then = game.contents(after)
            changed = (abs(then[place] - contents[place]) for place in then)
            changes[tuple(sorted(filter(None, changed)))] += 1
            position, moves = after, moves + 1
        if not position.is_over:
            unended += 1
            continue
        lengths.append(moves)
        found += seen
        won[game.winner(position)] += 1
    return Trial(
        lengths, unended, won, found["captures"], found["further"], found["heaped"], fullest, changes, game
    )
