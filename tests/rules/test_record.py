import random
from textwrap import indent

import pytest
from cups_play import histories, played
from cupsboard.rules import record
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Mark
from cupsboard.rules.history import History, Moved, Passed, StockCorrected, TableCorrected
from cupsboard.rules.places import Side, cup, pot
from cupsboard.rules.record import Record, RecordError, format_record, parse_record
from hypothesis import given
from hypothesis import strategies as st

SOUTH, NORTH = Side.SOUTH, Side.NORTH

TEXT = """\
Game: cups 2 stock 2
South: Anna
North: Ben O'Neill
Date: 2025-03-09
Starter: open
Option: end by stillness = off

1. south drop 1
2. north drop 2
3. south drop 1
4. south stock 1
5. north pass
6. south drop 1
7. north pass
8. south sow 1
9. north pass
10. south sow 2

Result: south 3, north 1: south wins
"""

RECORD = Record(
    Cups(2, 2),
    None,
    (
        Moved(SOUTH, "drop 1"),
        Moved(NORTH, "drop 2"),
        Moved(SOUTH, "drop 1"),
        StockCorrected(SOUTH, 1),
        Passed(NORTH),
        Moved(SOUTH, "drop 1"),
        Passed(NORTH),
        Moved(SOUTH, "sow 1"),
        Passed(NORTH),
        Moved(SOUTH, "sow 2"),
    ),
    ("Anna", "Ben O'Neill"),
    "2025-03-09",
    (("end by stillness", "off"),),
)


def reading(text: str) -> Record[Position]:
    return parse_record(text, Cups.named)


CORRECTED = """\
Game: cups 4
South: ?
North: ?
Date: ?
Starter: south

1. south drop 3
2. north table south-3 -1, north-pot +2
3. north drop 1

Result: unfinished
"""


def test_a_correction_of_the_table_stands_there_with_its_places() -> None:
    record = reading(CORRECTED)
    changes = (Mark(cup(SOUTH, 3), -1), Mark(pot(NORTH), 2))
    assert record.entries[1] == TableCorrected(NORTH, changes)
    assert format_record(record) == CORRECTED
    position = record.history().position
    assert record.game.format_position(position) == "1 1 0 0 pot 0 stock 37 / 1 0 0 0 pot 2 stock 39 / south"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("table", "'' is no correction of the table"),
        ("table south-3", "'south-3' is no correction of the table; write 'table PLACE +N'"),
        ("table south-3 1", "'south-3 1' is no correction"),
        ("table south-3 -0", "'south-3 -0' is no correction"),
        ("table south-3 -1,north-1 +1", "is no correction of the table"),
        ("table south-3 -1, south-3 +1", "corrects a place twice; name each place once"),
        ("table south-3 -2", "south-3 -2: it would hold -1 beans"),
        ("table south-9 +1", "south-9: cups 4 has no such place"),
        ("table south-3 +1 gold", "south-3 +1 gold: cups 4 has beans only; name no kind"),
    ],
)
def test_a_correction_of_the_table_that_cannot_be_is_refused_with_its_line(said: str, why: str) -> None:
    with pytest.raises(RecordError, match="line 8") as fault:
        reading(CORRECTED.replace("table south-3 -1, north-pot +2", said))
    assert why in str(fault.value)


def test_a_record_reads_as_it_is_written() -> None:
    assert format_record(RECORD) == TEXT
    assert reading(TEXT) == RECORD


def test_the_documented_record_is_a_real_one() -> None:
    assert indent(TEXT, "    ") in (record.__doc__ or "")


def test_blank_lines_and_windows_line_ends_do_not_matter() -> None:
    text = format_record(RECORD)
    assert reading(text.replace("\n\n", "\n")) == RECORD
    assert reading(text.replace("\n", "\r\n")) == RECORD


def test_the_game_goes_on_where_the_record_ends() -> None:
    history = History(Cups(4), NORTH).play(NORTH, "drop 2")
    resumed = reading(format_record(Record(history.game, history.starter, history.entries)))
    assert resumed.history() == history
    assert resumed.result == "unfinished"


def test_the_result_names_the_score_and_who_won() -> None:
    history = played(Cups(4), random.Random(3), 1000)
    score = history.game.score(history.position)
    winner = history.game.winner(history.position)
    said = "tie" if winner is None else f"{winner.value} wins"
    result = Record(history.game, history.starter, history.entries).result
    assert result == f"south {score[SOUTH]}, north {score[NORTH]}: {said}"


names = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=12)
options = st.lists(st.tuples(names, names), max_size=3, unique_by=lambda option: option[0].replace("=", "-"))
dates = st.dates().map(str) | st.datetimes().map(lambda when: when.isoformat()[:16]) | st.just("?")


@given(histories(), names, names, dates, options)
def test_every_record_reads_back(
    history: History[Position], south: str, north: str, date: str, options: list[tuple[str, str]]
) -> None:
    plain = tuple((name.replace("=", "-"), value) for name, value in options)
    kept = Record(history.game, history.starter, history.entries, (south, north), date, plain)
    assert reading(format_record(kept)) == kept
    assert reading(format_record(kept)).history().position == history.position


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Game: cups 2 stock 2", "Game: chess", r"line 1, 'Game: chess': 'chess' is not a game"),
        ("Game: ", "", r"line 1, .*: a line 'Game: ...' must stand here"),
        ("South: Anna\n", "", r"line 2, .*: a line 'South: ...' must stand here"),
        ("Game: cups 2 stock 2", "Game: cups 2 stock", r"as in 'cups 4', and .* as in 'cups 4 stock 12'"),
        (" Anna", "  Anna", r"line 2, 'South:  Anna': write printable text without spaces at its ends"),
        (" Anna", "", r"line 2, 'South:': write printable text"),
        (" Anna", "Anna", r"line 2, 'South:Anna': a space must follow the colon; write 'South: Anna'"),
        (
            "Anna",
            "A" * 81,
            r"line 2, 'South: A+ ... A+': a name of 81 characters, and at most 80 are allowed",
        ),
        ("North", "South", r"line 3, .*: line 2 gives South already; remove one of them"),
        ("open\n", "open\nStarter: south\n", r"line 6, .*: line 5 gives Starter already; remove one of them"),
        ("1. south drop 1\n", "1. south drop 1\nDate: ?\n", r"line 9, .*: line 4 gives Date already"),
        ("2025-03-09", "9 March", r"line 4, 'Date: 9 March': write a day as YYYY-MM-DD"),
        ("2025-03-09", "2025-02-30", r"line 4, 'Date: 2025-02-30': write a day as"),
        ("2025-03-09", "2025-W10-7", r"line 4, 'Date: 2025-W10-7': write a day as"),
        ("open", "west", r"line 5, 'Starter: west': write 'south', 'north' or 'open'"),
        ("open", "north", r"line 8, '1. south drop 1': it is north's turn"),
        (" = off", "", r"line 6, 'Option: end by stillness': write 'name = value'"),
        (
            "off\n",
            "off\nOption: end by stillness = on\n",
            r"line 7, .*: line 6 gives 'end by stillness' already",
        ),
        (
            "1. south drop 1",
            "1. south drop\u00a01",
            r"line 8, .*: column 14 holds no-break space \(U\+00A0\)",
        ),
        ("1. south", "1.\tsouth", r"line 8, .*: column 3 holds a tab \(U\+0009\); write a plain space"),
        ("2. north drop 2", "2. north drop 2\x0b", r"line 9, .*: column 16 holds a sign .* \(U\+000B\)"),
        ("2. north drop 2", "2. north drop 2\u2028", r"line 9, .*: column 16 holds line separator"),
        ("2. north drop 2", "2. north drop 2\x85", r"line 9, .*: column 16 holds .* \(U\+0085\)"),
        ("2. north drop 2", "2. north drop 02", r"line 9, .*: write 'drop 2'|'drop 02' is not a move: write"),
        ("2. north drop 2", "2. north drop -2", r"line 9, .*2': a drop takes 1 bean or more; drop 1 to 2"),
        ("8. south sow 1", "8. south sow 10000", r"line 15, .*: there is no cup 10000; the cups are 1 to 2"),
        ("8. south sow 1", "8. south sow 2", r"line 15, .*: south-2 holds 0, .* exactly 1 bean; choose"),
        ("2. north drop 2", "2. north drop 3", r"line 9, .*: north has 2 cups .*; drop 1 to 2"),
        ("3. south drop 1", "3. south drop 2", r"line 10, .*: south-stock holds 1; drop 1"),
        (
            "1. south drop 1",
            "south drop 1",
            r"line 8, .*: not an entry; write '1. PLAYER MOVE', with south or north for PLAYER",
        ),
        ("1. south drop 1", "1. west drop 1", r"line 8, .*: not an entry; write '1. PLAYER MOVE'"),
        ("1. south drop 1", "1. south chance 3", r"line 8, .*: cups 2 stock 2 leaves nothing to chance"),
        ("2. north", "3. north", r"line 9, .*: numbered 3, but the entry before is 1; number it 2"),
        ("north drop 2", "north leap 2", r"line 9, .*: 'leap 2' is not a move"),
        ("5. north pass\n", "", r"line 12, .*: numbered 6, but the entry before is 4"),
        ("5. north pass", "5. south pass", r"line 12, .*: it is north who must pass"),
        ("2. north drop 2", "2. north pass", r"line 9, .*: pass: north can move, and passes are forced only"),
        ("stock 1", "stock 5", r"line 11, .*: a stock can be corrected to 0 to 4 beans"),
        ("stock 1", "stock 01", r"line 11, .*: 'stock 01' is no correction; write 'stock S'"),
        ("stock 1", "stock one", r"line 11, .*: 'stock one' is no correction; write 'stock S'"),
        ("stock 1", "stock -1", r"line 11, .*: a stock can be corrected to 0 to 4 beans"),
        ("south wins", "tie", r"line 19, .*: the entries above give 'south 3, north 1: south wins'"),
    ],
)
def test_a_broken_record_is_refused_with_its_line(old: str, new: str, said: str) -> None:
    text = format_record(RECORD)
    assert text.count(old) == 1
    with pytest.raises(RecordError, match=said):
        reading(text.replace(old, new))


def test_a_torn_record_is_refused_wherever_it_ends() -> None:
    lines = format_record(RECORD).splitlines()
    for kept in range(len(lines)):
        with pytest.raises(RecordError, match=r"the text ends, but .* must follow"):
            reading("\n".join(lines[:kept]))


def test_an_empty_text_is_refused_with_what_it_must_begin_with() -> None:
    with pytest.raises(
        RecordError, match=r"^after line 0: the text ends, but a line 'Game: ...' must follow"
    ):
        reading("\n")


def test_nothing_follows_the_result() -> None:
    with pytest.raises(RecordError, match=r"line 20, 'P.S.': nothing may follow"):
        reading(format_record(RECORD) + "P.S.\n")


@pytest.mark.parametrize(
    "wrong",
    [
        {"names": ("", "?")},
        {"names": ("?", "Ben\nResult: tie")},
        {"names": ("?", "Ben\u2028")},
        {"names": ("Anna",)},
        {"names": ("Anna", "Ben", "Clara")},
        {"date": "today"},
        {"options": (("a=b", "c"),)},
        {"options": (("a", " b"),)},
        {"options": (("a", "b"), ("a", "c"))},
        {"names": ("A" * 81, "?")},
        {"entries": (Moved(SOUTH, "sow 1"),)},
    ],
)
def test_what_could_not_be_read_back_is_no_record(wrong: dict) -> None:
    with pytest.raises(RulesError):
        Record(**{"game": Cups(4), "starter": None, "entries": (), **wrong})


@given(st.text(max_size=200))
def test_any_text_is_a_record_or_refused_as_one(text: str) -> None:
    with pytest.raises(RecordError):
        reading(text)
