"""How many beans lie in a stock is one number, wherever it is said and shown, at every moment of a game."""

import pytest
from cupsboard.loop import Moment
from cupsboard.recognition.outcome import Complete, UnderWay
from cupsboard.referee.states import Lifting
from cupsboard.rules.places import Side, cup, stock
from cupsboard.rules.record import Record
from cupsboard.session.start import Start
from cupsboard.web import timeline
from cupsboard.web.board_view import BoardView
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from cupsim.table.hand_actions import Drop, Lift, Take, Wait

PATIENCE_SECONDS = 2000.0


class Watched:
    """A game that a page watches; its numbers are held against each other and the truth all the time."""

    def __init__(self, pairing: Pairing) -> None:
        self.world = world = pairing.seated()
        start = Start(
            world.profile, world.calibration, world.game, world.setting.options, world.core.knowledge, None
        )
        self.page = BoardView(start)
        self.said_in_sentences = self.fewer_than_agreed = self.held_against_truth = 0
        self.is_honest = pairing.clumsiness == 0
        world.loop.listen(self.page)
        world.loop.listen(self._compare)

    def play(self) -> None:
        while not self.world.referee.history.is_over:
            assert self.world.now < PATIENCE_SECONDS
            self.world.run_until(self.world.now + 1.0)

    def _compare(self, moment: Moment) -> None:
        state = self.page.state()
        numbers = state["game"]["stock"]
        agreed = self.world.game.contents(self.world.referee.position)
        for side in Side:
            assert state["beans"].get(stock(side), numbers[side.value]) == numbers[side.value]
            self.fewer_than_agreed += numbers[side.value] < agreed[stock(side)]
        values = state["game"]["message"].get("values", {})
        if "stock" in values:
            assert values["stock"] == numbers[values["side"]]
            self.said_in_sentences += 1
        self._compare_with_truth(moment, numbers)

    def _compare_with_truth(self, moment: Moment, numbers: dict[str, int]) -> None:
        seen, contents = moment.decided.recognition, self.world.table.contents()
        if not self.is_honest or seen is None or not isinstance(seen.outcome, UnderWay | Complete):
            return
        # A bean that has only just fallen is not seen yet.
        is_seen = all(contents[place] == count for place, count in seen.found.items())
        if is_seen and not any(hands.beans for hands in self.world.hands.values()):
            assert numbers == {side.value: contents[stock(side)] for side in Side}, moment.time
            self.held_against_truth += 1


@pytest.mark.long("whole games")
@pytest.mark.parametrize("has_trays", [False, True])
@pytest.mark.parametrize("clumsiness", [0.0, 0.6])
def test_all_numbers_of_the_stocks_agree_at_every_moment(clumsiness: float, has_trays: bool) -> None:
    setting = Setting(11, cups=3, stock_beans=8, stock_trays=has_trays)
    game = Watched(Pairing(setting, clumsiness=clumsiness))
    game.play()
    assert game.said_in_sentences > 500
    assert game.fewer_than_agreed > 100
    assert game.held_against_truth > 20 or clumsiness


@pytest.mark.long("a whole game")
def test_looking_back_shows_the_stocks_of_each_agreed_position() -> None:
    game = Watched(Pairing(Setting(3, cups=2, stock_beans=4)))
    game.play()
    history = game.page.history
    looked_back = timeline.of_game(Record.of(history))
    stocks = [looked_back["first"]["game"]["stock"]]
    for step in looked_back["steps"][1:]:
        stocks.append(stocks[-1] | step["patch"].get("game", {}).get("stock", {}))
    agreed = [history.game.contents(each.position) for each in history.stages()]
    assert stocks == [{side.value: contents[stock(side)] for side in Side} for contents in agreed]
    assert stocks[-1] == game.page.state()["game"]["stock"]


def test_beans_dropped_before_a_cup_is_lifted_still_count_while_it_is_in_the_air() -> None:
    game = Watched(Pairing(Setting(5, cups=4)))
    world = game.world
    world.unseat(Side.SOUTH)
    hands = world.hands[Side.SOUTH]
    world.run_until(2.0)
    drops = (act for number in (1, 2) for act in (Take(stock(Side.SOUTH)), Drop(cup(Side.SOUTH, number))))
    hands.do(*drops, Wait(3.0), Lift(cup(Side.NORTH, 4)), Wait(3.0), now=world.now)
    world.run_until(world.now + 20.0, lambda: hands.cup is not None)
    world.run_until(world.now + 2.0)
    assert isinstance(world.referee.state, Lifting)
    state = game.page.state()
    assert [state["beans"][cup(Side.SOUTH, number)] for number in (1, 2, 3)] == [1, 1, 0]
    assert state["game"]["stock"]["south"] == 38
