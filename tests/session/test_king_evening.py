"""An evening of King of the Cups: written down, replayed, shown, and gone on with after a power cut."""

import pytest
from cups_on_paper import Paper
from cupsboard.core.grabs import Grabs
from cupsboard.referee.king_of_the_cups.states import Homing, Over
from cupsboard.referee.options import Options
from cupsboard.rules import games
from cupsboard.rules.king_of_the_cups.cups_and_dice import CUPS, Seat, tray
from cupsboard.rules.record import RecordOf, format_record, parse_record
from cupsboard.session.puzzle_teller import MoveTeller
from cupsboard.session.replay import Tracer, replay
from cupsboard.session.resume import KnowledgeKeeper, begun
from cupsboard.session.trace import TraceWriter, read_trace
from cupsboard.storage.correction_log import HealingLog
from cupsboard.storage.games import GameKeeper, KeptGames
from cupsboard.web.board_view import BoardView
from cupsim.runs.memory_store import Memory

ONE, TWO = Seat.ONE, Seat.TWO


class Evening:
    """A board that is switched on with what a store holds, and everything that follows it."""

    def __init__(self, store: Memory, seats: int = 3, paper: Paper | None = None) -> None:
        self.paper = paper or Paper(seats)
        self.kept = KeptGames(store, lambda: "2026-11-23T20:15")
        game = games.of_table(seats)
        options, calibration = Options(chance_seed=7), self.paper.calibration
        beginning = begun(self.paper.profile, calibration, game, options, self.kept)
        self.start = beginning.start
        self.heart = heart = self.start.core()
        assert isinstance(heart, Grabs)
        self.paper.heart = heart
        self.view = BoardView(self.start)
        self.trace: list[bytes] = []
        self.said: list[str] = []
        self.paper.listeners = [
            KnowledgeKeeper(self.kept.ledger, calibration, lambda: heart.knowledge),
            GameKeeper(self.kept, game, None),
            HealingLog(self.kept.ledger, lambda: heart.knowledge, 0.0, print),
            self.view,
            MoveTeller(self.said.append, self.start.record),
            Tracer(TraceWriter(self.trace.append, self.start.header())),
        ]


@pytest.fixture(scope="module")
def played() -> tuple[Memory, Evening]:
    """Two rounds of three players, a wrong grab among them, and a third that is on."""
    store = Memory()
    evening = Evening(store)
    paper = evening.paper
    paper.set_up(CUPS[::-1])
    right = paper.race().right_cup
    wrong = next(cup for cup in CUPS if cup != right)
    home = paper.position.home_of(wrong)
    paper.grab(TWO, wrong, tray(TWO))
    paper.bring(wrong, home)
    paper.grab(ONE, right, tray(ONE))
    right = paper.race().right_cup
    paper.grab(TWO, right, tray(TWO))
    paper.race()
    return store, evening


def test_the_journal_holds_rolls_grabs_with_times_and_faults(played: tuple[Memory, Evening]) -> None:
    _, evening = played
    kept = evening.kept.game(evening.kept.number)
    assert kept.history.game == evening.paper.heart.history.game
    assert kept.history.entries == evening.paper.heart.history.entries
    assert kept.is_set_up


def test_the_record_reads_back(played: tuple[Memory, Evening]) -> None:
    history = played[1].paper.heart.history
    text = format_record(RecordOf(history.game, history.starter, history.entries))
    assert parse_record(text, games.of_any_players).history().position == history.position
    assert " lifted " in text


def test_the_evening_replays_to_the_same_decisions(played: tuple[Memory, Evening]) -> None:
    replayed = replay(read_trace(played[1].trace))
    assert replayed.difference is None
    assert replayed.decisions > 40


def test_the_page_shows_dice_cups_score_and_message(played: tuple[Memory, Evening]) -> None:
    _, evening = played
    state = evening.view.state()
    position = evening.paper.position
    assert position.dice is not None
    assert state["round"]["dice"] == [face.kind for face in position.dice]
    assert state["round"]["players"] == ["one", "two", "three"]
    assert state["round"]["isOn"]
    assert state["game"]["score"] == {seat.value: position.cups_of(seat) for seat in evening.paper.seats}
    assert sum(len(cups) for cups in state["pieces"].values()) == len(CUPS)
    assert state["board"]["game"] == evening.paper.heart.history.game.name
    assert state["game"]["message"]["text"].startswith("The dice: ")


def test_what_happened_is_told_in_sentences(played: tuple[Memory, Evening]) -> None:
    told = "\n".join(played[1].said)
    for words in ("Player 1 is at the table.", "rolls first.", "has rolled:", "grabbed the"):
        assert words in told


def test_after_a_power_cut_game_seats_and_dice_are_the_same(played: tuple[Memory, Evening]) -> None:
    store, evening = played
    before = evening.paper.heart.history
    again = Evening(store, paper=Paper(3, seed=5, history=before, lying=before.position))
    assert again.start.game == before.game
    again.paper.run(1.0)
    assert isinstance(again.paper.state, Homing)
    assert again.paper.race() == before.position.dice


def test_at_a_table_some_seats_may_stay_free() -> None:
    store = Memory()
    evening = Evening(store, seats=4)
    paper = evening.paper
    for cup, spot in zip(CUPS, paper.heart.history.game.places, strict=False):
        paper.put(cup, spot)
    paper.seats = (ONE, TWO)
    paper.run(0.6)
    right = paper.race().right_cup
    paper.grab(TWO, right, tray(TWO))
    assert paper.heart.history.game.name == "king-of-the-cups 2"
    again = Evening(store, seats=4, paper=Paper(4, history=paper.heart.history, lying=paper.position))
    assert again.start.history is not None
    again.paper.seats = (ONE, TWO)
    again.paper.race()


def test_a_finished_game_is_shown_once_more_and_a_round_taken_back_is_written_down() -> None:
    store = Memory()
    evening = Evening(store, seats=2)
    paper = evening.paper
    paper.set_up()
    while not isinstance(paper.state, Over):
        paper.grab(ONE, paper.race().right_cup, tray(ONE))
    kept = evening.kept.game(evening.kept.number)
    assert kept.is_over
    count = len(kept.history.entries)
    paper.hand(ONE, TWO, home=False)
    paper.run(0.7)
    for _ in range(3):
        paper.tap(TWO)
    paper.hand(ONE, TWO, home=True)
    paper.run(1.5)
    paper.hand(ONE, TWO, home=False)
    paper.run(0.5)
    kept = evening.kept.game(evening.kept.number)
    assert len(kept.history.entries) == count - 2
    assert not kept.is_over
