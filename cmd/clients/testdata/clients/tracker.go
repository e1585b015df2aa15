// Command drive uses the generated client of the tracker as a program would. It prints what went wrong.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"example.org/drive/tracker"
)

// must ends the program where something is not as it should be.
func must(ok bool, format string, args ...any) {
	if !ok {
		fmt.Printf(format+"\n", args...)
		os.Exit(1)
	}
}

func main() {
	ctx := context.Background()
	noWait := func(context.Context, time.Duration) error { return nil }
	c, err := tracker.New(os.Args[1], tracker.Config{Credentials: tracker.Basic("alice", "alice-password"), Sleep: noWait})
	must(err == nil, "new: %v", err)
	write(ctx, c)
	read(ctx, c)
	change(ctx, c)
	refuse(ctx, c)
	again(ctx, c)
	files(ctx, c)
	operate(ctx, c)
	token(ctx, c)
}

func write(ctx context.Context, c *tracker.Client) {
	p, err := c.Projects.Create(ctx, tracker.ProjectCreate{Slug: "demo", Name: "Demo", Visibility: tracker.Set(tracker.ProjectVisibilityPublic)})
	must(err == nil && p.Slug == "demo" && p.Visibility == "public" && p.ETag != "", "create: %+v, %v", p, err)
	tickets := make([]tracker.TicketCreate, 45)
	for i := range tickets {
		tickets[i] = tracker.TicketCreate{Project: "demo", Title: fmt.Sprintf("Ticket %02d", i+1), Priority: tracker.Set(int64(i%5 + 1))}
	}
	made, err := c.Tickets.CreateMany(ctx, tickets)
	must(err == nil && len(made) == 45 && made[44].Title == "Ticket 45", "create many: %d, %v", len(made), err)
	dry, err := c.Tickets.Create(ctx, tracker.TicketCreate{Project: "demo", Title: "Not stored"}, tracker.DryRun())
	must(err == nil && dry.Title == "Not stored", "dry run: %+v, %v", dry, err)
	outcomes, err := c.Tickets.CreateEach(ctx, []tracker.TicketCreate{{Project: "demo", Title: "Good"}, {Project: "demo"}})
	must(err == nil && len(outcomes) == 2 && outcomes[0].Record.Title == "Good" && outcomes[1].Status == 400 && outcomes[1].Fields[0].Path == "title",
		"create each: %+v, %v", outcomes, err)
	must(c.Tickets.Delete(ctx, outcomes[0].Record.ID) == nil, "delete")
	for i := range 45 {
		day := tracker.DateOf(time.Date(2026, 1, 1+i, 0, 0, 0, 0, time.UTC))
		_, err := c.TimeEntries.Create(ctx, tracker.TimeEntryCreate{Ticket: made[0].ID, Minutes: int64(i + 1), Day: day})
		must(err == nil, "time entry: %v", err)
	}
}

func read(ctx context.Context, c *tracker.Client) {
	page, err := c.Tickets.List(ctx, tracker.TicketsQuery{Project: tracker.Set("demo"), Etags: tracker.Set(true)})
	must(err == nil && len(page.Items) == 20 && *page.Total == 45 && page.HasNext() && !page.HasPrevious(), "list: %+v, %v", page, err)
	must(page.Items[0].ETag != "", "a row has no entity tag")
	second, err := page.Next(ctx)
	must(err == nil && len(second.Items) == 20 && second.Items[0].ETag != "", "next: %+v, %v", second, err)
	back, err := second.Previous(ctx)
	must(err == nil && back.Items[0].ID == page.Items[0].ID, "previous: %+v, %v", back, err)
	titles := []string{}
	for t, err := range c.Tickets.All(ctx, tracker.TicketsQuery{Ordering: []tracker.TicketOrdering{tracker.TicketOrderingCreated, tracker.TicketOrderingPriority}}) {
		must(err == nil, "all: %v", err)
		titles = append(titles, t.Title)
	}
	must(len(titles) == 45, "all gives %d tickets: %q", len(titles), titles)
	minutes := int64(0)
	for e, err := range c.TimeEntries.All(ctx, tracker.TimeEntriesQuery{}) {
		must(err == nil, "all: %v", err)
		minutes += e.Minutes
	}
	must(minutes == 45*46/2, "all gives %d minutes", minutes)
	some, err := c.Tickets.List(ctx, tracker.TicketsQuery{
		TitleIcontains: tracker.Set("ticket 0"), PriorityGte: tracker.Set(int64(4)), Status: []tracker.TicketStatus{tracker.TicketStatusOpen, tracker.TicketStatusDoing},
	})
	must(err == nil && len(some.Items) == 3, "filter: %+v, %v", some, err)
	found, err := c.Tickets.List(ctx, tracker.TicketsQuery{Search: tracker.Set("Ticket 45")})
	must(err == nil && len(found.Items) == 1 && found.Items[0].Title == "Ticket 45", "search: %+v, %v", found, err)
	for _, err := range c.Tickets.All(ctx, tracker.TicketsQuery{Labels: []int64{999}}) {
		var refusal *tracker.Error
		must(errors.As(err, &refusal) && refusal.Status == 400 && refusal.Fields[0].Parameter == "labels", "unknown label: %v", err)
	}
}

// first is the first ticket as it is.
func first(ctx context.Context, c *tracker.Client) *tracker.TicketRecord {
	page, err := c.Tickets.List(ctx, tracker.TicketsQuery{Search: tracker.Set("Ticket 01")})
	must(err == nil && len(page.Items) == 1, "search: %+v, %v", page, err)
	t, err := c.Tickets.Get(ctx, page.Items[0].ID)
	must(err == nil, "get: %v", err)
	return t
}

func change(ctx context.Context, c *tracker.Client) {
	t := first(ctx, c)
	_, err := c.Tickets.Get(ctx, t.ID, tracker.IfNoneMatch(t.ETag))
	must(errors.Is(err, tracker.ErrNotModified), "get what was read: %v", err)
	changed, err := c.Tickets.Update(ctx, t.ID, tracker.TicketModify{
		Due: tracker.SetTo(tracker.Date("2026-03-01")), Cost: tracker.SetTo(tracker.Decimal("12.50")), Details: tracker.Set(map[string]any{"a": 1.0}),
	}, tracker.IfMatch(t.ETag))
	must(err == nil && *changed.Due == "2026-03-01" && *changed.Cost == "12.50" && changed.Title == t.Title && changed.Details["a"] == 1.0, "update: %+v, %v", changed, err)
	_, err = c.Tickets.Update(ctx, t.ID, tracker.TicketModify{Title: tracker.Set("Lost")}, tracker.IfMatch(t.ETag))
	must(errors.Is(err, tracker.ErrChanged) && errors.Is(err, tracker.ErrConflict), "update of what has changed: %v", err)
	_, err = c.Tickets.Update(ctx, t.ID, tracker.TicketModify{}, tracker.IfMatch(""))
	must(err != nil && strings.Contains(err.Error(), "IfMatch"), "update without a tag: %v", err)
	changed, err = c.Tickets.Update(ctx, t.ID, tracker.TicketModify{Due: tracker.Null[tracker.Date]()}, tracker.IfMatch(changed.ETag))
	must(err == nil && changed.Due == nil && *changed.Cost == "12.50", "update to null: %+v, %v", changed, err)
	changed, err = c.Tickets.Replace(ctx, t.ID, tracker.TicketReplace{Title: "Ticket 01"})
	must(err == nil && changed.Title == "Ticket 01", "replace: %+v, %v", changed, err)
}

func refuse(ctx context.Context, c *tracker.Client) {
	_, err := c.Tickets.Create(ctx, tracker.TicketCreate{
		Project: "demo", Title: strings.Repeat("x", 121), Priority: tracker.Set(int64(9)), Watchers: tracker.Set([]string{"a@example.com", "nobody"}),
	})
	var refusal *tracker.Error
	must(errors.Is(err, tracker.ErrInvalid) && errors.As(err, &refusal), "wrong values: %v", err)
	must(len(refusal.Field("title")) == 1 && len(refusal.Field("priority")) == 1 && len(refusal.Field("watchers[1]")) == 1 && refusal.Fields[0].Code == "max_length",
		"wrong values: %+v", refusal.Fields)
	_, err = c.Tickets.Get(ctx, 1_000_000)
	must(errors.Is(err, tracker.ErrNotFound), "unknown ticket: %v", err)
	nobody, err := tracker.New(os.Args[1], tracker.Config{})
	must(err == nil, "new: %v", err)
	_, err = nobody.Projects.Create(ctx, tracker.ProjectCreate{Slug: "none", Name: "None"})
	must(errors.Is(err, tracker.ErrUnauthorized), "nobody creates: %v", err)
	stopped, stop := context.WithCancel(ctx)
	stop()
	_, err = c.Projects.List(stopped, tracker.ProjectsQuery{})
	must(errors.Is(err, context.Canceled), "cancelled: %v", err)
}

// again sends what the test server answers by a closed connection, or by 503, the first time.
func again(ctx context.Context, c *tracker.Client) {
	t, err := c.Tickets.Create(ctx, tracker.TicketCreate{Project: "demo", Title: "Once only"}, tracker.Header("X-Cut", "ticket"))
	must(err == nil && t.Title == "Once only", "create over a cut connection: %+v, %v", t, err)
	page, err := c.Tickets.List(ctx, tracker.TicketsQuery{TitleIcontains: tracker.Set("once only")}, tracker.Header("X-Busy", "list"))
	must(err == nil && len(page.Items) == 1, "stored %+v, %v", page, err)
	never, err := tracker.New(os.Args[1], tracker.Config{Credentials: tracker.Basic("alice", "alice-password"), Attempts: 1})
	must(err == nil, "new: %v", err)
	_, err = never.Tickets.List(ctx, tracker.TicketsQuery{}, tracker.Header("X-Busy", "never"))
	var refusal *tracker.Error
	must(errors.Is(err, tracker.ErrUnavailable) && errors.As(err, &refusal) && refusal.RetryAfter == time.Second, "one attempt: %v", err)
}

func files(ctx context.Context, c *tracker.Client) {
	t := first(ctx, c)
	text := strings.Repeat("lines of text\n", 5000)
	a, err := c.Attachments.Create(ctx, tracker.AttachmentCreate{
		Ticket: t.ID, File: &tracker.Upload{Name: "notes.txt", Type: "text/plain", Content: strings.NewReader(text)},
	}, tracker.Header("X-Cut", "file"))
	must(err == nil && a.Size == int64(len(text)) && a.Name == "notes.txt", "upload: %+v, %v", a, err)
	d, err := c.Attachments.Content(ctx, a.ID)
	must(err == nil, "download: %v", err)
	content, err := io.ReadAll(d.Body)
	must(err == nil && string(content) == text && d.Name == "notes.txt" && d.Size == int64(len(text)), "download: %d bytes, %+v, %v", len(content), d, err)
	d.Body.Close()
	d, err = c.Attachments.Content(ctx, a.ID, tracker.Range(9, 4))
	must(err == nil, "download a part: %v", err)
	content, err = io.ReadAll(d.Body)
	must(err == nil && string(content) == "text", "download a part: %q, %v", content, err)
	d.Body.Close()
	page, err := c.Attachments.List(ctx, tracker.AttachmentsQuery{Ticket: tracker.Set(t.ID)})
	must(err == nil && len(page.Items) == 1, "uploaded once: %+v, %v", page, err)
}

func operate(ctx context.Context, c *tracker.Client) {
	t := first(ctx, c)
	closed, err := c.Tickets.Close(ctx, t.ID, tracker.Closing{Reason: tracker.Set("done")})
	must(err == nil && closed.Status == tracker.TicketStatusClosed && closed.ClosedAt != nil && !closed.Created.IsZero(), "close: %+v, %v", closed, err)
	_, err = c.Tickets.Close(ctx, t.ID, tracker.Closing{})
	must(errors.Is(err, tracker.ErrConflict) && !errors.Is(err, tracker.ErrChanged), "close again: %v", err)
	stats, err := c.Tickets.Stats(ctx, tracker.TicketsStatsQuery{Project: tracker.Set("demo")})
	must(err == nil && stats.Closed == 1, "stats: %+v, %v", stats, err)
	for i := range 44 {
		_, err := c.TicketsComments.Create(ctx, t.ID, tracker.CommentCreate{Body: fmt.Sprint("Comment ", i)})
		must(err == nil, "comment: %v", err)
	}
	n := 0
	for _, err := range c.TicketsComments.All(ctx, t.ID, tracker.TicketsCommentsQuery{}) {
		must(err == nil, "comments: %v", err)
		n++
	}
	must(n == 45, "%d comments, with the reason", n)
	limited(ctx, t.ID)
	must(c.Tickets.Delete(ctx, t.ID) == nil, "delete")
	_, err = c.Tickets.Get(ctx, t.ID)
	must(errors.Is(err, tracker.ErrNotFound), "get what was deleted: %v", err)
}

// limited uploads more files than the rate of the service lets through.
func limited(ctx context.Context, ticket int64) {
	c, err := tracker.New(os.Args[1], tracker.Config{Credentials: tracker.Basic("bob", "bob-password"), Attempts: 1})
	must(err == nil, "new: %v", err)
	for range 100 {
		if _, err = c.Attachments.Create(ctx, tracker.AttachmentCreate{Ticket: ticket}); errors.Is(err, tracker.ErrUnavailable) {
			break
		}
	}
	var refusal *tracker.Error
	must(errors.As(err, &refusal) && refusal.Status == 429 && refusal.RetryAfter > 0, "more files than the rate: %v", err)
}

func token(ctx context.Context, c *tracker.Client) {
	answer, err := c.APITokenAuth.APITokenAuth(ctx, tracker.TokenRequest{Username: "alice", Password: "alice-password"})
	must(err == nil && answer.Token != "", "token: %+v, %v", answer, err)
	with, err := tracker.New(os.Args[1], tracker.Config{Credentials: tracker.Token(answer.Token)})
	must(err == nil, "new: %v", err)
	p, err := with.Projects.Update(ctx, "demo", tracker.ProjectModify{Description: tracker.Set("By a token")})
	must(err == nil && p.Description == "By a token", "update by a token: %+v, %v", p, err)
}
