"""The page of the text protocol: what it shows is what happens, and its example plays a game."""

import subprocess
import sys

from cupsboard.engine import engines
from cupsboard.engine.engines import require_legal
from cupsboard.engine.foreign import level_of
from cupsboard.rules import games
from cupsboard.rules.game import Standing
from cupsboard.rules.places import Side
from cupsboard.signs.advice import Question
from foreign_programs import blocks, desk

(EXAMPLE,) = blocks("python")
MOST_LINES = 40


def test_the_example_is_short_and_needs_the_rules_alone() -> None:
    assert len(EXAMPLE.splitlines()) <= MOST_LINES
    imports = [line for line in EXAMPLE.splitlines() if line.startswith(("import ", "from "))]
    assert imports == [
        "import sys",
        "from cupsboard.rules import games",
        "from cupsboard.rules.errors import RulesError",
    ]


def test_the_example_answers_as_the_conversation_shows() -> None:
    (conversation,) = [block for block in blocks("") if "> quit" in block]
    lines = conversation.strip().splitlines()
    asked = "".join(f"{line.removeprefix('> ')}\n" for line in lines if line.startswith("> "))
    said = subprocess.run(
        [sys.executable, "-c", EXAMPLE], input=asked, capture_output=True, text=True, timeout=30, check=True
    )
    assert said.stdout.splitlines() == [line for line in lines if not line.startswith("> ")]


def test_the_positions_and_moves_of_the_page_are_those_of_the_games() -> None:
    shown = [block.strip().splitlines() for block in blocks("") if "\nposition" in f"\n{block.strip()}"]
    asked = [lines for lines in shown if lines[0].startswith("position")]
    assert [lines[0].partition(" ")[2].partition(" ")[0] for lines in asked] == ["cups", "coin-duel"]
    for position_line, _, answer in asked:
        name, _, text = position_line.removeprefix("position ").partition(": ")
        game = games.named(name)
        position = game.parse_position(text)
        (side,) = game.movers(position)
        require_legal(game, position, side, answer.removeprefix("bestmove "))


def test_the_example_plays_a_whole_game_against_level_1() -> None:
    game = games.of_board(2, 6)
    level = engines.at_level(game, engines.level_of(game, "1"))
    position, moves = game.start(Side.SOUTH), 0
    with desk(EXAMPLE) as at:
        while (standing := game.standing(position)) is not Standing.OVER:
            if standing is Standing.PASS:
                position = game.pass_turn(position)
                continue
            (side,) = game.movers(position)
            moves += 1
            if side is Side.SOUTH:
                asked = Question(moves, game, side, position, level_of("the example"))
                move = at.answer(asked).move
                assert move is not None, at.said
            else:
                move = level.choose(position, 7).move
            position = game.play(position, side, move)
        assert at.said == []
    assert moves > 0
