"""Coin Duel judged in a real browser: looks in every size, rounds by mouse and keys, and what goes wrong."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import groupby
from random import Random
from time import monotonic

from cupsboard.rules.places import HAND, Kind, Place, Side, cup, stock
from cupsboard.rules.turns import CAPTURE, TAKE
from cupsboard.signs.sentences import languages
from cupsim.people.coin_duel.choosing import ChosenPlay, Deed, choose
from engines import Window, awaited
from evening import Evening
from hands_of_a_tester import Keys, Mouse
from looks import faults_of_all, look
from page import Page
from window_sizes import SIZES

LANGUAGES = languages()
ROOMY = (1280, 720)
TURNS = 8
"""A round ends after so many, whoever has no luck."""
READ_SECONDS, HOLD_SECONDS, TURN_SECONDS = 0.7, 1.2, 60.0
SHOWN_SECONDS = 1.5
"""A page has shown by then what a hold came to."""
MOST_HOLDS = 4
"""One for no, one for help, one to ask, and one more."""

SAID = "document.querySelector('#say').innerText"
SHOWN = "[...document.querySelectorAll('.plate[data-meaning]')].map((each) => each.dataset.meaning)"
PILE = """([place, kind]) => {
  const pile = document.querySelector(`.piles[data-place='${place}'] .pile[data-kind='${kind}']`);
  const { x, y, width, height } = pile.getBoundingClientRect();
  return [x + width / 2, y + height / 2]; }"""
IS_CHOSEN = "(kind) => document.querySelector(`[data-piece=${kind}]`).getAttribute('aria-checked') === 'true'"
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth + 1"

Picture = Callable[[Page, str], None]


@contextmanager
def coin_board(*options: str) -> Iterator[Evening]:
    """A board for coins with both seats for persons, in a process of its own."""
    served = Evening("--game", "coin-duel", "--stage", "3", "--north", "person", *options)
    try:
        yield served
    finally:
        served.close()


def seated(window: Window, evening: Evening, language: str = "en") -> Page:
    """The page with both seats."""
    page = Page(window)
    page.goto(evening.address)
    page.evaluate("localStorage.setItem('cups-guide', 'no')")
    speak(page, evening, language)
    return page


def speak(page: Page, evening: Evening, language: str) -> None:
    """Load the page in a language."""
    page.evaluate("(it) => localStorage.setItem('cups-language', it)", language)
    page.goto(evening.address)
    page.wait_for_selector("body[data-seated]")
    page.wait_for_selector("#match li")


class CoinMouse(Mouse):
    """Plays with a mouse: whoever touches a coin means its kind."""

    def choose(self, tool: str) -> None:
        # The body of the page says which tool is chosen, too.
        self.page.click(f"button[data-tool={tool}]")

    def take_up(self, place: Place) -> None:
        self.take_all(place)

    def put(self, kind: Kind, target: Place) -> None:
        self.page.click(f"[data-piece={kind}]")
        self.tap(target)

    def from_stock(self, side: Side, deeds: Sequence[Deed]) -> None:
        self.choose("bean")
        for deed in deeds:
            self.at(stock(side))
            self.page.mouse.move(*self.page.evaluate(PILE, [stock(side), deed.kinds[0]]))
            self.page.mouse.down()
            self.page.mouse.move(*self.at(deed.act.target), steps=4)
            self.page.mouse.up()

    def capture(self, source: Place, target: Place) -> None:
        self.drag(source, target, "Control")


class CoinKeys(Keys):
    """Plays with the keys alone."""

    def take_up(self, place: Place) -> None:
        self.go_to(place)
        for key in "ctc":
            self.page.keyboard.press(key)

    def put(self, kind: Kind, target: Place) -> None:
        self._mean(kind)
        self.go_to(target)
        self.page.keyboard.press("d")

    def from_stock(self, side: Side, deeds: Sequence[Deed]) -> None:
        for deed in deeds:
            self._mean(deed.kinds[0])
            self.page.keyboard.press("s")
            self.page.wait_for_timeout(400)
        for deed in deeds:
            self.put(deed.kinds[0], deed.act.target)

    def capture(self, source: Place, target: Place) -> None:
        self.go_to(source)
        self.page.keyboard.press("c")
        self.go_to(target)
        self.page.keyboard.press("p")
        self.go_to(source)
        self.page.keyboard.press("c")

    def press(self, side: Side | None = None) -> None:
        self.page.keyboard.press("e")

    def _mean(self, kind: Kind) -> None:
        for _ in range(8):
            if self.page.evaluate(IS_CHOSEN, kind):
                return
            self.page.keyboard.press("k")
            self.page.wait_for_timeout(50)
        raise AssertionError(f"the key K never leads to the {kind}")


def carry_out(page: Page, hands: CoinMouse | CoinKeys, side: Side, play: ChosenPlay) -> None:
    """Do a whole play, handful by handful, and give the board time to see each."""
    for (source, verb), together in groupby(play.deeds, key=lambda deed: (deed.act.source, deed.act.verb)):
        deeds = list(together)
        if verb == TAKE:
            hands.take_up(source)
        elif verb == CAPTURE:
            hands.capture(source, deeds[0].act.target)
        elif source == HAND:
            for deed in deeds:
                hands.put(deed.kinds[0], deed.act.target)
        else:
            hands.from_stock(side, deeds)
        page.wait_for_timeout(1000 * READ_SECONDS)
    hands.press(side)


def turn(page: Page, evening: Evening, hands: CoinMouse | CoinKeys, random: Random) -> None:
    """Let who is to move play, and hold what was written down against what was played."""
    history = evening.history()
    side = (history.game.movers(history.position) or (Side.SOUTH,))[0]
    play = choose(history.game, history.position, side, 3, random)
    carry_out(page, hands, side, play)
    awaited(
        lambda: len(evening.history().entries) > len(history.entries),
        lambda: f"{side.value} {play.label}; it said {page.evaluate(SAID)!r}",
        TURN_SECONDS,
    )
    entry = evening.history().entries[len(history.entries)]
    assert entry.label == play.label, f"{entry} instead of {play.label}"


def is_round_over(evening: Evening) -> bool:
    history = evening.history()
    return not history.game.movers(history.position)


def round_by(window: Window, kind: str, picture: Picture) -> tuple[str, list[str]]:
    """A whole round by mouse or by keys, and the first tap of the next one."""
    with coin_board("--turns", str(TURNS if kind == "mouse" else 2)) as evening:
        page = seated(window, evening)
        hands = CoinMouse(page) if kind == "mouse" else CoinKeys(page)
        random, began, turns = Random(f"coins by {kind}"), monotonic(), 0
        try:
            while not is_round_over(evening):
                turn(page, evening, hands, random)
                turns += 1
            page.wait_for_selector("#put-up:not([hidden])")
            picture(page, f"coins-round-over-by-{kind}")
            page.click("#put-up")
            page.wait_for(f"{SAID}.includes('Who begins round 2')", TURN_SECONDS)
            Mouse(page).press(Side.NORTH)
            page.wait_for(f'{SAID}.startsWith("North\'s turn")')
            faults = []
        except (TimeoutError, AssertionError, RuntimeError) as fault:
            faults = [str(fault)]
            picture(page, f"coins-fault-by-{kind}")
        return f"a round by {kind}: {turns} turns in {monotonic() - began:.0f} s", faults


def faults_of_looks(window: Window, picture: Picture) -> list[str]:
    """What is cut, sideways or wrong by axe-core, in every state, size and language."""
    found: dict[str, None] = {}
    with coin_board() as evening:
        window.resize(*ROOMY)
        page = seated(window, evening)
        for state, reach in STATES.items():
            window.resize(*ROOMY)
            speak(page, evening, "en")
            reach(page, CoinMouse(page))
            for language in LANGUAGES:
                for width, height in SIZES:
                    window.resize(width, height)
                    speak(page, evening, language)
                    if state == "question":
                        ask_to_give_up(page)
                    page.wait_for_timeout(400)
                    where = f"{state} {width}x{height} {language}"
                    picture(page, f"coins-{where.replace(' ', '-')}")
                    said = [f"cut: {each}" for each in look(page, "cut")]
                    said += ["sideways"] if page.evaluate(SIDEWAYS) else []
                    # Ten cups a side are smaller than a finger's 44 px on every phone.
                    said += [each for each in faults_of_all(page) if not each.startswith("small")]
                    found |= dict.fromkeys(f"{where}: {each}" for each in said)
    return list(found)


def nothing(page: Page, hands: CoinMouse) -> None:
    """The open start."""
    page.wait_for(f"{SAID}.startsWith('Whoever first')")


S1, S2, S3, S5 = (cup(Side.SOUTH, number) for number in (1, 2, 3, 5))
QUARTER, DIME = Kind("quarter"), Kind("dime")


def relay(page: Page, hands: CoinMouse) -> None:
    """South's quarter falls on a dime."""
    for side in Side:
        drop_two(page, hands, side)
    hands.take_up(S1)
    page.wait_for("document.querySelector('#hand-status').innerText.includes('quarter')")
    hands.put(QUARTER, S2)
    page.wait_for(f"{SHOWN}.includes('TAKE_UP')")


def drop_two(page: Page, hands: CoinMouse, side: Side) -> None:
    hands.choose("bean")
    for kind, number in ((QUARTER, 1), (DIME, 2)):
        hands.at(stock(side))
        hands.page.mouse.move(*page.evaluate(PILE, [stock(side), kind]))
        hands.page.mouse.down()
        hands.page.mouse.move(*hands.at(cup(side, number)), steps=4)
        hands.page.mouse.up()
    page.wait_for(f"{SAID}.includes('done')")
    hands.press(side)
    page.wait_for(f'{SAID}.includes("{side.other.value.capitalize()}\'s turn")')


def offence(page: Page, hands: CoinMouse) -> None:
    """Both coins of the relay go into one cup."""
    hands.take_up(S2)
    page.wait_for(f"{SAID}.includes('next one into')")
    for kind in (DIME, QUARTER):
        hands.put(kind, S3)
    page.wait_for(f"{SAID}.startsWith('Not allowed')")


def question(page: Page, hands: CoinMouse) -> None:
    """It is mended, the turn ends, and North is asked about giving up."""
    wrong = QUARTER if "quarter" in page.evaluate(SAID) else DIME
    x, y = page.evaluate(PILE, [S3, wrong])
    page.mouse.click(x, y)
    page.wait_for("document.querySelector('#hand-status').innerText.includes('1 ×')")
    hands.put(wrong, cup(Side.SOUTH, 4))
    page.wait_for(f"{SAID}.includes('done')")
    hands.press(Side.SOUTH)
    page.wait_for(f'{SAID}.startsWith("North\'s turn")')


def ask_to_give_up(page: Page) -> None:
    """Hold North's button until the question stands there; it goes by itself after a while.

    A page that has just been loaded may not show the question yet, and a hold then answers it.
    """
    is_asked = f"{SHOWN}.includes('GIVE_UP')"
    page.locator("#button-north").show()
    for _ in range(MOST_HOLDS):
        with suppress(TimeoutError):
            page.wait_for(is_asked, SHOWN_SECONDS)
            return
        page.press("#button-north", HOLD_SECONDS)
    page.wait_for(is_asked)


def round_over(page: Page, hands: CoinMouse) -> None:
    """North gives up."""
    page.wait_for(f"!{SHOWN}.includes('GIVE_UP')")
    ask_to_give_up(page)
    page.wait_for_timeout(1200)
    hands.press(Side.NORTH)
    page.wait_for(f"{SAID}.startsWith('Round 1 is over')")


STATES: dict[str, Callable[[Page, CoinMouse], None]] = {
    "start": nothing,
    "relay": relay,
    "offence": offence,
    "question": question,
    "round-over": round_over,
}
"""Each reached from the one before."""


def slips(window: Window, picture: Picture) -> tuple[str, list[str]]:
    """What people do wrong in a relay, and what the board then says; the server is killed meanwhile."""
    with coin_board() as evening:
        page = seated(window, evening)
        hands = CoinMouse(page)
        faults: list[str] = []
        done = 0

        def expect(what: str, said: str) -> None:
            nonlocal done
            done += 1
            try:
                page.wait_for(f"{SAID}.includes({said!r})", 15.0)
            except TimeoutError as fault:
                faults.append(f"{what}: {fault}")
                picture(page, f"coins-slip-{what.replace(' ', '-')}")

        relay(page, hands)
        hands.press(Side.SOUTH)
        expect("pressed too early", "This turn goes on")
        hands.press(Side.NORTH)
        expect("the other pressed", "the other player's turn")
        page.reload()
        page.wait_for_selector("body[data-seated]")
        expect("loaded again", "Take all of it up")
        evening.cut_power()
        evening.switch_on()
        page.goto(evening.address)
        page.wait_for_selector("body[data-seated]")
        expect("killed and begun again", "Take all of it up")
        hands = CoinMouse(page)
        hands.choose("bean")
        page.mouse.click(*page.evaluate(PILE, [S2, DIME]))
        page.wait_for_timeout(2500)
        expect("one coin taken first", "Take all of it up")
        page.mouse.click(*page.evaluate(PILE, [S2, QUARTER]))
        expect("then the other", "next one into")
        hands.put(DIME, S5)
        expect("a wrong cup", "Not allowed, South")
        page.press("#deed-both", HOLD_SECONDS)
        expect("taken back", "Put")
        return f"{done} slips in a relay", faults
