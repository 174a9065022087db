"""The firmware of a board that weighs beans and referees Cups."""
