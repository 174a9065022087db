"""What two players are to play, on a page or without a screen, by the options of `cupsim`."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cupsboard.commands import game_options
from cupsboard.engine import engines
from cupsboard.profile import generated
from cupsboard.referee.options import Options
from cupsboard.referee.tutoring import Tutor
from cupsboard.rules import families
from cupsboard.rules.errors import RulesError
from cupsboard.rules.games import AnyGame
from cupsboard.rules.places import Place, Side, board_places, stock
from cupsboard.rules.record import RecordError
from cupsboard.rules.turns import Order
from cupsboard.scales.errors import SensingError
from cupsboard.station.game import wished_game
from cupsboard.station.game.wished_game import game_to_go_on

from cupsim.commands.options import family_asked
from cupsim.errors import SimulatorError
from cupsim.people.move_choice import LEVEL_NAMES, PERSON, PLAYERS, players_of
from cupsim.table.recorded_cell import RecordedCell

if TYPE_CHECKING:
    from cupsboard.rules.history import History

    from cupsim.runs.game_world import Setting
    from cupsim.runs.games import Pairing

ALL_CELLS = "all"
"""In place of a place: the same recording below every cell."""
_SIMULATED = {Side.SOUTH: "random", Side.NORTH: "greedy"}
"""Who plays where nobody said so and no person can."""
_AT_LEVELS = {Side.SOUTH: "2", Side.NORTH: "4"}
"""The same where no policy has plans to choose from."""
_WITH_A_PERSON = {Side.SOUTH: PERSON, Side.NORTH: "2"}
"""Somebody who meets the game here can win, and lose."""


def players(
    parser: argparse.ArgumentParser, asked: argparse.Namespace, game: AnyGame, *, has_hands: bool
) -> Mapping[Side, str]:
    """Who plays each side; ends the program where they can't, or where a person could move nothing."""
    is_of_plans = game.turns.order is Order.FREE
    said = {Side.SOUTH: asked.south, Side.NORTH: asked.north}
    if not has_hands and PERSON in said.values():
        side = next(side for side, who in said.items() if who == PERSON)
        parser.error(
            f"--{side.value} {PERSON}: nobody can move a bean here: "
            f"say {', '.join(PLAYERS)}, or play on the page (cupsim)"
        )
    for side, who in said.items():
        if who not in (None, PERSON) and who not in players_of(game, [who]):
            parser.error(f"--{side.value} {who}: {_why_not(game, who)}")
    usual = _WITH_A_PERSON if has_hands else _SIMULATED if is_of_plans else _AT_LEVELS
    return {side: said[side] or usual[side] for side in Side}


def _why_not(game: AnyGame, who: str) -> str:
    """Why nobody of that name plays a game, and who does."""
    if who in LEVEL_NAMES:
        try:
            engines.level_of(game, who)
        except RulesError as fault:
            return str(fault)
    return f"can't play {game.name}: say {PERSON}, {', '.join(players_of(game, PLAYERS))}"


def pairing(parser: argparse.ArgumentParser, asked: argparse.Namespace, *, has_hands: bool) -> "Pairing":
    """What is to be played; ends the program where the board would refuse to."""
    from cupsboard.recognition.suitability import complaints

    from cupsim.runs.game_world import Setting, World
    from cupsim.runs.games import Pairing

    game = game_name(parser, asked, has_hands=has_hands)
    setting = Setting(
        seed=asked.seed,
        cups=asked.cups,
        sps=asked.sps,
        beans=asked.beans,
        cells=asked.cells,
        stock_beans=None if game else asked.stock,
        game=game,
        stock_trays=asked.stock_trays,
        pico=asked.pico,
        handling=asked.handling,
        noise=asked.noise,
        child=asked.child,
        options=Options(
            starter=None if asked.starter == "open" else Side(asked.starter),
            clock=asked.clock,
            tutor=Tutor(asked.tutor),
        ),
    )
    asked.game_name = game
    if (record := vars(asked)["from"]) is not None:
        setting = setting.going_on(_game_to_go_on(parser, record, asked.move))
    if asked.trace_cell:
        setting = replace(setting, recorded=_recorded(parser, asked.trace_cell, setting))
    if not asked.anyway and (refused := complaints(World(setting).calibration)):
        parser.error("; ".join(map(str, refused)) + " (or say --anyway)")
    who = players(parser, asked, setting.of_game(), has_hands=has_hands)
    return Pairing(setting, who[Side.SOUTH], who[Side.NORTH], asked.clumsiness)


def game_name(parser: argparse.ArgumentParser, asked: argparse.Namespace, *, has_hands: bool) -> str | None:
    """The name of the game that was asked for, on the board it is usually played on; None for Cups."""
    family = family_asked(asked.game)
    if family == families.FAMILIES[0] and asked.odds is None:
        return None
    asked.cups = asked.cups if "cups" in asked.said else family.usual_cups or asked.cups
    asked.sps = asked.sps if "sps" in asked.said else family.usual_sps
    if asked.friendly is None and "friendly" in family.wishes:
        # Whoever meets the game here is not to lose a round by a slip; simulated people don't mind.
        asked.friendly = has_hands
    try:
        game = wished_game.wished(
            replace(game_options.wish_of(asked), family=family.name),
            generated(asked.cups, rate_sps=asked.sps),
            asked.stock,
        )
    except (RulesError, SensingError) as fault:
        parser.error(str(fault))
    return None if game is None else game.name


def _recorded(
    parser: argparse.ArgumentParser, traces: Sequence[tuple[str, Path]], setting: "Setting"
) -> Mapping[Place, "RecordedCell"]:
    """Which cells wander as real ones did; says what becomes of each recording, or ends the program."""
    from cupsim.table.load_cell import cell_model, noise_grams
    from cupsim.table.recorded_cell import read

    trays = map(stock, Side) if setting.stock_trays else ()
    places = (*board_places(setting.cups), *trays)
    noise = noise_grams(cell_model(setting.cells), setting.sps)
    found = dict[Place, RecordedCell]()
    # Whoever names all and one means the one apart.
    for name, path in sorted(traces, key=lambda trace: trace[0] != ALL_CELLS):
        if name != ALL_CELLS and name not in places:
            parser.error(f"--trace-cell {name}: no cell stands there; say {ALL_CELLS}, {', '.join(places)}")
        if [each for each, _ in traces].count(name) > 1:
            parser.error(f"--trace-cell {name}: is said twice; give one recording a cell")
        try:
            recorded = read(path)
        except SimulatorError as fault:
            parser.error(f"--trace-cell {name}: {fault}")
        print(f"{name}: {path}: {recorded.told(noise, setting.sps)}", file=sys.stderr)
        found |= dict.fromkeys(places if name == ALL_CELLS else [Place(name)], recorded)
    return found


def _game_to_go_on(parser: argparse.ArgumentParser, record: str, move: int | None) -> "History[Any]":
    try:
        return game_to_go_on(record, move)
    except RecordError as fault:
        parser.error(str(fault))
