"""A server of a game that another process serves as well: it says moves for both sides until it is killed.

    fighting_server.py DATABASE CODE SOUTH-TOKEN NORTH-TOKEN SEED

Says the key of each move that its writer has told, a line each.
"""

import sys
import time
from random import Random

from cupsboard.distance.shared_game import SharedGame
from cupsboard.distance.wire import Entries, Follow, Move, Said, Say, plain
from cupsboard.rules.places import Side
from cupsclub.store.port import RecordsError
from cupsclub.store.postgres import PostgresRecords
from cupsclub.writer import Came, Heard, Writer


def main(address: str, code: str, tokens: dict[Side, str], random: Random) -> None:
    records = PostgresRecords(address)
    writer = Writer(records, time.time, lambda: "UNUSED00", lambda: Side.SOUTH)
    clients = {side: number for number, side in enumerate(Side, 1)}
    for side, client in clients.items():
        writer.handle([Came(client, tokens[side]), Heard(client, Follow(code))])
    while True:
        try:
            game = SharedGame.of(records.entries(code, 0))
        except RecordsError:
            # The database is away; what is written next makes the connection anew.
            time.sleep(0.05)
            writer.handle([Heard(client, Follow(code)) for client in clients.values()])
            continue
        side, key = game.to_move or random.choice(list(Side)), f"{random.getrandbits(128):032x}"
        act = Said("hello")
        if game.to_move is not None and game.history is not None:
            act = Move(random.choice(game.history.game.plans(game.history.position, side)).label)
        told = writer.handle([Heard(clients[side], Say(code, key, game.changed, plain(act)))])
        heard = [each for _, each in told if isinstance(each, Entries)]
        if any(entry.key == key for each in heard for entry in each.entries):
            print(key, flush=True)


if __name__ == "__main__":
    address, code, south, north, seed = sys.argv[1:]
    main(address, code, {Side.SOUTH: south, Side.NORTH: north}, Random(seed))
