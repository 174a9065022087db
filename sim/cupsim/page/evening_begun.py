"""How an evening on a page begins: as the last one lay when it was left, or anew."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from cupsboard.referee.options import Options
from cupsboard.rules.places import Side
from cupsboard.session.engine_process import EngineProcess, StartEngine

from cupsim.errors import SimulatorError
from cupsim.page.evening import PageEvening
from cupsim.page.keeper import Keeper, is_worth_keeping
from cupsim.page.kept_evening import KeptEvening, KeptEveningError, KeptSeats, with_engines_of
from cupsim.people.move_choice import PERSON, described
from cupsim.runs.games import Pairing

if TYPE_CHECKING:
    # A tab, which shares no game, loads none of this.
    from cupsim.page.shared_evening import SharedEvening

SHOWN_FACTOR = 4.0
"""How fast an evening runs that nobody plays in."""


def begun(
    pairing: Pairing,
    keeper: Keeper | None,
    trace_path: Path,
    say: Callable[[str], object],
    why_not: Callable[[KeptEvening], str | None] = lambda _kept: None,
    differing: Callable[[KeptEvening], Sequence[str]] = lambda _kept: (),
    start_engine: StartEngine = EngineProcess,
    shared: "SharedEvening | None" = None,
    knowing: Callable[[Options], Options] = lambda options: options,
) -> tuple[PageEvening, KeptSeats | None]:
    """The evening that was kept, unless `why_not` has a reason against it, else a new one.

    Where a game is under way in it, it goes on whatever options are `differing` from it, and that is said.
    At a new one the options are those that `knowing` adds to: who sits down by a held button, which puzzles
    are one's own.
    With `shared` it is that of a game with another board.
    """
    kept = None if keeper is None else keeper.read()
    if kept is not None and keeper is not None:
        try:
            why, other = why_not(kept), [f"--{name.replace('_', '-')}" for name in differing(kept)]
            if why is None and not (other and not is_worth_keeping(kept)):
                known = with_engines_of((pairing.south, pairing.north), kept)
                for side, who in kept.players.items():
                    if who != known.players[side]:
                        say(
                            f"{side} was played by {described(who)}, which only an option starts: that seat "
                            f"is free now (--new --{side} {quote(who)} begins another with the engine)"
                        )
                evening = resumed(known, trace_path, say, start_engine, shared)
                how = f"{', '.join(other)} asks for another, which --new beside it begins" if other else ""
                say(f"The evening goes on as it lay: {_told(evening)} ({how or '--new begins another'})")
                return evening, kept.seats
            if not is_worth_keeping(kept):
                why = None
        except (KeptEveningError, SimulatorError, ValueError, KeyError) as fault:
            why = f"The evening that was kept can't go on: {fault}"
        if why is not None:
            keeper.put_aside(why)
    if shared is None:
        options = knowing(pairing.setting.options)
        pairing = replace(pairing, setting=replace(pairing.setting, options=options))
    seats = {side: pairing.player_of(side) for side in Side}
    factor = 1.0 if PERSON in seats.values() else SHOWN_FACTOR
    evening = PageEvening(pairing, seats, trace_path, say, factor, start_engine=start_engine, shared=shared)
    return evening, None


def resumed(
    kept: KeptEvening,
    trace_path: Path,
    say: Callable[[str], object],
    start_engine: StartEngine = EngineProcess,
    shared: "SharedEvening | None" = None,
) -> PageEvening:
    """An evening that goes on as it lay. Raises KeptEveningError or SimulatorError."""
    seats = {side: kept.players[side.value] for side in Side}
    setting = kept.setting.setting(kept.start().options)
    pairing = Pairing(setting, seats[Side.SOUTH], seats[Side.NORTH], kept.clumsiness)
    return PageEvening(
        pairing, seats, trace_path, say, kept.speed, kept, start_engine=start_engine, shared=shared
    )


def _told(evening: PageEvening) -> str:
    entries = len(evening.world.referee.history.entries)
    return f"{evening.world.setting.cups} cups, {entries} {'entry' if entries == 1 else 'entries'}"
