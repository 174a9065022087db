"""A judge from outside: tables from physics of their own, in which the shipped tracker is not at home."""
