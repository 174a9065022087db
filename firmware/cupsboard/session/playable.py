"""Check whether a board can play a game; errors give the reason and the next step before the game begins."""

from random import Random

from cupsboard.profile import Profile
from cupsboard.recognition.recognise import require_beans, require_told_by_counts
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.families import FAMILIES, family_of
from cupsboard.rules.game import Standing
from cupsboard.rules.games import AnyGame, AnyPlayersGame
from cupsboard.rules.turns import Order
from cupsboard.scales.errors import SensingError

GAMES, MOST_MOVES, MOST_TRANSFERS = 12, 150, 40_000
"""How many games are tried, how many moves of each, and after how many transfers in all that is enough."""


def require_readable_game(game: AnyGame, games: int = GAMES) -> None:
    """Raise RulesError if the recognition can't follow some move of the game by weight.

    It is tried on the positions of `games` random games. A game whose acts count as they land always passes,
    because each act is read by itself.
    """
    if game.turns.order is not Order.FREE:
        return
    try:
        require_beans(game.kinds)
        left = MOST_TRANSFERS
        for seed in range(games):
            left = _play_through(game, Random(seed), left)
    except SensingError as fault:
        raise RulesError(f"{game.name}: the board can't follow it ({fault})") from fault


def _play_through(game: AnyGame, random: Random, left: int) -> int:
    """Play one game at random, and put each legal move to the reader, until none of `left` transfers is left.

    Return how many are left. Raises SensingError.
    """
    position = game.start(None)
    for _ in range(MOST_MOVES):
        if left <= 0:
            break
        match game.standing(position):
            case Standing.PASS:
                position = game.pass_turn(position)
                continue
            case Standing.TO_MOVE:
                side = random.choice(game.movers(position))
            case _:
                break
        plans, contents = game.plans(position, side), game.contents(position)
        require_told_by_counts(contents, plans)
        left -= sum(len(plan.open) for plan in plans)
        position = game.play(position, side, random.choice(plans).label)
    return left


LANDINGS_SPS = 80
"""The samples per second at which pieces are told apart by their landings, 0.15 s apart: at 10 two landings
are one."""


def require_playable(profile: Profile, game: AnyPlayersGame) -> None:
    """Raise RulesError if a board can't play a game.

    It lacks places for the game, is too slow for it, or can't follow its moves by weight.
    """
    if games.is_round_a_table(game):
        return
    if set(game.places) != set(profile.needed_places):
        cups = (len(game.places) - 2) // 2
        raise RulesError(
            f"{game.name}: is played with {cups} cups a side, and {profile.name} has {profile.cups}; take a "
            "board of that size, or say --game for one of this board"
        )
    family = family_of(game.name)
    if family not in FAMILIES:
        require_readable_game(game)
    has_kinds = len(game.kinds) > 1
    least_sps = LANDINGS_SPS if has_kinds else family.least_sps
    if game.turns.order is Order.AS_LANDED and profile.rate_sps < least_sps:
        what = f"its {len(game.kinds)} kinds" if has_kinds else "its beans"
        instead = "a game of one kind: --stage 1" if has_kinds else "a game of one lap and one round"
        raise RulesError(
            f"{family.title or game.name}: {what} must be seen as they land, and "
            f"{profile.name} weighs {profile.rate_sps} times a second; set the HX711s to {LANDINGS_SPS} "
            f"(RATE pin, and rate_sps = {LANDINGS_SPS} in the profile), or play {instead}"
        )
