// Tests of lists on pages, in parts and in other formats.

package served_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/worlds"
)

// A list that is not in pages is in pages for people: each record is on one of them, in the table and
// in the representation, in one statement a page.
func TestPartsOfLists(t *testing.T) {
	for _, tt := range []struct{ rows, pages int }{{100, 1}, {250, 3}, {1200, 12}} {
		t.Run(fmt.Sprint(tt.rows), func(t *testing.T) {
			server.OnBoth(t, func(t *testing.T, address string) {
				h, _ := worlds.Cards(t, address, pages(t))
				worlds.FillCards(t, address, tt.rows)
				for n := 1; n <= tt.pages; n++ {
					path := "/cards/?format=api"
					if n > 1 {
						path = fmt.Sprintf("/cards/?_page=%d&format=api", n)
					}
					statements := server.Statements(t, h, httptest.NewRequest("GET", path, nil))
					if len(statements) != 1 || strings.Count(statements[0], "LIMIT") < 2 {
						t.Errorf("page %d: got statements %q, want one that reads and counts no more than it may", n, statements)
					}
					status, page := server.Call(h, "GET", path, "", "")
					first, last := 100*(n-1)+1, min(100*n, tt.rows)
					if rows := strings.Count(page, `<tr><th scope="row"><a`); status != 200 || rows != last-first+1 {
						t.Fatalf("page %d: got %d with %d rows, want %d", n, status, rows, last-first+1)
					}
					wants := []string{
						fmt.Sprintf(`href="/cards/%d/"><bdi dir="auto">front %d</bdi></a>`, first, first), fmt.Sprintf(`"front %d"`, first), fmt.Sprintf(`"front %d"`, last),
						`action="/cards/"`, `<a href="/cards/?format=json">json</a>`,
					}
					if tt.pages > 1 {
						wants = append(wants, fmt.Sprintf("%s records, page %d of %d", strings.Replace(fmt.Sprint(tt.rows), "1200", "1,200", 1), n, tt.pages), "This is one page of the list.", `<a href="/cards/?format=yaml">yaml</a>.`)
					}
					for _, want := range wants {
						if !strings.Contains(page, want) {
							t.Errorf("page %d lacks %q", n, want)
						}
					}
					next := fmt.Sprintf(`<a href="http://example.com/cards/?_page=%d&amp;format=api" rel="next">`, n+1)
					if got := strings.Contains(page, next); got != (n < tt.pages) {
						t.Errorf("page %d of %d has a next one: %v", n, tt.pages, got)
					}
				}
			})
		})
	}
}

// The parameter means a page of the list only for pages, and is as strict as page= is elsewhere: a
// link to a page that is gone says so, rather than showing other records.
func TestPartParameter(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		h, _ := worlds.Cards(t, address, pages(t))
		worlds.FillCards(t, address, 250)
		for query, want := range map[string]int{
			"": 200, "_page=": 200, "_page=1": 200, "_page=03": 200, "_page=last": 200, "_page=9&_page=2": 200,
			"_page=0": 404, "_page=-1": 404, "_page=4": 404, "_page=x": 404, "_page=1.5": 404, "_page=LAST": 404, "_page=99999999999999999999": 404,
		} {
			status, page := server.Call(h, "GET", "/cards/?format=api&"+query, "", "")
			if status != want || (want == 404) != strings.Contains(page, "Invalid page.") {
				t.Errorf("%q: got %d, want %d", query, status, want)
			}
			if want == 404 && !strings.Contains(page, `action="/cards/"`) {
				t.Errorf("%q: the page has no form", query)
			}
			for _, format := range []string{"json", "yaml"} {
				status, list := server.Call(h, "GET", "/cards/?format="+format+"&"+query, "", "")
				if n := strings.Count(list, "front"); status != 200 || n < 250 {
					t.Errorf("%q in %s: got %d and %d records, want them all", query, format, status, n)
				}
			}
		}
		_, page := server.Call(h, "GET", "/cards/?format=api&_page=last&_z=b", "", "")
		for _, want := range []string{"page 3 of 3", `<a href="/cards/?_z=b&amp;format=json">json</a>`, `<a href="/cards/?_page=last&amp;_z=b&amp;format=api">api</a>`, "http://example.com/cards/?_z=b'"} {
			if !strings.Contains(strings.ReplaceAll(page, "&#39;", "'"), want) {
				t.Errorf("page lacks %q", want)
			}
		}
	})
}

// Counting ends where it would take long: then there is a next page, and no last one.
func TestPartsUncounted(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		h, _ := worlds.Cards(t, address, pages(t))
		worlds.FillCards(t, address, 10_150)
		for query, want := range map[string]string{"": "<p>Page 1</p>", "_page=102": "<p>Page 102</p>"} {
			if _, page := server.Call(h, "GET", "/cards/?format=api&"+query, "", ""); !strings.Contains(page, want) {
				t.Errorf("%q: page lacks %q", query, want)
			}
		}
		if status, _ := server.Call(h, "GET", "/cards/?format=api&_page=103", "", ""); status != http.StatusNotFound {
			t.Errorf("a page past the end: got %d, want 404", status)
		}
		if status, page := server.Call(h, "GET", "/cards/?format=api&_page=102", "", ""); status != 200 || strings.Contains(page, `rel="next"`) {
			t.Errorf("the last page: got %d, with a next one", status)
		}
	})
}

// Records that are long take no more memory: what the representation has no room for is in the table.
func TestLongRecordsInParts(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		h, _ := worlds.Cards(t, address, pages(t))
		worlds.FillCards(t, address, 250)
		if _, err := server.Direct(t, address).ExecContext(t.Context(), "UPDATE cards SET back = '"+strings.Repeat("b", 50_000)+"' WHERE id <= 150"); err != nil {
			t.Fatal(err)
		}
		_, page := server.Call(h, "GET", "/cards/?format=api", "", "")
		for _, want := range []string{"the last 79 of the page's 100 records.", `"front 21"`, `href="/cards/100/"><bdi dir="auto">front 100</bdi></a></th>`} {
			if !strings.Contains(page, want) {
				t.Errorf("page lacks %q", want)
			}
		}
		if n := strings.Count(page, `<tr><th scope="row"><a`); n != 100 || strings.Contains(page, `"front 22"`) || len(page) > 4<<20 {
			t.Errorf("got %d rows, and a page of %d bytes", n, len(page))
		}
	})
}

const (
	csvType    = "text/csv; charset=utf-8; header=present"
	ndjsonType = "application/x-ndjson"
	jsonType   = "application/json"
)

// The page offers the formats of the set, and shows the representation in each.
func TestListedFormatsOnPages(t *testing.T) {
	s := server.New(t, server.Config{Set: sets.Listed, Pages: pages(t)}, ":memory:")
	server.Must(t, s, "POST", "/cards/", "", `{"front":"<b>"}`)
	page := server.SendAs(s, "alice", "GET", "/cards/", "", "Accept", "text/html").Body.String()
	for _, want := range []string{`<a href="/cards/?format=csv">csv</a>`, `<a href="/cards/?format=ndjson">ndjson</a>`, `_body=csv`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	page = server.SendAs(s, "alice", "GET", "/cards/?_body=csv", "", "Accept", "text/html").Body.String()
	for _, want := range []string{"1,&lt;b&gt;,", csvType, "Accept: text/csv"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page that shows CSV lacks %q", want)
		}
	}
	page = server.SendAs(s, "alice", "GET", "/?_body=csv", "", "Accept", "text/html").Body.String()
	if strings.Contains(page, csvType) || !strings.Contains(page, "application/json") {
		t.Error("the root, which CSV cannot hold, is not shown as JSON")
	}
}
