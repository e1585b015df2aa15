// Histories of records below others, of deleted and of restored ones.

package serve_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// Carton 2 is hidden from everybody but administrators. A slip says which carton it is in, a chit does not.
type (
	carton struct {
		ID     int64  `rest:"id,readonly"`
		Hidden bool   `rest:"hidden" default:"false"`
		Name   string `rest:"name"`
	}
	slip struct {
		ID     int64                  `rest:"id,readonly"`
		Carton rest.BelongsTo[carton] `rest:"carton,readonly,ondelete=cascade"`
		Text   string                 `rest:"text"`
	}
	docket struct {
		ID     string                 `rest:"id" validate:"max=20"` // which clients give
		Carton rest.BelongsTo[carton] `rest:"carton,readonly,ondelete=cascade"`
		Text   string                 `rest:"text"`
	}
	chit struct {
		ID     int64                  `rest:"id,readonly"`
		Carton rest.BelongsTo[carton] `rest:"-,ondelete=cascade"`
		Text   string                 `rest:"text"`
	}
)

func cartons() *rest.Set {
	open := permission.Where("not hidden", predicate.Ne("hidden", true))
	kept := &rest.History{Deleted: permission.SignedIn}
	return rest.NewSet("cartons",
		rest.ViewSet[carton]{Path: "/cartons/", Access: permission.Any(permission.Admin, open)},
		rest.ViewSet[slip]{Path: "/cartons/{carton}/slips/", History: kept},
		rest.ViewSet[docket]{Path: "/cartons/{carton}/dockets/", History: kept},
		rest.ViewSet[chit]{Path: "/cartons/{carton}/chits/", History: &rest.History{}},
	).Access(permission.Anyone)
}

// The history of a deleted record is below the record that it was below, and below no other.
func TestHistoryOfDeletedBelow(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: cartons, Pages: server.PlainPages, Options: serve.Options{Now: time.Now}}, address)
		must(t, s, "POST", "/cartons/", "admin", `{"name":"open"}`)
		must(t, s, "POST", "/cartons/", "admin", `{"name":"shut","hidden":true}`)
		for _, path := range []string{"/cartons/1/slips/", "/cartons/2/slips/", "/cartons/1/chits/"} {
			must(t, s, "POST", path, "admin", `{"text":"secret"}`)
		}
		for _, path := range []string{"/cartons/1/slips/1/", "/cartons/2/slips/2/", "/cartons/1/chits/1/"} {
			must(t, s, "DELETE", path, "admin", "")
		}
		for _, path := range []string{"/cartons/2/dockets/", "/cartons/1/dockets/"} { // one after the other
			text := strings.ReplaceAll(path, "/", "")
			must(t, s, "POST", path, "admin", fmt.Sprintf(`{"id":"x","text":%q}`, text))
			must(t, s, "DELETE", path+"x/", "admin", "")
		}
		if _, body := call(s, "GET", "/cartons/1/dockets/x/history/", "alice", ""); !strings.Contains(body, "cartons1dockets") || strings.Contains(body, "cartons2dockets") {
			t.Errorf("of an earlier record of the key: got %s", body)
		}
		for _, tt := range []struct {
			user, path string
			status     int
		}{
			{"alice", "/cartons/1/slips/1/", 200},
			{"alice", "/cartons/1/slips/2/", 404}, // it was in the other
			{"alice", "/cartons/2/slips/2/", 404},
			{"alice", "/cartons/2/slips/1/", 404},
			{"admin", "/cartons/2/slips/2/", 200},
			{"admin", "/cartons/2/slips/1/", 404},
			{"", "/cartons/1/slips/1/", 404},
			{"admin", "/cartons/1/chits/1/", 404}, // without Deleted it is for nobody
		} {
			status, body := call(s, "GET", tt.path+"history/", tt.user, "")
			if status != tt.status || strings.Contains(body, "secret") != (tt.status == 200) {
				t.Errorf("GET %shistory/ as %q: got %d %s, want %d", tt.path, tt.user, status, body, tt.status)
			}
			if status, body = call(s, "POST", fmt.Sprint(tt.path, "history/1/restore/"), tt.user, ""); status != 404 {
				t.Errorf("a restoration of %s as %q: got %d %s, want 404", tt.path, tt.user, status, body)
			}
		}
	})
}

// satchel has a key that clients give, and is marked as deleted.
type satchel struct {
	ID      string     `rest:"id" validate:"max=20"`
	Text    string     `rest:"text"`
	Deleted *time.Time `rest:"-"`
}

// A record that is restored keeps the history that it had, and one that is made under the key of a deleted one has its own.
func TestHistoryOfRestored(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: func() *rest.Set {
			return rest.NewSet("satchels", rest.ViewSet[satchel]{
				Path: "/satchels/", History: &rest.History{Deleted: permission.Admin}, SoftDelete: rest.SoftDelete{Field: "deleted", Access: permission.Admin},
			}).Access(permission.Anyone)
		}, Pages: server.PlainPages, Options: serve.Options{Now: time.Now}}, address)
		must(t, s, "POST", "/satchels/", "admin", `{"id":"x","text":"a"}`)
		must(t, s, "PATCH", "/satchels/x/", "admin", `{"text":"b"}`)
		must(t, s, "DELETE", "/satchels/x/", "admin", "")
		must(t, s, "POST", "/satchels/x/restore/", "admin", "")
		want := `admin restore null {"text":"b"}
admin destroy {"text":"b"} null
admin modify {"text":"a"} {"text":"b"}
admin create null {"text":"a"}`
		if got := strings.Join(historyOf(t, s, "admin", "/satchels/x/"), "\n"); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
		must(t, s, "DELETE", "/satchels/x/", "admin", "")
		if _, err := s.Handler.(*serve.Handler).Purge(t.Context(), time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if _, err := direct(t, address).ExecContext(t.Context(), "DELETE FROM satchels"); err != nil {
			t.Fatal(err)
		}
		must(t, s, "POST", "/satchels/", "admin", `{"id":"x","text":"c"}`)
		if got := strings.Join(historyOf(t, s, "admin", "/satchels/x/"), "\n"); got != `admin create null {"text":"c"}` {
			t.Errorf("of another record of the key: got %s", got)
		}
	})
}
