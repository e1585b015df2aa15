// Tables that others create and change.

package rest_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// The plan knows which tables others manage, and which writes the operations of a set need.
func TestUnmanagedTables(t *testing.T) {
	type (
		Person struct {
			ID int16 `rest:"id,readonly" db:"actor_id"`
		}
		Film struct {
			ID     int32                   `rest:"id,readonly" db:"film_id"`
			Actors rest.ManyToMany[Person] `rest:"actors,optional,through=film_actor"`
		}
		Line struct {
			ID   int64                `rest:"id,readonly" db:"line_id"`
			Film rest.BelongsTo[Film] `rest:"film"`
		}
		Note struct {
			ID   int64                `rest:"id,readonly"`
			Film rest.BelongsTo[Film] `rest:"film"`
		}
	)
	set := rest.NewSet("films",
		rest.ViewSet[Film]{Path: "/films/", Unmanaged: true, Actions: rest.List | rest.Retrieve | rest.Modify},
		rest.ViewSet[Person]{Path: "/actors/", Table: "actor", Unmanaged: true, Actions: rest.ReadOnly},
		rest.ViewSet[Line]{Path: "/lines/", Unmanaged: true, Actions: rest.List | rest.Create | rest.Destroy},
		rest.ViewSet[Note]{Path: "/notes/"}).Access(permission.Anyone)
	p, err := set.Compile()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][4]bool{ // unmanaged, creates, changes, deletes
		"films": {true, false, true, false}, "actor": {true, false, false, false}, "lines": {true, true, false, true},
		"film_actor": {true, true, false, true}, "notes": {},
	}
	for _, table := range p.Tables {
		got := [4]bool{table.Unmanaged, table.Creates, table.Changes, table.Deletes}
		if w, named := want[table.Name]; named && got != w {
			t.Errorf("%s: got %v, want %v", table.Name, got, w)
		}
		if said := strings.Contains(p.String(), "table "+table.Name+", which others manage") || strings.Contains(p.String(), "table "+table.Name+", of pairs, which others manage"); said != table.Unmanaged {
			t.Errorf("%s: the text of the plan says that others manage it: %v", table.Name, said)
		}
		delete(want, table.Name)
	}
	if len(want) > 0 {
		t.Errorf("missing tables: %v", want)
	}
}

// The text of the plan says which columns the database fills. A field that has the word among its choices has it as its default.
func TestFilledColumns(t *testing.T) {
	type Film struct {
		ID    int64     `rest:"id,readonly"`
		Made  time.Time `rest:"made,readonly" default:"database"`
		Place string    `rest:"place" default:"database" validate:"oneof=database file"`
	}
	p, err := rest.NewSet("films", rest.ViewSet[Film]{Path: "/films/", Unmanaged: true}).Access(permission.Anyone).Compile()
	if err != nil {
		t.Fatal(err)
	}
	for line, times := range map[string]int{"made *timestamp *read-only, filled by the database": 1, "made *timestamp *filled by the database": 1, `place *text *.*default "database"`: 2} {
		if got := regexp.MustCompile(line).FindAllString(p.String(), -1); len(got) != times {
			t.Errorf("%s: got %q, want %d in\n%s", line, got, times, p)
		}
	}
}
