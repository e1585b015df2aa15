package served_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

// A configuration in which representations show rows with keys of every kind and another look-up field
// than the key: a land has a text for its key, a town a uuid behind a slug, and trips are below a town.

type land struct {
	ID    string             `rest:"code" db:"id" validate:"max=8"`
	Name  string             `rest:"name"`
	Towns rest.HasMany[town] `rest:"towns,readonly"`
}

type town struct {
	ID    uuid.UUID             `rest:"url,readonly,link" db:"id"`
	Slug  string                `rest:"slug,unique" validate:"max=20"`
	Name  string                `rest:"name"`
	Land  rest.BelongsTo[land]  `rest:"land,ondelete=cascade"`
	Twins rest.ManyToMany[town] `rest:"twins,optional,link"`
	Trips rest.Count[trip]      `rest:"trip_count"`
}

type trip struct {
	ID   int64                `rest:"id,readonly"`
	Town rest.BelongsTo[town] `rest:"town,readonly,link,ondelete=cascade"`
	Note string               `rest:"note"`
}

type tour struct {
	ID    int64                 `rest:"id,readonly"`
	First rest.BelongsTo[trip]  `rest:"first,link,ondelete=cascade"`
	Trips rest.ManyToMany[trip] `rest:"trips,link,optional"`
}

type (
	// townBrief shows neither the slug nor the key as such, and its address all the same.
	townBrief struct {
		ID   uuid.UUID            `rest:"url,readonly,link" db:"id"`
		Name string               `rest:"name"`
		Land rest.Nested[landRow] `rest:"land"`
	}
	// townName has no address at all.
	townName struct {
		Name string `rest:"name"`
	}
	landRow struct {
		ID   string `rest:"code" db:"id" validate:"max=8"`
		Name string `rest:"name"`
	}
	landTree struct {
		ID    string                 `rest:"code" db:"id" validate:"max=8"`
		Towns rest.Nested[townTwins] `rest:"towns"`
	}
	townTwins struct {
		ID    uuid.UUID             `rest:"url,readonly,link" db:"id"`
		Land  rest.BelongsTo[land]  `rest:"land,link"`
		Twins rest.ManyToMany[town] `rest:"twins,link"`
	}
	newTown struct {
		Slug string               `rest:"slug" validate:"max=20"`
		Name string               `rest:"name"`
		Land rest.BelongsTo[land] `rest:"land"`
	}
	newLand struct {
		ID   string `rest:"code" db:"id" validate:"max=8"`
		Name string `rest:"name"`
	}
	tripRow struct {
		Town rest.Nested[townBrief] `rest:"town"`
		Note string                 `rest:"note"`
	}
)

func renameTown(_ *rest.Call, t *town, in townName) (*town, error) {
	t.Name = in.Name
	return t, nil
}

type twin struct {
	Slug string `rest:"slug"`
}

// addTwin reads the keys of a relation that is shown by another field, and changes them.
func addTwin(call *rest.Call, t *town, in twin) (*town, error) {
	other, err := rest.Rows[town](call).First(predicate.Eq("slug", in.Slug))
	if err != nil {
		return nil, err
	}
	t.Twins.Keys = append(t.Twins.Keys, other.ID.String())
	return t, rest.Rows[town](call).Update(t, &t.Twins)
}

func shapedKeys() *rest.Set {
	rename, add := rest.OnRecord("rename", renameTown), rest.OnRecord("twin", addTwin)
	return rest.NewSet("shaped",
		rest.ViewSet[land]{Path: "/lands/", Shapes: rest.Shapes{
			List: rest.As[landRow](), Retrieve: rest.As[landTree](), Create: rest.As[newLand](), Update: rest.As[newLand](),
		}},
		rest.ViewSet[town]{
			Path: "/towns/", Lookup: "slug", Order: []string{"name"}, Extra: []rest.Action{rename, add, rest.Sublist("capitals", permission.Is("land", "eu"))},
			Shapes: rest.Shapes{List: rest.As[townBrief](), Create: rest.As[newTown](), Update: rest.As[newTown]()},
		},
		rest.ViewSet[trip]{Path: "/towns/{town}/trips/", RecordPath: "/trips/", Shapes: rest.Shapes{List: rest.As[tripRow]()}},
		rest.ViewSet[tour]{Path: "/tours/"},
	).Access(permission.Anyone)
}

func newShapedKeys(t *testing.T, address string) *parcels {
	t.Helper()
	config := server.Config{Set: shapedKeys, Pages: pages(t), Options: serve.Options{Now: time.Now}}
	p := &parcels{Server: server.New(t, config, address)}
	p.ask(t, "POST /lands/", `{"code":"eu","name":"Europe"}`, `201 {"code":"eu","towns":[]}`)
	p.ask(t, "POST /lands/", `{"code":"as","name":"Asia"}`, `201 {"code":"as","towns":[]}`)
	p.ask(t, "POST /towns/", `{"slug":"rome","name":"Rome","land":"eu"}`, "201 "+rome)
	p.ask(t, "POST /towns/", `{"slug":"tokyo","name":"Tokyo","land":"as","twins":["/towns/rome/"]}`, "201 "+tokyo)
	return p
}

// Twins are not sent at a create: its representation has none.
const (
	rome  = `{"url":"/towns/rome/","slug":"rome","name":"Rome","land":"eu","twins":[],"trip_count":0}`
	tokyo = `{"url":"/towns/tokyo/","slug":"tokyo","name":"Tokyo","land":"as","twins":[],"trip_count":0}`
)

// Location, and the answer to a write that is repeated, have the look-up value that a list does not show.
func TestShapesKeysLocation(t *testing.T) {
	p := newShapedKeys(t, ":memory:")
	for range 2 {
		r := httptest.NewRequest("POST", "/towns/", strings.NewReader(`{"slug":"far","name":"Far","land":"eu"}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", "one")
		r.SetBasicAuth("alice", "alice-password")
		w := httptest.NewRecorder()
		p.ServeHTTP(w, r)
		if got := w.Header().Get("Location"); w.Code != 201 || got != "http://example.com/towns/far/" {
			t.Errorf("got %d %s, Location %q", w.Code, w.Body, got)
		}
	}
}

// Pages link to records by what addresses name them by, where the representation does not show it.
func TestShapesKeysPages(t *testing.T) {
	p := newShapedKeys(t, ":memory:")
	p.ask(t, "POST /towns/rome/trips/", `{"note":"sunny"}`, `201 {"id":1,"town":"/towns/rome/","note":"sunny"}`)
	p.ask(t, "POST /tours/", `{"first":"/trips/1/","trips":["/trips/1/"]}`, `201 {"id":1,"first":"/trips/1/","trips":["/trips/1/"]}`)
	for path, wants := range map[string][]string{
		"/towns/":            {`href="/towns/rome/"`, `href="/towns/tokyo/"`},
		"/towns/rome/":       {`action="/towns/rome/"`, `action="/towns/rome/rename/"`, `href="/lands/eu/"`},
		"/towns/rome/trips/": {`action="/towns/rome/trips/"`, `href="/trips/1/"`},
		"/trips/1/":          {`action="/trips/1/"`, `href="/towns/rome/"`, `href="/towns/rome/trips/"`},
		"/tours/1/":          {`href="/trips/1/"`},
		"/lands/":            {`href="/lands/eu/"`},
		"/lands/eu/":         {`action="/lands/eu/"`},
	} {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept", "text/html")
		w := httptest.NewRecorder()
		p.ServeHTTP(w, r)
		for _, want := range wants {
			if w.Code != 200 || !strings.Contains(w.Body.String(), want) {
				t.Errorf("GET %s: got %d, want %s in it\n%s", path, w.Code, want, w.Body)
			}
		}
	}
}
