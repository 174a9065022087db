"""Complete tables that are built in a moment."""

from functools import cache

from cupsboard.engine.cups.tables import Table
from cupsboard.procedures.cups.table_building import Build


@cache
def built(cups: int, beans: int) -> Table:
    making = Build(cups, beans)
    *_, share = making.run()
    assert share == 1
    return Table(cups, beans, making.values.reshape(-1).data)
