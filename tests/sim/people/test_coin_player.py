"""Simulated players of Coin Duel: their plays are what the board reads, and hands do what was chosen."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from cupsboard.loop import Moment
from cupsboard.referee.events import OffenceSeen, RoundOver, TurnEnded
from cupsboard.referee.states import Over
from cupsboard.rules import games
from cupsboard.rules.places import HAND, Place, Side, stock
from cupsboard.rules.turns import PUT
from cupsim.people.character import Traits
from cupsim.people.coin_duel.carrying_out import deeds_of, rest_of
from cupsim.people.coin_duel.choosing import choose
from cupsim.people.coin_duel.handling import MANNERS, hand_acts
from cupsim.people.coin_duel.mishaps import MISHAPS
from cupsim.people.coin_duel.pair import Conduct
from cupsim.people.coin_duel.player import CoinPlayer
from cupsim.people.thinking import at_once
from cupsim.runs.coin_duel.evening import DuelEvening, Setting
from cupsim.runs.schedule import Timed
from cupsim.table.coins import coin_kind
from cupsim.table.hand_actions import Drop, Take
from cupsim.table.hands import Hands
from cupsim.table.table import Table
from hypothesis import given
from hypothesis import strategies as st


class TwoAlone(DuelEvening):
    """A board without pins, with a player on each side who knows nothing of the other."""

    def __init__(self, seed: int, game: str, south: str, north: str, clumsiness: float = 0.0) -> None:
        super().__init__(Setting(seed, game, has_pins=False), Conduct())
        self.players = {
            side: CoinPlayer(
                *(side, self.game, self.world.hands[side], self, Random(f"{seed} {side}")),
                thinker=at_once(who, self.game, seed),
                traits=Traits(opens=side is Side.SOUTH, clumsiness=clumsiness),
            )
            for side, who in ((Side.SOUTH, south), (Side.NORTH, north))
        }
        self._turns = [Timed(player.step, 0.0) for player in self.players.values()]
        self.world.people = self
        self.seen: list[Any] = []
        self.listen(self._note)

    @property
    def next_time(self) -> float:
        return min(turn.next_time for turn in self._turns)

    def act(self, now: float) -> None:
        for turn in self._turns:
            turn.act(now)

    def are_others_reaching(self, side: Side) -> bool:
        return self.world.hands[side.other].is_reaching

    def _note(self, moment: Moment) -> None:
        self.seen += moment.decided.events

    def of(self, kind: type) -> Sequence[Any]:
        return [event for event in self.seen if isinstance(event, kind)]

    def play(self, seconds: float, turns: int = 10_000) -> None:
        ends = self.now + seconds
        while self.now < ends and len(self.of(TurnEnded)) < turns:
            if isinstance(self.referee.state, Over):
                return
            self.world.run_until(self.now + 1.0)


@pytest.mark.long("a turn at 80 samples a second")
def test_a_player_makes_the_very_play_that_they_have_thought_of() -> None:
    table = TwoAlone(3, "coin-duel 4 stage 1 stock 6 friendly", "4", "4")
    table.play(90.0, turns=3)
    game, position = table.game, table.game.start(Side.SOUTH)
    for number, ended in enumerate(table.of(TurnEnded)):
        thinker = at_once("4", game, 3)
        meant = thinker.decided(position, (), Random(0))
        assert meant is not None
        assert (number, ended.label) == (number, meant.label)
        position = game.play(position, ended.side, ended.label)


def test_a_level_and_one_who_plays_at_random_take_turns_that_the_board_reads() -> None:
    table = TwoAlone(3, "coin-duel 4 stage 2 stock 3 friendly", "1", "random")
    table.play(120.0, turns=4)
    assert [event.side for event in table.of(TurnEnded)] == [Side.SOUTH, Side.NORTH] * 2
    assert not table.of(OffenceSeen)


@pytest.mark.long("a whole match")
@pytest.mark.parametrize("seed", [1, 2])
def test_two_levels_clear_the_table_between_rounds_and_begin_them_by_turns(seed: int) -> None:
    table = TwoAlone(seed, "coin-duel 4 stage 3 stock 3 turns 5 friendly", "2", "4")
    table.play(1500.0)
    assert isinstance(table.referee.state, Over), table.sentence_key
    assert len(table.of(RoundOver)) == 3
    assert not table.of(OffenceSeen)
    begun = [entry for entry in table.referee.history.entries if "begin" in str(entry)]
    assert [entry.player for entry in begun] == [Side.NORTH, Side.SOUTH, Side.NORTH]  # type: ignore[union-attr]


@pytest.mark.long("a turn that somebody spoils")
def test_a_coin_that_somebody_else_puts_into_their_row_is_taken_out_and_the_turn_goes_on() -> None:
    table = TwoAlone(3, "coin-duel 4 stage 2 stock 3 friendly", "random", "random")
    table.play(120.0, turns=2)
    other = table.world.hands[Side.NORTH]
    other.do(Take(Place("north-stock")), Drop(Place("south-4")), now=table.now)
    table.play(200.0, turns=6)
    assert len(table.of(TurnEnded)) == 6, table.sentence_key


@pytest.mark.long("a whole game of clumsy hands")
def test_clumsy_players_play_to_the_end_and_the_board_takes_none_of_it_for_an_offence() -> None:
    table = TwoAlone(2, "coin-duel 4 stage 1 stock 8 friendly", "2", "random", clumsiness=1.0)
    table.play(700.0)
    assert isinstance(table.referee.state, Over), table.sentence_key
    assert not table.of(OffenceSeen)


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_deeds_of_a_play_carry_the_very_pieces_that_lie_there(stage: int) -> None:
    game: Any = games.named(f"coin-duel 10 stage {stage}")
    random, position = Random(stage), game.start(Side.SOUTH)
    for side in [*Side] * 6:
        label = choose(game, position, side, 3, random).label
        deeds = deeds_of(game, position, side, label)
        lying = {place: Counter(lot) for place, lot in game.pieces(position).items()} | {HAND: Counter()}
        for deed in deeds:
            assert deed.act.verb != PUT or deed.kinds == (deed.act.kind,)
            lying[deed.act.source].subtract(deed.kinds)
            lying[deed.act.target].update(deed.kinds)
        position = game.play(position, side, label)
        after = {place: +Counter(lot) for place, lot in game.pieces(position).items()}
        assert {place: +lot for place, lot in lying.items() if place != HAND} == after
        assert rest_of(deeds, [deed.act for deed in deeds[:1]]) == deeds[1:]
        if not game.movers(position):
            break


GAME = games.named("coin-duel 10 stage 2")
BOWL = stock(Side.SOUTH)


@given(seed=st.integers(0, 10_000))
def test_hands_bring_about_the_very_table_that_the_chosen_play_leads_to(seed: int) -> None:
    random = Random(seed)
    position = GAME.start(Side.SOUTH)
    table = Table(
        10,
        random,
        lying={
            place: [coin_kind(kind).draw(random) for kind, count in kinds.items() for _ in range(count)]
            for place, kinds in GAME.pieces(position).items()
        },
    )
    hands = {side: Hands(side, table, lambda _side, is_down, time: None, random) for side in Side}
    for turn in range(8):
        movers = GAME.movers(position)
        if not movers:
            break
        manner = random.choice(MANNERS)
        chosen = choose(GAME, position, movers[0], 3, random)
        begun = 1000.0 * turn
        hands[movers[0]].do(*hand_acts(chosen.deeds, manner, random), now=begun)
        hands[movers[0]].advance(begun + 999.0)
        position = GAME.play(position, movers[0], chosen.label)
        lying = {place: +Counter(kinds) for place, kinds in table.pieces().items()}
        assert all(lying[place] == +Counter(kinds) for place, kinds in GAME.pieces(position).items())


def first_play(kinds: int) -> tuple[Drop | Take, ...]:
    random = Random(1)
    while True:
        chosen = choose(GAME, GAME.start(Side.SOUTH), Side.SOUTH, 1, random)
        acts = hand_acts(chosen.deeds, MANNERS[1], random)
        drops = [act for act in acts if isinstance(act, Drop)]
        if len(drops) == kinds and any(act.kinds == ("nickel",) for act in drops):
            return tuple(act for act in acts if isinstance(act, Drop | Take))


def places_of(acts: tuple[object, ...]) -> list[Place]:
    return [act.place for act in acts if isinstance(act, Drop)]


@pytest.mark.parametrize(
    ("mishap", "cups"), [("a cup skipped", 3), ("two at once", 3), ("exchanged", 5), ("two for one", 4)]
)
def test_a_mishap_changes_where_pieces_fall(mishap: str, cups: int) -> None:
    acts = first_play(4)
    lying = GAME.pieces(GAME.start(Side.SOUTH))
    changed = MISHAPS[mishap](acts, lying, Random(2))
    assert changed is not None
    assert changed != acts
    assert len(set(places_of(changed))) == cups


def test_nothing_can_be_put_back_on_an_empty_board() -> None:
    assert MISHAPS["put back"](first_play(4), GAME.pieces(GAME.start(Side.SOUTH)), Random(2)) is None
