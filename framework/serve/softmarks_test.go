package serve_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type (
	// pressWine and the others are marked as deleted, and have histories.
	pressWine struct {
		ID      int64                       `rest:"id,readonly"`
		Name    string                      `rest:"name"`
		Best    rest.BelongsTo[pressGrape]  `rest:"best,optional,ondelete=null"`
		Grapes  rest.ManyToMany[pressGrape] `rest:"grapes,optional"`
		Deleted *time.Time                  `rest:"-"`
	}
	pressGrape struct {
		ID      int64      `rest:"id,readonly"`
		Name    string     `rest:"name"`
		Deleted *time.Time `rest:"-"`
	}
	pressBottle struct {
		ID      int64                     `rest:"id,readonly"`
		Wine    rest.BelongsTo[pressWine] `rest:"wine,ondelete=cascade"`
		Deleted *time.Time                `rest:"-"`
	}
	// pressBlend is written with its grapes nested in it.
	pressBlend struct {
		ID     int64                       `rest:"id,readonly"`
		Grapes rest.ManyToMany[pressGrape] `rest:"grapes,readonly"`
		Kinds  rest.Nested[pressKind]      `rest:"kinds,of=grapes,nested=replace,optional"`
	}
	pressKind struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
	// pressLabel is not marked as deleted.
	pressLabel struct {
		ID    int64                      `rest:"id,readonly"`
		Grape rest.BelongsTo[pressStamp] `rest:"stamp,optional,ondelete=null"`
	}
	pressStamp struct {
		ID int64 `rest:"id,readonly"`
	}
)

func presses() *rest.Set {
	soft, history := rest.SoftDelete{Field: "deleted", Access: permission.Anyone}, &rest.History{Deleted: permission.Anyone}
	return rest.NewSet("presses",
		rest.ViewSet[pressWine]{
			Path: "/wines/", SoftDelete: soft, History: history, Bulk: rest.Bulk{Actions: rest.Modify},
		},
		rest.ViewSet[pressGrape]{Path: "/grapes/", SoftDelete: soft},
		rest.ViewSet[pressBottle]{Path: "/bottles/", SoftDelete: soft, History: history},
		rest.ViewSet[pressBlend]{Path: "/blends/", History: history},
		rest.ViewSet[pressLabel]{Path: "/labels/", History: history},
		rest.ViewSet[pressStamp]{Path: "/stamps/"},
	).Access(permission.Anyone)
}

// newPresses has three grapes, two wines of the first two of them, of which the first is the best, and a bottle of each.
func newPresses(t *testing.T, address string, options database.Options) deletion {
	t.Helper()
	d := deletion{server.New(t, server.Config{Set: presses, Pages: server.PlainPages, Store: options, Options: serve.Options{Now: time.Now}}, address), t}
	for _, line := range []string{
		`/grapes/ {"name":"a"}`, `/grapes/ {"name":"b"}`, `/grapes/ {"name":"c"}`, `/wines/ {"name":"v","grapes":[1,2],"best":1}`,
		`/wines/ {"name":"w","grapes":[1,2],"best":1}`, `/bottles/ {"wine":1}`, `/bottles/ {"wine":2}`,
	} {
		path, body, _ := strings.Cut(line, " ")
		must(t, d, "POST", path, "admin", body)
	}
	return d
}

func (d deletion) history(path string, want ...string) {
	d.t.Helper()
	if got := historyOf(d.t, d.Server, "admin", path); !slices.Equal(got, want) {
		d.t.Errorf("history of %s:\n got %s\nwant %s", path, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

// Rows that are related in one request for many stay related to what is deleted, as they do in one for each.
func TestSoftDeletedPairs(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		d := newPresses(t, address, database.Options{})
		d.want("admin", "DELETE /grapes/1/", "", `204`)
		d.want("admin", "PATCH /wines/", `[{"id":1,"grapes":[2,3]},{"id":2,"grapes":[2,3]}]`, `200`)
		d.want("admin", "POST /grapes/1/restore/", "", `200`)
		for _, path := range []string{"/wines/1/", "/wines/2/"} {
			if _, got := call(d, "GET", path, "admin", ""); !strings.Contains(got, `"grapes":[1,2,3]`) {
				t.Errorf("%s: got %s, want the grapes 1, 2 and 3", path, got)
			}
		}
	})
}

// A history tells which rows a relation had before, also where many rows are written at once.
func TestHistoryPairs(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		d := newPresses(t, address, database.Options{})
		d.want("admin", "PATCH /wines/", `[{"id":1,"grapes":[2,3]},{"id":2,"grapes":[]}]`, `200`)
		d.history("/wines/1/", `admin modify-list {"grapes":[1,2]} {"grapes":[2,3]}`, `admin create null {"name":"v","best":1,"grapes":[1,2]}`)
		d.history("/wines/2/", `admin modify-list {"grapes":[1,2]} {"grapes":[]}`, `admin create null {"name":"w","best":1,"grapes":[1,2]}`)
		d.want("admin", "POST /blends/", `{"kinds":[{"name":"x"},{"name":"y"}]}`, `201`)
		d.want("admin", "PATCH /blends/1/", `{"kinds":[{"id":4}]}`, `200`)
		d.want("admin", "PATCH /blends/1/", `{"kinds":[]}`, `200`)
		if got := historyOf(t, d.Server, "admin", "/blends/1/"); len(got) != 3 || !strings.Contains(got[0], `"grapes":[4]`) || !strings.Contains(got[1], `"grapes":[4,5]`) {
			t.Errorf("history of nested rows: got %s", strings.Join(got, "\n"))
		}
	})
}

// What goes with a row that is marked, or loses its reference to it, has entries; so has what is restored with it.
func TestHistoryOfSoftDeleted(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		d := newPresses(t, address, database.Options{})
		d.want("admin", "DELETE /wines/1/", "", `204`)
		d.history("/bottles/1/", `admin destroy {"wine":null} null`, `admin create null {"wine":null}`)
		d.history("/bottles/2/", `admin create null {"wine":2}`)
		d.want("admin", "POST /wines/1/restore/", "", `200`)
		d.history("/bottles/1/", `admin restore null {"wine":1}`, `admin destroy {"wine":1} null`, `admin create null {"wine":1}`)
		d.want("admin", "DELETE /grapes/1/", "", `204`)
		if got := historyOf(t, d.Server, "admin", "/wines/2/")[0]; !strings.HasPrefix(got, `admin destroy {"best":`) || !strings.HasSuffix(got, `{"best":null}`) {
			t.Errorf("a reference that is cleared: got %s", got)
		}
	})
}

// The entries of rows that lose a reference are written before the row goes, not kept for the end.
func TestHistoryOfClearedReferences(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		var seen statements
		d := newPresses(t, address, database.Options{Trace: seen.trace})
		d.want("admin", "POST /stamps/", `{}`, `201`)
		for range 3 {
			d.want("admin", "POST /labels/", `{"stamp":1}`, `201`)
		}
		seen.reset()
		d.want("admin", "DELETE /stamps/1/", "", `204`)
		texts := seen.reset()
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
