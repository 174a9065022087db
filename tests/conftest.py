"""How all tests run."""

from hypothesis import settings

# A shared machine may take long over any example; pytest's timeout bounds each test as a whole.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
