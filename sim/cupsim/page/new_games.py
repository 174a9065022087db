"""The next game at a simulated board: as a form says, the same again, or on from a saved move."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from random import Random
from typing import Any

from cupsboard.engine import engines
from cupsboard.engine.puzzles import begun as puzzle_begun
from cupsboard.profile import generated
from cupsboard.recognition.suitability import complaints
from cupsboard.rules import families, games
from cupsboard.rules.clocks import Clock
from cupsboard.rules.errors import RulesError
from cupsboard.rules.families import Family
from cupsboard.rules.history import History, Moved
from cupsboard.rules.laid_table import laid
from cupsboard.rules.places import Side
from cupsboard.rules.puzzle import Puzzle
from cupsboard.rules.wish import Wish
from cupsboard.session.orders import spoken_of
from cupsboard.session.playable import require_playable
from cupsboard.session.resume import offered
from cupsboard.storage import rules_file
from cupsboard.web.game_links import record_of_code
from cupsboard.web.sections import message_section

from cupsim.page import requests
from cupsim.page.pace import FACTORS
from cupsim.runs.game_world import Setting, World
from cupsim.runs.games import Pairing
from cupsim.table.beans import KINDS
from cupsim.table.load_cell import MODELS

DEMONSTRATION_REST_SECONDS = 20.0
"""So long (in real time) the result of two simulated players is shown before they begin anew."""


def _of_family(family: Family) -> Iterator[dict[str, Any]]:
    """What a form has to know of the games of a family, one for each stage."""
    for stage in range(1, family.stages + 1):
        game: dict[str, Any] = {"family": family.name, "name": family.name, "wishes": list(family.wishes)}
        if family.stages > 1:
            game |= {"name": f"{family.name} {stage}", "stage": stage}
        if family.title:
            game["title"] = family.title
        if family.usual_cups:
            game |= {"cups": family.usual_cups, "sps": family.usual_sps}
        if family.usual_stocks:
            game["stock"] = family.usual_stocks[stage - 1]
        yield game


CHOICES: Mapping[str, Sequence[Any]] = {
    "games": [
        game for family in families.FAMILIES if not family.is_round_a_table for game in _of_family(family)
    ],
    "beans": list(KINDS),
    "cells": list(MODELS),
    "speeds": [0.0, *FACTORS],
}
"""What a form offers."""


class NewGameRefused(ValueError):
    """A game that can't be begun; the message says why and what to choose."""


def today() -> str:
    """When a game begins, as its record says it."""
    return datetime.now().strftime("%Y-%m-%dT%H:%M")


def begun(order: requests.Begin, now: Pairing, played: History[Any], own: Sequence[Puzzle] = ()) -> Pairing:
    """What an order begins after the game that was `played`; `own` are the puzzles of one's own.

    Raises NewGameRefused.
    """
    match order:
        case requests.NewGame():
            return _as_asked(order, now)
        case requests.Rematch():
            return following(now, opener(played))
        case requests.GoOn():
            return _going_on(_linked(order), now)
        case requests.PlayFrom():
            return _going_on(_laid(order, now), now)
        case requests.BeginPuzzle():
            return _going_on(_puzzle(order.puzzle, own), now)


def following(now: Pairing, starter: Side | None) -> Pairing:
    """Return the set-up of the next game: same board and players, other beans, `starter` to move first."""
    setting = now.setting
    options = replace(setting.options, starter=starter)
    return replace(now, setting=replace(setting, seed=setting.seed + 1, options=options, begun=None))


def opener(played: History[Any]) -> Side | None:
    """Who starts a rematch: whoever did not make the first move; None where there was none."""
    moves = (entry for entry in played.entries if isinstance(entry, Moved))
    first = next(moves, None)
    return played.starter if first is None else first.player.other


def _as_asked(order: requests.NewGame, now: Pairing) -> Pairing:
    if order.beans not in KINDS or order.cells not in MODELS:
        raise NewGameRefused(f"there are no {order.beans} beans or no {order.cells} cells here")
    setting = now.setting
    if order.rules is not None:
        order = _by_rules(order, order.rules)
    game = _game(order, setting)
    starter = None if order.starter == "open" else Side(order.starter)
    asked = replace(
        setting,
        seed=Random().randrange(10_000) if order.seed is None else order.seed,
        cups=order.cups,
        beans=order.beans,
        cells=order.cells,
        sps=order.sps,
        stock_beans=None if game else order.stock,
        stock_trays=order.trays,
        options=replace(setting.options, starter=starter, clock=_clock(order.clock)),
        game=game,
        begun=None,
    )
    if not order.anyway and (refused := _complaints(asked)):
        raise NewGameRefused(f"{'; '.join(refused)} (or play anyway)")
    return replace(now, setting=asked)


def _clock(text: str | None) -> Clock | None:
    """Return the clock of a text. Raises NewGameRefused."""
    try:
        return None if text is None else Clock.from_text(text)
    except ValueError as fault:
        raise NewGameRefused(str(fault)) from None


def _by_rules(order: requests.NewGame, rules: requests.RulesFile) -> requests.NewGame:
    """Return the order for the game of these rules on its usual board. Raises NewGameRefused."""
    try:
        name = rules_file.parse(rules.text.encode(), rules.name)
    except RulesError as fault:
        raise NewGameRefused(str(fault)) from None
    family = families.family_of(name)
    return order.with_fields(game=name, cups=family.usual_cups, sps=family.usual_sps, stock=None)


def _game(order: requests.NewGame, setting: Setting) -> str | None:
    """The name of the game that is wanted on such a board; None for the usual one. Raises NewGameRefused."""
    if order.game is None:
        name = setting.of_game().name
        family, stage = families.family_of(name).name, games.stage_of(name)
    elif order.rules is not None:
        family, stage = order.game, None
    else:
        family, _, number = order.game.partition(" ")
        stage = int(number) if number else None
    wish = Wish(family, stage, stock=order.stock, turns=order.turns, friendly=order.friendly, odds=order.odds)
    try:
        game = games.of_wish(wish, cups=order.cups)
        require_playable(generated(order.cups, rate_sps=order.sps), game)
    except RulesError as fault:
        raise NewGameRefused(str(fault)) from None
    return None if game == games.of_board(order.cups, order.stock) else game.name


def with_choice(now: Pairing) -> Pairing:
    """The same, where a new game may be every game that this board is made for."""
    setting, game = now.setting, now.setting.of_game()
    board = generated(setting.cups, rate_sps=setting.sps)
    choice = offered(game, setting.cups, lambda other: require_playable(board, other))
    return replace(now, setting=replace(setting, options=replace(setting.options, games=choice)))


def chosen(name: str, now: Pairing) -> Pairing:
    """The same board and players at a game of this name, as players chose it at the board."""
    setting = replace(now.setting, seed=now.setting.seed + 1, stock_beans=None, begun=None)
    if name == games.of_board(setting.cups).name:
        return replace(now, setting=replace(setting, game=None))
    family = families.family_of(name)
    if name != now.setting.of_game().name and "friendly" in family.wishes:
        # As the form begins them where nobody says how.
        wish = Wish(family.name, games.stage_of(name), friendly=True)
        name = games.of_wish(wish, cups=setting.cups).name
    return replace(now, setting=replace(setting, game=name))


def told(fault: Exception) -> str:
    """Return what a page reads of a fault: a message where there is one, else the fault's own words."""
    message = spoken_of(fault.__cause__ if isinstance(fault.__cause__, Exception) else fault)
    return str(fault) if message.key == "report.line" else json.dumps(message_section(message))


def _linked(order: requests.GoOn) -> History[Any]:
    try:
        return record_of_code(order.game).history().gone_on_from(order.move)
    except RulesError as fault:
        raise NewGameRefused(str(fault)) from None


def _laid(order: requests.PlayFrom, now: Pairing) -> History[Any]:
    game = now.setting.of_game()
    lying = {place: order.numbers.get(place, 0) for place in game.places}
    try:
        return laid(game, order.turn, lying, order.stocks)
    except RulesError as fault:
        raise NewGameRefused(str(fault)) from fault


def _puzzle(number: int, own: Sequence[Puzzle]) -> History[Any]:
    puzzles = engines.all_puzzles(own)
    if number not in puzzles:
        raise NewGameRefused(f"there is no puzzle {number}: choose 1 to {max(puzzles)}")
    puzzle = puzzles[number]
    return puzzle_begun(puzzle, games.named(puzzle.game))


def _going_on(history: History[Any], now: Pairing) -> Pairing:
    setting = now.setting
    return replace(now, setting=replace(setting, seed=setting.seed + 1).going_on(history))


def _complaints(setting: Setting) -> Sequence[str]:
    return [str(each) for each in complaints(World(setting).calibration)]
