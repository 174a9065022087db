"""What the program writes it reads, however long a game gets and wherever the power goes."""

import random
import zlib
from contextlib import suppress
from itertools import combinations, count
from random import Random

import pytest
from cupsboard.core.heart import Decided
from cupsboard.loop import Moment
from cupsboard.ports import StoreError
from cupsboard.referee.events import (
    Ending,
    Event,
    GameArranged,
    GameClosed,
    GameOver,
    GameStarted,
    LapSeen,
    Passed,
    Redone,
    TurnEnded,
    Undone,
    WentBack,
)
from cupsboard.rules.coin_duel.rules import CoinDuel
from cupsboard.rules.coin_duel.rules import Position as CoinPosition
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.cups.rules import Position
from cupsboard.rules.game import Standing
from cupsboard.rules.history import History, HistoryOf
from cupsboard.rules.places import HAND, Side
from cupsboard.rules.turns import counts_after
from cupsboard.signs.scene import Message, Scene
from cupsboard.storage import journal
from cupsboard.storage.games import MOST_FOUND_AGAIN, JournalWriter, KeptGames, journal_name
from cupsboard.storage.journal import JournalError
from cupsboard.storage.spool import WriteRefused
from cupsim.runs.memory_store import Memory
from hypothesis import given
from hypothesis import strategies as st
from studies.disks.journals import GAME, WRITES, fault_after, opened, played

SOUTH, NORTH = Side.SOUTH, Side.NORTH


@given(seed=st.integers(0, 10_000))
def test_a_journal_gives_the_game_back_with_what_can_still_be_redone(seed: int) -> None:
    store = Memory()
    stages = played(store, seed)
    kept = opened(store).playing()
    assert kept is not None
    assert kept.is_set_up
    assert kept.history == stages[-1]


@given(
    seed=st.integers(0, 10_000), cut=st.integers(0, WRITES), share=st.floats(0, 1), is_cut_twice=st.booleans()
)
def test_after_a_power_cut_in_any_write_the_game_is_that_before_or_after_it(
    seed: int, cut: int, share: float, is_cut_twice: bool
) -> None:
    assert fault_after(seed, cut, share, is_cut_twice=is_cut_twice) is None


def test_a_torn_last_line_is_left_out_and_cut_off() -> None:
    store = Memory()
    played(store, seed=1)
    whole = store.read("game-0001.journal")
    assert whole is not None
    store.append("game-0001.journal", b"0badc0de south dr")
    kept = opened(store).playing()
    assert kept is not None
    assert store.read("game-0001.journal") == whole
    assert kept.left_out_bytes == len(b"0badc0de south dr")
    store.append("game-0001.journal", b"\0" * 40 + b"\n")
    again = opened(store).playing()
    assert again is not None
    assert again.history == kept.history
    assert store.read("game-0001.journal") == whole


def written(*events: Event) -> bytes:
    """A journal with these events, which south begins."""
    content = journal.beginning(History(GAME, SOUTH), "today")
    added, _ = journal.lines(events, journal.read(content).end)
    return content + added


def finished_game() -> tuple[History[Position], list[Event]]:
    """A game to its end, and the events that tell of it."""
    history, told = History(GAME, None), list[Event]()
    rng = random.Random(1)
    while not history.is_over:
        side = rng.choice(GAME.movers(history.position))
        plan = rng.choice(GAME.plans(history.position, side))
        history = history.play(side, plan.label)
        told.append(TurnEnded(side, plan.label, Ending.PRESSED))
        while GAME.standing(history.position) is Standing.PASS:
            history = history.pass_turn()
            told.append(Passed(GAME.movers(history.position)[0].other))
    return history, told


def at(time: float, *events: Event) -> Moment:
    return Moment(time, None, (), Decided(events, Scene((), None, Message("x")), None))


def test_a_result_counts_as_seen_after_ten_seconds_of_light() -> None:
    games = opened(Memory())
    games.begin(GAME, None)
    history, told = finished_game()
    writer = JournalWriter(games, GAME, None)
    writer(at(5.0, *told, GameOver(None, {})))
    for time, is_shown in ((5.1, False), (14.9, False), (15.0, True)):
        writer(at(time))
        assert games.journal(1).is_result_shown is is_shown
    assert games.journal(1).history == history
    assert (games.spool.read("game-0001.journal") or b"").endswith(b" result shown\n")


def test_a_result_that_was_taken_back_is_not_seen() -> None:
    games = opened(Memory())
    games.begin(GAME, None)
    _, told = finished_game()
    writer = JournalWriter(games, GAME, None)
    writer(at(5.0, *told, GameOver(None, {})))
    writer(at(8.0, Undone()))
    writer(at(30.0))
    assert not games.journal(1).is_result_shown
    writer(at(31.0, Redone(), GameOver(None, {})))
    writer(at(41.0))
    writer(at(42.0, Undone()))
    assert not games.journal(1).is_result_shown


def test_damage_in_the_middle_is_refused_with_its_line() -> None:
    content = written(GameStarted(SOUTH), TurnEnded(SOUTH, "drop 1", Ending.PRESSED))
    with pytest.raises(JournalError, match=r"line 2: its check sum is wrong.* use a copy of it"):
        journal.read(content.replace(b"set up", b"set uq"))


@pytest.mark.parametrize("good_lines", [1, 2, 3])
def test_a_damaged_check_with_good_lines_after_it_is_damage_and_no_torn_end(good_lines: int) -> None:
    content = written(*(TurnEnded(SOUTH, "drop 1", Ending.PRESSED), Undone()) * 2)
    lines = content.splitlines(keepends=True)
    damaged = len(lines) - 1 - good_lines
    lines[damaged] = b"0badc0de" + lines[damaged][8:]
    with pytest.raises(
        JournalError, match=f"line {damaged + 1}: its check sum is wrong, and good lines follow"
    ):
        journal.read(b"".join(lines))


def test_moves_that_both_boards_took_back_are_gone() -> None:
    moves = [TurnEnded(side, "drop 1", Ending.FAR) for side in (SOUTH, NORTH)]
    history = journal.read(written(GameStarted(SOUTH), *moves, WentBack(1))).history
    assert history.entries == History(GAME, SOUTH).play(SOUTH, "drop 1").entries
    assert not history.can_redo


def test_a_move_that_is_not_legal_is_refused_with_its_line() -> None:
    content = written(TurnEnded(NORTH, "drop 1", Ending.PRESSED))
    with pytest.raises(JournalError, match=r"line 2, 'north drop 1': .*south's turn"):
        journal.read(content)


def read_or_refused(lines: list[bytes]) -> History[Position] | None:
    try:
        return journal.read(b"".join(lines)).history
    except JournalError:
        return None


@pytest.mark.long("every pair of lines of every journal")
@given(seed=st.integers(0, 10_000))
def test_lines_that_go_double_or_change_places_never_give_another_game(seed: int) -> None:
    store = Memory()
    stages = played(store, seed)
    lines = (store.read("game-0001.journal") or b"").splitlines(keepends=True)
    earlier = [journal.read(b"".join(lines[:end])).history for end in range(1, len(lines) + 1)]
    assert earlier[-1] == stages[-1]
    removed = [lines[:at] + lines[at + 1 :] for at in range(len(lines))]
    doubled = [
        [*lines[:to], lines[at], *lines[to:]] for at in range(len(lines)) for to in range(1, len(lines) + 1)
    ]
    swapped = []
    for one, other in combinations(range(len(lines)), 2):
        swapped.append(list(lines))
        swapped[-1][one], swapped[-1][other] = lines[other], lines[one]
    for damaged in (*removed, *doubled, *swapped):
        if damaged != lines:
            assert read_or_refused(damaged) in (None, *earlier[-3:])


def test_a_flipped_bit_gives_the_game_up_to_there_and_is_noticed() -> None:
    store = Memory()
    played(store, seed=2, steps=8)
    content = store.read("game-0001.journal") or b""
    lines = content.splitlines(keepends=True)
    earlier = [journal.read(b"".join(lines[:end])).history for end in range(1, len(lines) + 1)]
    accepted = 0
    for bit in range(8 * len(content)):
        flipped = bytearray(content)
        flipped[bit // 8] ^= 1 << bit % 8
        try:
            found = journal.read(bytes(flipped))
        except JournalError:
            continue
        accepted += 1
        assert found.left_out_bytes >= len(lines[-1])
        assert found.history in earlier[-3:-1]
    assert accepted >= 8 * len(lines[-1])


def test_a_journal_of_another_version_is_refused_with_its_number_and_the_next_step() -> None:
    text = written().splitlines()[0][9:].replace(b'"version": 2', b'"version": 1')
    with pytest.raises(JournalError, match="line 1: version 1 is not 2; use the release it is of"):
        journal.read(b"%08x %s\n" % (zlib.crc32(text), text))


def test_a_header_that_is_nested_without_end_is_refused() -> None:
    text = b"[" * 100_000
    with pytest.raises(JournalError, match="line 1: this is no cupsboard-journal"):
        journal.read(b"%08x %s\n" % (zlib.crc32(text), text))


def test_a_journal_of_another_format_is_refused() -> None:
    text = written().splitlines()[0][9:].replace(b"cupsboard-journal", b"cupsboard-diary")
    with pytest.raises(JournalError, match="line 1: this is no cupsboard-journal"):
        journal.read(b"%08x %s\n" % (zlib.crc32(text), text))


@pytest.mark.parametrize("index", ['"playing": -1', '"playing": 1, "adjourned": [2, 0]'])
def test_numbers_that_no_game_can_have_are_refused_by_name(index: str) -> None:
    store = Memory()
    store.replace(
        "games.json", f'{{"format": "cupsboard-games", "version": 1, "games": {{{index}}}}}'.encode()
    )
    name = "adjourned.1.: 0 is below 1" if "adjourned" in index else "playing: -1 is below 0"
    with pytest.raises(JournalError, match=rf"games\.json: games\.{name}"):
        opened(store)


@pytest.mark.parametrize("content", [b"", b"\0" * 100, b"cups"])
def test_a_journal_without_a_beginning_is_refused(content: bytes) -> None:
    with pytest.raises(JournalError, match="line 1"):
        journal.read(content)


def test_an_unfinished_game_is_put_aside_for_another_and_taken_up_again() -> None:
    store = Memory()
    first = played(store, seed=3, steps=4)[-1]
    games = opened(store)
    games.begin(GAME, NORTH)
    assert (games.number, games.adjourned) == (2, (1,))
    games.add([GameStarted(NORTH), TurnEnded(NORTH, "drop 2", Ending.PRESSED)])
    games = opened(store)
    assert games.take_up(1).history == first
    assert (games.number, games.adjourned) == (1, (2,))
    playing = opened(store).playing()
    assert playing is not None
    assert playing.history == first


def test_a_game_nobody_moved_in_is_not_worth_putting_aside() -> None:
    games = opened(Memory())
    games.begin(GAME, None)
    games.begin(GAME, None)
    assert (games.number, games.adjourned) == (2, ())


def test_a_game_that_was_not_put_aside_cannot_be_taken_up() -> None:
    games = opened(Memory())
    games.begin(GAME, None)
    with pytest.raises(JournalError, match="game 7 was not put aside; those that were: none"):
        games.take_up(7)
    for _ in range(3):
        games.add([GameStarted(SOUTH), TurnEnded(SOUTH, "drop 1", Ending.PRESSED)])
        games.begin(GAME, None)
    with pytest.raises(JournalError, match="those that were: 1, 2, 3"):
        games.take_up(7)


def test_a_damaged_index_is_refused_and_no_journal_is_lost_by_removing_it() -> None:
    store = Memory()
    stages = played(store, seed=5, steps=6)
    store.replace("games.json", b"{")
    with pytest.raises(JournalError, match=r"games\.json: .* sets it aside"):
        opened(store)
    kept = store.read("game-0001.journal")
    fresh = Memory()
    assert kept is not None
    fresh.append("game-0001.journal", kept)
    games = opened(fresh)
    games.begin(GAME, None)
    assert games.number == 2
    assert journal.read(kept).history == stages[-1]


def test_a_damaged_index_is_made_anew_from_the_newest_journals_where_somebody_is_told() -> None:
    store, told = Memory(), list[Message]()
    for number in range(1, MOST_FOUND_AGAIN + 3):
        store.append(f"game-{number:04}.journal", written(TurnEnded(SOUTH, "drop 1", Ending.PRESSED)))
    store.replace("games.json", b"{")
    games = KeptGames(store, lambda: "today", told.append)
    assert games.adjourned == tuple(range(3, MOST_FOUND_AGAIN + 3))
    assert [message.key for message in told] == ["notes.set-aside"]


def test_a_game_whose_journal_is_missing_is_told_to_be_lost() -> None:
    store, told = Memory(), list[Message]()
    played(store, seed=5, steps=6)
    without = Memory()
    without.replace("games.json", store.read("games.json") or b"")
    assert KeptGames(without, lambda: "today", told.append).playing() is None
    assert [message.key for message in told] == ["notes.game-lost"]


def test_what_comes_before_a_new_game_in_one_moment_is_written_to_the_old_one() -> None:
    games = opened(Memory())
    games.begin(GAME, SOUTH)
    JournalWriter(games, GAME, SOUTH)(at(5.0, TurnEnded(SOUTH, "drop 1", Ending.PRESSED), GameClosed()))
    assert games.number == 2
    assert len(games.journal(1).history.entries) == 1
    assert not games.journal(2).history.entries


def test_what_comes_before_an_arrangement_in_one_moment_is_written_to_the_game_before_it() -> None:
    games = opened(Memory())
    games.begin(GAME, SOUTH)
    arranged = GameArranged("kalah 4")
    JournalWriter(games, GAME, SOUTH)(at(5.0, TurnEnded(SOUTH, "drop 1", Ending.PRESSED), arranged))
    assert games.number == 2
    assert len(games.journal(1).history.entries) == 1
    assert games.journal(2).history.game.name == arranged.game


class Unopened(Memory):
    """A store in which no journal can be opened for a while."""

    is_troubled = False

    def read(self, name: str) -> bytes | None:
        if self.is_troubled and name.endswith(".journal"):
            raise StoreError("too many open files")
        return super().read(name)


def test_a_game_that_cannot_be_read_just_now_is_put_aside_for_another_day() -> None:
    store = Unopened()
    played(store, seed=1, steps=6)
    games = opened(store)
    store.is_troubled = True
    with suppress(StoreError):
        games.begin(GAME, SOUTH)
    store.is_troubled = False
    assert opened(store).adjourned == (1,)


COINS = CoinDuel(Settings(6, 1, (), 20, None))
Game = HistoryOf[CoinPosition, Side]


def a_turn(history: Game, random: Random) -> tuple[Game, list[Event]]:
    """The game after a turn at random, and what the board tells of it: how far it had come at each rest."""
    position, turns = history.position, history.game.turns
    side = random.choice(history.game.movers(position))
    counts = {HAND: 0, **history.game.contents(position)}
    turn, acts, events = turns.begin(position, side), [], list[Event]()
    while True:
        choices = [*turns.acts(counts, turn)]
        if turns.ends(counts, turn) is not None and (not choices or random.random() < 0.4):
            label = turns.label(acts)
            return history.play(side, label), [*events, TurnEnded(side, label, Ending.PRESSED)]
        act, turn, _ = random.choice(choices)
        acts.append(act)
        counts = dict(counts_after(counts, [act]))
        if counts[HAND] == 0:
            events.append(LapSeen(side, tuple(acts), {}))


def kept(store: Memory, told: list[Message]) -> KeptGames:
    games = KeptGames(store, lambda: "2026-11-26T20:15", told.append)
    games.begin(COINS, None)
    return games


def play_on(games: KeptGames, history: Game, random: Random, turns: int) -> Game:
    for _ in range(turns):
        if history.game.standing(history.position) is not Standing.TO_MOVE:
            break
        history, events = a_turn(history, random)
        for event in events:
            games.add([event])
    return history


def content(store: Memory, number: int = 1) -> bytes:
    return store.read(journal_name(number)) or b""


@given(seed=st.integers(0, 10_000), turns=st.integers(0, 12), cut=st.integers(0, 4))
def test_a_condensed_journal_tells_the_same_game_in_fewer_lines(seed: int, turns: int, cut: int) -> None:
    store = Memory()
    play_on(kept(store, []), HistoryOf(COINS, None), Random(seed), turns)
    whole = b"".join(content(store).splitlines(keepends=True)[: -cut or None])
    if not whole:
        return
    condensed, end = journal.condensed(whole)
    before, after = journal.read(whole), journal.read(condensed)
    assert (after.history, after.lap, after.is_set_up) == (before.history, before.lap, before.is_set_up)
    assert after.end == end
    assert condensed.count(b"\n") <= 1 + len(before.history.entries) + (before.lap is not None)


@pytest.fixture
def short_journals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "MOST_BYTES", 1200)
    monkeypatch.setattr(journal, "NEARLY_FULL_BYTES", 800)


@pytest.mark.usefixtures("short_journals")
def test_a_game_that_gets_too_long_is_readable_at_any_time_and_its_end_is_said_before() -> None:
    store, told = Memory(), list[Message]()
    games = kept(store, told)
    stages = [HistoryOf(COINS, None)]
    stages.append(play_on(games, stages[0], Random(3), 1))
    told_before = 0
    for times in count(1):
        games.add([Undone() if times % 2 else Redone()])
        if games.spool.owes:
            break
        told_before += bool(told)
        assert len(content(store)) <= journal.MOST_BYTES
        assert journal.read(content(store)).history.entries == stages[times % 2 == 0].entries
    assert [message.key for message in told] == ["notes.journal-nearly-full"]
    assert told_before > 10
    news = games.spool.step(1.0)
    assert isinstance(news, WriteRefused)
    assert "begin another game" in str(news.fault)
    assert games.spool.step(2.0) is None
    assert isinstance(games.spool.last_try(), StoreError)
    games.begin(COINS, None)
    assert not games.spool.owes
    play_on(games, HistoryOf(COINS, None), Random(3), 2)
    assert len(journal.read(content(store, 2)).history.entries) == 2


def test_a_hundred_turns_fit_between_the_warning_and_the_end() -> None:
    store, random = Memory(), Random(8)
    for _ in range(20):
        games = kept(store, [])
        play_on(games, HistoryOf(COINS, None), random, 40)
    longest = max(
        len(line)
        for number in range(1, 21)
        for line in journal.condensed(content(store, number))[0].splitlines()
    )
    assert 100 * longest <= journal.MOST_BYTES - journal.NEARLY_FULL_BYTES
