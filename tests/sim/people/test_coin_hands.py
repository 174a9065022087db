"""People at Coin Duel choose legal plays, and their hands do what was chosen, or what goes wrong."""

from collections import Counter
from random import Random

import pytest
from cupsboard.rules import games
from cupsboard.rules.places import Place, Side, stock
from cupsim.people.coin_duel.choosing import choose
from cupsim.people.coin_duel.handling import MANNERS, hand_acts
from cupsim.people.coin_duel.mishaps import MISHAPS
from cupsim.table.coins import coin_kind
from cupsim.table.hand_actions import Drop, Take
from cupsim.table.hands import Hands
from cupsim.table.table import Table
from hypothesis import given
from hypothesis import strategies as st

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
