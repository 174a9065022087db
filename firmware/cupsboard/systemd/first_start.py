"""What lets a card set itself up at its first start, without a keyboard: the imager's file gets a line more.

Raspberry Pi OS Trixie reads `user-data` of cloud-init from the boot partition. Bookworm runs `firstrun.sh`,
which its imager names on the kernel's command line. (Sources: pull request 1201 of raspberrypi/rpi-imager;
command lines of cards that it wrote.) Both leave a service behind that tries until the board is set up, as
neither may wait for a network.
"""

import re
import shlex
from collections.abc import Sequence

from cupsboard.systemd import unit
from cupsboard.systemd.set_up import WANTED

FOLDER = "cupsboard"
"""On the boot partition: the release, its signature, `setup`, and what starts it."""
USER_DATA, FIRST_RUN, ARGUMENTS = "user-data", "firstrun.sh", "cmdline.txt"
RUN_ONCE = (
    " systemd.run=/boot/firstrun.sh systemd.run_success_action=reboot systemd.unit=kernel-command-line.target"
)
"""What the imager adds to the kernel's command line."""
_COMMAND = f"bash /boot/firmware/{FOLDER}/first-start.sh"
_LIST = re.compile(r"^runcmd:[ \t]*(?:#.*)?\n(?:[ \t]*(?:#.*)?\n)*([ \t]*)(?=- )", re.MULTILINE)
"""The beginning of a list of commands, with comments and empty lines, up to its first command."""
_END_OF_FIRST_RUN = """\
rm -f /boot/firstrun.sh /boot/firmware/firstrun.sh
sed -i 's| systemd.run.*||g' /boot/firmware/cmdline.txt
exit 0
"""


class CardError(ValueError):
    """A card that can't be prepared; the message names the file and the next step."""


def with_user_data(text: str | None) -> str:
    """Return the `user-data` that runs the set-up as well; a new one for None. Raises CardError."""
    text = "#cloud-config\n" if text is None else text
    if not text.startswith("#cloud-config"):
        raise CardError(f"{USER_DATA}: does not begin with #cloud-config; write the card anew")
    if _COMMAND in text:
        return text
    if (listed := _LIST.search(text)) is not None:
        return f"{text[: listed.end()]}- {_COMMAND}\n{listed[1]}{text[listed.end() :]}"
    if re.search(r"^runcmd:", text, re.MULTILINE):
        raise CardError(f"{USER_DATA}: put each command of its runcmd into a line of its own, after -")
    return f"{text.rstrip()}\nruncmd:\n- {_COMMAND}\n"


def with_first_run(text: str | None) -> str:
    """Return the `firstrun.sh` that prepares the set-up as well; a new one for None."""
    if text is None:
        return f"#!/bin/bash\n{_COMMAND}\n{_END_OF_FIRST_RUN}"
    if _COMMAND in text:
        return text
    first, _, rest = text.partition("\n")
    return f"{first}\n{_COMMAND}\n{rest}"


def with_arguments(text: str) -> str:
    """Return the kernel's command line that runs `firstrun.sh` once."""
    return text if "systemd.run=" in text else f"{text.rstrip()}{RUN_ONCE}\n"


def first_start(setup_options: Sequence[str]) -> str:
    """Return the script that leaves the service behind which sets the board up."""
    options = shlex.join(setup_options).replace("%", "%%").replace("$", "$$")
    return _FIRST_START.format(folder=FOLDER, done=WANTED / unit.UNIT, options=options)


_FIRST_START = """\
#!/bin/bash
# Written by `cupsboard setup card`: sets the board up once the system is up, until that succeeds.
cat >/etc/systemd/system/cupsboard-first-start.service <<'UNIT'
[Unit]
Description=Sets the Cups board up
Wants=network-online.target
After=network-online.target
ConditionPathExists=!{done}
StartLimitIntervalSec=0

[Service]
Type=oneshot
ExecStart=/bin/bash /boot/firmware/{folder}/setup --from /boot/firmware/{folder} --yes {options}
# The lines of config.txt count from the next start on.
ExecStartPost=/usr/bin/systemctl --no-block reboot
Restart=on-failure
RestartSec=30
TimeoutStartSec=1h

[Install]
WantedBy=multi-user.target
UNIT
systemctl enable cupsboard-first-start.service
systemctl start --no-block cupsboard-first-start.service || true
"""
