package serve_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/serve"
)

type (
	// purgeTop goes for good after a while, and so does what goes with it; a purgeStay protects its row, and stays.
	purgeTop struct {
		ID      int64      `rest:"id,readonly"`
		Deleted *time.Time `rest:"-"`
	}
	purgeBelow struct {
		ID      int64                      `rest:"id,readonly"`
		Top     rest.BelongsTo[purgeTop]   `rest:"top,ondelete=cascade"`
		Above   rest.BelongsTo[purgeBelow] `rest:"above,optional,ondelete=cascade"`
		Deleted *time.Time                 `rest:"-"`
	}
	purgeStay struct {
		ID      int64                      `rest:"id,readonly"`
		Below   rest.BelongsTo[purgeBelow] `rest:"below"`
		Deleted *time.Time                 `rest:"-"`
	}
	purgeOther struct {
		ID      int64      `rest:"id,readonly"`
		Deleted *time.Time `rest:"-"`
	}
)

func purged() *rest.Set {
	soft := rest.SoftDelete{Field: "deleted", Access: permission.Anyone}
	keep := soft
	keep.Keep = time.Hour
	return rest.NewSet("purged",
		rest.ViewSet[purgeTop]{Path: "/tops/", SoftDelete: keep}, rest.ViewSet[purgeBelow]{Path: "/belows/", SoftDelete: keep},
		rest.ViewSet[purgeStay]{Path: "/stays/", SoftDelete: soft}, rest.ViewSet[purgeOther]{Path: "/others/", SoftDelete: keep},
	).Access(permission.Anyone)
}

// A row stays with those below it that others refer to, which are kept; everything else goes.
func TestPurgeProtected(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		d := deletion{resttest.NewServer(t, resttest.Config{Set: purged, Pages: pages(t), Options: serve.Options{Now: time.Now}}, address), t}
		for _, line := range []string{
			"POST /tops/ {}", "POST /tops/ {}", `POST /belows/ {"top":1}`, `POST /belows/ {"top":1,"above":1}`, `POST /belows/ {"top":1}`, `POST /belows/ {"top":2}`,
			`POST /stays/ {"below":2}`, `POST /others/ {}`, "DELETE /stays/1/ ", "DELETE /tops/1/ ", "DELETE /tops/2/ ", "DELETE /others/1/ ",
		} {
			words := strings.SplitN(line, " ", 3)
			must(t, d, words[0], words[1], "admin", words[2])
		}
		db := direct(t, address)
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
		must(t, d, "POST", "/others/", "admin", "{}")
		must(t, d, "DELETE", "/others/2/", "admin", "")
		if _, err := purge(); err == nil || left() != "1 2 0 0" {
			t.Errorf("left %s, %v; want an error, and 1 2 0 0 left", left(), err)
		}
	})
}
