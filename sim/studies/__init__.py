"""Studies: many seeded moves, games and calibrations, judged, counted and put on a page.

They judge the product and are none of it: they are run in a copy of the repository, with `python -m studies`.
"""
