"""What went wrong on the table and how sure the board is, said by the page in words."""

from typing import Any

import pytest
from audits import CERTAINTY, certainty_told
from cupsboard.recognition.accounts import Mishap, MishapKind
from cupsboard.rules.places import Place, Side
from cupsboard.signs.phrases import mishap_phrases
from cupsboard.web.sections import message_section
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from hands_of_a_tester import Mouse
from processes import wait_until
from sitting import TWO_PERSONS, Sit, Visit, comes_true

SETTING = Setting(7, cups=2, stock_beans=6)
CUP, POT = Place("south-2"), Place("north-pot")

GERMAN = {
    Mishap(MishapKind.TOO_MANY, (CUP,), 1): "Becher 2 von Süd: 1 Bohne zu viel",
    Mishap(MishapKind.TOO_MANY, (CUP,), 2): "Becher 2 von Süd: 2 Bohnen zu viel",
    Mishap(MishapKind.MISSING, (CUP,), 1): "Becher 2 von Süd: 1 Bohne zu wenig",
    Mishap(MishapKind.MISSING, (POT,), 3): "Topf von Nord: 3 Bohnen zu wenig",
    Mishap(MishapKind.MISPLACED, (CUP, POT), 1): "Topf von Nord: 1 Bohne aus Becher 2 von Süd",
    Mishap(MishapKind.MISPLACED, (CUP, POT), 2): "Topf von Nord: 2 Bohnen aus Becher 2 von Süd",
    Mishap(MishapKind.EXCHANGED, (CUP, POT)): "Becher 2 von Süd und Topf von Nord vertauscht",
    Mishap(MishapKind.NOT_A_PIECE, (CUP,)): "Becher 2 von Süd: etwas, das keine Bohne ist",
    Mishap(MishapKind.SWAPPED, (CUP,), 1): "Becher 2 von Süd: mindestens 1 Bohne ausgetauscht",
    Mishap(
        MishapKind.TRADED, (CUP, POT), 2
    ): "Becher 2 von Süd und Topf von Nord: mindestens 2 Bohnen ausgetauscht",
    Mishap(MishapKind.SWAPPED_IN_SIGHT, (CUP,), 4): "Becher 2 von Süd: mindestens 4 Bohnen ausgetauscht",
}

SAY = """async messages => {
    const words = new (await import("/words.js")).Words(["de", "en"]);
    await words.add("");
    return messages.map(each => words.message(each));
}"""


KEEP_WHAT_IS_SAID = """() => {
    const say = document.getElementById("say");
    window.said = [];
    new MutationObserver(() => window.said.push(say.innerText.trim())).observe(
        say, { childList: true, characterData: true, subtree: true });
}"""


def has_text(page: Any, selector: str, text: str) -> None:
    wait_until(lambda: text in page.inner_text(selector), lambda: f"{text}; {page.inner_text('body')}")


@pytest.mark.parametrize(
    ("locale", "said"),
    [
        ("de-DE", "Kein Zug führt hierher. Becher 2 von Süd: 1 Bohne zu viel."),
        ("en-GB", "No move leads here: 1 bean too many in South's cup 2."),
    ],
)
def test_beans_too_many_are_named_with_their_cup(sit: Sit, visit: Visit, locale: str, said: str) -> None:
    """Of two beans in cup 2 one may be of a drop that goes on in cup 1; the other can't."""
    page = visit(sit(SETTING).address, locale=locale)
    page.evaluate("document.querySelectorAll('aside details').forEach((each) => { each.open = true; })")
    page.evaluate(KEEP_WHAT_IS_SAID)
    mouse = Mouse(page)
    mouse.drag("south-stock", CUP)
    mouse.drag("south-stock", CUP)
    # After five seconds the board says how to mend it instead.
    wait_until(lambda: said in page.evaluate("said"), lambda: f"{said}; {page.evaluate('said')}")
    has_text(page, ".log", said)


@pytest.mark.parametrize(
    ("locale", "cause"),
    [
        ("de-DE", "kann nicht gewogen werden: keine Messwerte: Kabel ab oder kein Strom"),
        ("en-GB", "can't be weighed: no conversions: unplugged or unpowered"),
    ],
)
def test_a_question_about_a_dead_cup_says_why_it_is_dead_and_which_move_may_be_done(
    sit: Sit, visit: Visit, locale: str, cause: str
) -> None:
    page = visit(sit(SETTING).address, locale=locale)
    page.evaluate("document.querySelectorAll('aside details').forEach((each) => { each.open = true; })")
    page.select_option("#trouble-place", CUP)
    page.click("#trouble-cable")
    page.wait_for_selector(".plate[data-meaning=DEAD]")
    mouse = Mouse(page)
    mouse.drag("south-stock", "south-1")
    mouse.drag("south-stock", CUP)
    has_text(page, "#say", cause)


def test_every_mishap_is_said_in_german_with_its_places_and_its_number(sit: Sit, visit: Visit) -> None:
    page = visit(sit(SETTING).address, locale="de-DE")
    assert {mishap.kind for mishap in GERMAN} == set(MishapKind)
    messages = [message_section(phrase) for phrase in mishap_phrases(GERMAN)]
    assert page.evaluate(SAY, messages) == list(GERMAN.values())


GAMES = {"cups": Setting(7, cups=4), "coin-duel": Setting(7, cups=8, sps=80, game="coin-duel 8 stage 3")}
WORDS = {"en-GB": {"sure", "likely", "asks"}, "de-DE": {"sicher", "wahrscheinlich", "fragt"}}


@pytest.mark.parametrize("locale", WORDS)
@pytest.mark.parametrize("game", GAMES)
def test_players_of_two_sides_are_told_a_word(sit: Sit, visit: Visit, game: str, locale: str) -> None:
    table = sit(GAMES[game], TWO_PERSONS)
    page = visit(table.address, locale=locale)
    page.wait_for_selector("body[data-seated]")
    hand = Mouse(page)
    said: set[str] = set()
    for place in ("south-1", "south-2"):
        before = table.truth[place]
        hand.drag("south-stock", place)
        wait_until(lambda p=place, b=before: table.truth[p] == b + 1, lambda: str(table.truth))
        comes_true(page, "document.querySelector('#sureness').innerText !== ''")
        said.add(page.inner_text("#sureness"))
        assert certainty_told(page) == []
    # A wrong bean, and a question or what must be put right.
    hand.drag("south-stock", "north-1")
    wait_until(lambda: table.truth["north-1"] == 1, lambda: str(table.truth))
    page.wait_for_timeout(800)
    assert certainty_told(page) == []
    assert said <= WORDS[locale]
    assert page.evaluate("document.querySelector('#makers').open") is False


def test_who_opens_the_fold_for_makers_finds_the_number_there(sit: Sit, visit: Visit) -> None:
    page = visit(sit(GAMES["cups"], {Side.SOUTH: PERSON, Side.NORTH: "1"}).address)
    page.wait_for_selector("body[data-seated]")
    page.click("#makers > summary")
    page.click(".details > summary")
    wait_until(lambda: CERTAINTY.search(page.inner_text(".belief")), lambda: page.inner_text("#makers"))
    assert certainty_told(page) == []
