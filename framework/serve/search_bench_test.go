package serve_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
)

// searchedRows is how many rows the benchmarks of searches look through.
const searchedRows = 100_000

// BenchmarkSearch finds the first hundred of few and of many rows among many, by what they contain and by
// their full text.
func BenchmarkSearch(b *testing.B) {
	for name, truth := range map[string]string{"sqlite": "1", "postgres": "true"} {
		address := func() string {
			if name == "postgres" {
				return pg.Postgres(b)
			}
			return b.TempDir() + "/test.sqlite"
		}
		of, in := address(), address()
		plain, full := newPapers(b, of), newEssays(b, in)
		body := `'words of text ' || i % 1000 || ' and Wörter ' || (i * 7919) % 100000 || ' more of them, as texts are long and long and long'`
		rows := fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT ", searchedRows)
		for i, text := range []string{
			"INSERT INTO archives (name, public, keeper_id) VALUES ('a', " + truth + ", 1)",
			"INSERT INTO papers (number, rack_id, title, body, code, secret) " + rows + "i, 1, 'Title ' || i, " + body + ", '', '' FROM n",
			"INSERT INTO essays (number, title, body) " + rows + "i, 'Title ' || i, " + body + " FROM n",
		} {
			if _, err := server.Direct(b, []string{of, of, in}[i]).Exec(text); err != nil {
				b.Fatal(err)
			}
		}
		for _, bm := range []struct {
			name, path, text string
			of               *server.Server
		}{
			{"contains/one", "/papers/", "77777", plain},
			{"contains/none", "/papers/", "needle", plain},
			{"contains/two words", "/papers/", "wörter 77777", plain},
			{"full text/one", "/essays/", "77777", full},
			{"full text/hundred", "/essays/", "777 words", full},
			{"full text/all", "/essays/", "words", full},
		} {
			b.Run(name+"/"+bm.name, func(b *testing.B) {
				for b.Loop() {
					w := server.SendAs(bm.of, "alice", "GET", bm.path+"?limit=20&search="+url.QueryEscape(bm.text), "")
					if w.Code != 200 || !strings.Contains(w.Body.String(), `"count":`) {
						b.Fatal(w.Code, w.Body)
					}
				}
			})
		}
	}
}
