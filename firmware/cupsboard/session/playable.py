"""Check whether a board can play a game; errors give the reason and the next step before the game begins."""

from cupsboard.profile import Profile
from cupsboard.rules import games
from cupsboard.rules.errors import RulesError
from cupsboard.rules.families import FAMILIES, family_of
from cupsboard.rules.games import AnyPlayersGame
from cupsboard.rules.turns import Order
from cupsboard.session.readable_game import require_readable_game

LANDINGS_SPS = 80
"""The samples per second at which several kinds are told apart by their landings, 0.15 s apart: at 10 two
landings are one."""


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
    if family_of(game.name) not in FAMILIES:
        require_readable_game(game)
    if game.turns.order is Order.AS_LANDED and len(game.kinds) > 1 and profile.rate_sps < LANDINGS_SPS:
        raise RulesError(
            f"{game.name}: its {len(game.kinds)} kinds must be seen as they land, and "
            f"{profile.name} weighs {profile.rate_sps} times a second; set the HX711s to {LANDINGS_SPS} "
            f"(RATE pin, and rate_sps = {LANDINGS_SPS} in the profile), or play a game of one kind: --stage 1"
        )
