// Members with rules: who may not read or write one is answered as if the struct did not have it.

package served_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/serve"
)

type (
	// hire has members with rules: a salary and a remark that administrators alone may know, a grade that they alone may
	// write, and a pin that they alone may read.
	hire struct {
		ID     int64                     `rest:"id,readonly"`
		Name   string                    `rest:"name,search,sort,filter=contains"`
		Unit   rest.BelongsTo[squad]     `rest:"unit,filter,ondelete=cascade"`
		Mentor rest.BelongsTo[hire]      `rest:"mentor,optional,ondelete=null"`
		Salary int64                     `rest:"salary,search==,sort,filter=gte lte" default:"100" validate:"min=1"`
		Grade  string                    `rest:"grade" default:"junior"`
		Remark *string                   `rest:"remark,sort,filter=contains,search" db:"note"`
		Pin    string                    `rest:"pin" default:"0000"`
		Badge  rest.File                 `rest:"badge,optional"`
		Pay    int64                     `rest:"mentor_pay,readonly,path=mentor.salary"`
		By     rest.BelongsTo[auth.User] `rest:"by,readonly,show=username"`
	}
	// squad nests hires, whole and in part.
	squad struct {
		ID    int64                 `rest:"id,readonly"`
		Name  string                `rest:"name"`
		Hires rest.HasMany[hire]    `rest:"hires,readonly"`
		Staff rest.Nested[hireMore] `rest:"staff,of=hires"`
	}
	// hireMore shows the salary under another name.
	hireMore struct {
		Name string `rest:"name"`
		Pay  int64  `rest:"pay" db:"salary"`
	}
)

func staff() *rest.Set {
	return rest.NewSet("staff",
		rest.ViewSet[squad]{Path: "/squads/", Members: rest.Members{Fields: true, Records: true, Expand: []rest.Expansion{rest.Expand("hires")}}},
		rest.ViewSet[hire]{
			Path: "/hires/", Name: "Hire", Table: "hires", Pages: rest.LimitOffset{Default: 20}, Exports: true,
			Owner: rest.Field(func(h *hire) *rest.BelongsTo[auth.User] { return &h.By }),
			Fields: rest.FieldRules{
				"salary": permission.Admin, "remark": permission.Admin, "badge": permission.Admin,
				"grade": permission.By{Read: permission.Anyone, Write: permission.Admin},
				"pin":   permission.By{Read: permission.Admin, Write: permission.Anyone},
			},
			Filters:  []rest.Filter{{Path: "mentor.salary", Lookups: "gte"}, {Path: "mentor.name"}},
			Search:   []string{"mentor.remark"},
			Ordering: []string{"worth=-salary,name", "mentor.salary", "mentor.name"},
			Members:  rest.Members{Fields: true, Records: true, Expand: []rest.Expansion{rest.Expand("unit"), rest.Expand("mentor")}},
			History:  &rest.History{}, Bulk: rest.Bulk{Actions: rest.Create | rest.Modify},
		},
	).Access(permission.SignedInOrReadOnly).Renderers(media.JSONRenderer{}, media.PageRenderer{}, media.YAMLRenderer{}, csv.Renderer{})
}

// staffOf is a service of a set with two hires that an administrator has made, in the database itself.
func staffOf(t *testing.T, set func() *rest.Set, address string) *server.Server {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	s := server.New(t, server.Config{Set: set, Pages: pages(t), Options: serve.Options{
		Now: func() time.Time { return now }, Keys: serve.KeyOptions{Form: func() string { return "key" }, Cursor: func() []byte { return []byte("0123456789abcdef0123456789abcdef") }},
	}}, address)
	must(t, s, "POST", "/squads/", "admin", `{"name":"first"}`)
	must(t, s, "POST", "/hires/", "admin", `{"name":"ann","unit":1}`)
	must(t, s, "POST", "/hires/", "admin", `{"name":"ben","unit":1,"mentor":1}`)
	db := direct(t, address)
	if _, err := db.Exec(`UPDATE hires SET salary = 777, note = 'secret' WHERE id = 1`); err != nil {
		t.Fatal(err)
	}
	return s
}

// Rules of members tell creates from changes, and refuse what they keep back where they say so; what is sent back as it
// was read is fine.
func TestFieldRulesRefuse(t *testing.T) {
	type parcel struct {
		ID     int64                     `rest:"id,readonly"`
		Name   string                    `rest:"name"`
		Weight int64                     `rest:"weight" default:"1"` // given by editors, once
		Route  string                    `rest:"route" default:"x"`  // changed by editors, and given by nobody
		Price  int64                     `rest:"price" default:"5"`  // of editors, and ignored of others
		Depot  rest.BelongsTo[squad]     `rest:"depot,optional,ondelete=null"`
		Crew   rest.ManyToMany[squad]    `rest:"crew,optional"`
		By     rest.BelongsTo[auth.User] `rest:"by,readonly,show=username"`
	}
	strict := permission.By{Read: permission.Anyone, Write: permission.OrInvalid(permission.Admin)}
	set := func() *rest.Set {
		return rest.NewSet("parcels", rest.ViewSet[squad]{Path: "/squads/"}, rest.ViewSet[hire]{Path: "/hires/", Table: "hires", Actions: rest.ReadOnly}, rest.ViewSet[parcel]{
			Path: "/parcels/", Owner: rest.Field(func(p *parcel) *rest.BelongsTo[auth.User] { return &p.By }), Bulk: rest.Bulk{Actions: rest.Modify},
			Fields: rest.FieldRules{
				"weight": permission.By{Read: permission.Anyone, Write: permission.OrInvalid(permission.Nobody), Create: permission.OrInvalid(permission.Admin)},
				"route":  permission.By{Read: permission.Anyone, Write: permission.OrInvalid(permission.Nobody), Change: permission.Admin},
				"price":  permission.By{Read: permission.Anyone, Write: permission.Admin},
				"depot":  strict, "crew": strict,
			},
		}).Access(permission.SignedInOrReadOnly)
	}
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: set, Pages: pages(t)}, address)
		must(t, s, "POST", "/squads/", "admin", `{"name":"a"}`)
		must(t, s, "POST", "/squads/", "admin", `{"name":"b"}`)
		const refused = `["You may not set this field."]`
		for _, tt := range []struct {
			user, method, path, body string
			status                   int
			has                      string
		}{
			{"admin", "POST", "/parcels/", `{"name":"a","weight":3,"price":9,"depot":1,"crew":[1]}`, 201, `"weight":3,"route":"x","price":9,"depot":1,"crew":[1]`},
			{"admin", "POST", "/parcels/", `{"name":"b","route":"y"}`, 400, `{"route":` + refused + `}`},
			{"admin", "PATCH", "/parcels/1/", `{"weight":4}`, 400, `{"weight":` + refused + `}`},
			{"admin", "PATCH", "/parcels/1/", `{"route":"y"}`, 200, `"route":"y"`},
			{"bob", "POST", "/parcels/", `{"name":"b","weight":2,"price":7}`, 400, `{"weight":` + refused + `}`},
			{"bob", "POST", "/parcels/", `{"name":"b","price":7}`, 201, `"weight":1,"route":"x","price":5`},
			{"bob", "PUT", "/parcels/1/", `{"name":"c"}`, 200, `"name":"c","weight":3,"route":"y","price":9`},
			{"bob", "PUT", "/parcels/1/", `{"name":"c","weight":3,"route":"y","price":1,"depot":1,"crew":[1]}`, 200, `"price":9`},
			{"bob", "PATCH", "/parcels/1/", `{"depot":2,"crew":[2]}`, 400, `{"depot":` + refused + `,"crew":` + refused + `}`},
			{"bob", "PATCH", "/parcels/1/", `{"weight":"no"}`, 400, `{"weight":["A valid integer is required."]}`},
			{"bob", "PATCH", "/parcels/", `[{"id":1,"weight":9}]`, 400, refused},
			{"bob", "OPTIONS", "/parcels/1/", "", 200, `"weight":{"type":"integer","required":false,"read_only":true`},
			{"admin", "OPTIONS", "/parcels/", "", 200, `"route":{"type":"string","required":false,"read_only":true`},
			{"admin", "GET", "/parcels/1/", "", 200, `"name":"c","weight":3,"route":"y","price":9,"depot":1,"crew":[1]`},
		} {
			status, answer := call(s, tt.method, tt.path, tt.user, tt.body)
			if status != tt.status || !strings.Contains(answer, tt.has) {
				t.Errorf("%s %s %s as %s: got %d %s, want %d with %s", tt.method, tt.path, tt.body, tt.user, status, answer, tt.status, tt.has)
			}
		}
		r := httptest.NewRequest("GET", "/parcels/2/", nil)
		r.Header.Set("Accept", "text/html")
		r.SetBasicAuth("bob", "bob-password")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		for input, want := range map[string]bool{`name="name"`: true, `name="weight"`: false, `name="route"`: false, `name="price"`: false, `name="crew"`: false} {
			if has := strings.Contains(w.Body.String(), input); has != want {
				t.Errorf("the page of bob has %s: %v, want %v", input, has, want)
			}
		}
	})
}
