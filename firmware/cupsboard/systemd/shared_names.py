"""Names that both the board and the files of its service go by."""

POWER_OFF_REQUEST = "power-off"
"""The file in the runtime directory that asks the system to switch off."""
UPDATE_REQUEST = "update"
"""The file there that asks for an update; what it holds is where from, nothing for the usual address."""
THIS_COMPUTER_ALONE = ("127.0.0.1", "::1", "localhost")
"""Addresses to listen at that nobody else in the network reaches."""
