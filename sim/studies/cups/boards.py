"""The simulated board of a study."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from cupsboard.recognition.suitability import complaints
from cupsboard.referee.options import Options
from cupsboard.rules import games
from cupsboard.rules.places import Place, Side
from cupsim.runs.game_world import Setting
from cupsim.table.beans import bean_kind
from cupsim.table.load_cell import cell_model
from cupsim.table.settled_table import SettledTable
from cupsim.table.table import Lining

from studies.cups.study import Study
from studies.rates import Rate

BOARDS_ASKED = 20
"""As many boards of a study are asked whether they would start."""


def setting_of(study: Study, seed: int) -> Setting:
    """The board with the study's beans, cells, size and rate."""
    return Setting(seed=seed, cups=study.cups, sps=study.sps, beans=study.beans, cells=study.cells)


def lined_setting_of(study: Study, seed: int) -> Setting:
    """The same where the study's variant says what the cups are lined with; south starts."""
    lining = Lining[(study.variant or "lined").upper()]
    return replace(setting_of(study, seed), lining=lining, options=Options(starter=Side.SOUTH))


def table_of(study: Study, random: Random, further: Iterable[Place] = ()) -> SettledTable:
    """An empty table with the places of the game and further ones, calibrated with beans drawn for it."""
    places = (*games.of_board(study.cups).places, *further)
    return SettledTable(places, bean_kind(study.beans), cell_model(study.cells), random, rate_sps=study.sps)


def refusals(study: Study) -> Rate:
    """How many boards of a study refuse to begin a game with such beans on such cells."""
    asked = (table_of(study, Random(number)) for number in range(BOARDS_ASKED))
    return Rate(sum(bool(complaints(table.calibration)) for table in asked), BOARDS_ASKED)
