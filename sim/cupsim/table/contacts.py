"""The contacts of the players' buttons, which several fingers may be on at once."""

from cupsboard.rules.places import Side

from cupsim.table.acting import SetButton


class Contacts:
    """Each contact is closed for as long as any finger is on it: one that lifts doesn't open another's."""

    def __init__(self, set_button: SetButton[Side]) -> None:
        """`set_button` sets a contact."""
        self._set_button = set_button
        self._fingers = dict.fromkeys(Side, 0)

    def finger(self) -> SetButton[Side]:
        """What one more pair of hands sets buttons with."""
        is_on = dict.fromkeys(Side, False)

        def press(side: Side, is_down: bool, time: float) -> None:
            if is_down is is_on[side]:
                return
            is_on[side] = is_down
            are_others = self._fingers[side] > (0 if is_down else 1)
            self._fingers[side] += 1 if is_down else -1
            if not are_others:
                self._set_button(side, is_down, time)

        return press
