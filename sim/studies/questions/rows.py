"""What is played, and how often it may be asked there: the rows of the page."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from cupsboard.rules.families import AS_LANDED, FAMILIES, SOWING
from cupsim.people.fiddling_child import ALONE, IN_TURN, STEALING, TOGETHER
from cupsim.people.reading_times import ADULTS, QUICK_REPLIERS, SLOW_READERS, ReadingTimes
from cupsim.runs.coin_duel.evening import Setting as DuelSetting
from cupsim.runs.game_world import Setting
from cupsim.runs.games import Pairing
from cupsim.runs.king_of_the_cups.evening import Setting as RaceSetting

Game = Pairing | DuelSetting | RaceSetting


@dataclass(frozen=True, slots=True)
class Row:
    """A row by its name. `varies` says in what its games differ from those of the first row."""

    name: str
    varies: str
    game: Game
    """The game with any seed."""
    most_asked: float | None = 0.03
    """The share of moves about which players may be asked; None if that is not promised."""

    def of_seed(self, seed: int) -> Game:
        """Return the game of this row with that seed."""
        if isinstance(self.game, Pairing):
            return replace(self.game, setting=replace(self.game.setting, seed=seed))
        return replace(self.game, seed=seed)


_NOTHING = "nothing: Cups, 2x4, kidney beans, 10 samples/s, usual people, white noise"
USUAL = Row("usual", _NOTHING, Pairing(Setting(0)), 0.01)


def _row(
    name: str,
    varies: str,
    most_asked: float | None = 0.03,
    clumsiness: float = 0.0,
    times: ReadingTimes = ADULTS,
    **how: Any,
) -> Row:
    return Row(name, varies, Pairing(Setting(0, **how), clumsiness=clumsiness, times=times), most_asked)


_SLIPS = "by hands that slip at every sixth drop"
_DUEL = DuelSetting(0, "coin-duel 10 stage 1", has_pins=False)
_EVERY = (
    USUAL,
    _row("2x2", "2x2 cups", cups=2),
    _row("2x3", "2x3 cups", cups=3),
    _row("2x6", "2x6 cups", cups=6),
    _row("2x8", "2x8 cups", cups=8),
    _row("2x10", "2x10 cups", cups=10),
    _row("80", "80 samples/s", sps=80),
    _row("pico", "a Pico that clocks each cell by itself", pico=True),
    _row("80-pico", "80 samples/s, and a Pico that clocks each cell by itself", sps=80, pico=True),
    _row("navy", "navy beans, 0.2 g", 0.05, beans="navy"),
    _row("pinto", "pinto beans, 0.33 g", beans="pinto"),
    _row("gems", "glass gems, 4 g, as heavy as small marbles", beans="gem", cells="1kg"),
    _row("sorted", "kidney beans within 25 % of their mean", beans="kidney sorted"),
    _row("mixed", "mixed beans, which the board refuses: it is made to play", None, beans="mixed"),
    _row("quick", "people who have their answer ready", times=QUICK_REPLIERS),
    _row("slow", "people who read every sentence and rest between beans", times=SLOW_READERS),
    _row("uniform", "all beans fall from 4 cm, and fingers always show", 0.01, handling="uniform"),
    _row("laying", "six of ten beans are laid down", handling="laying"),
    _row("clumsy", "hands that slip at every sixth drop", None, clumsiness=0.5),
    _row("alone", "players take every fifth bean out again and drop it again", 0.05, child=ALONE),
    _row("together", "a child does that while the player's hands are at work", 0.05, child=TOGETHER),
    _row("in-turn", "a child does that before the player presses", 0.05, child=IN_TURN),
    _row(
        "together-coloured",
        "a child together with the player's hands, and noise with a slow part",
        0.05,
        child=TOGETHER,
        noise="coloured",
    ),
    _row("stealing", "a child takes a bean back to the stock before every other press", None, child=STEALING),
    _row("coloured", "noise with a slow part, as recorded", noise="coloured"),
    _row("two-levels", "zeros that leap between two levels 1 to 3 noises apart", noise="two-levels"),
    _row("long-tails", "one sample in fifty of five times the noise", noise="long-tails"),
    _row("mains", "a beat of the mains of 0.4 to 1.5 noises", noise="mains"),
    _row("2x6-coloured", "2x6 cups, noise with a slow part", cups=6, noise="coloured"),
    _row("2x10-coloured", "2x10 cups, noise with a slow part", None, cups=10, noise="coloured"),
    _row("navy-coloured", "navy beans, noise with a slow part", None, beans="navy", noise="coloured"),
    _row("80-coloured", "80 samples/s, noise with a slow part", sps=80, noise="coloured"),
    _row("kalah", "Kalah, 2x6 with four beans in each cup", cups=6, game="kalah 6"),
    _row("oware", "Oware, 2x6 with four beans in each cup", cups=6, game="oware 6"),
    *(
        _row(
            each.name,
            f"{each.title}, 2x{each.usual_cups}, {_SLIPS}",
            clumsiness=0.5,
            cups=each.usual_cups,
            game=f"{each.name} {each.usual_cups}",
        )
        for each in FAMILIES
        if each.name in SOWING.keys() - {"kalah", "oware", *AS_LANDED}
    ),
    *(
        Row(
            each.name,
            f"{each.title}, 2x{each.usual_cups}, go stones, 80 samples/s, people who slip now and then",
            DuelSetting(0, f"{each.name} {each.usual_cups}", beans="go stone"),
        )
        for each in FAMILIES
        if each.name in AS_LANDED
    ),
    Row("coin-duel", "Coin Duel, stage 1 on 2x10, 80 samples/s", _DUEL, None),
    Row("king", "King of the Cups, four players", RaceSetting(0, has_pins=False), None),
)

ROWS: Mapping[str, Row] = {row.name: row for row in _EVERY}
