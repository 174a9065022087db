"""Coin Duel once more, written from its rules in words, as plainly as can be and without the product's rules.

A row is a list of piles, each a list of names of coins: the cups from the left, then the pot. Coins are drawn
from piles by name; nothing is counted ahead, nothing is remembered between plays.
"""


class Foul(Exception):
    """Something that the rules forbid."""


class Player:
    def __init__(self, cups: int, stock: list[str]):
        self.piles: list[list[str]] = [[] for _ in range(cups + 1)]
        self.stock = list(stock)

    @property
    def pot(self) -> list[str]:
        return self.piles[-1]

    @property
    def heights(self) -> list[int]:
        return [len(pile) for pile in self.piles[:-1]]


class PlainRound:
    """One round: two players by name, what coins are worth, and which coin wins (none before stage 3)."""

    def __init__(
        self, cups: int, stage: int, worth: dict[str, int], stock: list[str], winning: str | None = None
    ):
        self.cups, self.stage, self.worth, self.winning = cups, stage, worth, winning
        self.players = {"south": Player(cups, stock), "north": Player(cups, stock)}
        self.over_by: tuple[str, str] | None = None
        self.turns = 0

    def play(self, name: str, words: str) -> None:
        """Make a whole play that is written in words; nothing is changed if it is a foul."""
        me, you = self.players[name], self.players["north" if name == "south" else "south"]
        piles, stock, theirs = [list(pile) for pile in me.piles], list(me.stock), you.piles
        sentences = [sentence.split(" ") for sentence in words.split("; ")]
        by_number = self.stage == 1
        from_board = sentences[0][0] == "board"
        if from_board:
            at = int(sentences[0][1])
            if not 1 <= at <= self.cups or not piles[at - 1]:
                raise Foul("nothing to lift there")
            hand, piles[at - 1] = piles[at - 1], []
        else:
            at, hand = 0, []
            wanted = stock[: int(sentences[0][1])] if by_number else sentences[0][1:]
            held = [number + 1 for number, pile in enumerate(piles[:-1]) if pile]
            most = min(max(4, held[-1] + 1 if held else 1), self.cups, len(stock))
            asked = int(sentences[0][1]) if by_number else len(wanted)
            if not 1 <= asked <= most:
                raise Foul("a reserve play of another length")
            for coin in wanted:
                draw(stock, coin)
                hand.append(coin)
        if by_number:
            orders = None
        else:
            orders = [(sentence[0], sentence[1:]) for sentence in sentences]
            orders[0] = (sentences[0][2], sentences[0][3:]) if from_board else ("on", sentences[0][1:])
        while True:
            if orders is None:
                way, order = "on", list(hand)
            elif orders:
                way, order = orders.pop(0)
            else:
                raise Foul("it goes on")
            if way == "back" and self.stage != 3:
                raise Foul("forward only")
            for coin in order:
                at = at + 1 if way == "on" else at - 1
                if not 1 <= at <= self.cups + 1:
                    raise Foul("off the row")
                draw(hand, coin)
                piles[at - 1].append(coin)
            if hand:
                raise Foul("coins left")
            if at == self.cups + 1 or len(piles[at - 1]) == 1:
                break
            hand, piles[at - 1] = piles[at - 1], []
        if orders:
            raise Foul("it is over already")
        prey = theirs[self.cups - at] if at <= self.cups else []
        if from_board and self.stage < 3 and at <= self.cups and not prey:
            raise Foul("no score")
        piles[-1] += prey
        me.piles, me.stock = piles, stock
        if prey:
            theirs[self.cups - at] = []
        self.turns += 1

    def some_play(self, name: str) -> bool:
        """Whether this player has a legal play."""
        me, you = self.players[name], self.players["north" if name == "south" else "south"]
        prey = [bool(pile) for pile in reversed(you.piles[:-1])]
        needs_score = self.stage < 3
        heights = me.heights
        for number, height in enumerate(heights, start=1):
            if height:
                left = heights.copy()
                left[number - 1] = 0
                if self._ends(left, number, height, prey if needs_score else None, set()):
                    return True
        held = [number + 1 for number, height in enumerate(heights) if height]
        most = min(max(4, held[-1] + 1 if held else 1), self.cups, len(me.stock))
        return any(self._sown_ends(list(heights), 0, 1, length, None, set()) for length in range(1, most + 1))

    def _ends(self, heights: list[int], at: int, hand: int, prey: list[bool] | None, met: set[str]) -> bool:
        """Whether a handful lifted from `at` can be brought to a lawful end."""
        if (here := f"{heights} {at} {hand}") in met:
            return False
        met.add(here)
        ways = (1, -1) if self.stage == 3 else (1,)
        return any(self._sown_ends(list(heights), at, way, hand, prey, met) for way in ways)

    def _sown_ends(
        self, heights: list[int], at: int, way: int, hand: int, prey: list[bool] | None, met: set[str]
    ) -> bool:
        while hand:
            at, hand = at + way, hand - 1
            if at == self.cups + 1:
                return hand == 0
            if at < 1:
                return False
            heights[at - 1] += 1
        if heights[at - 1] == 1:
            return prey is None or prey[at - 1]
        hand, heights[at - 1] = heights[at - 1], 0
        return self._ends(heights, at, hand, prey, met)

    def is_over_for(self, mover: str) -> bool:
        if self.over_by:
            return True
        potted = [coin for player in self.players.values() for coin in player.pot]
        if self.winning and potted.count(self.winning) == 2:
            return True
        return not self.some_play(mover)

    def value(self, coin: str) -> int:
        return self.worth[coin] * (10 if coin == self.winning else 1)

    def points(self) -> dict[str, int]:
        """What the round brings each, once it is over."""
        pots = {name: player.pot for name, player in self.players.items()}
        sums = {name: sum(map(self.value, pot)) for name, pot in pots.items()}
        if self.over_by:
            _, loser = self.over_by
            winner = "north" if loser == "south" else "south"
            if self.winning:
                plain = sum(self.worth[coin] for coin in pots[winner] if coin != self.winning)
                return {loser: 0, winner: plain + 20 * self.worth[self.winning]}
            return {loser: 0, winner: sums[winner]}
        if self.winning:
            sums = {name: total if self.winning in pots[name] else 0 for name, total in sums.items()}
        best = max(sums.values())
        alone = list(sums.values()).count(best) == 1
        return {name: total if alone and total == best else 0 for name, total in sums.items()}


def draw(pile: list[str], coin: str) -> None:
    if coin not in pile:
        raise Foul(f"no {coin} there")
    pile.remove(coin)
