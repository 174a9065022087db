"""What a board's page says of coins: which sets it tells apart, and which computer it needs."""

from collections.abc import Iterator

from cupsboard.procedures.beans.forecast import CUP_GRAMS, GAIN_ERROR, POT_GRAMS, RATINGS, Rating
from cupsboard.profile import Profile
from cupsboard.recognition.kinds_apart import left_out, mistaken, one_in
from cupsboard.rules.places import Kind, Place, is_cup
from cupsboard.scales.calibration import Calibration, PieceCalibration, PlaceCalibration
from cupsboard.storage import piece_sets

_CUPS, _POTS = RATINGS["500g"], RATINGS["1kg"]
_WEIGHED = 24
"""So many of each kind `cupsboard calibrate kinds weigh` asks for."""
_A_BEAN = PieceCalibration(0.55, 0.02, 0.08, 24)
_CUP_ERROR_GRAMS = 0.02


def is_for_coins(board: Profile) -> bool:
    """Whether a board is meant for coins: two sides, and fast enough to see each coin land."""
    return bool(board.cups) and board.rate_sps == 80


def coins_section(board: Profile) -> list[str]:
    """The section in Markdown."""
    return [
        f"At {board.rate_sps} samples a second the board sees coins land one by one, 0.15 s apart; at "
        "10 it does not, and plays stage 1 of Coin Duel only. Set every HX711 to 80 "
        "([how](../README.md#10-or-80-samples-a-second)). A pot holds up to 80 coins, about 330 g, "
        "beside its own weight: 1 kg cells there. All lines are taken, so no buzzer is left: the page "
        "sounds instead.",
        "",
        "**Which Pi.** A Pi 5. While the program looks at the table nobody reads the cells: [on "
        "simulated chips](../../sim/results/COIN_BOARD.md) nothing was ever read wrongly, on computers as "
        "slow as a Zero 2 W, but the longer the look, the more samples are lost. A Pi 4 loses "
        "somewhat more than a 5, and its lights need root. A Zero 2 W or a 3 may stand still for more "
        "than a second after a hard look, in which landings are missed, and a Pi 3 then called sound "
        "cells dead for a moment: use them for stage 1, at 10 samples a second, as a "
        "[2x10](2x10.md). No Pi was timed.",
        "",
        "**Which coins.** How often at most a coin is taken for another kind, where the board tells them "
        f"worst, as `cupsboard calibrate kinds check` computes it: cells of {_CUPS.name} under the cups, "
        f"{_POTS.name} under the pots, {_WEIGHED} of each kind weighed. More than 1 in 50 is refused.",
        "",
        "| set | kinds | worst pair | at | so often at most | leave out |",
        "| --- | --- | --- | --- | --- | --- |",
        *_rows(board),
    ]


def _rows(board: Profile) -> Iterator[str]:
    calibration = _as_bought(board)
    for name in piece_sets.built_in_names():
        pieces = {
            kind: _weighed(each) for kind, each in piece_sets.load(name).calibrated(calibration).items()
        }
        found = mistaken(calibration, pieces)
        worst = max(found, key=lambda each: each.share)
        out = left_out(found)
        yield (
            f"| `{name}` | {', '.join(pieces)} | {worst.kind} for {worst.other} | {worst.place} | "
            f"{one_in(worst.share)} | {', '.join(map(_named, out)) or 'none'} |"
        )


def _named(kind: Kind) -> str:
    return f"the {kind}"


def _weighed(pieces: PieceCalibration) -> PieceCalibration:
    """The same kind when a sample of the maker's own was weighed."""
    spread = pieces.spread_grams
    return PieceCalibration(pieces.mean_grams, spread / _WEIGHED**0.5, spread, _WEIGHED)


def _as_bought(board: Profile) -> Calibration:
    """What a calibration of the usual cells comes to."""
    places = {
        place: _place(place, _CUPS if is_cup(place) else _POTS, board.rate_sps) for place in board.places
    }
    return Calibration("2026-11-23", float(board.rate_sps), _A_BEAN, places)


def _place(place: Place, cell: Rating, sps: int) -> PlaceCalibration:
    return PlaceCalibration(
        zero_counts=0.0,
        counts_per_gram=cell.counts_per_gram,
        gain_error=GAIN_ERROR,
        cup_grams=CUP_GRAMS if is_cup(place) else POT_GRAMS,
        cup_error_grams=_CUP_ERROR_GRAMS,
        noise_grams=cell.noise_grams(sps),
    )
