package keptpages

import (
	"fmt"
	"strings"
	"testing"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
)

func page(text string) *Page { return NewPage([]byte(text), 1, &media.Frame{}, &plan.Page{}) }

// Pages that were not asked for longest leave where there is no room, and all of them with another state.
func TestPages(t *testing.T) {
	long := strings.Repeat("x", 1000)
	p := New(3 * page(long).size())
	key := func(n int) Key { return Key{Route: n} }
	kept := func(state string) (list string) {
		for n := range 9 {
			if p.Find(state, key(n)) != nil {
				list += fmt.Sprint(n)
			}
		}
		return list
	}
	for n := range 3 {
		p.Keep("a", key(n), page(long))
	}
	p.Find("a", key(0))
	for _, tt := range []struct {
		n     int
		state string
		text  string
		want  string
	}{
		{3, "a", long, "023"},
		{3, "a", long, "023"},
		{4, "a", strings.Repeat(long, 9), "023"}, // alone too long
		{5, "a", strings.Repeat(long, 2), "35"},
		{6, "b", long, "6"},
	} {
		p.Keep(tt.state, key(tt.n), page(tt.text))
		if got := kept(tt.state); got != tt.want {
			t.Errorf("after page %d of state %s: got %s, want %s", tt.n, tt.state, got, tt.want)
		}
	}
	if got := kept("a"); got != "" {
		t.Errorf("pages %s of an older state", got)
	}
	if most := 3 * page(long).size(); p.bytes > most || p.bytes != page(long).size() {
		t.Errorf("%d bytes of at most %d", p.bytes, most)
	}
}

// While no page is found, few requests look for theirs; one that finds it ends that.
func TestTry(t *testing.T) {
	p := New(10_000)
	tries := func() (n int) {
		for range 10 * patience {
			if p.Try() {
				n++
				p.Find("a", Key{Route: 1})
			}
		}
		return n
	}
	if n := tries(); n != patience+9 {
		t.Errorf("%d tries in vain", n)
	}
	p.Keep("a", Key{Route: 1}, page(""))
	if n := tries(); n < 9*patience {
		t.Errorf("%d tries with a page", n)
	}
}

// A page has the texts of what was read, and nothing that changes with the next request.
func TestNewPage(t *testing.T) {
	rows, before, links := []byte(`{"a":1}`), []byte(`{"next":"/b"}`), 0
	p := NewPage(rows, 1, &media.Frame{Name: "rows", Before: before, After: func(n int64) []byte { return fmt.Appendf(nil, `{"count":%d}`, n) }},
		&plan.Page{Total: 9, Next: "/b", Number: 2, Last: 3, To: func(n int64) string { links++; return fmt.Sprintf("/%d", n) }})
	clear(rows)
	clear(before)
	text, n, frame, told := p.Append([]byte("-"))
	first, last := told.EndLinks()
	got := fmt.Sprintf("%s %s %s %d %s %s %s", text, frame.AppendBefore(nil), frame.AppendAfter(nil, n), told.Total, told.Next, first, last)
	if want := `-{"a":1} {"next":"/b","rows":[ ],"count":1} 9 /b /1 /3`; got != want || links != 2 || told.To != nil {
		t.Errorf("got %s, want %s; %d links were made", got, want, links)
	}
}
