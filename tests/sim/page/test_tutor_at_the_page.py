"""The tutor at a page: chosen there, for people alone; simulated players leave them time."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cupsboard.engine import engines
from cupsboard.engine.analysis import worths_of
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.referee.events import TurnEnded
from cupsboard.referee.options import Options
from cupsboard.referee.times import OFFER_SECONDS
from cupsboard.referee.tutoring import Tutor
from cupsboard.rules.places import Side
from cupsboard.session.replay import replay
from cupsboard.session.trace import read_trace
from cupsboard.signs.advice import Advice, Question
from cupsim.page import requests
from cupsim.page.evening import PageEvening
from cupsim.page.evening_begun import resumed
from cupsim.page.kept_evening import KeptSeats, from_bytes, to_bytes
from cupsim.people.move_choice import PERSON
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing

SOUTH, NORTH = Side.SOUTH, Side.NORTH
ME, TICK_SECONDS = 1, 0.1


def at_once(question: Question | None) -> tuple[Advice, ...]:
    """Say what moves are worth, as an engine does."""
    if question is None:
        return ()
    infos = engines.of_game(question.game).analyse(question.position, Limit(nodes=2_000), EVERY_MOVE)
    return (Advice(question.number, infos[0].move, worths=worths_of(infos)),)


class Played:
    """An evening of short Cups (two cups a side, six beans in each stock) in which South begins."""

    def __init__(self, folder: Path, tutor: Tutor, north: str) -> None:
        options = Options(starter=SOUTH, tutor=tutor)
        pairing = Pairing(Setting(1, cups=2, stock_beans=6, options=options), north=north)
        seats = {SOUTH: PERSON, NORTH: north}
        self.evening = PageEvening(pairing, seats, folder / "trace", adviser=at_once)
        self.ended: list[tuple[float, Side]] = []
        self.evening.world.loop.listen(
            lambda moment: self.ended.extend(
                (moment.time, event.side) for event in moment.decided.events if isinstance(event, TurnEnded)
            )
        )
        self.waits(3.0)

    def waits(self, seconds: float) -> None:
        for _ in range(round(seconds / TICK_SECONDS)):
            self.evening.advance(TICK_SECONDS)

    def loses_three_beans(self) -> None:
        """Play South's drop of two, and press."""
        for place in ("south-1", "south-2"):
            self.evening.obey(ME, requests.Take(SOUTH, "south-stock"))
            self.evening.obey(ME, requests.Drop(SOUTH, place))
            self.waits(2.0)
        for is_down in (True, False):
            self.evening.obey(ME, requests.Button((SOUTH,), is_down))
            self.waits(0.2)
        self.waits(2.0)

    @property
    def said(self) -> str:
        return str(self.evening.state()["game"]["message"]["key"])


Begin = Callable[[Tutor, str], Played]


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    begun: list[Played] = []

    def begin(tutor: Tutor, north: str) -> Played:
        begun.append(Played(tmp_path, tutor, north))
        return begun[-1]

    yield begin
    for each in begun:
        each.evening.close()


def test_a_tutor_that_is_chosen_in_mid_game_teaches_from_then_on(begin: Begin) -> None:
    played = begin(Tutor.OFF, PERSON)
    assert "tutor" not in played.evening.state()
    played.evening.obey(ME, requests.Teach(Tutor.STRICT))
    played.waits(0.5)
    assert played.evening.state()["tutor"] == "strict"
    played.loses_three_beans()
    assert played.said == "tutor.lost"


def test_a_tutor_that_is_sent_away_says_no_more(begin: Begin) -> None:
    played = begin(Tutor.STRICT, PERSON)
    played.loses_three_beans()
    assert played.said == "tutor.lost"
    played.evening.obey(ME, requests.Teach(Tutor.OFF))
    played.waits(0.5)
    assert played.said == "your-turn"


def test_a_simulated_player_leaves_time_to_take_back_and_then_plays(begin: Begin) -> None:
    played = begin(Tutor.STRICT, "greedy")
    played.loses_three_beans()
    (pressed, _), world = played.ended[0], played.evening.world
    while not world.hands[NORTH].is_reaching:
        assert world.now < pressed + OFFER_SECONDS + 10.0
        played.waits(TICK_SECONDS)
    assert world.now >= pressed + OFFER_SECONDS


def test_one_whose_move_is_wanted_now_leaves_none(begin: Begin) -> None:
    played = begin(Tutor.STRICT, "greedy")
    played.loses_three_beans()
    played.waits(2.0)
    played.evening.obey(ME, requests.MoveNow(NORTH))
    played.waits(1.0)
    assert played.evening.world.hands[NORTH].is_reaching


def test_no_simulated_player_is_taught(begin: Begin) -> None:
    played = begin(Tutor.STRICT, PERSON)
    played.evening.seat(SOUTH, "random")
    played.waits(60.0)
    # At random it loses something soon, and nobody is told.
    assert played.ended
    assert played.said == "your-turn"


def test_the_tutor_stays_over_the_next_game_and_a_restart_of_the_server(begin: Begin, tmp_path: Path) -> None:
    played = begin(Tutor.OFF, PERSON)
    played.evening.obey(ME, requests.Teach(Tutor.GENTLE))
    played.evening.obey(ME, requests.Rematch())
    assert played.evening.state()["evening"]["tutor"] == "gentle"
    content = to_bytes(played.evening.kept(KeptSeats((), {}, 0)))
    again = resumed(from_bytes(content), tmp_path / "again", lambda _: None)
    assert again.state()["evening"]["tutor"] == "gentle"
    again.close()


def test_the_trace_of_an_evening_with_a_tutor_replays(begin: Begin, tmp_path: Path) -> None:
    played = begin(Tutor.OFF, PERSON)
    played.evening.obey(ME, requests.Teach(Tutor.STRICT))
    played.loses_three_beans()
    assert played.said == "tutor.lost"
    played.evening.close()
    assert replay(read_trace((tmp_path / "trace").read_bytes().splitlines(keepends=True))).difference is None
