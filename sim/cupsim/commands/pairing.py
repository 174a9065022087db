"""What two players are to play, on a page, on a terminal or without a screen, by the options of `cupsim`."""

import argparse
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cupsboard.commands import chosen_game
from cupsboard.commands.game_to_go_on import game_to_go_on
from cupsboard.engine import engines
from cupsboard.profile import generated
from cupsboard.referee.computer import Computer
from cupsboard.referee.options import Options
from cupsboard.rules.errors import RulesError
from cupsboard.rules.games import AnyGame
from cupsboard.rules.places import Side
from cupsboard.rules.record import RecordError
from cupsboard.rules.turns import Order
from cupsboard.scales.errors import SensingError
from cupsboard.session.engine_adviser import LEVEL_NAMES
from cupsboard.session.playable import LANDINGS_SPS

from cupsim.commands.options import CUPS
from cupsim.people.move_choice import PERSON, PLAYERS

if TYPE_CHECKING:
    from cupsboard.rules.history import History

    from cupsim.runs.games import Pairing

COIN_CUPS = 10
"""The board for coins has so many a side."""
_SIMULATED = {Side.SOUTH: "random", Side.NORTH: "greedy"}
"""Who plays where nobody said so and no person can."""
_WITH_A_PERSON = {Side.SOUTH: PERSON, Side.NORTH: "2"}
"""Somebody who meets the game here can win, and lose."""


def players(
    parser: argparse.ArgumentParser, asked: argparse.Namespace, *, has_hands: bool
) -> Mapping[Side, str]:
    """Who plays each side; ends the program where a person is asked for and could not move a bean."""
    usual = _WITH_A_PERSON if has_hands else _SIMULATED
    said = {Side.SOUTH: asked.south, Side.NORTH: asked.north}
    if not has_hands and PERSON in said.values():
        side = next(side for side, who in said.items() if who == PERSON)
        parser.error(
            f"--{side.value} {PERSON}: nobody can move a bean here: "
            f"say {', '.join(PLAYERS)}, or play on the page or with --terminal"
        )
    return {side: said[side] or usual[side] for side in Side}


def pairing(parser: argparse.ArgumentParser, asked: argparse.Namespace, *, has_hands: bool) -> "Pairing":
    """What is to be played; ends the program where the board would refuse to."""
    from cupsboard.recognition.suitability import complaints

    from cupsim.runs.game_world import Setting, World
    from cupsim.runs.games import Pairing

    game = game_name(parser, asked)
    setting = Setting(
        seed=asked.seed,
        cups=asked.cups,
        sps=asked.sps,
        beans=asked.beans,
        cells=asked.cells,
        stock_beans=None if game else asked.stock,
        game=game,
        stock_trays=asked.stock_trays,
        options=Options(starter=None if asked.starts == "open" else Side(asked.starts)),
    )
    asked.game_name = game
    if (record := vars(asked)["from"]) is not None:
        setting = setting.going_on(_game_to_go_on(parser, record, asked.move))
    elif asked.move is not None:
        parser.error("--move: belongs to --from RECORD; name the record of a game too")
    if not asked.anyway and (refused := complaints(World(setting).calibration)):
        parser.error("; ".join(map(str, refused)) + " (or say --anyway)")
    if (of := setting.of_game()).turns.order is not Order.FREE:
        computer = _computer(parser, asked, of, has_hands=has_hands)
        setting = replace(setting, options=replace(setting.options, computer=computer))
        who: Mapping[Side, str] = dict.fromkeys(Side, PERSON)
    else:
        who = players(parser, asked, has_hands=has_hands)
    return Pairing(setting, who[Side.SOUTH], who[Side.NORTH], asked.clumsiness)


def game_name(parser: argparse.ArgumentParser, asked: argparse.Namespace) -> str | None:
    """The name of the game that was asked for, on the board it is usually played on; None for Cups."""
    if asked.game in (None, CUPS):
        return None
    asked.cups = asked.cups if "cups" in asked.said else COIN_CUPS
    asked.sps = asked.sps if "sps" in asked.said else LANDINGS_SPS
    try:
        game = chosen_game.chosen(asked, generated(asked.cups, rate_sps=asked.sps), asked.stock)
    except (RulesError, SensingError) as fault:
        parser.error(str(fault))
    return None if game is None else game.name


def _computer(
    parser: argparse.ArgumentParser, asked: argparse.Namespace, game: AnyGame, *, has_hands: bool
) -> Computer | None:
    """What the board plays itself, its lights telling a person's hands what to move."""
    if not has_hands:
        parser.error("this game wants persons: play it on the page (cupsim serve) or with --terminal")
    said = {side: who for side in Side if (who := getattr(asked, side.value)) not in (None, PERSON)}
    for side, who in said.items():
        if who not in LEVEL_NAMES or len(said) > 1 or asked.terminal:
            parser.error(
                f"--{side.value} {who}: nobody simulated plays this game; leave it out and play both sides, "
                f"or, on the page, let the board play one: --north {LEVEL_NAMES[1]}"
            )
        try:
            engines.level_of(game, who)
        except RulesError as fault:
            parser.error(f"--{side.value} {who}: {fault}")
    return next((Computer(side, who) for side, who in said.items()), None)


def _game_to_go_on(parser: argparse.ArgumentParser, record: str, move: int | None) -> "History[Any]":
    try:
        return game_to_go_on(record, move)
    except RecordError as fault:
        parser.error(str(fault))
