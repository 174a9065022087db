"""An evening of Coin Duel: written down, replayed, and gone on with after a power cut in mid-relay."""

import pytest
from coins_on_the_table import Evening
from cupsboard.referee.as_landed.states import Playing
from cupsboard.referee.events import TurnEnded
from cupsboard.session.replay import replay
from cupsboard.session.trace import read_trace
from cupsim.people.coin_duel.choosing import ChosenPlay
from cupsim.people.coin_duel.handling import RELAYS

STAGE_3 = "coin-duel 10 stage 3"


@pytest.fixture(scope="module")
def played() -> Evening:
    evening = Evening(STAGE_3, 5)
    evening.play_out(5, RELAYS)
    return evening


def a_relay(evening: Evening, laps: int = 3) -> ChosenPlay:
    """The next play that has so many laps; others are made before."""
    for _ in range(30):
        _, chosen = evening.chosen(RELAYS)
        if len(evening.laps(chosen)) >= laps:
            return chosen
        evening.play()
    raise AssertionError("no relay can be made")


@pytest.mark.long("a whole game")
def test_the_journal_holds_every_play_with_every_coin(played: Evening) -> None:
    kept = played.kept.game(played.kept.number)
    assert kept.history.entries == played.referee.history.entries
    assert kept.is_set_up
    assert kept.lap is None


@pytest.mark.long("a whole evening")
def test_the_evening_replays_to_the_same_decisions(played: Evening) -> None:
    replayed = replay(read_trace(played.trace))
    assert replayed.difference is None
    assert replayed.decisions > 40


@pytest.mark.long("many turns at 80 samples a second")
def test_a_relay_goes_on_after_a_power_cut_in_its_midst() -> None:
    evening = Evening(STAGE_3, 6)
    evening.play_out(4, RELAYS)
    chosen = a_relay(evening)
    (side,) = evening.game.movers(evening.position)
    laps = evening.laps(chosen)
    for lap in laps[:2]:
        evening.do(side, *lap)
    evening.wait(1.0)
    before = evening.referee.state
    assert isinstance(before, Playing)
    evening.switch_off_and_on()
    evening.wait(2.0)
    after = evening.referee.state
    assert isinstance(after, Playing)
    assert after.acts == before.acts
    for lap in laps[2:]:
        evening.do(side, *lap)
    evening.tap(side)
    assert evening.told(TurnEnded)[-1].label == chosen.label
    replayed = replay(read_trace(evening.trace))
    assert replayed.difference is None


@pytest.mark.long("many turns at 80 samples a second")
def test_with_a_full_hand_the_relay_goes_on_from_the_last_table_with_an_empty_one() -> None:
    evening = Evening(STAGE_3, 7)
    evening.play_out(4, RELAYS)
    chosen = a_relay(evening)
    (side,) = evening.game.movers(evening.position)
    laps = evening.laps(chosen)
    evening.do(side, *laps[0])
    evening.wait(1.0)
    middle = next(number for number, act in enumerate(laps[1]) if type(act).__name__ == "Drop")
    evening.do(side, *laps[1][:middle])
    evening.wait(1.0)
    evening.switch_off_and_on()
    evening.wait(2.0)
    evening.do(side, *laps[1][middle:])
    for lap in laps[2:]:
        evening.do(side, *lap)
    evening.tap(side)
    assert evening.told(TurnEnded)[-1].label == chosen.label
