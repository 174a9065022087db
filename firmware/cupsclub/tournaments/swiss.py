"""A round of a Swiss: the matching of least cost among all players, where a cost is a whole number.

FIDE's basic rules are in the costs. No two meet twice, no player has two byes, and the bye is for one of
those with the fewest points. Players meet others of as many points: the squares of the differences add up to
the least that is possible. Among those of equal points the upper half meets the lower half in order. Who
begins needs no rule, as a pairing is two games and each begins one. The digits of the costs make one matching
alone the best, so a round can be worked out anew at any time.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from cupsboard.distance.verdict import Refusal


@dataclass(frozen=True, slots=True)
class Swiss:
    """A player before a round: the points, the members met so far, and whether a bye was had."""

    member: int
    points: float
    met: frozenset[int] = frozenset()
    had_bye: bool = False


def require_matching() -> None:
    """Raise Refusal where the library that finds a round is not installed."""
    if find_spec("networkx") is None:
        raise Refusal("illegal", "A Swiss needs an extra of the server: pip install 'cupsboard[club]'.")


def swiss(seeded: Sequence[Swiss]) -> tuple[list[tuple[int, int]], int | None] | None:
    """Return the pairs of the next round and who has the bye; None where none is possible.

    `seeded` are the players, the strongest first; the lowest seed of those that a bye could be for has it.
    """
    players = sorted(seeded, key=lambda each: -each.points)
    count = len(players) + len(players) % 2
    ranks = _matched(_costs(players, count), count)
    if ranks is None:
        return None
    pairs = sorted((min(pair), max(pair)) for pair in ranks)
    bye = next((players[low].member for low, high in pairs if high == len(players)), None)
    return [(players[low].member, players[high].member) for low, high in pairs if high < len(players)], bye


def _costs(players: Sequence[Swiss], count: int) -> dict[tuple[int, int], int]:
    """Return the cost of each pair that may meet, by ranks from 0; rank `len(players)` is the bye."""
    base = 4 * count
    halves = [round(2 * each.points) for each in players]
    ranks: dict[int, list[int]] = {}
    for rank, points in enumerate(halves):
        ranks.setdefault(points, []).append(rank)
    most_squares = count * (max(halves, default=0) + 1) ** 2
    costs = {}
    for low, player in enumerate(players):
        own = ranks[halves[low]]
        due = low + len(own) // 2
        for high in range(low + 1, count):
            if high == len(players):
                if player.had_bye:
                    continue
                level = halves[low] * most_squares
            elif players[high].member in player.met:
                continue
            else:
                level = (halves[low] - halves[high]) ** 2
            # One digit for each player, the upper ones' first: how far the opponent is from the one due.
            digit = 2 * abs(high - due) + (high < due)
            costs[low, high] = level * base ** (count + 1) + digit * base ** (count - low)
    return costs


def _matched(costs: dict[tuple[int, int], int], count: int) -> Collection[tuple[int, int]] | None:
    """Return the pairs of least cost that leave no player out; None where there are none."""
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_weighted_edges_from((low, high, cost) for (low, high), cost in costs.items())
    pairs: Collection[tuple[int, int]] = networkx.min_weight_matching(graph)
    return pairs if 2 * len(pairs) == count else None
