"""The exit codes of both commands, as shells and the service manager read them."""

FAULTY = 1
"""The exit code where what was looked at is not as it should be."""
REFUSED = 2
"""The exit code where what was given can't be used, until somebody mends it."""
TRY_AGAIN = 75
"""The exit code for a trouble that may pass by itself (EX_TEMPFAIL of sysexits.h); a service starts anew."""
