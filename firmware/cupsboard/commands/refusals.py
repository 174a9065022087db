"""What a command can be refused with, beside what is wrong with a file.

It is loaded when something was raised: no command loads all rooms that may refuse something.
"""

from cupsboard.drivers.errors import DriverError
from cupsboard.profile import ProfileError
from cupsboard.rules.errors import RulesError
from cupsboard.scales.errors import SensingError
from cupsboard.session.trace import TraceError
from cupsboard.storage.backup import BackupError
from cupsboard.storage.journal import JournalError
from cupsboard.systemd.first_start import CardError
from cupsboard.systemd.steps import ServiceError

REFUSALS = (
    BackupError,
    CardError,
    DriverError,
    JournalError,
    ProfileError,
    RulesError,
    SensingError,
    ServiceError,
    TraceError,
)
