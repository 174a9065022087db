import pytest
from cupsboard.engine.cups import tables


@pytest.mark.parametrize(("cups", "beans"), [(2, 9), (3, 6), (4, 5), (5, 4)])
def test_every_side_has_a_number_of_its_own_in_the_layer_of_its_beans(cups: int, beans: int) -> None:
    def every(places: int, most: int) -> list[list[int]]:
        if not places:
            return [[]]
        return [[held, *rest] for held in range(most + 1) for rest in every(places - 1, most - held)]

    numbering = tables.Numbering(cups, beans)
    found = set()
    for *row, stock in every(cups + 1, beans):
        number = numbering.number(row, stock)
        p = 2 * stock + sum(row)
        assert numbering.layers[p] <= number < numbering.layers[p + 1]
        found.add(number)
    assert found == set(range(numbering.count))
    assert numbering.count == tables.sides_count(cups, beans)


def test_beans_are_taken_out_of_blocked_cups_alone_and_they_stay_blocked() -> None:
    assert tables.without_blocked(((9, 2, 3), 4), 18) == (9, 2, 3)
    assert tables.without_blocked(((9, 2, 3), 4), 15) == (6, 2, 3)
    assert tables.without_blocked(((9, 2, 3), 4), 12) == (4, 2, 2)
    assert tables.without_blocked(((9, 2, 3), 4), 11) is None


def test_the_largest_table_that_fits_is_at_most_of_the_full_stocks() -> None:
    assert tables.most_beans(2, 1e12) == 20
    assert tables.most_beans(4, tables.table_bytes(4, 12)) == 12
    assert tables.most_beans(4, tables.table_bytes(4, 12) - 1) == 11
    assert tables.most_beans(4, 10) == 0


def content(cups: int = 2, beans: int = 1, more: int = 0) -> memoryview:
    return memoryview(tables.head(cups, beans) + bytes(tables.sides_count(cups, beans) ** 2 + more))


def test_a_table_is_read_back_with_its_size() -> None:
    table = tables.table_from(content(), "2x2.table")
    assert (table.cups, table.beans) == (2, 1)
    assert table.value(((0, 0), 1), ((0, 0), 1)) == 0


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (memoryview(b"\xff" * 200), "not a table of this program"),
        (memoryview(b""), "not a table of this program"),
        (memoryview(tables.head(2, 1).replace(b"2", b"x", 1)), "not a table of this program"),
        (memoryview(tables.head(13, 1)), "a table of 13 cups"),
        (memoryview(tables.head(2, 21)), "21 beans"),
        (content(more=1), "81 bytes, and a table of 2 cups and 1 beans has 80"),
        (content(beans=2)[:-1], "build it again: cupsboard lab tables build 2"),
    ],
)
def test_anything_else_is_refused_with_the_name_of_the_file(wrong: memoryview, reason: str) -> None:
    with pytest.raises(tables.TableError, match=reason) as refused:
        tables.table_from(wrong, "mine.table")
    assert str(refused.value).startswith("mine.table: ")


def test_values_of_another_number_are_refused() -> None:
    with pytest.raises(tables.TableError, match="3 values, not 16"):
        tables.Table(2, 1, memoryview(bytes(3)))
