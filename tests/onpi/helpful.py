"""Hands that do what a command's sentences ask for, as somebody does who reads the terminal."""

import re
import time

from processes import Program

from onpi.table import Table

REFERENCE_GRAMS = 100.0
_PLACE = re.compile(r"(South|North)'s (?:cup (\d+)|pot)")


def end_turn(play: Program, table: Table, side: str, words: str) -> None:
    """Press until the board says these words: again when it says that it can't see just now."""
    play.forget()
    table.press(side)
    while play.until(re.compile(f"not now|{re.escape(words)}"))[0] != words:
        time.sleep(1.0)
        table.press(side)


class Hands:
    """They follow one command at one table."""

    def __init__(self, table: Table, command: Program) -> None:
        self._table = table
        self._command = command
        self._has_proved = False

    def obey(self) -> int:
        """Do what is asked until the command ends; its exit code."""
        for line in self._command.lines():
            self._do(line)
        return self._command.ended()

    def _do(self, line: str) -> None:
        table, place = self._table, _place(line)
        if "Take the cups off" in line:
            table.lift_all_cups()
            time.sleep(1.0)
            table.press("south")
        elif "Put each empty cup" in line:
            table.put_cups_back()
        elif "Put the weight into" in line or "put the weight into" in line:
            table.put(place, REFERENCE_GRAMS)
        elif "Take the weight out of" in line:
            table.put(place, 0.0)
        elif "Lift each lit cup" in line and not self._has_proved:
            # The mass has proved the board; the cups are left out.
            self._has_proved = True
            table.press("south")
        elif "Press lightly on" in line:
            table.touch(place)
        elif "One bean into each lit cup" in line:
            self._fill()
        elif "Press one button, then the other" in line:
            table.press("south")
            table.press("north")

    def _fill(self) -> None:
        cups = [place for place in self._table.beans if not place.endswith("pot")]
        if len({len(self._table.beans[place]) for place in cups}) == 1:
            for place in cups:
                self._table.drop(place)


def _place(line: str) -> str:
    found = _PLACE.search(line)
    return "" if found is None else f"{found[1].lower()}-{found[2] or 'pot'}"
