"""How far off estimates are was measured for every sowing game that ships, and for games of one's own."""

import json
from dataclasses import replace
from math import inf
from pathlib import Path

from cupsboard.engine import sowing
from cupsboard.engine.certainty import certainty_of
from cupsboard.engine.player import EVERY_MOVE, Limit
from cupsboard.engine.sowing.player import SowingEngine
from cupsboard.rules.families import OWN, SOWING
from cupsboard.rules.places import Side
from cupsboard.rules.sowing import shelf

FEW_BEANS = 12
MEASURED = json.loads(Path(sowing.__file__).with_name("certainty.json").read_text("utf-8"))


def test_each_game_has_errors_of_its_own_and_proofs_where_no_table_comes_again() -> None:
    assert MEASURED.keys() == {*SOWING, "any"}
    for word in SOWING:
        rules = shelf.rules_called(word)
        proves = certainty_of(sowing.__name__, word).doublings < inf
        assert proves is rules.never_circles(FEW_BEANS)


def test_a_game_of_one_s_own_is_as_far_off_as_games_are_whose_rules_are_no_one_s_in_particular() -> None:
    shipped = shelf.game("bohnenspiel", 6)
    own = replace(shipped, rules=replace(shipped.rules, title="Mine"), word=OWN)
    position, limit = own.start(Side.SOUTH), Limit(nodes=60)
    for game, name in ((shipped, "bohnenspiel"), (own, "any")):
        worst = SowingEngine(game).analyse(position, limit, EVERY_MOVE)[-1]
        best = SowingEngine(game).analyse(position, limit, EVERY_MOVE)[0]
        expected = certainty_of(sowing.__name__, name).error(best.score_beans - worst.score_beans)
        assert worst.error_beans == expected
