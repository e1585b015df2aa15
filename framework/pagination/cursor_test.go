package pagination_test

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"example.com/resourceful/framework/pagination"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/stopwatch"
	"example.com/resourceful/framework/schema"
)

// seeking is a query for a list whose cursors can be read: "behind 3", "before 3", "beginning", "end".
func seeking(query string) *plan.Query {
	q, _ := list(0, query)
	q.Order = []plan.Order{{Field: &schema.Field{}}}
	q.Seal = func(value []byte) string {
		back, after, _ := pagination.ReadPosition(value)
		switch {
		case after == nil && back:
			return "end"
		case back:
			return fmt.Sprint("before ", after[0])
		default:
			return fmt.Sprint("behind ", after[0])
		}
	}
	q.Open = func(text string) ([]byte, bool) {
		word, number, _ := strings.Cut(text, " ")
		n, err := strconv.ParseInt(number, 10, 64)
		switch {
		case word == "end":
			return pagination.AppendPosition(true, nil), true
		case word == "two":
			return pagination.AppendPosition(true, []any{n, n}), true
		case word == "torn":
			return []byte{0, 0}, true
		}
		return pagination.AppendPosition(word == "before", []any{n}), err == nil && (word == "before" || word == "behind")
	}
	return q
}

// A page leads to those beside it, also where its rows are gone.
func TestCursorLinks(t *testing.T) {
	p := pagination.Cursor{Size: 2, MaxSize: 5}
	rows := func(first, last int64, more bool) plan.Found {
		return plan.Found{Rows: 2, First: []any{first}, Last: []any{last}, More: more}
	}
	for _, tt := range []struct {
		query string
		found plan.Found
		want  string
	}{
		{"", plan.Found{}, "{next:-,previous:-}"},
		{"", rows(1, 2, false), "{next:-,previous:-}"},
		{"x=1", rows(1, 2, true), "{next:/?cursor=behind+2&x=1,previous:-}"},
		{"cursor=behind+2", rows(3, 4, true), "{next:/?cursor=behind+4,previous:/?cursor=before+3}"},
		{"cursor=behind+2", rows(3, 4, false), "{next:-,previous:/?cursor=before+3}"},
		{"cursor=behind+2", plan.Found{}, "{next:-,previous:/?cursor=end}"},
		{"cursor=before+5", rows(3, 4, true), "{next:/?cursor=behind+4,previous:/?cursor=before+3}"},
		{"cursor=before+3", rows(1, 2, false), "{next:/?cursor=behind+2,previous:-}"},
		{"cursor=before+1&x=1", plan.Found{}, "{next:/?x=1,previous:-}"},
		{"cursor=end", rows(8, 9, true), "{next:-,previous:/?cursor=before+8}"},
		{"cursor=end", rows(8, 9, false), "{next:-,previous:-}"},
		{"cursor=behind+2&page_size=3", rows(3, 5, false), "{next:-,previous:/?cursor=before+3&page_size=3}"},
		{"cursor=nonsense", plan.Found{}, "404 Invalid cursor"},
		{"cursor=two+1", plan.Found{}, "404 Invalid cursor"},
		{"cursor=torn", plan.Found{}, "404 Invalid cursor"},
	} {
		q := seeking(tt.query)
		w, err := p.Read(q)
		if err == nil {
			err = w.Check(q.Order)
		}
		got := ""
		if err != nil {
			got = refused(err)
		} else if page, err := p.Page(q, w, tt.found); err != nil {
			t.Fatal(err)
		} else {
			got = strings.NewReplacer(`"`, "", "null", "-").Replace(string(p.Frame(&page).Before))
			if first, last := page.EndLinks(); !strings.Contains(last, "cursor=end") || strings.Contains(first, "cursor") {
				t.Errorf("?%s: the ends are %s and %s", tt.query, first, last)
			}
		}
		if got != tt.want {
			t.Errorf("?%s:\n got %s\nwant %s", tt.query, got, tt.want)
		}
	}
	if w, err := p.Read(seeking("page_size=9")); err != nil || w.Limit != 5 {
		t.Errorf("?page_size=9: got a limit of %d, %v, want 5", w.Limit, err)
	}
	p.Count = plan.CountUpTo(7)
	if got := string(p.Frame(&plan.Page{Total: 7}).Before); got != `{"count":7,"next":null,"previous":null}` {
		t.Errorf("the frame of a counted list: got %s", got)
	}
}

// A position is written and read again, whatever the values of the order are.
func TestPositions(t *testing.T) {
	for _, values := range [][]any{
		nil,
		{nil, int64(1)},
		{true, false},
		{int64(math.MinInt64), int64(math.MaxInt64)},
		{math.Inf(-1), 0.1},
		{"", "a\x00ü" + strings.Repeat("x", 300)},
	} {
		for _, back := range []bool{false, true} {
			if gotBack, got, ok := pagination.ReadPosition(pagination.AppendPosition(back, values)); !ok || gotBack != back || !reflect.DeepEqual(got, values) {
				t.Errorf("position %v of %v: got %v, %v, %v", back, values, gotBack, got, ok)
			}
		}
	}
}

// Whatever the bytes of a cursor are, they are a position that is written as they are, or refused.
func FuzzPosition(f *testing.F) {
	for _, values := range [][]any{nil, {nil}, {true, int64(-7), 1.5, "text"}} {
		f.Add(pagination.AppendPosition(false, values))
		f.Add(pagination.AppendPosition(true, values))
	}
	f.Add([]byte{2, 9, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1})
	f.Add([]byte{3, 7, 128})
	f.Fuzz(func(t *testing.T, b []byte) {
		defer stopwatch.Input(t)()
		back, values, ok := pagination.ReadPosition(b)
		if !ok {
			return
		}
		gotBack, got, ok := pagination.ReadPosition(pagination.AppendPosition(back, values))
		if !ok || gotBack != back || len(got) != len(values) {
			t.Errorf("%x is %v %v, and that is %v %v, %v", b, back, values, gotBack, got, ok)
		}
	})
}
