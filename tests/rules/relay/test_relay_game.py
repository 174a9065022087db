"""A game as it lands, of three players and two kinds of pieces around places of nobody, on the game seam."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Mark, Standing
from cupsboard.rules.history import Chance, HistoryOf, Moved, Passed, TableCorrected
from cupsboard.rules.places import ANY_KIND, HAND, Kind, Place, side_of
from cupsboard.rules.record import RecordError, RecordOf, format_record, parse_record
from cupsboard.rules.turns import PUT, TAKE, Act, Order, counts_after, walks
from hypothesis import given
from hypothesis import strategies as st
from relay_game import BAG, GOLD, REST, RING, SILVER, Relay, RelayTurn, RelayTurns, Seat, Table, purse

RED, GREEN, BLUE = Seat

Game = HistoryOf[Table, Seat]


def with_kinds(position: Table, acts: tuple[Act, ...], rng: random.Random) -> list[Act]:
    """The acts with a kind chosen for each piece that is put, of those that lie there or are in the hand."""
    lying = {**position.lying, HAND: Counter[Kind]()}
    chosen = []
    for act in acts:
        if act.verb == TAKE:
            lying[HAND], lying[act.source] = lying[act.source], Counter()
            chosen.append(act)
            continue
        kind = rng.choice(sorted(lying[act.source].elements()))
        lying[act.source][kind] -= 1
        lying[act.target][kind] += 1
        chosen.append(act._replace(kind=kind))
    return chosen


def played(rng: random.Random, entries: int) -> Game:
    """A game played by walking its turns."""
    history = HistoryOf(Relay(rng.randint(1, 9), rng.randint(1, 9)), rng.choice((None, *Seat)))
    for _ in range(entries):
        game, position = history.game, history.position
        match game.standing(position):
            case Standing.CHANCE:
                history = history.chance(position.to_move, rng.choice((REST, *RING, *RING)))
            case Standing.PASS:
                history = history.pass_turn()
            case Standing.TO_MOVE:
                (seat,) = game.movers(position)
                turn = game.turns.begin(position, seat)
                acts, _ = rng.choice(walks(game.turns, game.contents(position), turn))
                history = history.play(seat, game.turns.label(with_kinds(position, acts, rng)))
            case Standing.OVER:
                break
    return history


@st.composite
def games(draw: st.DrawFn) -> Game:
    return played(random.Random(draw(st.integers(0, 2**32))), draw(st.integers(0, 60)))


def turns_of(history: Game) -> Iterator[tuple[Game, Moved[Seat], Table]]:
    for before, step in zip(history.stages(), history.steps, strict=False):
        if isinstance(step.entry, Moved):
            yield before, step.entry, step.position


@given(games())
def test_the_acts_of_a_turn_lead_to_the_table_that_the_words_of_the_rules_give(history: Game) -> None:
    for before, entry, after in turns_of(history):
        game, position = before.game, before.position
        turn, counts = game.turns.begin(position, entry.player), game.contents(position)
        # Kinds are no matter to the counts: the table has one way, whatever the player chooses.
        ((acts, following),) = walks(game.turns, counts, turn)
        assert counts_after(counts, acts) == {HAND: 0, **game.contents(after)}
        assert game.turns.player(following) is after.to_move
        assert sum(act.verb == PUT for act in acts) == len(entry.label.split(" ")) - 1


@given(games())
def test_the_pieces_by_kind_are_those_that_are_counted(history: Game) -> None:
    game, position = history.game, history.position
    pieces = game.pieces(position)
    assert {place: sum(kinds.values()) for place, kinds in pieces.items()} == game.contents(position)
    assert {kind for kinds in pieces.values() for kind in kinds} <= game.kinds.keys()


@given(games())
def test_a_record_of_three_players_dice_passes_and_two_kinds_reads_back(history: Game) -> None:
    record = RecordOf(
        history.game, history.starter, history.entries, ("Ada", "?", "Ben O'Neill"), "2025-03-09"
    )
    text = format_record(record)
    again = parse_record(text, Relay.named)
    assert again == record
    assert again.history() == history
    assert "Red: Ada\nGreen: ?\nBlue: Ben O'Neill\nDate: 2025-03-09\n" in text


TEXT = """\
Game: relay 3 3
Red: ?
Green: ?
Blue: ?
Date: ?
Starter: green

1. green chance ring-2
2. green put gold
3. blue chance rest
4. blue pass
5. red chance ring-2
6. red table red-purse +1 silver, bag-0 -1 silver
7. red put silver gold silver
8. green chance ring-1
9. green put gold

Result: unfinished
"""


def test_chance_passes_and_corrections_with_kinds_stand_in_a_record_like_moves() -> None:
    record = parse_record(TEXT, Relay.named)
    assert format_record(record) == TEXT
    assert record.entries[:4] == (
        Chance(GREEN, "ring-2"),
        Moved(GREEN, "put gold"),
        Chance(BLUE, "rest"),
        Passed(BLUE),
    )
    assert record.entries[5] == TableCorrected(RED, (Mark(purse(RED), 1, SILVER), Mark(BAG, -1, SILVER)))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("1. green", "1. south", "write '1. PLAYER MOVE', with red, green or blue for PLAYER"),
        ("Starter: green", "Starter: north", "write 'red', 'green', 'blue' or 'open'"),
        ("Green: ?\n", "", "a line 'Green: ...' must stand here"),
        ("4. blue pass", "4. red pass", "it is blue who must pass"),
        ("3. blue chance rest", "3. blue chance ring-4", "'ring-4' is not on the die"),
        ("3. blue chance rest", "3. blue chance", "'chance' alone says nothing"),
        ("3. blue chance rest", "3. blue call", "'call' alone says nothing"),
        ("3. blue chance rest", "3. blue call concede", "relay 3 3 knows no calls"),
        ("3. blue chance rest", "3. blue put gold", "it is not their move"),
        ("bag-0 -1 silver", "bag-0 -1 copper", "bag-0 -1 copper: there is no such thing"),
        ("bag-0 -1 silver", "bag-0 -1 bean", "'bag-0 -1 bean': beans are meant where no kind is named"),
        ("bag-0 -1 silver", "bag-0 -1", "bag-0 -1: of which kind?"),
        ("bag-0 -1 silver", "red-purse +1 silver", "corrects a place twice"),
        ("put silver gold silver", "put silver silver silver", "there is no silver to put"),
        ("7. red put", "7. red stock 3\n8. red put", "the bag is nobody's"),
    ],
)
def test_what_cannot_have_been_is_refused(old: str, new: str, said: str) -> None:
    with pytest.raises(RecordError) as fault:
        parse_record(TEXT.replace(old, new, 1), Relay.named)
    assert said in str(fault.value)


def test_pieces_of_different_kinds_may_be_corrected_at_one_place() -> None:
    text = TEXT.replace("bag-0 -1 silver", "red-purse +2 gold")
    position = parse_record(text, Relay.named).history().position
    # The silver piece is the last of the relay, which red keeps.
    assert position.lying[purse(RED)] == {GOLD: 2, SILVER: 2}


def test_a_relay_gives_more_from_a_place_than_lay_there_when_the_turn_began() -> None:
    game = Relay(5, 5)
    start = game.start(RED)
    one_each = game.correct(start, [Mark(place, 1, SILVER) for place in RING])
    position = game.chance(one_each, RED, RING[0])
    counts = game.contents(position)
    ((acts, _),) = walks(game.turns, counts, game.turns.begin(position, RED))
    taken = {act.source: act.pieces for act in acts if act.verb == TAKE}
    assert any(pieces > counts[place] for place, pieces in taken.items())
    assert len(taken) >= 2


def test_turns_that_come_to_the_same_are_equal() -> None:
    game = Relay(1, 1)
    position = game.chance(game.start(BLUE), BLUE, RING[2])
    turn = game.turns.begin(position, BLUE)
    assert turn == RelayTurn(BLUE, RING[2])
    ((act, after, _),) = game.turns.acts(game.contents(position), turn)
    assert act == Act(PUT, BAG, RING[2], kind=ANY_KIND)
    assert hash(after) == hash(RelayTurn(BLUE, RING[2], has_begun=True))


def test_a_turn_as_it_lands_is_no_plan() -> None:
    game = Relay(2, 2)
    position = game.chance(game.start(None), RED, RING[0])
    with pytest.raises(RulesError, match=r"relay 2 2: its acts count in the order .* act by act"):
        game.plans(position, RED)


def test_who_has_no_side_has_no_plan() -> None:
    @dataclass(frozen=True)
    class FreeTurns(RelayTurns):
        order = Order.FREE

    @dataclass(frozen=True)
    class Free(Relay):
        @property
        def turns(self) -> RelayTurns:
            return FreeTurns()

    game = Free(2, 2)
    with pytest.raises(RulesError, match="red: a plan is one of south's or north's"):
        game.plans(game.chance(game.start(None), RED, RING[0]), RED)


def test_undo_takes_the_dice_and_the_passes_that_followed_a_move() -> None:
    history = HistoryOf(Relay(2, 2), GREEN).chance(GREEN, RING[1]).play(GREEN, "put gold")
    thrown = history.chance(BLUE, REST).pass_turn().chance(RED, RING[0])
    assert thrown.undo().entries == (Chance(GREEN, RING[1]),)
    assert thrown.undo().redo() == thrown
    assert not thrown.undo().can_undo


def test_places_of_nobody_have_no_side() -> None:
    assert [side_of(place) for place in (*RING, BAG, Place("red-purse"))] == [None] * 5


@given(st.integers(0, 2**32))
def test_every_game_ends_with_a_score_for_each_player(seed: int) -> None:
    history = played(random.Random(seed), 1000)
    assert history.is_over
    score = history.game.score(history.position)
    assert list(score) == list(Seat)
    record = RecordOf.of(history)
    winner = history.game.winner(history.position)
    end = "tie" if winner is None else f"{winner.value} wins"
    assert record.result == f"red {score[RED]}, green {score[GREEN]}, blue {score[BLUE]}: {end}"
