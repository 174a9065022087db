"""What is said of scales that are not trusted, and when."""

from cupsboard.rules.places import Place, Side, cup
from cupsboard.scales.cell_faults import CellFault
from cupsboard.signs.doubted import SAID_SECONDS, Doubted
from cupsboard.signs.scene import Meaning, Message, Scene, Sign
from cupsboard.signs.sentences import say

S3 = cup(Side.SOUTH, 3)
QUESTION = Message("look-or-press", {"place": S3, "what": (Message("tables.nothing-moved"),)})
TURN = Message("your-turn", {"side": "south", "stock": 20})
LEAPING = {S3: CellFault.LEAPING}
NONE: dict[Place, CellFault] = {}


def said(doubted: Doubted, now: float, *, is_asking: bool = False) -> Message:
    """What a screen shows, where the board asks about a table or a turn goes on."""
    message = QUESTION if is_asking else TURN
    return doubted.shown(Scene((), Side.SOUTH, message), now, is_asking=is_asking).message


def test_a_place_is_worded_for_a_while_and_its_light_stays() -> None:
    doubted = Doubted()
    doubted.step(LEAPING)
    assert said(doubted, 0.0).key == "doubted.LEAPING"
    assert said(doubted, SAID_SECONDS - 0.1).key == "doubted.LEAPING"
    assert said(doubted, SAID_SECONDS) == TURN
    assert doubted.shown(Scene((), Side.SOUTH, TURN), 60.0).signs == (Sign(S3, Meaning.DEAD),)


def test_a_question_goes_first_and_the_sentence_waits_for_its_end() -> None:
    doubted = Doubted()
    doubted.step(LEAPING)
    assert said(doubted, 0.0, is_asking=True) == QUESTION
    assert said(doubted, 60.0, is_asking=True) == QUESTION
    assert said(doubted, 61.0).key == "doubted.LEAPING"


def test_that_all_scales_wander_is_said_behind_a_question_since_there_may_be_one_after_the_other() -> None:
    doubted = Doubted()
    doubted.step(NONE, are_all=True)
    shown = said(doubted, 0.0, is_asking=True)
    assert say(shown).startswith(say(QUESTION))
    assert "wander" in say(shown)
    assert said(doubted, 1.0).key == "doubted.all"
    assert said(doubted, SAID_SECONDS, is_asking=True) == QUESTION


def test_what_is_over_is_said_no_more() -> None:
    for places, are_all in ((LEAPING, False), (NONE, True)):
        doubted = Doubted()
        doubted.step(places, are_all=are_all)
        doubted.step(NONE)
        assert said(doubted, 0.0) == TURN
