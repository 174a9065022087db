"""The firmware of a board that weighs beans and referees Cups."""

__version__ = "0.2.0"
