package serve_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// specimenServers are the same service on both databases.
type specimenServers struct {
	servers []*server.Server
	db      []*sql.DB
	params  map[string]*plan.Resource
}

func newSpecimens(t *testing.T) *specimenServers {
	t.Helper()
	s := &specimenServers{params: map[string]*plan.Resource{}}
	for _, address := range []string{t.TempDir() + "/test.sqlite", pg.Postgres(t)} {
		served := server.New(t, server.Config{Set: sets.Reading, Pages: server.PlainPages}, address)
		for _, name := range crateNames {
			server.Must(t, served, "POST", "/crates/", "", `{"name":"`+name+`"}`)
		}
		s.servers, s.db = append(s.servers, served), append(s.db, server.Direct(t, address))
	}
	compiled, err := sets.Reading().Compile()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range compiled.Resources {
		s.params[r.Path] = r
	}
	return s
}

var crateNames = []string{"ash", "Äsche", "100%"}

// fill makes the rows of an example, and no others.
func (s *specimenServers) fill(t *rapid.T, rows []specimenRow) {
	t.Helper()
	body, _ := json.Marshal(rows)
	for i, served := range s.servers {
		if _, err := s.db[i].Exec("DELETE FROM specimens"); err != nil {
			t.Fatal(err)
		}
		if len(rows) == 0 {
			continue
		}
		if status, answer := server.Call(served, "POST", "/offset/", "", string(body)); status != 201 {
			t.Fatalf("create %s: got %d %s", body, status, answer)
		}
	}
}

// marks asks a server for a list and returns the marks of its rows, and the whole answer.
func (s *specimenServers) marks(t *rapid.T, database int, path string) (marks []int64, page specimenPage) {
	t.Helper()
	status, answer := server.Call(s.servers[database], "GET", path, "", "")
	if err := json.Unmarshal([]byte(answer), &page); err != nil || status != 200 {
		t.Fatalf("database %d: GET %s: got %d %s", database, path, status, answer)
	}
	for _, r := range page.Results {
		marks = append(marks, r.Mark)
	}
	return marks, page
}

type specimenPage struct {
	Count          int
	Next, Previous string
	Results        []struct{ Mark int64 }
}

// local is the path and query of an address.
func local(address string) string {
	u, err := url.Parse(address)
	if err != nil || address == "" {
		return ""
	}
	return u.RequestURI()
}

// Of any rows, any filters, search, order and pages give what a model in Go gives, on both databases; the pages together
// are the whole list.
func TestAnyQuery(t *testing.T) {
	s := newSpecimens(t)
	rapid.Check(t, func(t *rapid.T) {
		rows := drawRows(t, 12)
		s.fill(t, rows)
		for range 4 {
			path := rapid.SampledFrom([]string{"/offset/", "/cursor/", "/mixed/"}).Draw(t, "path")
			m := modelOf(s.params[path], rows)
			query := m.drawQuery(t)
			want := m.answer(query)
			for i := range s.servers {
				var got []int64
				next, n := path+"?"+query.Encode(), 0
				for ; next != "" && n < 20; n++ {
					part, page := s.marks(t, i, next)
					if got = append(got, part...); path == "/offset/" && page.Count != len(want) {
						t.Errorf("database %d: %s: count %d, want %d", i, next, page.Count, len(want))
					}
					next = local(page.Next)
				}
				if !slices.Equal(got, want) {
					t.Fatalf("database %d: %s%s: got %v, want %v of %s", i, path, "?"+query.Encode(), got, want, m)
				}
			}
		}
	})
}

// While others insert and delete rows, pages by cursor have each row that stays once and in order, forwards and back.
func TestCursorAmongWrites(t *testing.T) {
	s := newSpecimens(t)
	rapid.Check(t, func(t *rapid.T) {
		rows := drawRows(t, 10)
		s.fill(t, rows)
		path := rapid.SampledFrom([]string{"/cursor/", "/mixed/"}).Draw(t, "path")
		m := modelOf(s.params[path], rows)
		query := m.drawQuery(t)
		want := m.answer(query)
		gone := map[int64]bool{}
		var later []specimenRow // an insert or a deletion before each page
		for i := range 6 {
			if rapid.Bool().Draw(t, "insert") {
				row := drawRow(t, int64(1000+i))
				later = append(later, row)
			} else {
				row := specimenRow{Mark: int64(rapid.IntRange(0, len(rows)).Draw(t, "delete")), gone: true}
				gone[row.Mark] = true
				later = append(later, row)
			}
		}
		stay := func(marks []int64) (stayed []int64) {
			for _, mark := range marks {
				if mark < 1000 && !gone[mark] {
					stayed = append(stayed, mark)
				}
			}
			return stayed
		}
		for i := range s.servers {
			var forwards, backwards []int64
			next, last := path+"?"+query.Encode(), ""
			for n := 0; next != "" && n < 30; n++ {
				part, page := s.marks(t, i, next)
				forwards = append(forwards, part...)
				next, last = local(page.Next), local(page.Previous)
				if n < len(later) {
					s.write(t, i, later[n])
				}
			}
			if got := stay(forwards); !slices.Equal(got, stay(want)) {
				t.Fatalf("database %d: %s: got %v, want %v of %s", i, query.Encode(), got, stay(want), m)
			}
			var ends []int64 // the rows of the last page are none of those before it
			for n := 0; last != "" && n < 30; n++ {
				part, page := s.marks(t, i, last)
				backwards = append(slices.Clone(part), backwards...)
				last = local(page.Previous)
			}
			ends = stay(backwards)
			if all := stay(want); len(ends) > len(all) || !slices.Equal(ends, all[:len(ends)]) {
				t.Fatalf("database %d: back from the end of %s: got %v, want the beginning of %v of %s", i, query.Encode(), ends, all, m)
			}
		}
	})
}

// write inserts a row, or deletes the one with its mark.
func (s *specimenServers) write(t *rapid.T, database int, row specimenRow) {
	t.Helper()
	if row.gone {
		if _, err := s.db[database].Exec(fmt.Sprintf("DELETE FROM specimens WHERE mark = %d", row.Mark)); err != nil {
			t.Fatal(err)
		}
		return
	}
	body, _ := json.Marshal(row)
	if status, answer := server.Call(s.servers[database], "POST", "/offset/", "", string(body)); status != 201 {
		t.Fatalf("create %s: got %d %s", body, status, answer)
	}
}

func (m *specimenModel) String() string {
	var b strings.Builder
	for _, row := range m.rows {
		text, _ := json.Marshal(row)
		b.WriteString("\n\t" + string(text))
	}
	return b.String()
}
