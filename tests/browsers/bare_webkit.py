#!/usr/bin/python3
"""A window with nothing in it but WebKitGTK, which a WebDriver steers.

Debian's MiniBrowser has a bar of buttons that no phone is as narrow as. This runs on the system's Python,
which has GTK's bindings (gir1.2-webkit2-4.1, python3-gi).
"""

from typing import Any

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

context = WebKit2.WebContext.get_default()


def started(_: Any, session: Any) -> None:
    about = WebKit2.ApplicationInfo()
    about.set_name("bare-webkit")
    about.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(about)
    session.connect("create-web-view", window)


def window(*_: Any) -> Any:
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    frame = Gtk.Window()
    frame.set_default_size(1024, 768)
    frame.add(view)
    frame.show_all()
    return view


context.set_automation_allowed(True)
context.connect("automation-started", started)
Gtk.main()
