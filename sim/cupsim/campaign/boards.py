"""The simulated board of a study."""

from dataclasses import replace

from cupsboard.play.options import Options
from cupsboard.rules.places import Side

from cupsim.campaign.study import Study
from cupsim.table import Lining
from cupsim.world import Setting


def setting_of(study: Study, seed: int) -> Setting:
    """The board with the study's beans, cells, size and rate."""
    return Setting(seed=seed, cups=study.cups, sps=study.sps, beans=study.beans, cells=study.cells)


def lined_setting_of(study: Study, seed: int) -> Setting:
    """The same where the study's variant says what the cups are lined with; south starts."""
    lining = Lining[(study.variant or "lined").upper()]
    return replace(setting_of(study, seed), lining=lining, options=Options(starter=Side.SOUTH))
