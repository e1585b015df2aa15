// Command drive uses the client that oapi-codegen makes of the tracker as a program would. It prints what went wrong.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"

	"example.org/drive/tracker"
)

func must(ok bool, format string, args ...any) {
	if !ok {
		fmt.Printf(format+"\n", args...)
		os.Exit(1)
	}
}

func to[T any](v T) *T { return &v }

func main() {
	ctx := context.Background()
	c, err := tracker.NewClientWithResponses(os.Args[1], tracker.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.SetBasicAuth("alice", "alice-password")
		return nil
	}))
	must(err == nil, "new: %v", err)
	write(ctx, c)
	read(ctx, c)
	change(ctx, c)
	refuse(ctx, c)
}

func write(ctx context.Context, c *tracker.ClientWithResponses) {
	p, err := c.ProjectsCreateWithResponse(ctx, nil, tracker.ProjectCreate{Slug: "demo", Name: "Demo", Visibility: to(tracker.ProjectCreateVisibilityPublic)})
	must(err == nil && p.JSON201 != nil && p.JSON201.Slug == "demo", "create: %s, %v", p.Body, err)
	tickets := make(tracker.TicketsCreateBody1, 45)
	for i := range tickets {
		tickets[i] = tracker.TicketCreate{Project: "demo", Title: fmt.Sprintf("Ticket %02d", i+1), Priority: to(int64(i%5 + 1))}
	}
	var body tracker.TicketsCreateJSONRequestBody
	must(body.FromTicketsCreateBody1(tickets) == nil, "a list of tickets")
	made, err := c.TicketsCreateWithResponse(ctx, nil, body)
	must(err == nil && made.JSON201 != nil, "create many: %s, %v", made.Body, err)
	records, err := made.JSON201.AsTicketsCreate2011()
	must(err == nil && len(records) == 45 && records[44].Title == "Ticket 45", "create many: %s, %v", made.Body, err)
}

func read(ctx context.Context, c *tracker.ClientWithResponses) {
	var titles []string
	for offset := 0; ; offset += 20 {
		page, err := c.TicketsListWithResponse(ctx, &tracker.TicketsListParams{
			Project: to("demo"), Limit: to(20), Offset: &offset, Ordering: &[]tracker.TicketsListParamsOrdering{"created", "-priority"},
		})
		must(err == nil && page.JSON200 != nil && *page.JSON200.Count == 45, "list: %s, %v", page.Body, err)
		for _, t := range page.JSON200.Results {
			titles = append(titles, t.Title)
		}
		if page.JSON200.Next == nil {
			break
		}
	}
	must(len(titles) == 45, "all pages have %d tickets: %q", len(titles), titles)
	some, err := c.TicketsListWithResponse(ctx, &tracker.TicketsListParams{
		TitleIcontains: to("ticket 0"), PriorityGte: to(int64(4)), Status: &[]tracker.TicketsListParamsStatus{"open", "doing"},
	})
	must(err == nil && some.JSON200 != nil && len(some.JSON200.Results) == 3, "filter: %s, %v", some.Body, err)
	unknown, err := c.TicketsListWithResponse(ctx, &tracker.TicketsListParams{Labels: &[]int64{999}})
	must(err == nil && unknown.JSON400 != nil, "an unknown label: %d %s, %v", unknown.StatusCode(), unknown.Body, err)
}

func change(ctx context.Context, c *tracker.ClientWithResponses) {
	page, err := c.TicketsListWithResponse(ctx, &tracker.TicketsListParams{Search: to("Ticket 01")})
	must(err == nil && page.JSON200 != nil && len(page.JSON200.Results) == 1, "search: %s, %v", page.Body, err)
	id := *page.JSON200.Results[0].Id
	t, err := c.TicketsRetrieveWithResponse(ctx, id, nil)
	must(err == nil && t.JSON200 != nil && t.JSON200.Title == "Ticket 01" && t.JSON200.Due == nil, "retrieve: %s, %v", t.Body, err)
	tag := t.HTTPResponse.Header.Get("ETag")
	changed, err := c.TicketsModifyWithResponse(ctx, id, &tracker.TicketsModifyParams{IfMatch: &tag}, tracker.TicketModify{
		Cost: to("12.50"), Details: &map[string]any{"a": 1.0}, Status: to(tracker.TicketModifyStatusDoing),
	})
	must(err == nil && changed.JSON200 != nil && *changed.JSON200.Cost == "12.50" && changed.JSON200.Status == "doing", "modify: %s, %v", changed.Body, err)
	late, err := c.TicketsModifyWithResponse(ctx, id, &tracker.TicketsModifyParams{IfMatch: &tag}, tracker.TicketModify{Title: to("Lost")})
	must(err == nil && late.JSON412 != nil, "modify what has changed: %d %s, %v", late.StatusCode(), late.Body, err)
	closed, err := c.TicketsCloseWithResponse(ctx, id, nil, tracker.Closing{Reason: to("done")})
	must(err == nil && closed.JSON200 != nil && closed.JSON200.ClosedAt != nil, "close: %s, %v", closed.Body, err)
	again, err := c.TicketsCloseWithResponse(ctx, id, nil, tracker.Closing{})
	must(err == nil && again.JSON409 != nil, "close again: %d %s, %v", again.StatusCode(), again.Body, err)
	gone, err := c.TicketsDestroyWithResponse(ctx, id, nil)
	must(err == nil && gone.StatusCode() == 204, "destroy: %s, %v", gone.Body, err)
	none, err := c.TicketsRetrieveWithResponse(ctx, id, nil)
	must(err == nil && none.StatusCode() == 404, "retrieve what is gone: %d %s, %v", none.StatusCode(), none.Body, err)
}

func refuse(ctx context.Context, c *tracker.ClientWithResponses) {
	var body tracker.TicketsCreateJSONRequestBody
	must(body.FromTicketCreate(tracker.TicketCreate{Project: "demo", Title: strings.Repeat("x", 121), Priority: to(int64(9))}) == nil, "a ticket")
	wrong, err := c.TicketsCreateWithResponse(ctx, nil, body)
	must(err == nil && wrong.JSON400 != nil, "wrong values: %d %s, %v", wrong.StatusCode(), wrong.Body, err)
	nobody, err := tracker.NewClientWithResponses(os.Args[1])
	must(err == nil, "new: %v", err)
	refused, err := nobody.ProjectsCreateWithResponse(ctx, nil, tracker.ProjectCreate{Slug: "none", Name: "None"})
	must(err == nil && refused.JSON401 != nil, "nobody creates: %d %s, %v", refused.StatusCode(), refused.Body, err)
}
