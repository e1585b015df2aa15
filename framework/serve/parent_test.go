package serve_test

import (
	"log/slog"
	"strings"
	"testing"

	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

func newBinders(t *testing.T, address string) (*server.Server, *func(*sets.Leaf)) {
	t.Helper()
	meanwhile := new(func(*sets.Leaf))
	validate := func(_ *rest.Call, l *sets.Leaf) (none problem.Fields) {
		if *meanwhile != nil {
			(*meanwhile)(l)
		}
		return none
	}
	set := func() *rest.Set { return sets.Binders(rest.Serializer[sets.Leaf]{Validate: validate}) }
	s := server.New(t, server.Config{Set: set, Pages: server.PlainPages, Options: serve.Options{Logger: slog.New(slog.DiscardHandler)}}, address)
	fillBinders(t, s)
	return s, meanwhile
}

func fillBinders(t *testing.T, s *server.Server) {
	t.Helper()
	server.Must(t, s, "POST", "/binders/", "alice", `{"name":"open"}`)
	server.Must(t, s, "POST", "/binders/", "alice", `{"name":"shut","closed":true}`)
	server.Must(t, s, "POST", "/binders/open/leaves/", "alice", `{"text":"a"}`)
}

// A record that is deleted, hidden or no longer one's own between the checks of a request and its
// transaction counts as missing when rows are written below it.
func TestParentGoneMeanwhile(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s, happen := newBinders(t, address)
		db := server.Direct(t, address)
		for _, meanwhile := range []string{"DELETE FROM binders WHERE id = 1", "UPDATE binders SET closed = true, keeper_id = 1 WHERE id = 1"} {
			for _, line := range []string{"POST /binders/open/leaves/", "PUT /binders/open/leaves/1/", "PATCH /binders/open/leaves/1/"} {
				*happen = func(*sets.Leaf) {
					if _, err := db.Exec(meanwhile); err != nil {
						t.Error(err)
					}
				}
				method, path, _ := strings.Cut(line, " ")
				if status, got := server.Call(s, method, path, "alice", `{"text":"b"}`); status != 404 {
					t.Errorf("%s, meanwhile %s: got %d %s, want 404", line, meanwhile, status, got)
				}
				var n int
				if err := db.QueryRow("SELECT count(*) FROM leaves WHERE text = 'b'").Scan(&n); err != nil || n != 0 {
					t.Errorf("%s, meanwhile %s: %d leaves stored, %v", line, meanwhile, n, err)
				}
				*happen = nil
				s.Reset(t)
				fillBinders(t, s)
			}
		}
	})
}
