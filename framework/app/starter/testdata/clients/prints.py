"""Uses the generated client of the atelier as a program would."""

import sys

import prints


def refused(kind, work):
    """What a refusal of one kind says."""
    try:
        work()
    except kind as error:
        return error
    raise AssertionError(f"no {kind.__name__}")


client = prints.Client(sys.argv[1], prints.machine("press"))
for i in range(5):
    made = client.prints.create({"title": f"Print {i}", "shade": "#ff8800"})
    assert made.shade == "#ff8800" and made.artist == "alice" and made.cost is None, made
first = client.prints.list({"_etags": True})
assert len(first.items) == 2 and first.has_next and first.items[0].etag, first
assert len(list(client.prints.all())) == 5
last = client.prints.list({"batch": "c"})
assert len(last.items) == 1 and not last.has_next, last
row = first.items[0]
match = prints.Options(if_match=row)
changed = client.prints.update(row.id, {"shade": "#000000"}, match)
assert changed.shade == "#000000" and changed.title == row.title, changed
refused(prints.ChangedError, lambda: client.prints.replace(row.id, {"title": "Lost"}, match))
wrong = refused(prints.InvalidError, lambda: client.prints.create({"title": "x" * 81, "shade": "red"}))
assert len(wrong.field("title")) == 1 and len(wrong.field("shade")) == 1, wrong.fields
sold = client.prints.sell(row.id, {"remark": "To the museum."})
assert sold is not None and sold.sold, sold
refused(prints.ConflictError, lambda: client.prints.sell(row.id, {}))
client.prints.delete(row.id)
refused(prints.NotFoundError, lambda: client.prints.get(row.id))
nobody = prints.Client(sys.argv[1])
refused(prints.ForbiddenError, lambda: nobody.prints.create({"title": "None"}))
