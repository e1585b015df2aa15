// Tests of the history of records: its entries, nested rows, secrets, and a history that is full.

package serve_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// newTreatises is a service of volumes, with a board and two marks.
func newTreatises(t testing.TB, address string) *server.Server {
	t.Helper()
	s := server.New(t, server.Config{Set: sets.Treatises, Pages: server.PlainPages, Options: serve.Options{Now: time.Now}}, address)
	for _, line := range []string{`/boards/ {"name":"a"}`, `/boards/ {"name":"b","hidden":true}`, `/marks/ {"name":"x"}`, `/marks/ {"name":"y"}`} {
		path, body, _ := strings.Cut(line, " ")
		server.Must(t, s, "POST", path, "admin", body)
	}
	return s
}

// Of many writers at once the history tells one state after the other, as the row had them.
func TestHistoryOrder(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := newTreatises(t, address)
		server.Must(t, s, "POST", "/volumes/", "alice", `{"title":"-","board":"a"}`)
		var group sync.WaitGroup
		for _, who := range []string{"alice", "bob"} {
			group.Go(func() {
				for i := range 9 {
					server.Must(t, s, "PATCH", "/volumes/1/", who, fmt.Sprintf(`{"title":"%s %d"}`, who, i))
				}
			})
		}
		group.Wait()
		state := ""
		lines := server.HistoryOf(t, s, "", "/volumes/1/")
		for i := range lines[:len(lines)-1] {
			words := strings.SplitN(lines[i], " ", 3)
			before, after, _ := strings.Cut(words[2], "} ")
			if state != "" && after != state {
				t.Errorf("entry %d ends with %s, and the next begins with %s", i, after, state)
			}
			state = before + "}"
		}
		if len(lines) != 19 {
			t.Errorf("got %d entries", len(lines))
		}
	})
}

// A restoration gives the record the members of its entry, whatever somebody else makes of them after it has looked.
func TestRestoreMeanwhile(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var meanwhile func()
		once := func(*rest.Call, *sets.Album) error {
			do := meanwhile
			if meanwhile = nil; do != nil {
				do()
			}
			return nil
		}
		s := server.New(t, server.Config{Set: func() *rest.Set { return sets.MarkedAlbums(rest.Serializer[sets.Album]{BeforeSave: once}) }}, address)
		server.Must(t, s, "POST", "/marks/", "admin", `{"name":"one"}`)
		server.Must(t, s, "POST", "/albums/", "admin", `{"title":"A","tracks":["first"],"marks":[1]}`)
		for _, theirs := range []string{`{"tracks":["theirs"]}`, `{"marks":[]}`} {
			server.Must(t, s, "PATCH", "/albums/1/", "admin", `{"title":"B"}`)
			meanwhile = func() { server.Must(t, s, "PATCH", "/albums/1/", "admin", theirs) }
			status, body := server.Call(s, "POST", "/albums/1/history/1/restore/", "admin", "")
			if want := `{"id":1,"title":"A","tracks":["first"],"marks":[1]}`; status != 200 || body != want {
				t.Errorf("with %s meanwhile: got %d %s, want 200 %s", theirs, status, body, want)
			}
		}
	})
}

// A record that is restored keeps the history that it had, and one that is made under the key of a deleted one has its own.
func TestHistoryOfRestored(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: func() *rest.Set {
			return rest.NewSet("satchels", rest.ViewSet[sets.Satchel]{
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

// Entries have neither write-only members nor passwords, in the table too.
func TestHistoryKeepsNoSecrets(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		hasher := &passwords.Hasher{Cost: auth.HashCost{MemoryKiB: 8, Passes: 1}}
		s := server.New(t, server.Config{Set: func() *rest.Set {
			kept := rest.ViewSet[sets.VaultRow]{Path: "/vaults/", History: &rest.History{Deleted: permission.Anyone}}
			return rest.NewSet("vaults", kept).Access(permission.Anyone).Kinds(rest.Passwords(hasher))
		}, Options: serve.Options{Now: time.Now}}, address)
		server.Must(t, s, "POST", "/vaults/", "admin", `{"name":"a","pin":"pin-text","password":"secret","reserve":"secret too"}`)
		server.Must(t, s, "PATCH", "/vaults/1/", "admin", `{"name":"b","pin":"pin-text-2","password":"secret-2"}`)
		server.Must(t, s, "PATCH", "/vaults/1/", "admin", `{"password":"secret-3","reserve":null}`) // no entry
		server.Must(t, s, "DELETE", "/vaults/1/", "admin", "")
		want := `admin destroy {"name":"b"} null
admin modify {"name":"a"} {"name":"b"}
admin create null {"name":"a"}`
		if got := strings.Join(server.HistoryOf(t, s, "admin", "/vaults/1/"), "\n"); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
		var stored string
		query := s.DB.Raw(`SELECT COALESCE("row_before", '') || COALESCE("row_after", '') FROM "vault_rows_history" ORDER BY "id"`)
		var list []string
		err := s.DB.Session().Each(t.Context(), query, []any{&stored}, func() error {
			list = append(list, stored)
			return nil
		})
		if got := strings.Join(list, " "); err != nil || got != `{"name":"a"} {"name":"a"}{"name":"b"} {"name":"b"}` {
			t.Errorf("stored: got %s, %v", got, err)
		}
	})
}
