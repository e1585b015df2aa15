// Worlds with their first rows.

// Package worlds starts test servers of sets that several test packages ask, with the first rows that they have.
package worlds

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/serve/pageapi"
)

// Pages makes the pages of a world.
type Pages = func(*auth.Authenticator) pageapi.Pages

// Archive serves files with a drawer, and returns their store and the log.
func Archive(t *testing.T, address string, pages Pages) (*server.Server, *server.FileStore, *server.Records) {
	t.Helper()
	log, store := &server.Records{}, server.NewFileStore(t)
	options := serve.Options{Logger: slog.New(slog.NewTextHandler(log, nil)), Files: serve.FileOptions{Store: store}, Now: time.Now}
	s := server.New(t, server.Config{Set: sets.Archived, Pages: pages, Options: options}, address)
	server.Must(t, s, "POST", "/cabinets/", "alice", `{"name":"c"}`)
	server.Must(t, s, "POST", "/drawers/", "alice", `{"cabinet":1}`)
	return s, store, log
}

// Tracker serves a public project 1 of alice, private ones 2 of alice and 3 of bob, and a ticket of
// the same number in each; alice watches memo 1 of two.
func Tracker(t *testing.T, address string, pages Pages) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: sets.Tracker, Pages: pages}, address)
	server.Must(t, s, "POST", "/projects/", "admin", `{"name":"open","visibility":"public"}`)
	server.Must(t, s, "POST", "/projects/", "admin", `{"name":"hers"}`)
	server.Must(t, s, "POST", "/projects/", "admin", `{"name":"his"}`)
	for i, user := range []string{"alice", "alice", "bob"} {
		server.Must(t, s, "POST", "/members/", "admin", fmt.Sprintf(`{"project":%d,"user":%d}`, i+1, server.UserID(t, s, user)))
		server.Must(t, s, "POST", "/tickets/", user, fmt.Sprintf(`{"title":"ticket %d","project":%d}`, i+1, i+1))
	}
	server.Must(t, s, "POST", "/watched/", "alice", fmt.Sprintf(`{"title":"memo 1","watchers":[%d]}`, server.UserID(t, s, "alice")))
	server.Must(t, s, "POST", "/unwatched/", "alice", `{"title":"memo 2"}`)
	return s
}

// Ledgers serves two marks and one ledger of version 7.
func Ledgers(t *testing.T, address string, pages Pages, now func() time.Time) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: sets.Ledgers, Pages: pages, Options: serve.Options{Now: now}}, address)
	server.Must(t, s, "POST", "/marks/", "admin", `{"name":"a"}`)
	server.Must(t, s, "POST", "/marks/", "admin", `{"name":"b"}`)
	server.Must(t, s, "POST", "/ledgers/", "admin", `{"name":"one","version":7}`)
	return s
}

// Cards serves cards, and returns the log.
func Cards(t *testing.T, address string, pages Pages) (*server.Server, *server.Records) {
	t.Helper()
	log := &server.Records{}
	options := serve.Options{Logger: slog.New(slog.NewTextHandler(log, nil))}
	return server.New(t, server.Config{Set: sets.Cards, Pages: pages, Options: options}, address), log
}

// FillCards adds cards with the fronts "front 1", "front 2" and so on.
func FillCards(t *testing.T, address string, n int) {
	t.Helper()
	numbers := fmt.Sprintf("(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i < %d) SELECT i FROM n) AS n", n)
	text := "INSERT INTO cards (front, back, notes, line) SELECT 'front ' || i, '', '', '' FROM " + numbers
	if _, err := server.Direct(t, address).ExecContext(t.Context(), text); err != nil {
		t.Fatal(err)
	}
}

// FillErrands adds errand i, with a house that is closed every other time.
func FillErrands(t *testing.T, s *server.Server, i int) {
	t.Helper()
	for _, line := range strings.Split(fmt.Sprintf(`/houses/ {"name":"house %[1]d","closed":%[2]t,"keeper":2}
/errands/ {"title":"errand %[1]d","house":%[1]d,"second":1,"helper":3,"code":"x"}
/steps/ {"errand":%[1]d,"text":"first"}
/steps/ {"errand":%[1]d,"text":"second","secret":true}`, i, i%2 == 0), "\n") {
		path, body, _ := strings.Cut(line, " ")
		server.Must(t, s, "POST", path, "admin", body)
	}
}
