"""Coin Duel on the board: plays are followed, whoever makes them, and hands that obey can always play on."""

from collections import Counter
from random import Random

import pytest
from coins_on_the_table import NORTH, SOUTH, Evening
from cupsboard.engine import engines
from cupsboard.engine.levels import LEVELS
from cupsboard.referee.as_landed.states import Choosing, Offence, Playing, RoundEnded, Unclear
from cupsboard.referee.computer import Computer
from cupsboard.referee.events import GameClosed, GameStarted, LapSeen, NotNow, PlayResumed, TurnEnded
from cupsboard.referee.states import Goal, OfferingNewGame, Over, Paused, Refusal, Restoring
from cupsboard.rules import games
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Kind, Place, Side, cup, is_cup, stock
from cupsboard.rules.record import RecordOf, format_record, parse_record
from cupsboard.session.replay import replay
from cupsboard.session.trace import read_trace
from cupsboard.signs.advice import Advice, Question
from cupsboard.signs.scene import Meaning
from cupsim.people.coin_duel.handling import RELAYS, STEADY, hand_acts
from cupsim.people.coin_duel.mishaps import MISHAPS
from cupsim.table.hand_actions import Drop, Lift, PutBack, Take, Wait

STAGE_1, STAGE_3 = "coin-duel 4 stage 1 kinds cent=1", "coin-duel 4 stage 3"


@pytest.mark.long("a whole round")
@pytest.mark.parametrize("name", [STAGE_1, "coin-duel 4 stage 2", STAGE_3])
def test_plays_are_followed_lap_by_lap_and_written_down_with_every_piece(name: str) -> None:
    evening = Evening(name, 1)
    assert evening.play_out(6) == 6
    assert evening.told(LapSeen)
    history = evening.referee.history
    record = format_record(RecordOf.of(history))
    assert parse_record(record, games.named).history().position == history.position
    lying = {place: +Counter(lot) for place, lot in evening.game.pieces(history.position).items()}
    assert lying == {place: +Counter(lot) for place, lot in evening.lying().items() if place in lying}


@pytest.mark.long("a long relay")
def test_a_relay_goes_on_until_it_ends_and_a_tap_before_that_is_refused() -> None:
    evening = Evening(STAGE_3, 2)
    evening.play_out(4, RELAYS)
    side, chosen = evening.chosen(RELAYS)
    for _ in range(20):
        if chosen.handfuls > 1:
            break
        evening.play()
        side, chosen = evening.chosen(RELAYS)
    laps = evening.laps(chosen)
    evening.do(side, *laps[0])
    evening.wait(1.0)
    state = evening.referee.state
    assert isinstance(state, Playing)
    assert state.acts
    assert not state.is_done
    evening.tap(side)
    assert evening.told(NotNow)[-1] == NotNow(side, Refusal.GOES_ON)
    for lap in laps[1:]:
        evening.do(side, *lap)
    evening.tap(side)
    assert evening.told(TurnEnded)[-1].label == chosen.label


@pytest.mark.long("many turns at 80 samples a second")
def test_whoever_plays_first_begins_where_nobody_is_named() -> None:
    evening = Evening(STAGE_3, 3, starter=None)
    assert evening.told(GameStarted) == [GameStarted(None)]
    assert evening.referee.course.player is None
    assert evening.play_as(NORTH) == evening.told(TurnEnded)[-1].label
    assert evening.told(TurnEnded)[-1].side is NORTH
    assert evening.referee.course.player is SOUTH


@pytest.mark.long(
    "the same with other games and sides", but=["coin-duel 4 stage 1 kinds cent=1-cent-Side.NORTH"]
)
@pytest.mark.parametrize("begins", [NORTH, SOUTH])
@pytest.mark.parametrize(("name", "kind"), [(STAGE_1, "cent"), (STAGE_3, "dime")])
def test_after_a_power_cut_in_the_first_lap_it_is_still_seen_who_began(
    begins: Side, name: str, kind: Kind
) -> None:
    evening = Evening(name, seed=3, starter=None)
    evening.do(begins, Take(stock(begins), 2, (kind, kind)), Drop(cup(begins, 1), 1, (kind,)))
    evening.switch_off_and_on()
    evening.wait(4.0)
    assert evening.told(TurnEnded) == []
    if isinstance(evening.referee.state, Choosing):
        # Scales that were just switched on may leave open which coin it was; not who put it down.
        evening.tap(begins)
    assert isinstance(evening.referee.state, Playing)
    assert evening.referee.state.player is begins
    evening.do(begins, Drop(cup(begins, 2), 1, (kind,)), Wait(2.0))
    evening.tap(begins)
    (turn,) = evening.told(TurnEnded)
    assert turn.side is begins


def test_who_forgets_the_tap_has_ended_their_turn_once_the_other_begins() -> None:
    evening = Evening(STAGE_3, 4)
    side, chosen = evening.chosen()
    evening.carry_out(side, chosen)
    evening.play_as(side.other)
    first, second = evening.told(TurnEnded)
    assert (first.side, first.label, second.side) == (side, chosen.label, side.other)


@pytest.mark.long("other pieces", every=2)
@pytest.mark.parametrize("name", ["coin-duel 4 stage 1", STAGE_1])
def test_beans_and_cents_are_followed_at_ten_samples_a_second(name: str) -> None:
    evening = Evening(name, 1, sps=10)
    assert evening.play_out(8) == 8


@pytest.mark.long("many turns at 80 samples a second")
def test_a_pause_lets_hands_do_what_they_like_and_goes_on_from_what_lies_there() -> None:
    evening = Evening(STAGE_3, 9)
    evening.play_out(2)
    evening.hold_both(4.5)
    assert isinstance(evening.referee.state, Paused)
    side, chosen = evening.chosen()
    evening.carry_out(side, chosen)
    assert isinstance(evening.referee.state, Paused)
    evening.tap(side)
    assert evening.told(PlayResumed)
    evening.tap(side)
    assert evening.told(TurnEnded)[-1].label == chosen.label


@pytest.mark.long("many turns at 80 samples a second")
def test_a_new_game_is_begun_on_a_cleared_table() -> None:
    evening = Evening(STAGE_3, 10)
    evening.play_out(2)
    evening.hold(SOUTH, 4.5)
    assert isinstance(evening.referee.state, OfferingNewGame)
    evening.wait(1.2)
    evening.tap(SOUTH)
    assert evening.told(GameClosed)
    assert evening.referee.state == Restoring(Goal.SET_UP)
    evening.clear()
    assert evening.told(GameStarted)
    assert evening.kept.number == 2
    evening.play()
    assert evening.told(TurnEnded)[-1].side is SOUTH


MOST_ASKED = 12
"""So many things in a row are asked for at the most until a turn is made."""


def something(evening: Evening, random: Random) -> None:
    """What people do by mistake, on purpose, or because they are four years old."""
    side = random.choice((SOUTH, NORTH))
    filled = [place for place, lot in evening.lying().items() if is_cup(place) and sum(lot.values())]
    match random.randrange(10):
        case 0 if evening.game.standing(evening.position) is Standing.TO_MOVE:
            mover, chosen = evening.chosen()
            acts = hand_acts(chosen.deeds, STEADY, random)
            wrong = random.choice([*MISHAPS.values()])(acts, evening.lying(), random)
            if not evening.is_hand_full() and isinstance(evening.referee.state, Playing):
                evening.do(mover, *(wrong or acts))
        case 1:
            evening.tap(side, 1.0)
        case 2:
            evening.hold(side)
        case 3:
            evening.hold_both()
        case 4:
            evening.tap_both()
        case 5 if filled:
            place = random.choice(filled)
            evening.do(side, Take(place, 1), Wait(random.uniform(0.1, 1.5)), Drop(random.choice(filled), 1))
        case 6 if filled:
            place = random.choice(filled)
            evening.do(side, Lift(place), Wait(random.uniform(0.1, 2.0)), PutBack(place))
        case 7 if filled:
            place = random.choice(filled)
            count = sum(evening.lying()[place].values())
            evening.do(side, Take(place, count), Wait(0.5), Drop(stock(side), count))
        case 8:
            evening.switch_off_and_on()
        case _:
            evening.wait(random.uniform(0.1, 3.0))


def do_what_is_asked(evening: Evening) -> None:
    """What willing people do in the state that the board shows."""
    state = evening.referee.state
    match state:
        case RoundEnded(is_cleared=True):
            evening.tap(SOUTH)
        case RoundEnded() | Restoring():
            evening.restore()
            lying = evening.referee.lying
            if lying is not None and lying.strange and not lying.marks:
                evening.tap(SOUTH)
        case Offence() | Unclear():
            evening.hold_both()
        case Choosing():
            evening.wait(1.2)
            evening.tap(SOUTH)
        case Over():
            evening.hold(SOUTH)
            evening.wait(1.2)
            evening.tap(SOUTH)
        case Playing(acts=acts) if acts or evening.lying_wrong():
            evening.hold_both()
        case Playing():
            evening.play()
        case _:
            evening.wait(1.2)
            evening.tap(SOUTH)


@pytest.mark.long("stories of whole rounds")
@pytest.mark.parametrize("seed", range(2))
def test_no_story_comes_to_a_dead_end(seed: int) -> None:
    random = Random(f"story {seed}")
    evening = Evening(random.choice(["coin-duel 4 stage 2", "coin-duel 4 stage 3"]), seed)
    evening.play_out(3)
    for _ in range(8):
        something(evening, random)
    turns = len(evening.told(TurnEnded))
    states = []
    for _ in range(MOST_ASKED):
        if len(evening.told(TurnEnded)) > turns:
            break
        states.append(evening.referee.state)
        do_what_is_asked(evening)
    assert len(evening.told(TurnEnded)) > turns, states[-3:]


class Thinker:
    """Answers at once, as a level would."""

    def __init__(self) -> None:
        self.answered = 0
        self.move = ""

    def __call__(self, question: Question | None) -> tuple[Advice, ...]:
        if question is None or question.number == self.answered:
            return ()
        self.answered = question.number
        opponent = engines.at_level(question.game, LEVELS[0])
        self.move = opponent.choose(question.position, 1).move
        return (Advice(question.number, self.move, 0.5),)


def obey(evening: Evening) -> None:
    """Do what the lights dictate until they ask for the tap."""
    hands = evening.world.hands[NORTH]
    for _ in range(80):
        message, state = evening.scene.message, evening.referee.state
        assert isinstance(state, Playing)
        place = Place(str(message.values.get("place", "")))
        match message.key:
            case "computer-piece":
                kind = Kind(str(message.values["kind"]))
                assert place in {
                    sign.place for sign in evening.scene.signs if sign.meaning is Meaning.MUST_NEXT
                }
                if kind not in [piece.kind for piece in hands.beans]:
                    evening.do(NORTH, Take(Place("north-stock"), kinds=(kind,)))
                evening.do(NORTH, Drop(place, kinds=(kind,)), Wait(0.5))
            case "computer-take-up":
                lit = {sign.place: sign.meaning for sign in evening.scene.signs}
                assert lit[place] is Meaning.TAKE_UP
                evening.do(NORTH, Take(place, evening.world.table.contents()[place]), Wait(0.5))
            case "computer-take":
                count = evening.world.table.contents()[place]
                evening.do(NORTH, Take(place, count), Drop(Place("north-pot"), count), Wait(0.5))
            case "computer-done":
                evening.tap(NORTH)
                return
            case _:
                evening.wait(0.5)
        evening.wait(0.4)
    raise AssertionError(f"the board never asked for the tap: {evening.scene}")


@pytest.mark.long("four turns, coin by coin")
def test_the_lights_dictate_the_board_s_plays_coin_by_coin() -> None:
    thinker = Thinker()
    levels = tuple(level.name for level in LEVELS)
    evening = Evening("coin-duel 4 stage 3", 1, adviser=thinker, levels=levels, computer=Computer(NORTH, "1"))
    for _ in range(2):
        evening.play()
        assert evening.told(TurnEnded)[-1].side is SOUTH
        evening.wait(1.5)
        obey(evening)
        turn = evening.told(TurnEnded)[-1]
        assert (turn.side, turn.label) == (NORTH, thinker.move)
    assert replay(read_trace(evening.trace)).difference is None


@pytest.mark.long("turns at 80 samples a second")
def test_another_play_than_the_dictated_one_is_taken_for_the_board_s() -> None:
    evening = Evening(
        "coin-duel 4 stage 3", 2, adviser=Thinker(), levels=("1",), computer=Computer(NORTH, "1")
    )
    evening.play()
    label = evening.play()
    turn = evening.told(TurnEnded)[-1]
    assert (turn.side, turn.label) == (NORTH, label)
