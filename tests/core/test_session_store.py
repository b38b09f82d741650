"""The store makes whole sessions and tells each change once."""

from embedscope.session.session import AxesChoice, Session, suitable_axes
from embedscope.session.store import Store
from embedscope.tables.table import Table


def test_one_update_is_one_change_with_both_fields():
    seen = []
    store = Store(Session())
    store.subscribe(lambda old, new: seen.append((old, new)))
    store.update(selected=3, row=90)
    assert [(old.selected, new.selected, new.row) for old, new in seen] == [(None, 3, 90)]


def test_an_update_that_changes_nothing_is_silent():
    seen = []
    store = Store(Session(text="a"))
    store.subscribe(lambda old, new: seen.append(new))
    store.update(text="a")
    assert seen == []


def test_tables_compare_by_identity():
    first, second = (Table.from_array([[1.0]]) for _ in range(2))
    assert Session(table=first) == Session(table=first)
    assert Session(table=first) != Session(table=second)


def test_two_or_three_dims_are_not_reduced():
    assert suitable_axes(Table.from_array([[1.0, 2.0, 3.0]])) == AxesChoice("dims", (0, 1, 2))
    assert suitable_axes(Table.from_array([[1.0] * 4])).kind == "pca-table"
