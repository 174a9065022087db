"""Become a program as a shell in the foreground would start it: `launch.py LIMITS PROGRAM ...`.

Its signals are at their defaults: tests that a shell began in the background have SIGINT and SIGHUP ignored,
and a child inherits that. A terminal that is its input controls it. LIMITS are numbers of resources and how
much of each it has, such as `7:256,1:20000`. A function called between fork and exec could do the same, but
may hang in a process that has threads.
"""

import fcntl
import os
import resource
import signal
import sys
import termios

_, limits, *command = sys.argv
for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGPIPE, signal.SIGXFSZ):
    signal.signal(number, signal.SIG_DFL)
signal.pthread_sigmask(signal.SIG_SETMASK, ())
if os.isatty(0):
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
for limit in filter(None, limits.split(",")):
    what, much = map(int, limit.split(":"))
    resource.setrlimit(what, (much, much))
os.execvp(command[0], command)
