"""What players see of a game whose acts count as they land: lights and sentences for all that happens."""

import pytest
from coins_on_the_table import NORTH, SOUTH, Evening
from cupsboard.loop import Moment
from cupsboard.referee.as_landed.states import Choosing, Offence, Playing, RoundEnded
from cupsboard.referee.events import OffenceSeen
from cupsboard.rules.places import Place, cup, is_cup, pot, side_of, stock
from cupsboard.signs.event_text import describe
from cupsboard.signs.scene import Meaning, Scene
from cupsboard.signs.sentences import say
from cupsim.table.hand_actions import Drop, Take


def lights(scene: Scene) -> dict[Place, set[Meaning]]:
    shown: dict[Place, set[Meaning]] = {}
    for sign in scene.signs:
        shown.setdefault(sign.place, set()).add(sign.meaning)
    return shown


def an_evening(name: str, seed: int, **options: object) -> tuple[Evening, list[str]]:
    """An evening of which every scene and every event is said."""
    evening = Evening(name, seed, **options)  # type: ignore[arg-type]
    said: list[str] = []

    def listen(moment: Moment) -> None:
        sentence = say(moment.decided.scene.message)
        if not said or said[-1] != sentence:
            said.append(sentence)
        for event in moment.decided.events:
            describe(event)

    evening.world.loop.listen(listen)
    return evening, said


@pytest.mark.long("a whole round")
@pytest.mark.parametrize("name", ["coin-duel 10 stage 1 kinds cent=1", "coin-duel 10 stage 3"])
def test_a_turn_is_said_as_it_goes_and_its_player_s_row_glows(name: str) -> None:
    evening, said = an_evening(name, 3)
    evening.wait(0.5)
    assert isinstance(evening.referee.state, Playing)
    assert {side_of(place) for place, shown in lights(evening.scene).items()} == {SOUTH}
    # On the empty board there is nothing else to do.
    assert Meaning.MUST_NEXT in lights(evening.scene)[cup(SOUTH, 1)]
    evening.play_out(4)
    assert any("South's turn" in each for each in said)
    assert any("Press your button to end the turn" in each for each in said)
    assert {side_of(sign.place) for sign in evening.scene.signs if sign.meaning is Meaning.YOUR_TURN} == {
        evening.referee.course.player
    }


@pytest.mark.long("a whole round")
def test_a_cup_that_was_not_empty_is_to_be_taken_up() -> None:
    evening, said = an_evening("coin-duel 10 stage 1 kinds cent=1", 5)
    # South drops two, then one: it falls into a cup that holds one already.
    evening.do(SOUTH, Take(stock(SOUTH), 2), Drop(cup(SOUTH, 1)), Drop(cup(SOUTH, 2)))
    evening.tap(SOUTH)
    evening.do(NORTH, Take(stock(NORTH), 1), Drop(cup(NORTH, 1)))
    evening.tap(NORTH)
    assert evening.referee.course.player is SOUTH
    evening.do(SOUTH, Take(stock(SOUTH), 1), Drop(cup(SOUTH, 1)))
    evening.wait(1.0)
    assert Meaning.TAKE_UP in lights(evening.scene)[cup(SOUTH, 1)]
    assert "take all of South's cup 1 up and sow on" in say(evening.scene.message)
    evening.tap(SOUTH)
    assert any("goes on" in each for each in said)


@pytest.mark.long("turns at 80 samples a second")
def test_an_illegal_act_is_shown_at_once_with_its_place_and_ends_the_round_by_the_other_s_tap() -> None:
    evening, _ = an_evening("coin-duel 10 stage 1 kinds cent=1", 7)
    evening.do(SOUTH, Take(stock(SOUTH), 2), Drop(cup(SOUTH, 1)), Drop(cup(SOUTH, 5)))
    evening.wait(3.0)
    assert isinstance(evening.referee.state, Offence), evening.referee.state
    assert Meaning.TOO_MANY in lights(evening.scene)[cup(SOUTH, 5)]
    sentence = say(evening.scene.message)
    assert "Not allowed, South" in sentence
    assert "North taps" in sentence
    assert len(evening.told(OffenceSeen)) == 1
    evening.do(SOUTH, Take(cup(SOUTH, 5), 1), Drop(cup(SOUTH, 2)))
    evening.wait(2.0)
    assert isinstance(evening.referee.state, Playing)
    assert Meaning.TOO_MANY not in lights(evening.scene).get(cup(SOUTH, 5), set())


@pytest.mark.long("many turns at 80 samples a second")
def test_giving_up_is_asked_of_who_wants_it_and_then_the_cups_are_to_be_cleared() -> None:
    evening, _ = an_evening("coin-duel 10 stage 3", 9)
    evening.play_out(2)
    evening.hold(SOUTH)
    assert "Hold again to give up the round" in say(evening.scene.message)
    evening.hold(SOUTH)
    evening.wait(0.5)
    assert Meaning.GIVE_UP in lights(evening.scene)[pot(SOUTH)]
    assert Meaning.GIVE_UP not in lights(evening.scene).get(pot(NORTH), set())
    evening.wait(1.5)
    evening.tap(SOUTH)
    assert isinstance(evening.referee.state, RoundEnded)
    full = {place for place, lot in evening.lying().items() if lot and not place.endswith("-stock")}
    shown = {place for place, meanings in lights(evening.scene).items() if Meaning.TOO_MANY in meanings}
    assert shown == full
    evening.clear()
    evening.lay_out_stocks()
    evening.wait(2.0)
    assert "Who begins round 2?" in say(evening.scene.message)


@pytest.mark.long("whole evenings at 80 samples a second")
@pytest.mark.parametrize("seed", range(3))
def test_whatever_hands_do_there_is_a_sentence_for_it(seed: int) -> None:
    evening, said = an_evening("coin-duel 10 stage 3", 40 + seed)
    evening.play_out(3)
    random = evening.random
    for _ in range(6):
        side = random.choice((SOUTH, NORTH))
        place = random.choice([place for place, lot in evening.lying().items() if lot])
        target = random.choice([place for place in evening.lying() if is_cup(place)])
        evening.do(side, Take(place, 1), Drop(target))
        evening.wait(random.uniform(0.2, 2.5))
        random.choice((evening.tap, evening.hold))(side)
    evening.hold_both()
    evening.wait(2.0)
    assert all(said)
    state = evening.referee.state
    # Whatever is wrong is shown somewhere, or asked about.
    if isinstance(state, Offence | Choosing):
        assert {Meaning.TOO_MANY, Meaning.TOO_FEW, Meaning.LOOK} & {
            sign.meaning for sign in evening.scene.signs
        }
