"""One game as text, a line a move: what `cupsim` shows where there is no terminal."""

from cupsboard.signs.event_text import Say

from cupsim.runs.games import Pairing, Played, play
from cupsim.runs.summary import verdict


def demonstrate(pairing: Pairing, say: Say) -> Played:
    """Play one game and say what happens in it, move by move, and how it ended."""
    setting = pairing.setting
    say(
        f"A game of Cups on a simulated 2x{setting.cups} board (seed {setting.seed}): {pairing.south} plays "
        f"south, {pairing.north} north, with {setting.beans} beans on {setting.cells} cells."
    )
    played = play(pairing, say)
    minutes, seconds = divmod(round(played.virtual_seconds), 60)
    say(f"{played.result}, after {minutes} min {seconds} s at the board ({played.real_seconds:.1f} s here)")
    say(f"agreed tables: {verdict(played)}")
    return played
