"""A side without a board, as a process: it says random moves, then phrases, until it is killed.

    far_player.py ADDRESS CODE TOKEN FOLDER SEED

What it has promised (the key of everything said whose `say` returned) is a line each in FOLDER/promised.
"""

import os
import secrets
import sys
import time
from pathlib import Path
from random import Random

from cupsboard.distance.follower import Follower
from cupsboard.distance.wire import Act, Move, Said
from cupsboard.rules.places import Side
from kept_link import kept_link

PAUSE_SECONDS = 0.05


def wished(follower: Follower, side: Side, random: Random) -> Act | None:
    """Return what this side says now; None while the other side is to move."""
    game = follower.game
    if game.history is None:
        return None
    if game.end is not None:
        return Said("good-game")
    if game.to_move is not side:
        return Said("your-turn") if random.random() < 0.02 else None
    plans = game.history.game.plans(game.history.position, side)
    return Move(random.choice(plans).label)


def main(address: str, code: str, token: str, folder: Path, side: Side, seed: int) -> None:
    """Say something whenever nothing is on its way."""
    random = Random(seed)
    link = kept_link(folder, address, code, token, random)
    link.start()
    print("plays", flush=True)
    promised = os.open(folder / "promised", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    while True:
        time.sleep(random.uniform(0.5, 1.5) * PAUSE_SECONDS)
        follower = link.follower
        act = None if follower.unsent is not None else wished(follower, side, random)
        if act is not None:
            key = secrets.token_hex(16)
            link.say(act, key)
            os.write(promised, f"{key}\n".encode())


if __name__ == "__main__":
    address, code, token, folder, side, seed = sys.argv[1:]
    main(address, code, token, Path(folder), Side(side), int(seed))
