// Tests of keys in other representations, of texts too long for an index, and of limits of choices.

package serve_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

// A configuration in which representations show rows with keys of every kind and another look-up field
// than the key: a land has a text for its key, a town a uuid behind a slug, and trips are below a town.

// A text that is longer than an index of PostgreSQL takes is a mistake of who sends it, at its member, and nothing is
// stored. SQLite takes it.
func TestTextTooLongForIndex(t *testing.T) {
	letters := rand.New(rand.NewPCG(1, 2)) // which cannot be compressed
	long := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte(byte('0' + letters.IntN(75)))
		}
		return strings.ReplaceAll(b.String(), `\`, "x")
	}
	const tooLong = `["This value is too long to be looked up by. Write a shorter one."]`
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: sets.Kinds}, address)
		postgres := s.DB.Dialect().Name == "postgres"
		server.Must(t, s, "POST", "/plaques/", "", `{"called":"a","says":"b","text":"`+long(30000)+`"}`)
		for _, n := range []int{5000, 20000} {
			for _, tt := range []struct{ method, path, body, want string }{
				{"POST", "/plaques/", `{"called":"` + long(n) + `","says":"b","text":"` + long(30000) + `"}`, `{"name":` + tooLong + `}`},
				{"POST", "/plaques/", `{"called":"c","says":"` + long(n) + `","text":"d"}`, `{"motto":` + tooLong + `}`},
				{"PATCH", "/plaques/1/", `{"says":"` + long(n) + `"}`, `{"motto":` + tooLong + `}`},
				{"POST", "/plaques/", `[{"called":"e","says":"f","text":"g"},{"called":"h","says":"` + long(n) + `","text":"g"}]`, `[{},{"motto":` + tooLong + `}]`},
			} {
				status, got := server.Call(s, tt.method, tt.path, "", strings.ReplaceAll(tt.body, `"c"`, `"`+long(9)+`"`))
				if postgres && (status != 400 || got != tt.want) {
					t.Errorf("%s %.60s… of %d: got %d %.200s, want 400 %s", tt.method, tt.body, n, status, got, tt.want)
				}
				if !postgres && status >= 500 {
					t.Errorf("%s %.60s…: got %d %.200s", tt.method, tt.body, status, got)
				}
			}
		}
		if status, got := server.Call(s, "GET", "/plaques/", "", ""); postgres && strings.Count(got, `"id"`) != 1 {
			t.Errorf("got %d %.300s, want only the first row", status, got)
		}
	})
}

// filledGuilds are the guilds a and b, of which alice is in the first, with a badge each; errands 1 and 2 of a, and 3 of b.
func filledGuilds(t *testing.T, address string, options database.Options) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: sets.CraftGuilds, Pages: server.PlainPages, Store: options}, address)
	for _, line := range []string{
		`/guilds/ {"name":"a"}`, `/guilds/ {"name":"b"}`, `/members/ {"guild":1,"who":"alice"}`, `/badges/ {"guild":1,"name":"x"}`, `/badges/ {"guild":2,"name":"y"}`,
		`/errands/ {"guild":"a","name":"first"}`, `/errands/ {"guild":"a","name":"second","above":1,"badges":[1],"doer":"alice"}`, `/errands/ {"guild":"b","name":"third"}`,
	} {
		path, body, _ := strings.Cut(line, " ")
		server.Must(t, s, "POST", path, "", body)
	}
	return s
}

// What a reference may lead to is asked in as many statements for many rows as for one.
func TestLimitChoicesStatements(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var seen server.Traced
		s := filledGuilds(t, address, database.Options{Trace: seen.Trace})
		count := func(n int) int {
			var items []string
			for i := range n {
				items = append(items, fmt.Sprintf(`{"guild":%q,"name":"n","above":%d,"badges":[%d]}`, string(rune('a'+i%2)), 1+2*(i%2), 1+i%2))
			}
			seen.Reset()
			server.Must(t, s, "POST", "/errands/", "", "["+strings.Join(items, ",")+"]")
			return len(seen.Reset())
		}
		count(2)
		if few, many := count(2), count(50); few != many {
			t.Errorf("two rows take %d statements, and fifty %d", few, many)
		}
	})
}

// A row that stops to be a choice meanwhile is none, or was one until the reference was stored.
func TestLimitChoicesRace(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := filledGuilds(t, address, database.Options{})
		for n := range 20 {
			_, first := server.Call(s, "POST", "/errands/", "", `{"guild":"a","name":"above"}`)
			above := 0
			if _, err := fmt.Sscanf(first, `{"id":%d`, &above); err != nil {
				t.Fatal(first, err)
			}
			var wg sync.WaitGroup
			var made, moved int
			wg.Go(func() {
				made, _ = server.Call(s, "POST", "/errands/", "", fmt.Sprintf(`{"guild":"a","name":"below","above":%d}`, above))
			})
			wg.Go(func() {
				moved, _ = server.Call(s, "PATCH", fmt.Sprintf("/errands/%d/", above), "", `{"state":"closed"}`)
			})
			wg.Wait()
			if moved != 200 || made != 201 && made != 400 {
				t.Fatalf("%d: closed with %d, made with %d", n, moved, made)
			}
		}
	})
}
