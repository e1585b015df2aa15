package serve_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
)

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
		var seen statements
		s := filledGuilds(t, address, database.Options{Trace: seen.trace})
		count := func(n int) int {
			var items []string
			for i := range n {
				items = append(items, fmt.Sprintf(`{"guild":%q,"name":"n","above":%d,"badges":[%d]}`, string(rune('a'+i%2)), 1+2*(i%2), 1+i%2))
			}
			seen.reset()
			server.Must(t, s, "POST", "/errands/", "", "["+strings.Join(items, ",")+"]")
			return len(seen.reset())
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
