"""The unchanged commands on a Raspberry Pi that is emulated below the real lgpio and gpiozero.

What runs is what a user starts: `cupsboard doctor`, `calibrate`, `play`, as processes of their own, with the
wheel of lgpio that a Pi gets (for another processor) and gpiozero's own pin factory. What they find is put in
their place from below:

* `gpiochip.c`, preloaded into them, answers the ioctls of the GPIO character device (uAPI v2) on a plain file
  that stands for `/dev/gpiochip0`. Opening, permissions and the freeing of lines are the kernel's own.
* `hx711.c` is the chip at bit level in real time, written from its data sheet and from measurements of
  others. It shares nothing with the simulator's chips (`cupsim.electronics.hx711_chip`) and nothing with the
  bank reader: it is a second opinion on both.
* `machine.py` starts commands in a mount namespace of their own, with a `/dev`, a `/tmp` and a
  `/proc/cpuinfo` as on a Pi, as one user or another.
* `electronics.py` is the test's hand: it lays weights on cells and presses buttons while a command runs.

**What this can't show.** Electrical levels: ringing on the clock, a supply that sags, 5 V on a line, hum.
Timing of a Pi: its processor and kernel are slower, a call takes 4 to 15 us there, and nothing here has a
real-time kernel's or a Zero 2 W's stalls. The pin controllers' quirks: which lines a boot overlay has taken,
what a pull resistor is really worth, which level a freed line falls back to (here it keeps its level, as on a
Pi 5). The strip: neither SPI nor PIO is emulated, so every command must say that there are no lights, and go
on. Edge events of the GPIO device are not emulated, as nothing asks for them.
"""
