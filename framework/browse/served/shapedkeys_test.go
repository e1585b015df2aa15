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

func TestShapesKeys(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		p := newShapedKeys(t, address)
		const slugs = `Enter a valid \"slug\" consisting of letters, numbers, underscores or hyphens.`
		for _, tt := range []struct{ request, body, want string }{
			// what is shown
			{"GET /towns/", "", `200 [{"url":"/towns/rome/","name":"Rome","land":{"code":"eu","name":"Europe"}},{"url":"/towns/tokyo/","name":"Tokyo","land":{"code":"as","name":"Asia"}}]`},
			{"GET /towns/capitals/", "", `200 [{"url":"/towns/rome/","name":"Rome","land":{"code":"eu","name":"Europe"}}]`},
			{"GET /lands/", "", `200 [{"code":"as","name":"Asia"},{"code":"eu","name":"Europe"}]`},
			{"GET /lands/eu/", "", `200 {"code":"eu","towns":[{"url":"/towns/rome/","land":"/lands/eu/","twins":[]}]}`},

			// what is sent
			{"POST /towns/", `{"slug":"a/b","name":"A","land":"eu"}`, `400 {"slug":["` + slugs + `"]}`},
			{"POST /towns/", `{"slug":"capitals","name":"A","land":"eu"}`, `400 {"slug":["This value is taken by an address of its own."]}`},
			{"POST /towns/", `{"slug":"rome","name":"A","land":"eu"}`, `400 {"slug":["town with this slug already exists."]}`},
			{"POST /towns/", `{"slug":"oslo","name":"A","land":"no"}`, `400 {"land":["Invalid pk \"no\" - object does not exist."]}`},
			{"PATCH /towns/rome/", `{"slug":"capitals"}`, `400 {"slug":["This value is taken by an address of its own."]}`},
			{"PATCH /towns/rome/", `{"slug":"tokyo"}`, `400 {"slug":["town with this slug already exists."]}`},
			{"PATCH /towns/rome/", `{"slug":"roma"}`, "200 " + strings.ReplaceAll(rome, `rome`, `roma`)},
			{"PUT /towns/roma/", `{"slug":"rome","name":"Rome","land":"eu"}`, "200 " + rome},
			{"GET /towns/roma/", "", `404 {"detail":"Not found."}`},
			{"POST /lands/", `{"code":"x.y","name":"A"}`, `400 {"code":["` + slugs + `"]}`},
			{"POST /lands/", `{"code":"eu","name":"A"}`, `400 {"code":["land with this code already exists."]}`},
			{"POST /lands/", `{"name":"A"}`, `400 {"code":["This field is required."]}`},
			{"PUT /lands/eu/", `{"code":"as","name":"EU"}`, `200 {"code":"eu","towns":[{"url":"/towns/rome/","land":"/lands/eu/","twins":[]}]}`},
			{"PATCH /lands/eu/", `{"code":"as"}`, `200 {"code":"eu","towns":[{"url":"/towns/rome/","land":"/lands/eu/","twins":[]}]}`},
			{"GET /lands/", "", `200 [{"code":"as","name":"Asia"},{"code":"eu","name":"EU"}]`},

			// an action on a record that is looked up
			{"POST /towns/rome/rename/", `{"name":"Roma"}`, "200 " + strings.Replace(rome, "Rome", "Roma", 1)},
			{"POST /towns/oslo/rename/", `{"name":"Roma"}`, `404 {"detail":"Not found."}`},

			{"POST /towns/tokyo/twin/", `{"slug":"rome"}`, "200 " + strings.Replace(tokyo, `"twins":[]`, `"twins":["/towns/rome/"]`, 1)},
			{"POST /towns/tokyo/twin/", `{"slug":"tokyo"}`, "200 " + strings.Replace(tokyo, `"twins":[]`, `"twins":["/towns/rome/","/towns/tokyo/"]`, 1)},
			{"PUT /towns/tokyo/", `{"slug":"tokyo","name":"Tokyo","land":"as"}`, "200 " + strings.Replace(tokyo, `"twins":[]`, `"twins":["/towns/rome/","/towns/tokyo/"]`, 1)},
			{"GET /lands/as/", "", `200 {"code":"as","towns":[{"url":"/towns/tokyo/","land":"/lands/as/","twins":["/towns/rome/","/towns/tokyo/"]}]}`},

			// rows below a record that is looked up
			{"POST /towns/rome/trips/", `{"note":"sunny"}`, `201 {"id":1,"town":"/towns/rome/","note":"sunny"}`},
			{"POST /towns/tokyo/trips/", `{"note":"loud"}`, `201 {"id":2,"town":"/towns/tokyo/","note":"loud"}`},
			{"POST /towns/oslo/trips/", `{"note":"cold"}`, `404 {"detail":"Not found."}`},
			{"GET /towns/oslo/trips/", "", `404 {"detail":"Not found."}`},
			{"GET /towns/a.b/trips/", "", `404 {"detail":"Not found."}`},
			{"GET /towns/rome/trips/", "", `200 [{"town":{"url":"/towns/rome/","name":"Roma","land":{"code":"eu","name":"EU"}},"note":"sunny"}]`},
			{"GET /towns/rome/trips.json", "", `200 [{"town":{"url":"/towns/rome/","name":"Roma","land":{"code":"eu","name":"EU"}},"note":"sunny"}]`},
			{"GET /trips/2/", "", `200 {"id":2,"town":"/towns/tokyo/","note":"loud"}`},
			{"PATCH /towns/tokyo/", `{"slug":"edo"}`, "200 " + strings.NewReplacer("tokyo", "edo", `"trip_count":0`, `"trip_count":1`, `"twins":[]`, `"twins":["/towns/rome/","/towns/edo/"]`).Replace(tokyo)},
			{"GET /trips/2/", "", `200 {"id":2,"town":"/towns/edo/","note":"loud"}`},

			// deletion
			{"DELETE /trips/1/", "", "204"},
			{"DELETE /towns/rome/", "", "204"},
			{"GET /towns/rome/trips/", "", `404 {"detail":"Not found."}`},
			{"GET /lands/eu/", "", `200 {"code":"eu","towns":[]}`},
		} {
			p.ask(t, tt.request, tt.body, tt.want)
		}
	})
}

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
