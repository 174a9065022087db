"""A record of a game: what is written is read for ever, and any other text is refused with one line."""

import random
import tracemalloc
from collections import Counter
from dataclasses import dataclass, field
from textwrap import indent

import pytest
from cups_play import histories, played
from cupsboard.rules import record
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Mark
from cupsboard.rules.history import History, Moved, Passed, StockCorrected, TableCorrected
from cupsboard.rules.places import Side, cup, pot
from cupsboard.rules.record import (
    MOST_CORRECTIONS,
    NameRefused,
    Record,
    RecordError,
    format_record,
    is_person,
    parse_record,
    require_players,
)
from cupsboard.rules.record_entries import entry_from_text, entry_text
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
        ("Game: cups 2 stock 2", "Game: cups 2 stock", r"as in 'cups 4', .* as in 'cups 4 stock 12'"),
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


SIGNS = st.sampled_from(
    [
        *" \t\n\r\x0b\x0c\x85\u2028\u00a0\u200b\ufeff\0\ud80001-:٣",
        *("", "\\t", "9" * 100, "9" * 5000, "x" * 1000, "= ", "2. "),
        *("south", "north", "pass", "stock", "drop", "sow", "open"),
        *("Option: a = b", "Result: ", "cups 12 stock 9999"),
    ]
)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A record that somebody has edited with little care."""
    text = format_record(Record.of(draw(histories((2, 3)))))
    for _ in range(draw(st.integers(0, 4))):
        where = draw(st.integers(0, len(text)))
        length = draw(st.sampled_from([0, 0, 1, 3, 20]))
        text = text[:where] + draw(SIGNS) + text[where + length :]
    return text


@given(texts() | st.text(max_size=100))
def test_any_text_is_a_record_or_refused_in_one_short_line(text: str) -> None:
    try:
        record = parse_record(text, Cups.named)
    except RecordError as fault:
        said = str(fault)
    else:
        assert parse_record(format_record(record), Cups.named) == record
        return
    assert len(said.splitlines()) == 1
    assert len(said) <= 400


@given(histories(), st.sampled_from(["\n", "\r\n", "\r"]), st.text(" \t", max_size=3), st.integers(1, 3))
def test_line_ends_blank_lines_and_blanks_at_a_line_s_end_do_not_matter(
    history: History[Position], end: str, blanks: str, lines: int
) -> None:
    record = Record.of(history)
    text = format_record(record).replace("\n", (blanks + end) * lines)
    assert parse_record(text, Cups.named) == record


@dataclass(frozen=True)
class CountingCups(Cups):
    """Cups that counts how often something is entered."""

    entered: Counter[str] = field(default_factory=Counter, compare=False)

    def set_stock(self, position: Position, side: Side, count: int) -> Position:
        self.entered["stock"] += 1
        return super().set_stock(position, side, count)


def corrections(number: int) -> str:
    """A record of so many legal entries that lead nowhere."""
    entries = "".join(f"{each}. south stock {each % 3}\n" for each in range(1, number + 1))
    return f"Game: cups 4\nSouth: ?\nNorth: ?\nDate: ?\nStarter: open\n{entries}Result: unfinished\n"


@pytest.mark.parametrize("number", [400, 800])
def test_a_record_is_played_once_while_it_is_read(number: int) -> None:
    game = CountingCups(4)
    record = parse_record(corrections(number), lambda _: game)
    assert record.result == "unfinished"
    assert len(record.history().steps) == game.entered["stock"] == number


def bytes_of_an_entry(history: History[Position]) -> int:
    """The memory that is taken to enter one more, for a while or for good."""
    tracemalloc.start()
    history.enter(StockCorrected(Side.SOUTH, 1))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def test_an_entry_costs_the_same_however_long_the_game_is() -> None:
    start = History(Cups(4), None)
    short, long = (start.enter_all([StockCorrected(Side.SOUTH, 1)] * number) for number in (10, 10_000))
    bytes_of_an_entry(short)
    assert bytes_of_an_entry(long) <= 1.2 * bytes_of_an_entry(short)


def test_more_entries_than_any_game_has_are_refused_with_the_limit() -> None:
    most = 4 * Cups(4).most_moves + MOST_CORRECTIONS
    assert most == 1640
    assert len(parse_record(corrections(most), Cups.named).entries) == most
    with pytest.raises(RecordError, match=r"line 1646, .*: a record of cups 4 has at most 1,640 entries"):
        parse_record(corrections(most + 1), Cups.named)
    with pytest.raises(RulesError, match="at most 1,640 entries"):
        Record(Cups(4), None, (StockCorrected(Side.SOUTH, 1),) * (most + 1))


@pytest.mark.parametrize(("cups", "stock"), [(2, None), (2, 2000), (12, None)])
def test_the_longest_games_are_no_longer_than_a_record_may_be(cups: int, stock: int | None) -> None:
    history = played(Cups(cups, stock), random.Random(cups), 1_000_000)
    assert history.is_over
    assert parse_record(format_record(Record.of(history)), Cups.named).history() == history


def test_a_game_that_was_played_already_must_be_that_of_the_entries() -> None:
    history = History(Cups(4), None).play(Side.SOUTH, "drop 1")
    assert Record(Cups(4), None, history.entries, played=history) == Record.of(history)
    with pytest.raises(RulesError, match="played: is not the game of these entries"):
        Record(Cups(4), None, (Moved(Side.SOUTH, "drop 2"),), played=history)


def test_what_was_taken_back_is_no_part_of_a_record() -> None:
    history = History(Cups(4), None).play(Side.SOUTH, "drop 1").play(Side.NORTH, "drop 1")
    assert Record.of(history.undo()).history() == History(Cups(4), None).play(Side.SOUTH, "drop 1")


def test_a_single_entry_is_written_and_read_by_itself() -> None:
    for text in ("south drop 3", "north pass", "north stock 12"):
        assert entry_text(entry_from_text(text, tuple(Side))) == text
    assert entry_from_text("north stock 12", tuple(Side)) == StockCorrected(Side.NORTH, 12)
    for wrong in ("", "drop 3", "south", "west drop 3", "1. south drop 3", "south stock 012"):
        with pytest.raises(RulesError, match=f"'{wrong}' is no entry|'stock 012' is no correction"):
            entry_from_text(wrong, tuple(Side))


def test_a_complaint_quotes_eighty_characters_of_a_line_and_names_all_that_is_wrong() -> None:
    """Longer lines lose their middle; what is said of them does not."""

    def refused(line: str) -> str:
        with pytest.raises(RecordError) as fault:
            parse_record(f"Game: cups 2\nSouth: ?\nNorth: ?\nDate: ?\nStarter: open\n{line}\n", Cups.named)
        return str(fault.value)

    assert f"'{'x' * 80}'" in refused("x" * 80)
    assert f"'{'x' * 40} ... {'x' * 40}'" in refused("x" * 81)
    name = "n" * 180
    assert f"gives '{name}' already; remove one of them" in refused(f"Option: {name} = a\nOption: {name} = b")


@pytest.mark.parametrize("name", ["?", "level 4", "Level 9", "greedy (simulated)", "Level 2 (Simulated)"])
def test_a_program_is_no_person_and_no_person_is_called_like_one(name: str) -> None:
    assert not is_person(name)
    assert is_person(f"Anna {name}, too")
    with pytest.raises(NameRefused):
        require_players("", name)
