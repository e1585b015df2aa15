// Tests of search, of full texts, and of words in most rows.

package serve_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

func newPapers(t testing.TB, address string) *server.Server {
	t.Helper()
	return server.New(t, server.Config{Set: sets.Papers, Options: serve.Options{}, Pages: server.PlainPages}, address)
}

// A search that makes the address too long is refused before it is read.
func TestLongQuery(t *testing.T) {
	s := newPapers(t, ":memory:")
	w := server.SendAs(s, "alice", "GET", "/papers/?search="+strings.Repeat("word+", 64<<10/5), "")
	if want := `{"detail":"Query is longer than the limit of 32768 bytes."}`; w.Code != 414 || w.Body.String() != want {
		t.Errorf("got %d %s, want 414 %s", w.Code, w.Body, want)
	}
}

func newEssays(t testing.TB, address string) *server.Server {
	t.Helper()
	return server.New(t, server.Config{Set: sets.Essays, Options: serve.Options{}, Pages: server.PlainPages}, address)
}

// No text of a client is an error of the database's own language for full text.
func FuzzFullText(f *testing.F) {
	for _, seed := range []string{"a", `"`, `'`, `\`, "a:*", "!", "a & b", "NEAR(a b)", "a*", "^a", "-a", "{a}:b", "'\\'' | a", "\u00a0", "é", "(((", "<->", "a\u0301", strings.Repeat("'", 300)} {
		f.Add(seed)
	}
	servers := []*server.Server{newEssays(f, ":memory:"), newEssays(f, pg.Postgres(f))}
	f.Fuzz(func(t *testing.T, text string) {
		for i, s := range servers {
			w := server.SendAs(s, "alice", "GET", "/essays/?search="+url.QueryEscape(text), "")
			if w.Code != 200 && w.Code != 400 && w.Code != 414 {
				t.Errorf("database %d: search %q: got %d %s", i, text, w.Code, w.Body)
			}
		}
	})
}

// Words of many rows find what words of few rows do, page by page, in the order of the list.
func TestFrequentWords(t *testing.T) {
	const rows = 12_000
	server.OnBoth(t, func(t *testing.T, address string) {
		if address == ":memory:" {
			address = t.TempDir() + "/test.sqlite"
		}
		s := server.New(t, server.Config{Set: sets.Reading, Pages: server.PlainPages}, address)
		fill := "INSERT INTO missives (name, title, body) SELECT 'n' || (i * 7919 %% %[1]d), 'often' || CASE i %% 2 WHEN 0 THEN ' even' ELSE '' END, CASE WHEN i %% 400 = 0 THEN 'seldom' WHEN i > 11000 THEN 'late' ELSE '' END " +
			"FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < %[1]d) SELECT i FROM n) AS n"
		db := server.Direct(t, address)
		if _, err := db.ExecContext(t.Context(), fmt.Sprintf(fill, rows)); err != nil {
			t.Fatal(err)
		}
		has := map[string]func(i int) bool{
			"often": func(int) bool { return true }, "even": func(i int) bool { return i%2 == 0 },
			"even often": func(i int) bool { return i%2 == 0 }, "seldom": func(i int) bool { return i%400 == 0 },
			"late": func(i int) bool { return i > 11000 && i%400 != 0 }, "even late often": func(i int) bool { return i > 11000 && i%2 == 0 && i%400 != 0 }, "never": func(int) bool { return false },
		}
		for words, holds := range has {
			var want []string
			for i := 1; i <= rows; i++ {
				if holds(i) {
					want = append(want, fmt.Sprintf("n%d", i*7919%rows))
				}
			}
			slices.Sort(want)
			query := "?search=" + url.QueryEscape(words)
			checkPages(t, s, "/slips/"+query, want)
			for _, offset := range []int{0, 90, 4_000, 7_000} {
				got, count := pageOf(t, s, fmt.Sprintf("/memos/%s&limit=50&ordering=name&offset=%d", query, offset))
				part := want[min(offset, len(want)):min(offset+50, len(want))]
				if !slices.Equal(got, part) || len(got) > 0 && count != len(want) {
					t.Errorf("%q from %d: got %d of %d, want %d of %d", words, offset, len(got), count, len(part), len(want))
				}
			}
			got, count := pageOf(t, s, "/memos/"+query+"&limit=50")
			if len(want) > 5000 && !slices.Equal(got, want[:50]) || count != len(want) { // else by rank
				t.Errorf("%q: got %v of %d, want %v of %d", words, got, count, want[:min(50, len(want))], len(want))
			}
			if names, _ := pageOf(t, s, "/memos/"+query+"&limit=100&ordering=-name"); len(names) > 0 && names[0] != want[len(want)-1] {
				t.Errorf("%q: got %s first of the opposite order, want %s", words, names[0], want[len(want)-1])
			}
		}
	})
}

// checkPages compares the pages of a list by cursor with the wanted ones, to the end or to the tenth, and back.
func checkPages(t *testing.T, s *server.Server, path string, want []string) {
	t.Helper()
	var got, again []string
	var page struct {
		Next, Previous string
		Results        []struct{ Name string }
	}
	read := func(path string) (names []string) {
		t.Helper()
		page.Next, page.Previous, page.Results = "", "", nil
		w := server.SendAs(s, "alice", "GET", path, "")
		if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || w.Code != 200 {
			t.Fatalf("%s: got %d %s", path, w.Code, w.Body)
		}
		for _, r := range page.Results {
			names = append(names, r.Name)
		}
		return names
	}
	for n := 0; path != "" && n < 10; n++ {
		got = append(got, read(path)...)
		path = strings.TrimPrefix(page.Next, "http://example.com")
		if path != "" {
			if u, err := url.Parse(path); err == nil {
				path = u.RequestURI()
			}
		}
	}
	if !slices.Equal(got, want[:min(len(got), len(want))]) || path == "" && len(got) != len(want) {
		t.Fatalf("%s: got %d rows, want %d", path, len(got), len(want))
	}
	for back := page.Previous; back != ""; back = page.Previous {
		u, _ := url.Parse(back)
		again = append(read(u.RequestURI()), again...)
	}
	if !slices.Equal(again, got[:len(again)]) {
		t.Errorf("back: got %v, want %v", again, got[:len(again)])
	}
}

func pageOf(t *testing.T, s *server.Server, path string) (names []string, count int) {
	t.Helper()
	var page struct {
		Count   int
		Results []struct{ Name string }
	}
	w := server.SendAs(s, "alice", "GET", path, "")
	if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || w.Code != 200 {
		t.Fatalf("%s: got %d %s", path, w.Code, w.Body)
	}
	for _, r := range page.Results {
		names = append(names, r.Name)
	}
	return names, page.Count
}
