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
