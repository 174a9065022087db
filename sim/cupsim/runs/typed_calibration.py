"""Somebody who calibrates a simulated board by hand: types what the hands do, and reads what the board says.

Time passes while the hands do something and until the board has nothing new to say; then it waits, however
long the person thinks.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from cupsboard.rules.places import Place, Side
from cupsboard.signs.scene import Meaning
from cupsboard.signs.sentences import say

from cupsim.errors import SimulatorError
from cupsim.people.calibrating_hands import Motion
from cupsim.runs.calibration_run import BoardTeller, Say, Words
from cupsim.runs.calibration_world import CalibrationWorld

Ask = Callable[[str], str | None]
"""Shows a prompt and gives the line that was typed; None where nothing more comes."""

QUIET_SECONDS = 4.0
"""The board has said what it had to say when neither words nor lights have changed for so long."""
PATIENCE_SECONDS = 40.0
TAP_SECONDS, HOLD_SECONDS = 0.15, 1.0
WAIT_SECONDS = 10.0

HELP = """\
What your hands can do; PLACES are like "south-1" or "s1 n2 np", "all", or "lit" for those that are lit:
  (Enter)        press the button
  hold           hold the button: what was refused is left out
  off PLACES     take cups off and stand them beside the board
  on PLACES      put the empty cups back on their platforms
  put PLACE      put the mass (or the handful of beans) there
  take           take it away again
  bean PLACES    let one bean fall into each
  touch PLACE    press with a finger for a second
  wait           hands off for ten seconds
  ?              this list again
  quit           stop here; with --directory what was measured is kept, to go on with it
"""

_SHOWN: Mapping[Meaning, str] = {
    Meaning.TOO_MANY: "take something away",
    Meaning.LIFTED: "put the cup on",
    Meaning.MUST_NEXT: "put the mass here",
    Meaning.MAY_NEXT: "put a bean here",
    Meaning.LOOK: "touch",
    Meaning.DEAD: "refused",
}


def by_hand(ask: Ask, words: Words = say) -> Callable[[CalibrationWorld, Say], None]:
    """A person at a terminal who does what the board asks for."""
    return lambda world, tell: TypedHands(world, tell, words).run(ask)


class TypedHands:
    """One person at one board."""

    def __init__(self, world: CalibrationWorld, tell: Say, words: Words) -> None:
        self._world = world
        self._tell = tell
        self._watch = BoardTeller(tell, words)
        self._changed = 0.0
        self._shown: object = None

    def run(self, ask: Ask) -> None:
        """Go on until the board is calibrated or the person has had enough."""
        self._tell(HELP)
        self._listen()
        while not self._world.calibrating.is_finished:
            line = ask(f"{self._lit()}hands> ")
            if line is None or line.split() == ["quit"]:
                return
            if line.split() == ["?"]:
                self._tell(HELP)
                continue
            before = self._shown
            try:
                motion = self._motion(line.split())
                self._world.carry_out(motion, self._look)
            except SimulatorError as fault:
                self._tell(f"  {fault}")
                continue
            self._listen()
            if self._shown == before:
                self._tell("  done; the board asks for the same as before")

    def _listen(self) -> None:
        """Let time pass until the board has nothing new to say."""
        self._changed = self._world.now
        ends = self._world.now + PATIENCE_SECONDS
        while self._world.now < min(ends, self._changed + QUIET_SECONDS):
            self._world.wait(0.5, self._look)
            is_busy = self._world.said() == "calibrate-still" or not self._world.calibrating.is_still
            if self._world.calibrating.is_finished:
                return
            if is_busy:
                self._changed = self._world.now

    def _look(self, world: CalibrationWorld) -> None:
        self._watch(world)
        shown = (world.message, dict(world.meanings()))
        if shown != self._shown:
            self._shown, self._changed = shown, world.now

    def _lit(self) -> str:
        """The lights in words."""
        by_words: dict[str, list[str]] = {}
        for place, meaning in self._world.meanings().items():
            if meaning in _SHOWN:
                by_words.setdefault(_SHOWN[meaning], []).append(place)
        return "".join(f"  lit ({words}): {', '.join(places)}\n" for words, places in by_words.items())

    def _motion(self, words: Sequence[str]) -> Motion:
        """What a line asks the hands to do. Raises SimulatorError."""
        hands = self._world.hands
        match words:
            case []:
                return self._world.press(TAP_SECONDS, self._world.now)
            case ["hold"]:
                return self._world.press(HOLD_SECONDS, self._world.now)
            case ["off", *names]:
                return _each(hands.lift_off, self._places(names))
            case ["on", *names]:
                return _each(hands.put_back, self._places(names))
            case ["put", name]:
                return _each(hands.put_load, self._places([name]))
            case ["take", *_] if hands.loaded_place is not None:
                return hands.take_load(hands.loaded_place)
            case ["take", *_]:
                raise SimulatorError("it is in your hand already")
            case ["bean", *names]:
                return _each(hands.drop_bean, self._places(names))
            case ["touch", name]:
                return _each(hands.touch, self._places([name]))
            case ["wait"]:
                return iter((WAIT_SECONDS,))
            case _:
                raise SimulatorError(f"{' '.join(words)!r}: hands can't do that; ? lists what they can")

    def _places(self, names: Sequence[str]) -> list[Place]:
        """The places of these names. Raises SimulatorError."""
        if not names:
            raise SimulatorError('say where, like "south-1", "all" or "lit"')
        known = self._world.profile.places
        found: list[Place] = []
        for name in names:
            match name.rstrip(","):
                case "all":
                    found += known
                case "lit":
                    found += [place for place in known if place in self._world.meanings()]
                case said:
                    place = _full_name(said)
                    if place not in known:
                        raise SimulatorError(f"{said}: no such place; there are {', '.join(known)}")
                    found.append(place)
        return list(dict.fromkeys(found))


def _full_name(said: str) -> Place:
    """What s1 and np are short for: south-1 and north-pot."""
    for side in Side:
        short = said.removeprefix(side.value[0])
        if short != said and (short.isdigit() or short == "p"):
            return Place(f"{side.value}-{'pot' if short == 'p' else short}")
    return Place(said)


def _each(act: Callable[[Place], Motion], places: Sequence[Place]) -> Iterator[float]:
    """One motion after the other."""
    for place in places:
        yield from act(place)
