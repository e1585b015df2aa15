// Histories of records below others, of deleted and of restored ones.

package serve_test

import (
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

// satchel has a key that clients give, and is marked as deleted.
type satchel struct {
	ID      string     `rest:"id" validate:"max=20"`
	Text    string     `rest:"text"`
	Deleted *time.Time `rest:"-"`
}

// A record that is restored keeps the history that it had, and one that is made under the key of a deleted one has its own.
func TestHistoryOfRestored(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: func() *rest.Set {
			return rest.NewSet("satchels", rest.ViewSet[satchel]{
				Path: "/satchels/", History: &rest.History{Deleted: permission.Admin}, SoftDelete: rest.SoftDelete{Field: "deleted", Access: permission.Admin},
			}).Access(permission.Anyone)
		}, Pages: server.PlainPages, Options: serve.Options{Now: time.Now}}, address)
		server.Must(t, s, "POST", "/satchels/", "admin", `{"id":"x","text":"a"}`)
		server.Must(t, s, "PATCH", "/satchels/x/", "admin", `{"text":"b"}`)
		server.Must(t, s, "DELETE", "/satchels/x/", "admin", "")
		server.Must(t, s, "POST", "/satchels/x/restore/", "admin", "")
		want := `admin restore null {"text":"b"}
admin destroy {"text":"b"} null
admin modify {"text":"a"} {"text":"b"}
admin create null {"text":"a"}`
		if got := strings.Join(server.HistoryOf(t, s, "admin", "/satchels/x/"), "\n"); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
		server.Must(t, s, "DELETE", "/satchels/x/", "admin", "")
		if _, err := s.Handler.(*serve.Handler).Purge(t.Context(), time.Now().Add(time.Hour)); err != nil {
			t.Fatal(err)
		}
		if _, err := server.Direct(t, address).ExecContext(t.Context(), "DELETE FROM satchels"); err != nil {
			t.Fatal(err)
		}
		server.Must(t, s, "POST", "/satchels/", "admin", `{"id":"x","text":"c"}`)
		if got := strings.Join(server.HistoryOf(t, s, "admin", "/satchels/x/"), "\n"); got != `admin create null {"text":"c"}` {
			t.Errorf("of another record of the key: got %s", got)
		}
	})
}
