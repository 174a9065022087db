import pytest
from cupsboard.distance.shared_game import OpenAsk, SharedGame
from cupsboard.distance.wire import Act, Ask, Begin, Move, Refused, Said, TimedOut, Why
from cupsboard.referee.states import Refusal
from cupsboard.rules.places import Side
from cupsboard.session.far_table import refusal_of
from cupsboard.signs.sentences import ENGLISH

GAME = SharedGame(begin=Begin("cups 2", {}, "south"))
STRICT = SharedGame(begin=Begin("cups 2", {}, "south", takebacks=False))
ASKED = SharedGame(begin=GAME.begin, ask=OpenAsk(2, Side.NORTH, Ask("abort")))


@pytest.mark.parametrize(
    ("why", "said", "game", "reason"),
    [
        ("stale", Move("drop 1"), GAME, Refusal.TOO_LATE),
        ("stale", None, GAME, Refusal.TOO_LATE),
        ("over", Ask("abort"), GAME, Refusal.SHARED_GAME_OVER),
        ("illegal", Move("drop 1"), GAME, Refusal.NOT_BY_THE_RULES),
        ("illegal", TimedOut(), GAME, Refusal.TIME_LEFT),
        ("illegal", Ask("back", 1), STRICT, Refusal.NO_TAKING_BACK),
        ("illegal", Ask("back", 1), ASKED, Refusal.ASKED_ALREADY),
        ("declined", Ask("abort"), GAME, Refusal.ASKED_IN_VAIN),
        ("illegal", Ask("adjourn"), GAME, Refusal.NOT_TAKEN),
        ("illegal", None, GAME, Refusal.NOT_TAKEN),
        ("full", Said("hello"), GAME, Refusal.NOT_TAKEN),
    ],
)
def test_a_refusal_names_what_a_player_can_understand(
    why: Why, said: Act | None, game: SharedGame, reason: Refusal
) -> None:
    assert refusal_of(Refused("GAME0001", why, "in English", 2), said, game) is reason
    assert f"not-now-{reason.value.replace(' ', '-')}" in ENGLISH.sentences
