from cupsboard.engine.cups.book import CUPS, SMALL_BEANS, small_table
from small_tables import built


def test_the_small_table_that_comes_with_the_program_is_the_one_that_numpy_builds() -> None:
    """The solver in C made it."""
    shipped, fresh = small_table(), built(CUPS, SMALL_BEANS)
    count = range(shipped.sides_count)
    assert all(shipped.at(own, other) == fresh.at(own, other) for own in count for other in count)
