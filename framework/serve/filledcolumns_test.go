// Columns of tables of others that the database fills.

package serve_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
)

type (
	filledDepot struct {
		ID      int64                      `rest:"id,readonly"`
		Name    string                     `rest:"name"`
		Slug    string                     `rest:"slug,readonly,unique,filter" default:"database"`
		Of      rest.HasMany[filledParcel] `rest:"parcel_ids,by=depot,readonly"`
		Parcels rest.Nested[filledParcel]  `rest:"parcels,of=parcel_ids,nested=merge,optional"`
	}
	filledParcel struct {
		ID      int64                       `rest:"id,readonly"`
		Depot   rest.BelongsTo[filledDepot] `rest:"depot"`
		Home    rest.BelongsTo[filledDepot] `rest:"home,readonly,optional" default:"database"`
		Label   string                      `rest:"label" validate:"max=20"`
		Weight  int64                       `rest:"weight" validate:"max=100"`
		Double  *int64                      `rest:"double,readonly,sort,filter=gte" default:"database"`
		Serial  int64                       `rest:"serial,readonly" default:"database"`
		Created time.Time                   `rest:"created,readonly" default:"database"`
		Noted   *string                     `rest:"noted,readonly" default:"database"`
		Secret  string                      `rest:"-" default:"database"`
		Version int64                       `rest:"version,version"`
	}
)

// filledBrief shows a parcel without what the rule asks about.
type filledBrief struct {
	ID    int64   `rest:"id,readonly"`
	Label string  `rest:"label"`
	Noted *string `rest:"noted,readonly" default:"database"`
}

// filledHooks collects what hooks see.
type filledHooks struct{ seen []string }

func (h *filledHooks) note(_ *rest.Call, p *filledParcel) error {
	h.seen = append(h.seen, fmt.Sprintf("%s %s, version %d", *p.Noted, p.Secret, p.Version))
	return nil
}

func (h *filledHooks) set() *rest.Set {
	forge := func(_ *rest.Call, p *filledParcel) error {
		p.Secret, p.Serial = "forged", 7
		return nil
	}
	touch := func(c *rest.Call, p *filledParcel, _ rest.None) (*filledParcel, error) {
		rows := rest.Rows[filledParcel](c)
		if err := rows.Update(p, &p.Serial); err == nil || !strings.Contains(err.Error(), "the database fills Serial of parcel") {
			h.seen = append(h.seen, "an update of Serial")
		}
		p.Weight = 9
		if err := rows.Update(p, &p.Weight); err != nil {
			return nil, err
		}
		other := &filledParcel{Depot: p.Depot, Label: "made", Weight: 8}
		if err := rows.Create(other); err != nil {
			return nil, err
		}
		h.seen = append(h.seen, *p.Noted, *other.Noted)
		return p, nil
	}
	return rest.NewSet("filled",
		rest.ViewSet[filledDepot]{Path: "/depots/", Table: "depot", Unmanaged: true, Lookup: "slug"},
		rest.ViewSet[filledParcel]{
			Path: "/parcels/", Table: "parcel", Unmanaged: true, Bulk: rest.Bulk{Actions: rest.Create | rest.Modify},
			Indexes:    []rest.Index{{Fields: []string{"label", "double"}, Unique: true}},
			Access:     permission.By{Read: permission.Anyone, Write: permission.Not(permission.Is("double", 26))},
			Extra:      []rest.Action{rest.OnRecord("touch", touch)},
			Serializer: rest.Serializer[filledParcel]{BeforeSave: forge, AfterCreate: h.note, AfterUpdate: h.note},
			History:    &rest.History{},
		},
		rest.ViewSet[filledParcel]{
			Path: "/briefs/", Table: "parcel", Unmanaged: true, Shapes: rest.Shapes{Retrieve: rest.As[filledBrief]()},
			Access:     permission.By{Read: permission.Anyone, Write: permission.Not(permission.Is("double", 26))},
			Serializer: rest.Serializer[filledParcel]{AfterUpdate: h.note},
		},
	).Access(permission.Anyone)
}

var filledTables = map[string][]string{
	"postgres": {
		`CREATE SEQUENCE serials START 100`,
		`CREATE TABLE depot (id serial PRIMARY KEY, name text NOT NULL, slug text GENERATED ALWAYS AS (lower(name)) STORED NOT NULL UNIQUE)`,
		`CREATE TABLE parcel (id serial PRIMARY KEY, depot_id int NOT NULL REFERENCES depot, home_id int DEFAULT (3 - 2) REFERENCES depot, label text NOT NULL, weight int NOT NULL,
			double int GENERATED ALWAYS AS (weight * 2) STORED, serial int NOT NULL DEFAULT nextval('serials'), created timestamptz NOT NULL DEFAULT now(), noted text, secret text NOT NULL DEFAULT 'dark', version bigint NOT NULL, UNIQUE (label, double))`,
		`CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.noted = 'weighs ' || NEW.weight; RETURN NEW; END $$`,
		`CREATE TRIGGER note BEFORE INSERT OR UPDATE ON parcel FOR EACH ROW EXECUTE FUNCTION note()`,
	},
	"sqlite": {
		`CREATE TABLE depot (id INTEGER PRIMARY KEY, name TEXT NOT NULL, slug TEXT NOT NULL GENERATED ALWAYS AS (lower(name)) STORED UNIQUE)`,
		`CREATE TABLE parcel (id INTEGER PRIMARY KEY, depot_id INT NOT NULL REFERENCES depot, home_id INT DEFAULT (3 - 2) REFERENCES depot, label TEXT NOT NULL, weight INT NOT NULL,
			double INT GENERATED ALWAYS AS (weight * 2), serial INT NOT NULL DEFAULT (99 + 1), created DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP, noted TEXT, secret TEXT NOT NULL DEFAULT ('da' || 'rk'), version BIGINT NOT NULL, UNIQUE (label, double))`,
		`CREATE TRIGGER note_new AFTER INSERT ON parcel BEGIN UPDATE parcel SET noted = 'weighs ' || NEW.weight WHERE id = NEW.id; END`,
		`CREATE TRIGGER note_old AFTER UPDATE OF weight ON parcel BEGIN UPDATE parcel SET noted = 'weighs ' || NEW.weight WHERE id = NEW.id; END`,
	},
}

// No write stores a column that the database fills, and its response, hooks, rules and history have what the database made of it.
func TestFilledColumns(t *testing.T) {
	for name, address := range map[string]func(testing.TB) string{
		"sqlite":   func(t testing.TB) string { return filepath.Join(t.TempDir(), "filled.db") },
		"postgres": func(t testing.TB) string { return pg.Postgres(t) + " timezone=Asia/Tokyo" },
		"pooled":   func(t testing.TB) string { return pg.Postgres(t) + " binary_parameters=yes" },
	} {
		t.Run(name, func(t *testing.T) {
			at := address(t)
			db, err := database.Open(t.Context(), at, database.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			databasetest.Exec(t, db, filledTables[db.Dialect().Name]...)
			hooks := &filledHooks{}
			s := server.New(t, server.Config{Set: hooks.set}, at)
			expect := expecting(t, func(method, path, body string) (int, string) { return server.Call(s, method, path, "", body) })
			expect("POST", "/depots/", `{"name": "North", "slug": "sent"}`, 201, `"name":"North","slug":"north"`)
			expect("GET", "/depots/north/", "", 200)
			expect("POST", "/depots/", `{"name": "NORTH"}`, 400, `{"slug":["filled depot with this slug already exists."]}`)
			year := time.Now().UTC().Format(`"created":"2006-`)
			expect("POST", "/parcels/", `{"depot": 1, "label": "a", "weight": 4, "double": 5, "serial": 6, "home": 99, "created": "2001-01-01T00:00:00Z"}`, 201,
				`"depot":1,"home":1,"label":"a","weight":4,"double":8,"serial":100`, `"noted":"weighs 4"`, year)
			expect("PUT", "/parcels/1/", `{"depot": 1, "label": "b", "weight": 5}`, 200, `"weight":5,"double":10,"serial":100`, `"noted":"weighs 5"`, year)
			expect("PATCH", "/parcels/1/", `{"weight": 6, "serial": 3}`, 200, `"double":12,"serial":100`, `"noted":"weighs 6"`, year)
			expect("PATCH", "/parcels/1/", `{"weight": 6}`, 200, `"noted":"weighs 6"`, `"version":3`)
			expect("POST", "/parcels/", `[{"depot": 1, "label": "c", "weight": 1}, {"depot": 1, "label": "d", "weight": 2}]`, 201, `"double":2`, `"noted":"weighs 2"`)
			expect("PATCH", "/parcels/", `[{"id": 2, "weight": 3}, {"id": 3, "weight": 7}]`, 200, `"double":6`, `"noted":"weighs 7"`)
			expect("POST", "/parcels/", `[{"depot": 1, "label": "e", "weight": 12}]`, 201, `"double":24`)
			expect("PATCH", "/depots/north/", `{"parcels": [{"label": "g", "weight": 14}, {"id": 1, "weight": 15}]}`, 200, `"double":28`, `"double":30`, `"noted":"weighs 15"`)
			want := []string{
				"weighs 4 dark, version 1", "weighs 5 dark, version 2", "weighs 6 dark, version 3", "weighs 6 dark, version 3", "weighs 1 dark, version 1", "weighs 2 dark, version 1",
				"weighs 3 dark, version 2", "weighs 7 dark, version 2", "weighs 12 dark, version 1", "weighs 15 dark, version 4", "weighs 14 dark, version 1",
			}
			if !slices.Equal(hooks.seen, want) {
				t.Errorf("hooks saw %q, want %q", hooks.seen, want)
			}
			hooks.seen = nil
			expect("POST", "/parcels/1/touch/", "", 200, `"weight":9,"double":18`, `"noted":"weighs 9"`)
			if want := []string{"weighs 9", "weighs 8"}; !slices.Equal(hooks.seen, want) {
				t.Errorf("code saw %q, want %q", hooks.seen, want)
			}
			expect("POST", "/parcels/", `{"depot": 1, "label": "made", "weight": 8}`, 400, `The fields label, double must make a unique set.`)
			expect("PATCH", "/parcels/1/", `{"weight": 13}`, 403)
			expect("POST", "/parcels/", `{"depot": 1, "label": "x", "weight": 13}`, 403)
			expect("POST", "/parcels/", `[{"depot": 1, "label": "x", "weight": 12}, {"depot": 1, "label": "x", "weight": 13}]`, 403)
			expect("PATCH", "/briefs/1/", `{"weight": 13}`, 403)
			expect("POST", "/briefs/", `{"depot": 1, "label": "x", "weight": 13}`, 403)
			expect("PATCH", "/briefs/1/", `{"weight": 10, "noted": "sent"}`, 200, `{"id":1,"label":"b","noted":"weighs 10"}`)
			expect("PATCH", "/briefs/1/", `{"weight": 9}`, 200, `"noted":"weighs 9"`)
			expect("GET", "/parcels/1/history/", "", 200, `"double":18`, `"noted":"weighs 9"`)
			expect("GET", "/parcels/?double__gte=30&ordering=-double", "", 200, `[]`)
			expect("OPTIONS", "/parcels/", "", 200, `"serial":{"type":"integer","required":false,"read_only":true`)
			if got := databasetest.Texts(t, db, "SELECT secret FROM parcel GROUP BY secret"); !slices.Equal(got, []string{"dark"}) {
				t.Errorf("the column has %q, want what the database fills in", got)
			}
		})
	}
}
