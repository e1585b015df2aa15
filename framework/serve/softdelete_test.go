package serve_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/serve"
)

// deletion asks a service of cellars as an administrator.
type deletion struct {
	*server.Server
	t *testing.T
}

func (d deletion) want(user, line, body, want string) {
	d.t.Helper()
	method, path, _ := strings.Cut(line, " ")
	status, got := server.Call(d, method, path, user, body)
	if text := strings.TrimSpace(fmt.Sprint(status, " ", got)); text != want && fmt.Sprint(status) != want {
		d.t.Errorf("%s %s:\n got %s\nwant %s", line, body, text, want)
	}
}

// newSoftCellars has the cellars a and b, of which alice sees the first, with the racks 1, 2 below it and 3 beside it in a, 4 in b, and two grapes.
func newSoftCellars(t *testing.T, address string, options database.Options, others ...func() *rest.Set) deletion {
	t.Helper()
	set := append(others, sets.SoftCellars)[0]
	d := deletion{server.New(t, server.Config{Set: set, Pages: server.PlainPages, Store: options, Options: serve.Options{Now: time.Now}}, address), t}
	for _, line := range []string{
		`/cellars/ {"slug":"a"}`, `/cellars/ {"slug":"b"}`, `/tasters/ {"cellar":"a","who":"alice"}`, `/grapes/ {"name":"merlot"}`, `/grapes/ {"name":"riesling"}`,
		`/racks/ {"cellar":"a","name":"x","grapes":[1,2]}`, `/racks/ {"cellar":"a","name":"y","above":1,"grapes":[1]}`, `/racks/ {"cellar":"a","name":"z","beside":1}`, `/racks/ {"cellar":"b","name":"x"}`,
	} {
		path, body, _ := strings.Cut(line, " ")
		server.Must(t, d, "POST", path, "admin", body)
	}
	return d
}

// A deletion is as many statements for many rows below it as for few.
func TestSoftDeleteStatements(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		var seen server.Traced
		d := newSoftCellars(t, address, database.Options{Trace: seen.Trace})
		count := func(n int) (deleted, restored int) {
			slug := fmt.Sprintf("s%d", n)
			d.want("admin", "POST /cellars/", `{"slug":"`+slug+`"}`, `201`)
			for i := range n {
				d.want("admin", "POST /racks/", fmt.Sprintf(`{"cellar":%q,"name":"r%d"}`, slug, i), `201`)
			}
			seen.Reset()
			d.want("admin", "DELETE /cellars/"+slug+"/", "", `204`)
			deleted = len(seen.Reset())
			d.want("admin", "POST /cellars/"+slug+"/restore/", "", `200`)
			return deleted, len(seen.Reset())
		}
		chain := func(n int) (deleted, restored int) { // each rack goes with the one before
			d.want("admin", "POST /racks/", fmt.Sprintf(`{"cellar":"a","name":"top%d"}`, n), `201`)
			_, list := server.Call(d, "GET", fmt.Sprintf("/racks/?search=top%d", n), "admin", "")
			_, row, _ := strings.Cut(list, `"id":`)
			var top int
			if _, err := fmt.Sscan(strings.Replace(row, ",", " ", 1), &top); err != nil {
				t.Fatal(list, err)
			}
			for i := range n {
				d.want("admin", "POST /racks/", fmt.Sprintf(`{"cellar":"a","name":"below%d-%d","above":%d}`, n, i, top+i), `201`)
			}
			seen.Reset()
			d.want("admin", fmt.Sprintf("DELETE /racks/%d/", top), "", `204`)
			deleted = len(seen.Reset())
			d.want("admin", fmt.Sprintf("GET /racks/%d/", top+n), "", `404`)
			seen.Reset()
			d.want("admin", fmt.Sprintf("POST /racks/%d/restore/", top), "", `200`)
			restored = len(seen.Reset())
			d.want("admin", fmt.Sprintf("GET /racks/%d/", top+n), "", `200`)
			return deleted, restored
		}
		chain(2)
		deleted, restored := chain(3)
		if deep, again := chain(20); deep != deleted || again != restored {
			t.Errorf("with 3 levels below it %d and %d statements, with 20 %d and %d", deleted, restored, deep, again)
		}
		count(1)
		deleted, restored = count(2)
		if many, again := count(30); many != deleted || again != restored {
			t.Errorf("with 2 rows below it %d and %d statements, with 30 %d and %d", deleted, restored, many, again)
		}
	})
}

// A row that goes with another is not made while that one is deleted.
func TestSoftDeleteRace(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		d := newSoftCellars(t, address, database.Options{})
		for n := range 20 {
			slug := fmt.Sprintf("r%d", n)
			d.want("admin", "POST /cellars/", `{"slug":"`+slug+`"}`, `201`)
			var wg sync.WaitGroup
			var made, deleted int
			var rack string
			wg.Go(func() { made, rack = server.Call(d, "POST", "/racks/", "admin", `{"cellar":"`+slug+`","name":"x"}`) })
			wg.Go(func() { deleted, _ = server.Call(d, "DELETE", "/cellars/"+slug+"/", "admin", "") })
			wg.Wait()
			if deleted != 204 || made != 201 && made != 400 {
				t.Fatalf("deleted with %d, made with %d %s", deleted, made, rack)
			}
			var id int64
			if made != 201 {
				continue
			}
			if _, err := fmt.Sscanf(rack, `{"id":%d`, &id); err != nil {
				t.Fatal(rack, err)
			}
			d.want("admin", fmt.Sprintf("GET /racks/%d/", id), "", `404 {"detail":"Not found."}`)
		}
	})
}

// Deleted rows are gone for good when they were kept long enough; others are not.
func TestPurge(t *testing.T) {
	server.OnBoth(t, func(t *testing.T, address string) {
		d := newSoftCellars(t, address, database.Options{})
		d.want("admin", "DELETE /racks/1/", "", `204`)
		db := server.Direct(t, address)
		for _, tt := range []struct {
			after time.Duration
			left  int
		}{{0, 4}, {2 * time.Hour, 2}} {
			if _, err := d.Handler.(*serve.Handler).Purge(t.Context(), time.Now().Add(tt.after)); err != nil {
				t.Fatal(err)
			}
			var left int
			if err := db.QueryRowContext(t.Context(), "SELECT count(*) FROM soft_racks").Scan(&left); err != nil || left != tt.left {
				t.Errorf("%s later %d racks are left, want %d: %v", tt.after, left, tt.left, err)
			}
		}
	})
}
