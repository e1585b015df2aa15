// Tests of deleted rows that are purged or marked again.

package serve_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// A row stays with those below it that others refer to, which are kept; everything else goes.
func TestPurgeProtected(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		d := deletion{server.New(t, server.Config{Set: sets.Past, Pages: server.PlainPages, Options: serve.Options{Now: time.Now}}, address), t}
		for _, line := range []string{
			"POST /tops/ {}", "POST /tops/ {}", `POST /belows/ {"top":1}`, `POST /belows/ {"top":1,"above":1}`, `POST /belows/ {"top":1}`, `POST /belows/ {"top":2}`,
			`POST /stays/ {"below":2}`, `POST /others/ {}`, "DELETE /stays/1/ ", "DELETE /tops/1/ ", "DELETE /tops/2/ ", "DELETE /others/1/ ",
		} {
			words := strings.SplitN(line, " ", 3)
			server.Must(t, d, words[0], words[1], "admin", words[2])
		}
		db := server.Direct(t, address)
		left := func() string {
			var counts []string
			for _, table := range []string{"purge_tops", "purge_belows", "purge_stays", "purge_others"} {
				var n int
				if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil {
					t.Fatal(err)
				}
				counts = append(counts, fmt.Sprint(n))
			}
			return strings.Join(counts, " ")
		}
		purge := func() (int64, error) {
			return d.Handler.(*serve.Handler).Purge(t.Context(), time.Now().Add(2*time.Hour))
		}
		if n, err := purge(); err != nil || n != 4 || left() != "1 2 1 0" {
			t.Errorf("removed %d, left %s, %v; want 4, and 1 2 1 0 left", n, left(), err)
		}
		if _, err := db.ExecContext(t.Context(), "CREATE TABLE foreigner (below bigint NOT NULL REFERENCES purge_belows (id))"); err != nil {
			t.Fatal(err)
		}
		if _, err := db.ExecContext(t.Context(), "INSERT INTO foreigner VALUES (2)"); err != nil {
			t.Fatal(err)
		}
		if _, err := db.ExecContext(t.Context(), "DELETE FROM purge_stays"); err != nil {
			t.Fatal(err)
		}
		server.Must(t, d, "POST", "/others/", "admin", "{}")
		server.Must(t, d, "DELETE", "/others/2/", "admin", "")
		if _, err := purge(); err == nil || left() != "1 2 0 0" {
			t.Errorf("left %s, %v; want an error, and 1 2 0 0 left", left(), err)
		}
	})
}

// Rows that refer to each other in a circle of tables go too, and one that is protected by way of the circle keeps no other.
func TestPurgeCircle(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		set := func() *rest.Set {
			soft := rest.SoftDelete{Field: "deleted", Access: permission.Anyone}
			keep := soft
			keep.Keep = time.Hour
			return rest.NewSet("circle", rest.ViewSet[sets.PurgeLeft]{Path: "/lefts/", SoftDelete: keep}, rest.ViewSet[sets.PurgeRight]{Path: "/rights/", SoftDelete: keep},
				rest.ViewSet[sets.PurgePin]{Path: "/pins/", SoftDelete: soft}).Access(permission.Anyone)
		}
		s := server.New(t, server.Config{Set: set, Pages: server.PlainPages, Options: serve.Options{Now: time.Now}}, address)
		for _, line := range []string{
			"POST /lefts/ {}", `POST /rights/ {"left":1}`, `POST /lefts/ {"right":1}`, `POST /rights/ {"left":2}`, `POST /pins/ {"right":2}`, // 1 goes with 1, 2, 2, which is pinned
			"POST /lefts/ {}", `POST /rights/ {"left":3}`, `PATCH /lefts/3/ {"right":3}`, "POST /lefts/ {}", // 3 and 3 go with each other
			"DELETE /pins/1/ ", "DELETE /lefts/1/ ", "DELETE /lefts/3/ ", "DELETE /lefts/4/ ",
		} {
			words := strings.SplitN(line, " ", 3)
			server.Must(t, s, words[0], words[1], "admin", words[2])
		}
		db := server.Direct(t, address)
		left := func() string {
			var lefts, rights int
			if err := db.QueryRowContext(t.Context(), "SELECT (SELECT count(*) FROM purge_lefts), (SELECT count(*) FROM purge_rights)").Scan(&lefts, &rights); err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(lefts, " ", rights)
		}
		purge := func() error {
			_, err := s.Handler.(*serve.Handler).Purge(t.Context(), time.Now().Add(2*time.Hour))
			return err
		}
		if err := purge(); err == nil || !strings.Contains(err.Error(), "rows stay, because others refer to them") || left() != "2 2" {
			t.Errorf("left %s, %v; want an error that says that rows stay, and 2 2 left", left(), err)
		}
		if _, err := db.ExecContext(t.Context(), "DELETE FROM purge_pins"); err != nil {
			t.Fatal(err)
		}
		if err := purge(); err != nil || left() != "0 0" {
			t.Errorf("without what protects them: left %s, %v; want 0 0", left(), err)
		}
	})
}

// newPresses has three grapes, two wines of the first two of them, of which the first is the best, and a bottle of each.
func newPresses(t *testing.T, address string, options database.Options) deletion {
	t.Helper()
	d := deletion{server.New(t, server.Config{Set: sets.Past, Pages: server.PlainPages, Store: options, Options: serve.Options{Now: time.Now}}, address), t}
	for _, line := range []string{
		`/grapes/ {"name":"a"}`, `/grapes/ {"name":"b"}`, `/grapes/ {"name":"c"}`, `/wines/ {"name":"v","grapes":[1,2],"best":1}`,
		`/wines/ {"name":"w","grapes":[1,2],"best":1}`, `/bottles/ {"wine":1}`, `/bottles/ {"wine":2}`,
	} {
		path, body, _ := strings.Cut(line, " ")
		server.Must(t, d, "POST", path, "admin", body)
	}
	return d
}

func (d deletion) history(path string, want ...string) {
	d.t.Helper()
	if got := server.HistoryOf(d.t, d.Server, "admin", path); !slices.Equal(got, want) {
		d.t.Errorf("history of %s:\n got %s\nwant %s", path, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

// The entries of rows that lose a reference are written before the row goes, not kept for the end.
func TestHistoryOfClearedReferences(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var seen server.Traced
		d := newPresses(t, address, database.Options{Trace: seen.Trace})
		d.want("admin", "POST /stamps/", `{}`, `201`)
		for range 3 {
			d.want("admin", "POST /labels/", `{"stamp":1}`, `201`)
		}
		seen.Reset()
		d.want("admin", "DELETE /stamps/1/", "", `204`)
		texts := seen.Reset()
		removed := slices.IndexFunc(texts, func(s string) bool { return strings.HasPrefix(s, "DELETE FROM") && strings.Contains(s, "press_stamps") })
		stored := slices.IndexFunc(texts, func(s string) bool {
			return strings.HasPrefix(s, "INSERT INTO") && strings.Contains(s, "press_labels")
		})
		if stored < 0 || removed < 0 || stored > removed {
			t.Errorf("entries are stored by statement %d, and the row is removed by %d of\n%s", stored, removed, strings.Join(texts, "\n"))
		}
		d.history("/labels/3/", `admin destroy {"stamp":null} {"stamp":null}`, `admin create null {"stamp":null}`)
	})
}
