package browse_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// newTracker is a tracker with one project, one ticket and one remark, and what gets its pages.
func newTracker(t *testing.T) (h http.Handler, page func(method, path string, form url.Values) (int, http.Header, string)) {
	t.Helper()
	h = server.New(t, server.Config{Set: tracker, Pages: ownPages, Options: serve.Options{Now: time.Now}}, ":memory:")
	for _, made := range [][2]string{
		{"/projects/", `{"slug":"our-house","name":"Our house"}`},
		{"/projects/our-house/milestones/", `{"name":"Roof"}`},
		{"/tickets/", `{"project":"our-house","title":"Paint it","body":"Red"}`},
		{"/tickets/1/remarks/", `{"text":"Why red?","author":"alice"}`},
	} {
		if w := sendTo(h, "POST", made[0], "admin", made[1], "Content-Type", "application/json"); w.Code != http.StatusCreated {
			t.Fatalf("POST %s: got %d %s", made[0], w.Code, w.Body)
		}
	}
	return h, func(method, path string, form url.Values) (int, http.Header, string) {
		t.Helper()
		w := sendTo(h, method, path, "admin", form.Encode(), "Accept", "text/html", "Content-Type", "application/x-www-form-urlencoded")
		return w.Code, w.Header(), withoutMarks(w.Body.String())
	}
}

// Each operation of a team has a page: with its form where it takes something, also where it has no
// GET, and with what it answers as a table.
func TestOperationPages(t *testing.T) {
	_, page := newTracker(t)
	for _, tt := range []struct {
		name, path string
		status     int
		has, lacks []string
	}{
		{
			"an action without GET", "/tickets/1/close/", 405,
			[]string{`<details class="action do-close" id="do-close" open>`, `name="hours" value="1"`, `<code>hours</code></th><td>integer</td><td>default 1</td>`, "1 “Paint it”", `<a href="/tickets/1/">Paint it</a>`},
			[]string{"<code>title</code>", `id="edit"`, "curl -u admin http://example.com/tickets/1/close/<"},
		},
		{"an action of PUT", "/tickets/1/reset/", 405, []string{`id="do-reset" open`, `name="_method" value="PUT"`}, nil},
		{"an action of DELETE", "/tickets/purge/", 405, []string{`id="do-purge" open`, `name="_method" value="DELETE"`}, nil},
		{
			"an action that answers a struct", "/tickets/stats/", 200,
			[]string{`<th scope="row">Open</th><td class="number">1</td>`, `<th scope="row">In words</th>`, `<code>note</code></th><td>text</td><td>read only</td>`},
			[]string{"<code>title</code>", "done."},
		},
		{
			"an action that answers structs", "/tickets/1/history/", 200,
			[]string{`<th scope="col" class="number">Per cent</th>`, `<th scope="row">open</th><td data-label="Per cent" class="number">75</td>`, "<h1>Paint it</h1>", "<p>History</p>"},
			[]string{`href="/tickets/1/history/1/"`},
		},
		{"an action that answers rows", "/tickets/busiest/", 200, []string{`<th scope="row"><a href="/tickets/1/">Paint it</a></th>`, `<td data-label="ID" class="number">1</td>`}, nil},
		{
			"an endpoint without GET", "/greetings/", 405,
			[]string{`id="do-greetings-post"`, `id="do-greetings-delete"`, "Greetings (DELETE)", `<code>times</code>`, `action="/greetings/"`},
			[]string{`id="do-greetings"`},
		},
		{"an endpoint that reads", "/health/", 200, []string{`<th scope="row">Open</th>`, "How the service is."}, []string{"<form method=\"post\" action=\"/health/\""}},
		{
			"a record", "/tickets/1/", 200,
			[]string{
				`<a href="/tickets/1/history/" title="What became of it.">History</a>`, `<a href="/tickets/1/remarks/">Remarks</a>`, `action="/tickets/1/close/"`,
				`<b>All remarks</b><table class="nested many" aria-label="All remarks">`, `<td data-label="ID" class="number"><a href="/remarks/1/">1</a></td>`, `<td data-label="Text">Why red?</td>`,
				`<table class="nested one" aria-label="Project in brief">`, `<th scope="row">Slug</th><td data-label="Slug"><a href="/projects/our-house/">our-house</a></td>`, "PAINT IT",
			},
			[]string{"{…}"},
		},
		{"a list", "/tickets/", 200, []string{`<td data-label="Remarks" class="number">1</td>`, `<a href="/projects/our-house/">our-house</a>`, `">Stats</a>`}, []string{"{…}"}},
		{
			"what a list offers", "/tickets/?_show=options", 200,
			[]string{`<code>remarks</code></th><td>nested representation</td><td>read only</td>`, `<code>body</code></th><td>text</td><td>optional</td>`, `<code>project</code></th><td>to-one relation</td><td>required at the creation</td>`, "One of open, doing, closed."},
			nil,
		},
		{"what a record offers", "/tickets/1/?_show=options", 200, []string{"<code>shout</code>", `<code>in_project</code></th><td>nested representation</td><td>read only</td>`}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			status, _, body := page("GET", tt.path, nil)
			if status != tt.status {
				t.Errorf("got %d, want %d", status, tt.status)
			}
			for _, want := range tt.has {
				if !strings.Contains(body, want) {
					t.Errorf("the page lacks %s", want)
				}
			}
			for _, text := range tt.lacks {
				if strings.Contains(body, text) {
					t.Errorf("the page has %s", text)
				}
			}
			if t.Failed() {
				t.Log(body)
			}
		})
	}
}

// Forms of rows below a record lead to the row, and after a deletion to the list below the same
// record, also where addresses name that by another field than its key.
func TestPagesBelowRecord(t *testing.T) {
	_, page := newTracker(t)
	key := 0
	send := func(path, location string, form url.Values) {
		t.Helper()
		key++
		form.Set("_key", strings.Repeat(string(rune('a'+key)), 24))
		status, header, body := page("POST", path, form)
		if got := header.Get("Location"); status != http.StatusSeeOther || got != location {
			t.Errorf("POST %s %v: got %d to %q, want 303 to %s\n%s", path, form, status, got, location, body)
		}
	}
	shows := func(path string, texts ...string) {
		t.Helper()
		status, _, body := page("GET", path, nil)
		for _, text := range texts {
			if status != 200 || !strings.Contains(body, text) {
				t.Errorf("GET %s: got %d, the page lacks %s in\n%s", path, status, text, body)
			}
		}
	}
	shows("/tickets/1/remarks/", `<a href="/tickets/1/">Paint it</a>`, `<form method="post" action="/tickets/1/remarks/" novalidate>`, `<a href="/remarks/1/">Why red?</a>`)
	send("/tickets/1/remarks/", "/tickets/1/remarks/", url.Values{"text": {"Because."}})
	shows("/remarks/2/", `<a href="/tickets/1/remarks/">Remarks</a>`, `<a href="/tickets/1/">Paint it</a>`)
	send("/remarks/2/", "/tickets/1/remarks/", url.Values{"_method": {"DELETE"}})

	shows("/projects/our-house/", `<a href="/projects/our-house/milestones/">Milestones</a>`)
	shows("/projects/our-house/milestones/", `action="/projects/our-house/milestones/" novalidate`, `<a href="/projects/our-house/milestones/1/">Roof</a>`, `<a href="/projects/our-house/">our-house</a>`)
	send("/projects/our-house/milestones/", "/projects/our-house/milestones/", url.Values{"name": {"Door"}})
	shows("/projects/our-house/milestones/2/", `action="/projects/our-house/milestones/2/"`, `<a href="/projects/our-house/milestones/">Milestones</a>`)
	send("/projects/our-house/milestones/2/", "/projects/our-house/milestones/2/", url.Values{"_method": {"PUT"}, "name": {"Front door"}})
	send("/projects/our-house/milestones/2/", "/projects/our-house/milestones/", url.Values{"_method": {"DELETE"}})
}
