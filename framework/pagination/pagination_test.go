package pagination_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"example.com/resourceful/framework/pagination"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
)

// list is a list of so many rows, as a request with a query sees it.
func list(rows int64, query string) (*plan.Query, *int) {
	values, err := url.ParseQuery(query)
	if err != nil {
		panic(err)
	}
	counted := 0
	return &plan.Query{
		Get: values.Get,
		Link: func(changes ...plan.ParamValue) string {
			next, _ := url.ParseQuery(query)
			for _, c := range changes {
				next.Del(c.Name)
				if c.Value != "" {
					next.Set(c.Name, c.Value)
				}
			}
			return strings.TrimSuffix("/?"+next.Encode(), "?")
		},
		Count: func(c plan.Count) (int64, error) {
			counted++
			return c.Known(rows), nil
		},
		MaxPages: 1000,
	}, &counted
}

// read is the page that a paginator makes of a list: its rows, and its envelope.
func read(p plan.Paginator, rows int64, query string) string {
	q, counted := list(rows, query)
	w, err := p.Read(q)
	if err == nil {
		err = w.Check(nil)
	}
	if err != nil {
		return refused(err)
	}
	found := plan.Found{Rows: max(0, min(w.Limit, rows-w.Offset)), More: rows > w.Offset+w.Limit, Total: w.Count.Known(rows)}
	if found.Rows == 0 && w.Offset > 0 {
		found.Total = plan.Unknown
	}
	page, err := p.Page(q, w, found)
	if err != nil {
		return refused(err)
	}
	frame := p.Frame(&page)
	said := fmt.Sprintf("%d+%d %s page %d of %d", w.Offset, found.Rows, frame.Before, page.Number, page.Last)
	if *counted > 0 {
		said += fmt.Sprintf(", counted %d", *counted)
	}
	return strings.NewReplacer(`"`, "", "null", "-").Replace(said)
}

func refused(err error) string {
	if p := problem.As(err); p != nil {
		return fmt.Sprint(p.Code.Status(), " ", p.Detail)
	}
	return "! " + err.Error()
}

// The values of sizes, limits and offsets that a paginator refuses, if it is not lenient.
func TestSizes(t *testing.T) {
	const wrong, low, lower = "A valid integer is required.", "Ensure this value is greater than or equal to 1.", "Ensure this value is greater than or equal to 0."
	for _, tt := range []struct{ value, size, offset string }{
		{"1", "", ""},
		{"0", low, ""},
		{"-1", low, lower},
		{"", wrong, wrong},
		{"abc", wrong, wrong},
		{"+1", wrong, wrong},
		{" 1", wrong, wrong},
		{"1.0", wrong, wrong},
		{"٣", wrong, wrong},
		{"99999999999999999999", "", ""},
		{"-99999999999999999999", low, lower},
	} {
		for i, p := range []plan.Paginator{
			pagination.PageNumber{Size: 2, MaxSize: 4},
			pagination.Cursor{Size: 2, MaxSize: 4},
			pagination.LimitOffset{Default: 2},
			pagination.PageNumber{Size: 2, MaxSize: 4, Lenient: true},
			pagination.Cursor{Size: 2, MaxSize: 4, Lenient: true},
			pagination.LimitOffset{Default: 2, Lenient: true},
		} {
			lenient := i >= 3
			for _, param := range p.Params() {
				want := tt.size
				if param.Name == "offset" {
					want = tt.offset
				}
				got := ""
				if param.Check != nil {
					got = strings.Join(param.Check(tt.value), " ")
				}
				if lenient || param.Name == "page" || param.Name == "cursor" {
					want = ""
				}
				if got != want {
					t.Errorf("%T: %s=%s: got %q, want %q", p, param.Name, tt.value, got, want)
				}
			}
		}
	}
}

// Which rows a query asks for, and which envelope goes with them.
func TestPages(t *testing.T) {
	number := pagination.PageNumber{Size: 2}
	sized := pagination.PageNumber{Size: 2, MaxSize: 4}
	some := pagination.LimitOffset{Default: 2, Max: 4}
	tests := []struct {
		pages plan.Paginator
		rows  int64
		query string
		want  string
	}{
		{number, 5, "", "0+2 {count:5,next:/?page=2,previous:-} page 1 of 3"},
		{number, 5, "page=2&x=1", "2+2 {count:5,next:/?page=3&x=1,previous:/?x=1} page 2 of 3"},
		{number, 5, "page=3", "4+1 {count:5,next:-,previous:/?page=2} page 3 of 3"},
		{number, 5, "page=last", "4+1 {count:5,next:-,previous:/?page=2} page 3 of 3, counted 2"},
		{number, 5, "page=4", "404 Invalid page."},
		{number, 5, "page=0", "404 Invalid page."},
		{number, 5, "page=1001", "404 Invalid page."},
		{number, 0, "", "0+0 {count:0,next:-,previous:-} page 1 of 1"},
		{pagination.PageNumber{Size: 2, Count: plan.CountUpTo(4)}, 5, "", "0+2 {count:-,next:/?page=2,previous:-} page 1 of 0"},
		{pagination.PageNumber{Size: 2, Count: plan.CountNone}, 5, "page=3", "4+1 {count:-,next:-,previous:/?page=2} page 3 of 0"},
		{pagination.PageNumber{Size: 2, Count: plan.CountNone}, 5, "page=last", "404 Invalid page."},
		{pagination.PageNumber{Size: 2, Param: "p"}, 5, "p=2&page=9", "2+2 {count:5,next:/?p=3&page=9,previous:/?page=9} page 2 of 3"},

		{sized, 5, "page_size=3", "0+3 {count:5,next:/?page=2&page_size=3,previous:-} page 1 of 2"},
		{sized, 5, "page_size=100&page=2", "4+1 {count:5,next:-,previous:/?page_size=100} page 2 of 2"},
		{sized, 5, "page_size=0", "0+2 {count:5,next:/?page=2&page_size=0,previous:-} page 1 of 3"},
		{sized, 5, "page_size=-3&page=2", "2+2 {count:5,next:/?page=3&page_size=-3,previous:/?page_size=-3} page 2 of 3"},
		{sized, 5, "page_size=many", "0+2 {count:5,next:/?page=2&page_size=many,previous:-} page 1 of 3"},
		{sized, 5, "page_size=99999999999999999999&page=last", "4+1 {count:5,next:-,previous:/?page_size=99999999999999999999} page 2 of 2, counted 2"},
		{sized, 5, "page_size=4&page=3", "404 Invalid page."},
		{number, 5, "page_size=1", "0+2 {count:5,next:/?page=2&page_size=1,previous:-} page 1 of 3"},
		{pagination.PageNumber{Size: 2, MaxSize: 4, SizeParam: "per"}, 5, "per=3&page_size=1", "0+3 {count:5,next:/?page=2&page_size=1&per=3,previous:-} page 1 of 2"},

		{some, 5, "", "0+2 {count:5,next:/?limit=2&offset=2,previous:-} page 1 of 3"},
		{some, 5, "limit=3&offset=1&x=1", "1+3 {count:5,next:/?limit=3&offset=4&x=1,previous:/?limit=3&x=1} page 2 of 3"},
		{some, 5, "limit=2&offset=4", "4+1 {count:5,next:-,previous:/?limit=2&offset=2} page 3 of 3"},
		{some, 5, "limit=100", "0+4 {count:5,next:/?limit=4&offset=4,previous:-} page 1 of 2"},
		{some, 5, "limit=0&offset=-1", "0+2 {count:5,next:/?limit=2&offset=2,previous:-} page 1 of 3"},
		{some, 5, "limit=x&offset=%2B1", "0+2 {count:5,next:/?limit=2&offset=2,previous:-} page 1 of 3"},
		{some, 5, "offset=5", "5+0 {count:5,next:-,previous:/?limit=2&offset=3} page 3 of 3, counted 1"},
		{some, 5, "offset=3999", "3999+0 {count:5,next:-,previous:/?limit=2&offset=3997} page 2000 of 2000, counted 1"},
		{some, 5, "offset=4000", "4000+0 {count:5,next:-,previous:/?limit=2&offset=3998} page 2000 of 2000, counted 2"},
		{some, 9000, "offset=4000", "404 Invalid offset."},
		{some, 9000, "", "0+2 {count:9000,next:/?limit=2&offset=2,previous:-} page 1 of 2000"},
		{some, 9000, "limit=4&offset=3995", "3995+4 {count:9000,next:/?limit=4&offset=3999,previous:/?limit=4&offset=3991} page 1000 of 1001"},
		{some, 9000, "offset=3998", "3998+2 {count:9000,next:-,previous:/?limit=2&offset=3996} page 2000 of 2000"},
		{pagination.LimitOffset{Default: 2, Count: plan.CountNone}, 9000, "offset=1998", "1998+2 {count:-,next:-,previous:/?limit=2&offset=1996} page 1000 of 0"},
		{number, 9000, "page=1000", "1998+2 {count:9000,next:-,previous:/?page=999} page 1000 of 1000"},
		{some, 9000, "offset=99999999999999999999", "404 Invalid offset."},
		{some, 0, "", "0+0 {count:0,next:-,previous:-} page 1 of 1"},
		{pagination.LimitOffset{Default: 2}, 5, "limit=3", "0+2 {count:5,next:/?limit=2&offset=2,previous:-} page 1 of 3"},
		{pagination.LimitOffset{Default: 2, Count: plan.CountUpTo(4)}, 5, "", "0+2 {count:-,next:/?limit=2&offset=2,previous:-} page 1 of 0"},
		{pagination.LimitOffset{Default: 2, Count: plan.CountNone}, 5, "offset=9", "9+0 {count:-,next:-,previous:/?limit=2&offset=7} page 6 of 0"},
	}
	for _, tt := range tests {
		if got := read(tt.pages, tt.rows, tt.query); got != tt.want {
			t.Errorf("%v, %d rows, ?%s:\n got %s\nwant %s", tt.pages, tt.rows, tt.query, got, tt.want)
		}
	}
}

// The address of another page, by its number, is that of the page with it.
func TestPageLinks(t *testing.T) {
	for _, p := range []plan.Paginator{pagination.PageNumber{Size: 3}, pagination.LimitOffset{Default: 3}} {
		for number := int64(1); number <= 4; number++ {
			q, _ := list(10, "x=1")
			w, err := p.Read(q)
			if err != nil {
				t.Fatal(err)
			}
			page, err := p.Page(q, w, plan.Found{Rows: 3, More: true, Total: 10})
			if err != nil {
				t.Fatal(err)
			}
			_, query, _ := strings.Cut(page.To(number), "?")
			q, _ = list(10, query)
			if w, err = p.Read(q); err != nil || w.Offset != 3*(number-1) || q.Get("x") != "1" {
				t.Errorf("%v: page %d is at %s, which begins at %d, error %v", p, number, page.To(number), w.Offset, err)
			}
		}
	}
}

// However deep a client may go, every address that a page gives leads to a page.
func TestLinksOfDeepPages(t *testing.T) {
	for _, p := range []plan.Paginator{pagination.PageNumber{Size: 3}, pagination.LimitOffset{Default: 3, Max: 7}, pagination.LimitOffset{Default: 3, Count: plan.CountNone}} {
		for query, pages := "", 0; ; pages++ {
			q, _ := list(100, query)
			q.MaxPages = 5
			w, err := p.Read(q)
			if err != nil {
				t.Fatalf("%v: ?%s is a link of the page before: got %v", p, query, err)
			}
			total := w.Count.Known(100)
			page, err := p.Page(q, w, plan.Found{Rows: 3, More: true, Total: total})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := p.Read(asked(page.To(max(1, page.Last)), 5)); err != nil {
				t.Errorf("%v: the last page %s of ?%s: got %v", p, page.To(page.Last), query, err)
			}
			if page.Next == "" {
				if pages < 4 {
					t.Errorf("%v: got %d pages, want at least 5", p, pages+1)
				}
				break
			}
			_, query, _ = strings.Cut(page.Next, "?")
		}
	}
}

// asked is a query for the list at an address.
func asked(address string, pages int64) *plan.Query {
	_, query, _ := strings.Cut(address, "?")
	q, _ := list(100, query)
	q.MaxPages = pages
	return q
}

// A paginator says what it reads, for OPTIONS and those who check queries.
func TestParams(t *testing.T) {
	for want, p := range map[string]plan.Paginator{
		"page":           pagination.PageNumber{Size: 2},
		"p":              pagination.PageNumber{Size: 2, Param: "p"},
		"page page_size": pagination.PageNumber{Size: 2, MaxSize: 4},
		"page per":       pagination.PageNumber{Size: 2, MaxSize: 4, SizeParam: "per"},
		"limit offset":   pagination.LimitOffset{Default: 2},
	} {
		var names []string
		for _, param := range p.Params() {
			names = append(names, param.Name)
			if param.About == "" || param.Schema == nil {
				t.Errorf("%v: nothing is said of %s", p, param.Name)
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%v: got parameters %q, want %q", p, got, want)
		}
	}
}

// Where a list was counted, its first and last pages are known, wherever in it a page is.
func TestEnds(t *testing.T) {
	for _, tt := range []struct {
		pages plan.Paginator
		rows  int64
		query string
		want  string
	}{
		{pagination.PageNumber{Size: 2}, 5, "page=2", "/ /?page=3"},
		{pagination.PageNumber{Size: 2}, 0, "", "/ /"},
		{pagination.PageNumber{Size: 2, Count: plan.CountNone}, 5, "page=2", "/ "},
		{pagination.LimitOffset{Default: 2}, 5, "offset=2", "/?limit=2 /?limit=2&offset=4"},
		{pagination.LimitOffset{Default: 2}, 5, "offset=1", "/?limit=2 /?limit=2&offset=3"},
		{pagination.LimitOffset{Default: 2}, 5, "offset=100", "/?limit=2 /?limit=2&offset=4"},
		{pagination.LimitOffset{Default: 5}, 2, "offset=4", "/?limit=5 /?limit=5"},
		{pagination.LimitOffset{Default: 2}, 0, "", "/?limit=2 /?limit=2"},
		{pagination.LimitOffset{Default: 2, Count: plan.CountUpTo(3)}, 5, "", "/?limit=2 "},
	} {
		q, _ := list(tt.rows, tt.query)
		w, err := tt.pages.Read(q)
		if err != nil {
			t.Fatal(err)
		}
		page, err := tt.pages.Page(q, w, plan.Found{Rows: 1, Total: w.Count.Known(tt.rows)})
		if err != nil {
			t.Fatal(err)
		}
		if first, last := page.EndLinks(); first+" "+last != tt.want {
			t.Errorf("%v, %d rows, ?%s: got %s %s, want %s", tt.pages, tt.rows, tt.query, first, last, tt.want)
		}
	}
}
