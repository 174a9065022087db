"""Hands that do what a command's sentences ask for, as somebody does who reads the terminal."""

import re
import time

from processes import Program

from onpi.table import Table

REFERENCE_GRAMS = 100.0
LIFTED_SECONDS = 1.5
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
        elif "Move the weight from" in line:
            table.put(place, 0.0)
            table.put(_place(line, at=1), REFERENCE_GRAMS)
        elif "Take the weight out of" in line:
            table.put(place, 0.0)
            if "Lift the cup of" in line:
                self._put_with_cup(_place(line, at=1))
        elif "lift the cup of" in line:
            self._put_with_cup(place)
        elif "Put the weight into" in line:
            table.put(place, REFERENCE_GRAMS)
        elif "Press lightly on" in line:
            table.touch(place)
        elif "One bean into each lit cup" in line:
            self._fill()
        elif "Press one button, then the other" in line:
            table.press("south")
            table.press("north")

    def _put_with_cup(self, place: str) -> None:
        """Lift a cup, and put it back with the weight in it."""
        self._table.lift_cup(place)
        time.sleep(LIFTED_SECONDS)
        self._table.put(place, REFERENCE_GRAMS)

    def _fill(self) -> None:
        cups = [place for place in self._table.beans if not place.endswith("pot")]
        if len({len(self._table.beans[place]) for place in cups}) == 1:
            for place in cups:
                self._table.drop(place)


def _place(line: str, at: int = 0) -> str:
    """Return the place that a line names first, or as its `at`-th after that; empty if there is none."""
    found = _PLACE.findall(line)
    return f"{found[at][0].lower()}-{found[at][1] or 'pot'}" if at < len(found) else ""
