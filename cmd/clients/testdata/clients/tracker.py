"""Uses the generated client of the tracker as a program would."""

import datetime
import decimal
import io
import sys

import tracker
from tracker import Options, Upload

client = tracker.Client(sys.argv[1], tracker.basic("alice", "alice-password"))


def refused(kind, call):
    """The error of a call that is refused."""
    try:
        call()
    except kind as error:
        return error
    raise AssertionError(f"no {kind.__name__}")


def first():
    """The first ticket as it is."""
    (row,) = client.tickets.list({"search": "Ticket 01"}).items
    return client.tickets.get(row.id)


# Write.
project = client.projects.create({"slug": "demo", "name": "Demo", "visibility": "public"})
assert project.visibility == "public" and project.etag, project
made = client.tickets.create_many([{"project": "demo", "title": f"Ticket {i:02}", "priority": (i - 1) % 5 + 1} for i in range(1, 46)])
assert len(made) == 45 and made[44].title == "Ticket 45", made
dry = client.tickets.create({"project": "demo", "title": "Not stored"}, Options(dry_run=True))
assert dry.title == "Not stored", dry
good, bad = client.tickets.create_each([{"project": "demo", "title": "Good"}, {"project": "demo"}])
assert good.record and good.record.title == "Good" and bad.status == 400 and bad.errors[0].path == "title", (good, bad)
client.tickets.delete(good.record.id)

# Read.
page = client.tickets.list({"project": "demo", "_etags": True})
assert len(page.items) == 20 and page.total == 45 and page.has_next and not page.has_previous, page.items
assert page.items[0].etag, page.items[0]
second = page.next()
assert second and len(second.items) == 20 and second.previous().items[0].id == page.items[0].id, second
titles = [t.title for t in client.tickets.all({"ordering": ["created", "-priority"]})]
assert len(titles) == 45 and len(set(titles)) == 45, titles
some = client.tickets.list({"title__icontains": "ticket 0", "priority__gte": 4, "status": ["open", "doing"]})
assert len(some.items) == 3, some.items
day = datetime.date(2026, 1, 1)
for i in range(45):
    client.time_entries.create({"ticket": made[0].id, "minutes": i + 1, "day": day + datetime.timedelta(days=i)})
assert sum(e.minutes for e in client.time_entries.all()) == 45 * 46 // 2
assert len(client.time_entries.list({"day__gte": day, "day__lte": day}).items) == 1
error = refused(tracker.InvalidError, lambda: client.tickets.list({"labels": [999]}))
assert error.fields[0].parameter == "labels", error.fields

# Change.
ticket = first()
refused(tracker.NotModifiedError, lambda: client.tickets.get(ticket.id, Options(if_none_match=ticket)))
changed = client.tickets.update(
    ticket.id, {"due": datetime.date(2026, 3, 1), "cost": decimal.Decimal("12.50"), "details": {"a": 1}}, Options(if_match=ticket)
)
assert changed.due == datetime.date(2026, 3, 1) and changed.cost == decimal.Decimal("12.50") and changed.details == {"a": 1}, changed
assert changed.title == ticket.title and isinstance(changed.created, datetime.datetime), changed
error = refused(tracker.ChangedError, lambda: client.tickets.update(ticket.id, {"title": "Lost"}, Options(if_match=ticket)))
assert isinstance(error, tracker.ConflictError), error
refused(ValueError, lambda: client.tickets.update(ticket.id, {}, Options(if_match="")))
changed = client.tickets.update(ticket.id, {"due": None}, Options(if_match=changed))
assert changed.due is None and changed.cost, changed
assert client.tickets.replace(ticket.id, {"title": "Ticket 01"}).title == "Ticket 01"

# Refusals.
wrong = {"project": "demo", "title": "x" * 121, "priority": 9, "watchers": ["a@example.com", "nobody"]}
error = refused(tracker.InvalidError, lambda: client.tickets.create(wrong))
assert error.field("title") and error.field("priority") and error.field("watchers[1]") and error.fields[0].code == "max_length", error.fields
refused(tracker.NotFoundError, lambda: client.tickets.get(1_000_000))
refused(tracker.UnauthorizedError, lambda: tracker.Client(sys.argv[1]).projects.create({"slug": "none", "name": "None"}))

# What the test server answers by a closed connection, or by 503, the first time.
once = client.tickets.create({"project": "demo", "title": "Once only"}, Options(headers={"X-Cut": "ticket"}))
assert once.title == "Once only", once
assert len(client.tickets.list({"title__icontains": "once only"}, Options(headers={"X-Busy": "list"})).items) == 1
never = tracker.Client(sys.argv[1], tracker.basic("alice", "alice-password"), attempts=1)
error = refused(tracker.UnavailableError, lambda: never.tickets.list({}, Options(headers={"X-Busy": "never"})))
assert error.retry_after == 1, error.retry_after

# Files.
text = b"lines of text\n" * 5000
for n, content in enumerate([text, io.BytesIO(text)]):
    file = client.attachments.create(
        {"ticket": ticket.id, "file": Upload("notes.txt", content, "text/plain")}, Options(headers={"X-Cut": f"file {n}"})
    )
    assert file.size == len(text) and file.name == "notes.txt", file
    with client.attachments.content(file.id) as download:
        assert download.read(5) == b"lines" and download.read() == text[5:] and download.name == "notes.txt" and download.size == len(text)
assert client.attachments.list({"ticket": ticket.id}).total == 2

# Actions, comments and tokens.
closed = client.tickets.close(ticket.id, {"reason": "done"})
assert closed and closed.status == "closed" and closed.closed_at, closed
error = refused(tracker.ConflictError, lambda: client.tickets.close(ticket.id, {}))
assert not isinstance(error, tracker.ChangedError), error
assert client.tickets.stats({"project": "demo"}).closed == 1
for i in range(7):
    client.tickets_comments.create(ticket.id, {"body": f"Comment {i}"})
assert len(list(client.tickets_comments.all(ticket.id))) == 8  # with the reason
client.tickets.delete(ticket.id)
refused(tracker.NotFoundError, lambda: client.tickets.get(ticket.id))
answer = client.api_token_auth.api_token_auth({"username": "alice", "password": "alice-password"})
by_token = tracker.Client(sys.argv[1], tracker.token(answer.token))
assert by_token.projects.update("demo", {"description": "By a token"}).description == "By a token"
