"""A whole machine that boots: a kernel, systemd and the service under QEMU, from set-up to power-off.

`walk.py` is the command. `image.py` makes the disk. `guest.py` boots it and talks to a root shell on its
second serial line. `inside/table.py` is the electronics in the guest: those of `tests/onpi`, preloaded into
the service by a drop-in that this walk alone installs. `releases.py` makes the releases of its updates.

**What it can't show.** A Pi: its kernel, its pin controllers, its timing and its radio; Raspberry Pi OS;
pixels, which have no SPI here; a card that wears, tears a write or lies about a flush; a brown-out.
"""
