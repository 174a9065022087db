"""What the program writes it reads, however long a game gets; where a game must end is said in good time."""

from itertools import count
from random import Random

import pytest
from cupsboard.ports import StoreError
from cupsboard.referee.events import Ending, Event, LapSeen, Redone, TurnEnded, Undone
from cupsboard.rules.coin_duel.rules import CoinDuel, Position
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.game import Standing
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.places import HAND, Side
from cupsboard.rules.turns import counts_after
from cupsboard.signs.scene import Message
from cupsboard.storage import journal
from cupsboard.storage.games import KeptGames, journal_name
from cupsboard.storage.spool import WriteRefused
from cupsim.runs.memory_store import Memory
from hypothesis import given
from hypothesis import strategies as st

GAME = CoinDuel(Settings(6, 1, (), 20, None))
Game = HistoryOf[Position, Side]


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
    games.begin(GAME, None)
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
    play_on(kept(store, []), HistoryOf(GAME, None), Random(seed), turns)
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
    stages = [HistoryOf(GAME, None)]
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
    games.begin(GAME, None)
    assert not games.spool.owes
    play_on(games, HistoryOf(GAME, None), Random(3), 2)
    assert len(journal.read(content(store, 2)).history.entries) == 2


def test_a_hundred_turns_fit_between_the_warning_and_the_end() -> None:
    store, random = Memory(), Random(8)
    for _ in range(20):
        games = kept(store, [])
        play_on(games, HistoryOf(GAME, None), random, 40)
    longest = max(
        len(line)
        for number in range(1, 21)
        for line in journal.condensed(content(store, number))[0].splitlines()
    )
    assert 100 * longest <= journal.MOST_BYTES - journal.NEARLY_FULL_BYTES
