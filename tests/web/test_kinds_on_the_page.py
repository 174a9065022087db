"""A game with several kinds of pieces is shown by kind: what each is, what it counts, and how it looks."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from cupsboard.recognition.knowledge import from_calibration
from cupsboard.rules import games
from cupsboard.rules.cups.rules import Cups, Position
from cupsboard.rules.game import Pieces
from cupsboard.rules.history import HistoryOf
from cupsboard.rules.places import Kind, Place, Side
from cupsboard.session.start import Start
from cupsboard.signs.scene import Meaning, Message, Scene, Sign
from cupsboard.storage import piece_sets
from cupsboard.web.app import application
from cupsboard.web.board_view import BoardView
from cupsboard.web.hub import Hub, difference, patched
from cupsboard.web.sections import game_section, pieces_section, round_lying
from cupsboard.web.server import served
from cupsim.runs.game_world import Setting, World
from processes import wait_until
from sitting import Visit

CENT, DIME = Kind("cent"), Kind("dime")
SOUTH_1, SOUTH_2 = Place("south-1"), Place("south-2")


class CentsAndDimes(Cups):
    """Cups in which every second piece of a place is a dime."""

    @property
    def kinds(self) -> Mapping[Kind, int]:
        return {CENT: 1, DIME: 10}

    def pieces(self, position: Position) -> Pieces:
        contents = self.contents(position)
        return {place: {CENT: (count + 1) // 2, DIME: count // 2} for place, count in contents.items()}


WORLD = World(Setting(seed=1, cups=3))
COINS = piece_sets.load("us-coins").calibrated(WORLD.calibration)


def view_of(game: Any, *moves: str) -> BoardView:
    """What is seen of a board on which South has begun and these moves were played in turn."""
    history: Any = HistoryOf(game, Side.SOUTH)
    for number, move in enumerate(moves):
        history = history.play((Side.SOUTH, Side.NORTH)[number % 2], move)
    return view_of_history(history, WORLD)


def view_of_history(history: Any, world: World) -> BoardView:
    """What is seen of the board of a world on which this was played."""
    game = history.game
    calibration = replace(world.calibration, kinds=COINS)
    pieces = game.pieces(history.position)
    lying = {place: pieces[place] for place in world.profile.places}
    knowledge = from_calibration(calibration, lying, game.kinds)
    options = world.setting.options
    return BoardView(Start(world.profile, calibration, game, options, knowledge, history))


def test_a_game_with_beans_says_nothing_of_kinds() -> None:
    state = view_of(Cups(3), "drop 3").state()
    assert "pieces" not in state
    assert "kinds" not in state["board"]


def test_a_game_of_kinds_says_which_there_are_and_where_they_lie() -> None:
    state = view_of(CentsAndDimes(3), "drop 3").state()
    assert state["board"]["kinds"] == [{"kind": "cent", "value": 1}, {"kind": "dime", "value": 10}]
    assert state["pieces"] == {
        **{f"south-{number}": {"cent": 1} for number in (1, 2, 3)},
        "south-stock": {"cent": 14, "dime": 13},
        "north-stock": {"cent": 15, "dime": 15},
    }


def test_coin_duel_is_seen_by_kind_from_its_start() -> None:
    game = games.named("coin-duel 3 stage 2")
    state = view_of(game).state()
    assert [each["kind"] for each in state["board"]["kinds"]] == list(game.kinds)
    assert state["pieces"]["south-stock"] == {
        kind: count
        for kind, count in game.pieces(game.start(Side.SOUTH))[Place("south-stock")].items()
        if count
    }


def test_where_another_number_was_seen_nobody_has_told_yet_of_which_kinds() -> None:
    agreed = {SOUTH_1: {CENT: 1, DIME: 2}, SOUTH_2: {CENT: 1}}
    assert pieces_section(agreed, {SOUTH_1: 3, SOUTH_2: 2}) == {
        SOUTH_1: {CENT: 1, DIME: 2},
        SOUTH_2: {"any": 2},
    }
    assert pieces_section(agreed, {SOUTH_1: 0, SOUTH_2: 1}) == {SOUTH_2: {CENT: 1}}


def test_what_changes_by_kind_travels_as_a_patch() -> None:
    before, after = (view_of(CentsAndDimes(3), *moves).state() for moves in ((), ("drop 2",)))
    patch = difference(before, after)
    assert patched(before, patch) == after
    assert patch["pieces"]["south-1"] == {"cent": 1}
    assert "north-stock" not in patch["pieces"]


def said_of(shown: Any, place: str) -> str:
    """What a place says lies there, without what is wrong with its cell."""
    said: str = shown.get_attribute(f"#place-{place}", "aria-label")
    return said.partition(";")[0]


def counts_of(shown: Any, kind: str) -> list[str]:
    """What the piles of a kind say, of how many pieces each is."""
    said: list[str] = shown.locator(f".pile[data-kind='{kind}'] > text").all_text_contents()
    return sorted(said)


@pytest.fixture
def page(visit: Visit) -> Iterator[Callable[..., Any]]:
    """Serves one state, and opens a page that shows it; called again with another, publishes that."""
    hub = Hub()
    with served(application(hub, Hub()), "127.0.0.1", 0) as server:
        opened: list[Any] = []

        def show(view: BoardView, **how: Any) -> Any:
            hub.publish(view.state())
            if not opened:
                opened.append(visit(server.address, **how))
            return opened[0]

        yield show
        # The page closes before its server does: it is not to be alarmed about a lost connection.
        for each in opened:
            each.context.close()


def test_pieces_are_drawn_by_kind_with_their_value_and_named_for_those_who_cannot_see_them(
    page: Callable[..., Any],
) -> None:
    shown = page(view_of(CentsAndDimes(3), "drop 3"), viewport={"width": 800, "height": 700})
    shown.wait_for_selector("#kinds li")
    assert shown.locator("#kinds li").all_inner_texts() == ["1\ncent: 1", "10\ndime: 10"]
    pieces = ".layer-beans .piece"
    assert counts_of(shown, "cent") == ["×1", "×1", "×1", "×14", "×15"]
    assert counts_of(shown, "dime") == ["×13", "×15"]
    assert shown.locator(".layer-beans .bean").count() == 0
    outlines = {
        shown.locator(f"{pieces}[data-kind='{kind}'] .piece-edge").first.get_attribute("d") for kind in (0, 1)
    }
    assert len(outlines) == 2
    assert said_of(shown, "south-1") == "South's cup 1: 1 × cent"
    assert said_of(shown, "south-pot") == "South's pot: empty"
    page(view_of(CentsAndDimes(3), "drop 3", "drop 2"))
    wait_until(
        lambda: said_of(shown, "north-2") == "North's cup 2: 1 × cent", lambda: said_of(shown, "north-2")
    )
    assert counts_of(shown, "cent") == [*5 * ["×1"], "×14", "×14"]


def test_a_german_page_names_kinds_in_german(page: Callable[..., Any]) -> None:
    shown = page(view_of(CentsAndDimes(3), "drop 3"), locale="de-DE")
    shown.wait_for_selector("#kinds li")
    assert shown.get_attribute("#kinds", "aria-label") == "Was jede Sorte zählt"
    assert said_of(shown, "north-stock") == "Vorrat von Nord: 15 × Cent, 15 × Dime"


STAGE_3 = games.named("coin-duel 10 stage 3")


def in_the_second_round() -> BoardView:
    """South gave up the first round at once, and North has begun the second."""
    history: Any = HistoryOf(STAGE_3, Side.SOUTH).call(Side.SOUTH, "concede").call(Side.NORTH, "begin")
    return view_of_history(history, World(Setting(seed=1, cups=10, sps=80)))


def test_coin_duel_says_its_round_what_both_have_in_it_and_the_winning_coin() -> None:
    game = in_the_second_round().state()["game"]
    assert (game["round"], game["rounds"]) == (2, 4)
    assert game["winningCoin"] == {"kind": "nickel", "value": 50}
    assert game["roundScores"] == {"south": 0, "north": 0}
    assert game["score"] == {"south": 0, "north": 20}


def test_between_rounds_the_page_shows_what_is_to_be_cleared_and_then_the_round_that_is_asked_for() -> None:
    played: Any = HistoryOf(STAGE_3, Side.SOUTH).play(Side.SOUTH, "reserve cent nickel dime")
    ended = played.call(Side.NORTH, "concede")
    cleared = {Place("south-3"): 2}
    scene = Scene(
        tuple(Sign(place, Meaning.TOO_MANY, count) for place, count in cleared.items()),
        None,
        Message("laps.round-over", {"round": 1, "south_points": 0, "north_points": 20}),
        dict.fromkeys(Side, 31),
    )
    lying = round_lying(ended, scene)
    assert lying is not None
    assert {place: count for place, count in lying.items() if count and "stock" not in place} == cleared
    assert game_section(ended, scene)["round"] == 1
    asking = Message("laps.begin-round", {"south_total": 0, "north_total": 20, "next": 2})
    asked = replace(scene, signs=(), message=asking)
    there = round_lying(ended, asked) or {}
    assert {place for place, count in there.items() if count} == {"south-stock", "north-stock"}
    game = game_section(ended, asked)
    assert (game["round"], game["winningCoin"]["kind"]) == (2, "nickel")
    assert game["roundScores"] == {"south": 0, "north": 0}
    assert round_lying(played, asked) is None
    assert round_lying(ended, replace(scene, signs=())) is None


def test_a_game_of_one_round_has_no_winning_coin() -> None:
    game = view_of(games.named("coin-duel 3 stage 2")).state()["game"]
    assert (game["round"], game["rounds"]) == (1, 1)
    assert "winningCoin" not in game
    assert "round" not in view_of(Cups(3)).state()["game"]


def test_the_page_shows_the_match_below_the_board(page: Callable[..., Any]) -> None:
    shown = page(in_the_second_round())
    shown.wait_for_selector("#match")
    said = " ".join(shown.inner_text("#match").split())
    assert said == "Round 2 of 4 5 Winning coin: nickel, counts 50 In this round: South 0, North 0"


def test_a_game_of_one_round_needs_no_line_for_its_match(page: Callable[..., Any]) -> None:
    shown = page(view_of(games.named("coin-duel 3 stage 2")))
    shown.wait_for_selector("#match", state="attached")
    assert not shown.is_visible("#match")
