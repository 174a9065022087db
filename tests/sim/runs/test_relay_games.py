"""A game of several laps is followed bean by bean: whole games by hands, hints, moves told act by act."""

import pytest
from cupsboard.engine import engines
from cupsboard.profile import generated
from cupsboard.rules.errors import RulesError
from cupsboard.rules.games import named
from cupsboard.rules.history import History
from cupsboard.rules.places import HAND, Place, Side
from cupsboard.rules.turns import CAPTURE, Act, counts_after
from cupsboard.session.hint_worker import found_for
from cupsboard.session.playable import require_playable
from cupsboard.session.played_out import flow_of
from cupsim.people.coin_duel.pair import Conduct
from cupsim.runs.coin_duel.evening import Setting
from cupsim.runs.coin_duel.games import play

GAME = (
    'sowing 2 {title = "Lap", beans = 2, laps = "from the last cup", across = "with the last bean", '
    "ends_at_repetition = true}"
)


def test_a_whole_relay_game_is_read_as_it_was_played() -> None:
    played = play(Setting(1, GAME, has_pins=False, beans="go stone"), conduct=Conduct(errs=0.0))
    assert played.is_good, (played.unfinished, played.findings)
    assert played.counts.laps > played.counts.turns


HANDS_OVER = (
    'sowing 2 {title = "Hands", beans = 2, captured_counts = [2], captured_where = "both", '
    'on_the_way = "owner", few = 2, rounds = "cups change hands"}'
)


@pytest.mark.long("two rounds of a relay, bean by bean")
@pytest.mark.parametrize(("seed", "game"), [(2, "bosh 3 seeds 1"), (1, HANDS_OVER)])
def test_the_next_round_is_laid_out_by_the_lights_and_begun_by_anybody_s_tap(seed: int, game: str) -> None:
    played = play(Setting(seed, game, has_pins=False, beans="go stone"), conduct=Conduct(errs=0.0))
    assert played.is_good, (played.unfinished, played.findings)
    assert played.counts.rounds > 0


@pytest.mark.long("several rounds of a relay, bean by bean")
def test_a_pot_that_hands_empty_between_rounds_is_read_on() -> None:
    played = play(Setting(3, HANDS_OVER, has_pins=False, beans="go stone"))
    assert played.is_good, (played.unfinished, played.findings)
    assert played.counts.rounds > 0


def test_a_hint_and_a_drawn_move_tell_a_relay_act_by_act() -> None:
    history = History(named(GAME), Side.SOUTH)
    hint = found_for(history, Side.SOUTH, None)
    acts = engines.acts_of(history.game, history.position, Side.SOUTH, hint.move)
    reached = counts_after({HAND: 0, **history.game.contents(history.position)}, acts)
    after = history.play(Side.SOUTH, hint.move)
    assert {place: reached[place] for place in after.game.places} == after.game.contents(after.position)
    first, *_ = flow_of(history.game, history.position, Side.SOUTH, hint.move)
    assert first["to"] == acts[1].target
    with pytest.raises(RulesError, match="sow 3: there is no cup 3"):
        engines.acts_of(history.game, history.position, Side.SOUTH, "sow 3")


def test_a_board_too_slow_for_laps_says_so_before_the_game() -> None:
    with pytest.raises(
        RulesError, match=r"Lap: its beans must be seen as they land, .* game of one lap and one round"
    ):
        require_playable(generated(2, rate_sps=10), named(GAME))
    require_playable(generated(2, rate_sps=80), named(GAME))


def test_what_a_relay_captures_is_known_to_whoever_explains() -> None:
    game = named('sowing 2 {title = "Lap", laps = "from the last cup", across = "only theirs"}')
    position = game.parse_position("1 0 pot 0 / 3 1 pot 0 / south")
    assert Act(CAPTURE, Place("north-1"), Place("south-pot"), 3) in engines.acts_of(
        game, position, Side.SOUTH, "sow 1"
    )


@pytest.mark.long("rounds of one lap, bean by bean")
def test_rounds_of_one_lap_are_laid_out_and_followed_bean_by_bean_too() -> None:
    game = (
        'sowing 3 {title = "Rounds", beans = 1, captured_counts = [2], chain = "back", passes = true, '
        'ends_at_repetition = true, rounds = "from the left", begins = "loser"}'
    )
    played = play(Setting(2, game, has_pins=False, beans="go stone"), conduct=Conduct(errs=0.0))
    assert played.is_good, (played.unfinished, played.findings)
    assert played.counts.rounds > 0
