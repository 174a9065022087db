"""One game as text, a line a move: what `cupsim` shows where there is no terminal."""

from collections.abc import Callable

from cupsboard.play.events import Event, TableAgreed, TurnEnded

from cupsim.games import Pairing, Played, play
from cupsim.summary import verdict
from cupsim.telling import rows, told

Say = Callable[[str], object]


def demonstrate(pairing: Pairing, say: Say) -> Played:
    """Play one game and say what happens in it, move by move, and how it ended."""
    setting = pairing.setting
    say(
        f"A game of Cups on a simulated 2x{setting.cups} board (seed {setting.seed}): {pairing.south} plays "
        f"south, {pairing.north} north, with {setting.beans} beans on {setting.cells} cells."
    )
    played = play(pairing, tell=_Teller(say))
    minutes, seconds = divmod(round(played.virtual_seconds), 60)
    say(f"{played.result}, after {minutes} min {seconds} s at the board ({played.real_seconds:.1f} s here)")
    say(f"agreed tables: {verdict(played)}")
    return played


class _Teller:
    """Joins a move with the table it led to."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._moves = 0
        self._line: str | None = None

    def __call__(self, time: float, event: Event) -> None:
        line = told(event)
        match event:
            case TurnEnded():
                self._moves += 1
                self._line = f"{self._moves:>3}. {line}"
            case TableAgreed(contents) if self._line is not None:
                self._say(f"{time:>7.1f} s {self._line:<34} {rows(contents)}")
                self._line = None
            case _ if line is not None:
                self._say(f"{time:>7.1f} s      {line}")
            case _:
                pass
