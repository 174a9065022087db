"""Coin Duel's rules against a program that was written from the words alone, and how many plays there are."""

import random
from contextlib import suppress

import pytest
from coin_duel_play import STAGES, Game, plain_round, played, same_table, small
from cupsboard.rules.coin_duel.one_way import Half, one_way_plays
from cupsboard.rules.coin_duel.rules import CoinDuel, Ending, Position, Row
from cupsboard.rules.coin_duel.settings import Settings
from cupsboard.rules.errors import RulesError
from cupsboard.rules.game import Standing
from cupsboard.rules.history import Called, Moved
from cupsboard.rules.places import HAND, Side
from cupsboard.rules.record import RecordOf, format_record, parse_record
from cupsboard.rules.turns import PUT, TAKE, counts_after, walks
from hypothesis import given
from hypothesis import strategies as st
from plain_coin_duel import Foul, PlainRound

FULL = {stage: CoinDuel(Settings(stage=stage, turns=80)) for stage in STAGES}
SEEDS = st.integers(0, 2**32)


@st.composite
def games(draw: st.DrawFn, entries: int = 10_000, calls: float = 0.01) -> Game:
    stage, cups = draw(st.sampled_from(STAGES)), draw(st.integers(2, 7))
    game = small(stage, cups, draw(st.integers(1, 6)), draw(st.sampled_from((5, 30, 120))))
    return played(game, random.Random(draw(SEEDS)), draw(st.integers(0, entries)), calls)


def followed(history: Game) -> int:
    """Check a game turn by turn with the plain program; how many turns there were."""
    game, turns = history.game, 0
    assert isinstance(game, CoinDuel)
    plain, before, totals = PlainRound(1, 1, {}, []), None, {"south": 0, "north": 0}
    for stage in history.stages():
        position = stage.position
        entry = stage.entries[-1] if stage.entries else None
        match entry:
            case Moved(player, label):
                assert before is not None
                assert game.standing(before) is Standing.TO_MOVE
                plain.play(player.value, label)
                # Variations are written with commas between their moves.
                assert "," not in label
                turns += 1
            case Called(player, "begin"):
                assert before is not None
                totals = {name: totals[name] + points for name, points in plain.points().items()}
                plain = plain_round(game, position)
            case Called(player, said):
                plain.over_by = (said, player.value)
            case _:
                plain = plain_round(game, position)
        assert same_table(game, position, plain)
        mover = position.to_move
        limit = game.settings.turns
        is_over = plain.turns == limit or (mover is not None and plain.is_over_for(mover.value))
        assert (game.ending(position) is not None) == (is_over or plain.over_by is not None)
        if game.ending(position) is not None:
            points = {side.value: count for side, count in game.round_score(position).items()}
            assert points == plain.points()
            counted = {side.value: count for side, count in game.score(position).items()}
            assert counted == {name: totals[name] + points[name] for name in points}
        before = position
    return turns


@given(games())
def test_whole_games_and_matches_are_what_the_words_of_the_rules_say(history: Game) -> None:
    followed(history)


@pytest.mark.parametrize("stage", STAGES)
def test_games_on_the_whole_board_are_what_the_words_of_the_rules_say(stage: int) -> None:
    rng = random.Random(stage)
    assert sum(followed(played(FULL[stage], rng)) for _ in range(3)) > 60


def random_words(plain: PlainRound, name: str, rng: random.Random) -> str:
    """Words that may or may not be a play, put together without the product's rules."""
    player = plain.players[name]
    if plain.stage == 1:
        return rng.choice((f"reserve {rng.randint(0, 11)}", f"board {rng.randint(0, plain.cups + 1)}"))
    ways = ("on", "back") if plain.stage == 3 else ("on", "on", "on", "back")
    coins = [*plain.worth]
    if player.stock and rng.random() < 0.5:
        hand = rng.sample(player.stock, rng.randint(1, min(len(player.stock), plain.cups + 1)))
        at, words, way = 0, "reserve", "on"
    else:
        at, way = rng.randint(1, plain.cups), rng.choice(ways)
        hand = list(player.piles[at - 1]) or [rng.choice(coins)]
        words = f"board {at} {way}"
    piles = [list(pile) for pile in player.piles]
    if at:
        piles[at - 1] = []
    while True:
        rng.shuffle(hand)
        if rng.random() < 0.03:
            hand = hand[:-1] or [rng.choice(coins)]
        words = " ".join([words, *hand])
        for coin in hand:
            at += 1 if way == "on" else -1
            if not 1 <= at <= plain.cups + 1:
                return words
            piles[at - 1].append(coin)
        goes_on = at <= plain.cups and len(piles[at - 1]) > 1
        if goes_on == (rng.random() < 0.03):
            return words
        hand, piles[at - 1] = piles[at - 1], []
        way = rng.choice(ways)
        words += f"; {way}"


@pytest.mark.parametrize("stage", STAGES)
@given(seed=SEEDS, cups=st.integers(2, 7), stock=st.integers(1, 6))
def test_the_same_words_are_a_play_or_a_foul_to_both_programs(
    stage: int, seed: int, cups: int, stock: int
) -> None:
    rng, game = random.Random(seed), small(stage, cups, stock, None)
    position, plain = game.start(None), plain_round(game, game.start(None))
    side = Side.SOUTH
    for _ in range(60):
        words = random_words(plain, side.value, rng)
        after: Position | None = None
        with suppress(RulesError):
            after = game.play(position, side, words)
        try:
            plain.play(side.value, words)
        except Foul:
            assert after is None, words
        else:
            assert after is not None, words
            position, side = after, side.other
            assert same_table(game, position, plain)
            if game.standing(position) is not Standing.TO_MOVE:
                return


def machine_ways(game: CoinDuel, position: Position, side: Side, laps: int) -> set[str]:
    """Every play of up to so many handfuls that the machine offers, as source and directions."""
    turns, found = game.turns, set[str]()

    def go_on(counts: dict, turn: object, done: str, left: int) -> None:
        if done and turns.ends(counts, turn) is not None:
            found.add(done)
        for act, after, _ in turns.acts(counts, turn):
            going = done
            if act.verb == TAKE:
                if not left:
                    continue
                going += f" {act.source}"
            elif act.verb == PUT:
                going += f" {act.target}"
            changed = dict(counts)
            changed[act.source] -= act.pieces
            changed[act.target] += act.pieces
            go_on(changed, after, going, left - (act.verb == TAKE))

    go_on({HAND: 0, **game.contents(position)}, turns.begin(position, side), "", laps)
    return found


def plain_ways(plain: PlainRound, name: str, laps: int) -> set[str]:
    """The same from the words of the rules: all that may be tried, kept if it ends in time."""
    found = set[str]()
    heights = plain.players[name].heights
    other = plain.players["north" if name == "south" else "south"].heights

    def sow(row: list[int], at: int, way: int, hand: int, told: str, left: int, must: bool) -> None:
        for going in range(hand, 0, -1):
            at += way
            told += f" {name}-{at}" if at <= plain.cups else f" {name}-pot"
            if at < 1 or (at > plain.cups and going > 1):
                return
            if at <= plain.cups:
                row[at - 1] += 1
        if at > plain.cups or row[at - 1] == 1:
            if not must or at > plain.cups or other[plain.cups - at]:
                found.add(told)
        elif left:
            lift(row, at, told, left, must)

    def lift(row: list[int], at: int, told: str, left: int, must: bool) -> None:
        for way in (1, -1) if plain.stage == 3 else (1,):
            rest = [*row[: at - 1], 0, *row[at:]]
            sow(rest, at, way, row[at - 1], f"{told} {name}-{at}", left - 1, must)

    for number, height in enumerate(heights, start=1):
        if height:
            lift(heights, number, "", laps, plain.stage < 3)
    held = [number + 1 for number, height in enumerate(heights) if height]
    most = min(max(4, held[-1] + 1 if held else 1), plain.cups, len(plain.players[name].stock))
    for length in range(1, most + 1):
        sow(list(heights), 0, 1, length, "", laps, must=False)
    return found


@given(history=games(entries=40, calls=0.0))
def test_the_machine_offers_every_play_of_the_rules_and_no_other(history: Game) -> None:
    game = history.game
    assert isinstance(game, CoinDuel)
    plain = plain_round(game, game.start(None))
    for entry in history.entries:
        match entry:
            case Moved(player, label):
                plain.play(player.value, label)
            case _:
                plain = plain_round(game, history.position)
    if history.entries and isinstance(history.entries[-1], Called):
        return
    for side in game.movers(history.position):
        assert machine_ways(game, history.position, side, 4) == plain_ways(plain, side.value, 4)


@given(games())
def test_no_coin_is_lost_or_made(history: Game) -> None:
    game = history.game
    assert isinstance(game, CoinDuel)
    for stage in history.stages():
        pieces = game.pieces(stage.position)
        laid_out = game.settings.first_stock(stage.position.round)
        for (kind, _), count in zip(game.settings.kinds, laid_out, strict=True):
            assert sum(at[kind] for at in pieces.values()) == 2 * count
        assert {place: sum(at.values()) for place, at in pieces.items()} == game.contents(stage.position)


@given(games(calls=0.05))
def test_a_record_reads_back_with_every_coin(history: Game) -> None:
    record = RecordOf.of(history)
    again = parse_record(format_record(record), CoinDuel.named)
    assert again == record
    assert again.history() == history.without_undone()
    assert again.history().position == history.position


@given(games(calls=0.05))
def test_every_position_is_a_line_that_reads_back(history: Game) -> None:
    game = history.game
    for stage in history.stages():
        assert game.parse_position(game.format_position(stage.position)) == stage.position


@given(games(entries=60, calls=0.05), SEEDS)
def test_undo_and_redo_lead_through_all_positions(history: Game, seed: int) -> None:
    rng, positions = random.Random(seed), [stage.position for stage in history.stages()]
    at, now = len(positions) - 1, history
    for _ in range(20):
        if at and rng.random() < 0.6:
            now, at = now.undo(), at - 1
        elif at < len(positions) - 1:
            now, at = now.redo(), at + 1
        assert now.position == positions[at]


@given(games())
def test_every_end_has_its_score(history: Game) -> None:
    game = history.game
    assert isinstance(game, CoinDuel)
    if not history.is_over:
        with pytest.raises(RulesError, match="the game is not over"):
            game.winner(history.position)
        return
    south, north = game.score(history.position).values()
    winner = game.winner(history.position)
    if south != north:
        assert winner is (Side.SOUTH if south > north else Side.NORTH)
    else:
        assert winner is None or game.ending(history.position) in (Ending.CONCEDED, Ending.OFFENDED)
    assert RecordOf.of(history).result.startswith(f"south {south}, north {north}: ")


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_820_points_lie_in_every_round_of_stage_3(number: int) -> None:
    game = CoinDuel(Settings(stage=3))
    position = game.start(Side.SOUTH)
    for _ in range(number - 1):
        position = game.call(game.call(position, Side.SOUTH, "concede"), Side.NORTH, "begin")
    stock = position.south.stock
    assert sum(stock) == 31
    points = [
        count * worth * (10 if index == number - 1 else 1)
        for index, (count, worth) in enumerate(zip(stock, game.settings.worths, strict=True))
    ]
    assert 2 * sum(points) == 820
    assert game.winning_coin(position) == ("cent", "nickel", "dime", "quarter")[number - 1]


FIRST = CoinDuel(Settings())
PERFT = (4, 16, 68, 309, 1953, 13533, 122368)
"""Plays of stage 1 from the start, full stocks, depth 1, 2, ...: counted by another program."""


def half(row: Row) -> Half:
    return Half(row.counts, sum(row.pot), sum(row.stock))


def plays_to(own: Half, other: Half, depth: int) -> int:
    if depth == 1:
        return sum(1 for _ in one_way_plays(own, other))
    return sum(plays_to(left, done, depth - 1) for _, done, left in one_way_plays(own, other))


def test_the_fast_generator_finds_the_plays_that_there_are() -> None:
    start = half(FIRST.start(Side.SOUTH).south)
    assert tuple(plays_to(start, start, depth) for depth in range(1, 8)) == PERFT


def machine_plays_to(position: Position, depth: int) -> int:
    (side,) = FIRST.movers(position) or (None,)
    if side is None:
        return 0
    turns = FIRST.turns
    ways = walks(turns, FIRST.contents(position), turns.begin(position, side))
    if depth == 1:
        return len(ways)
    return sum(machine_plays_to(FIRST.play(position, side, turns.label(way.acts)), depth - 1) for way in ways)


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_the_machine_finds_the_plays_that_there_are(depth: int) -> None:
    assert machine_plays_to(FIRST.start(Side.SOUTH), depth) == PERFT[depth - 1]


@given(st.integers(0, 2**32), st.integers(2, 10), st.integers(1, 40), st.integers(0, 80))
def test_the_generator_and_the_machine_agree_on_any_board(
    seed: int, cups: int, stock: int, entries: int
) -> None:
    game = CoinDuel(Settings(cups, 1, (), stock))
    position = played(game, random.Random(seed), entries).position
    for side in game.movers(position):
        own, other = position.row(side), position.row(side.other)
        fast = {label: (done, left) for label, done, left in one_way_plays(half(own), half(other))}
        turns, counts = game.turns, game.contents(position)
        ways = walks(turns, counts, turns.begin(position, side))
        assert sorted(fast) == sorted(turns.label(way.acts) for way in ways)
        for way in ways:
            label = turns.label(way.acts)
            after = game.play(position, side, label)
            assert (half(after.row(side)), half(after.row(side.other))) == fast[label]
            assert counts_after(counts, way.acts) == {"hand": 0, **game.contents(after)}
            assert bool(turns.player(way.following)) == bool(game.movers(after))
