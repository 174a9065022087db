"""Messages become sentences that name places, sides and beans."""

import re

import pytest
from cupsboard.recognition.accounts import Account, AccountKind, Mishap, MishapKind
from cupsboard.referee.states import Goal, Refusal
from cupsboard.rules.places import Place, Side
from cupsboard.scales.cell_faults import CellFault
from cupsboard.signs import phrases
from cupsboard.signs.scene import Message
from cupsboard.signs.sentences import ENGLISH, read_language, say, say_all

GERMAN = read_language("de")

CUP, POT = Place("south-2"), Place("south-pot")


def test_places_sides_and_beans_are_named_in_words() -> None:
    message = Message("take-out", {"place": "north-3", "beans": 1})
    assert say(message) == "Take 1 bean out of North's cup 3."
    assert say(Message("put-in", {"place": "south-pot", "beans": 4})) == "Put 4 beans into South's pot."
    assert say(Message("your-turn", {"side": "south", "stock": 38})) == "South's turn; 38 in stock."


def test_what_is_found_wrong_is_said_mishap_by_mishap() -> None:
    stray = Mishap(MishapKind.MISPLACED, (POT, CUP), 1)
    lost = Mishap(MishapKind.MISSING, (Place("north-10"),), 2)
    assert say(Message("wrong", {"what": phrases.mishap_phrases([stray, lost])})) == (
        "No move leads here: 1 bean of South's pot in South's cup 2, 2 beans missing from North's cup 10."
    )


@pytest.mark.parametrize(
    ("mishap", "words"),
    [
        (Mishap(MishapKind.TOO_MANY, (CUP,), 1), "1 bean too many in South's cup 2"),
        (Mishap(MishapKind.TOO_MANY, (CUP,), 2), "2 beans too many in South's cup 2"),
        (Mishap(MishapKind.MISSING, (CUP,), 1), "1 bean missing from South's cup 2"),
        (Mishap(MishapKind.MISSING, (CUP,), 3), "3 beans missing from South's cup 2"),
        (Mishap(MishapKind.MISPLACED, (CUP, POT), 1), "1 bean of South's cup 2 in South's pot"),
        (Mishap(MishapKind.MISPLACED, (CUP, POT), 2), "2 beans of South's cup 2 in South's pot"),
        (Mishap(MishapKind.EXCHANGED, (CUP, POT)), "South's cup 2 and South's pot exchanged"),
        (Mishap(MishapKind.NOT_A_PIECE, (CUP,)), "something that is no bean on South's cup 2"),
        (Mishap(MishapKind.SWAPPED, (CUP,), 1), "at least 1 bean swapped in South's cup 2"),
        (Mishap(MishapKind.SWAPPED_IN_SIGHT, (CUP,), 4), "at least 4 beans swapped in South's cup 2"),
    ],
)
def test_a_mishap_is_said_with_its_places_and_its_number(mishap: Mishap, words: str) -> None:
    assert say_all(phrases.mishap_phrases([mishap])) == words


@pytest.mark.parametrize(
    ("account", "words"),
    [
        (Account(AccountKind.NOTHING_MOVED), "nothing moved"),
        (Account(AccountKind.UNDER_WAY, ("drop 2",)), "drop 2 under way"),
        (Account(AccountKind.DONE, ("drop 2",)), "drop 2"),
        (Account(AccountKind.DONE, ("drop 2", "sow 1")), "drop 2, then sow 1"),
        (Account(AccountKind.ON_THE_WAY), "not yet all as it should be"),
        (Account(AccountKind.AS_WANTED), "all as it should be"),
        (Account(AccountKind.NOT_LEGAL), "a table that no move makes"),
    ],
)
def test_what_happened_is_said_by_its_moves(account: Account, words: str) -> None:
    assert say_all(phrases.account_phrases(account)) == words


def test_every_kind_has_words() -> None:
    for kind in MishapKind:
        assert say_all(phrases.mishap_phrases([Mishap(kind, (CUP, POT), 2)]))
    for fault in CellFault:
        assert say_all(phrases.fault_phrases(fault))
    for message in (*map(phrases.refusal_message, Refusal), *map(phrases.goal_message, Goal)):
        assert say(message)


COUNTS = "count|weighed|kept|thrown|portions|missing|more|cups|days|points|beans"
PLURALS = {
    "en": re.compile(rf"\{{({COUNTS})\}} (more )?(?!less|is|was|as)[a-z]+s\b"),
    "de": re.compile(rf"\{{({COUNTS})\}} [A-ZÄÖÜ][a-zäöüß]+(en|te)\b"),
    "fr": re.compile(rf"\{{({COUNTS})\}} (?!fois|pas|dans|hors)[a-zà-ÿ]+[sx]\b"),
}
JUDGED = ("scope-judged", "report.cases", "diagnosis.garbled", "diagnosis.restarts")
NEVER_ONE = ("king.won", "king.events.won", *JUDGED)
"""Nobody wins a table with one cup, a judgement needs more than one bean or case, and one start is usual."""


@pytest.mark.parametrize("code", PLURALS)
def test_a_number_that_may_be_one_stands_before_no_plural(code: str) -> None:
    language = read_language(code)
    plural = PLURALS[language.code]
    assert {k: v for k, v in language.sentences.items() if plural.search(v) and k not in NEVER_ONE} == {}


def test_what_is_counted_agrees_with_its_number() -> None:
    for points, said in ((1, "1 point"), (2, "2 points")):
        assert (
            say(Message("laps.hints.gains", {"points": points})) == f"It brings {said} into the pot at once."
        )
    assert say(Message("laps.hints.gains", {"points": 1}), GERMAN).startswith("Das bringt sofort 1 Punkt in")
    belongs = Message("corrections.belong", {"place": CUP, "beans": 1})
    assert say(belongs) == "1 bean in South's cup 2"
    assert say(belongs, GERMAN) == "1 Bohne in: Becher 2 von Süd"


@pytest.mark.parametrize(
    ("notation", "words"),
    [
        ("drop 3", "drop 3"),
        ("pass", "pass"),
        ("reserve 2", "2 from stock"),
        ("reserve nickel quarter", "from stock: nickel, quarter"),
        ("board 5", "sow cup 5"),
        ("board 2 back quarter; on quarter quarter dime", "cup 2 back: quarter; on: 2 × quarter, dime"),
        ("reserve quarter; on dime", "from stock: quarter; on: dime"),
    ],
)
def test_a_move_is_told_in_words(notation: str, words: str) -> None:
    assert ENGLISH.moves["move"](notation) == words
    assert ENGLISH.moves["advised"](notation) == words


def test_advice_to_sow_names_the_cup() -> None:
    assert ENGLISH.moves["advised"]("sow 3") == "sow cup 3"


def test_a_hint_of_coin_duel_reads_like_those_of_other_games() -> None:
    hint = Message("laps.hints.play", {"side": Side.SOUTH.value, "move": "reserve 2"})
    assert say(hint) == "Hint for South: 2 from stock."
    instead = Message("laps.hints.instead", {"move": "board 5", "points": 2})
    assert say(instead) == "Not sow cup 5: that would lose about 2 points in the end."


@pytest.mark.parametrize(("code", "written"), [("en", "1.2 A"), ("de", "1,2 A"), ("fr", "1,2\u00a0A")])
def test_a_measured_number_is_written_as_its_language_writes_it(code: str, written: str) -> None:
    assert written in say(Message("lights-all", {"amperes": "1.2"}), read_language(code))
    assert "1.2.3" in say(Message("looks.percent", {"percent": "1.2.3"}), read_language(code))
