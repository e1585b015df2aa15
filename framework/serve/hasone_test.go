package serve_test

import (
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

// citizen has at most one passport, which refers to its holder.
type citizen struct {
	ID       int64                      `rest:"id,readonly"`
	Name     string                     `rest:"name"`
	Passport rest.HasOne[passport]      `rest:"passport,readonly,filter=in isnull"`
	Number   rest.HasOne[passport]      `rest:"number,readonly,show=number"`
	Page     rest.HasOne[passport]      `rest:"page,readonly,link"`
	Papers   rest.Nested[passportBrief] `rest:"papers,of=passport,nested=replace,optional"`
}

type passport struct {
	ID     int64                   `rest:"id,readonly"`
	Holder rest.BelongsTo[citizen] `rest:"holder,unique,ondelete=cascade"`
	Number string                  `rest:"number,unique" validate:"max=9"`
}

type passportBrief struct {
	ID     int64  `rest:"id,readonly"`
	Number string `rest:"number"`
}

func citizens() *rest.Set {
	return rest.NewSet("citizens",
		rest.ViewSet[citizen]{Path: "/citizens/", Members: rest.Members{Fields: true, Records: true, Expand: []rest.Expansion{rest.Expand("passport")}}, Filters: []rest.Filter{{Path: "passport.number"}}},
		rest.ViewSet[passport]{Path: "/passports/", Filters: []rest.Filter{{Path: "holder.name"}}},
	).Access(permission.Anyone)
}

// One-to-one relations are read, expanded, filtered and written from both sides, and go with the row that is deleted.
func TestHasOne(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		s := server.New(t, server.Config{Set: citizens, Pages: server.PlainPages}, address)
		const none = `"passport":null,"number":null,"page":null,"papers":null}`
		shown := func(id, number string) string {
			return `"passport":` + id + `,"number":"` + number + `","page":"http://example.com/passports/` + id + `/","papers":{"id":` + id + `,"number":"` + number + `"}}`
		}
		for _, c := range []struct {
			method, path, body string
			status             int
			want               string
		}{
			{"POST", "/citizens/", `{"name":"a"}`, 201, `{"id":1,"name":"a",` + none},
			{"POST", "/citizens/", `{"name":"b","papers":{"number":"P1"}}`, 201, `{"id":2,"name":"b",` + shown("1", "P1")},
			{"POST", "/passports/", `{"holder":1,"number":"P2"}`, 201, `{"id":2,"holder":1,"number":"P2"}`},
			{"GET", "/citizens/1/", "", 200, `{"id":1,"name":"a",` + shown("2", "P2")},
			{"PUT", "/citizens/1/", `{"id":1,"name":"a",` + shown("2", "P2"), 200, `{"id":1,"name":"a",` + shown("2", "P2")},
			{"POST", "/passports/", `{"holder":1,"number":"P3"}`, 400, `{"holder":["passport with this holder already exists."]}`},
			{"PATCH", "/citizens/1/", `{"papers":{"number":"P4"}}`, 200, `{"id":1,"name":"a",` + shown("2", "P4")},
			{"PATCH", "/citizens/1/", `{"papers":{"id":1,"number":"P4"}}`, 400, `{"papers":{"id":["Invalid pk \"1\" - object does not exist."]}}`},
			{"PATCH", "/citizens/1/", `{"papers":{"number":"P1"}}`, 400, `{"papers":{"number":["passport with this number already exists."]}}`},
			{"PATCH", "/citizens/1/", `{"papers":{"number":"0123456789"}}`, 400, `{"papers":{"number":["Ensure this field has no more than 9 characters."]}}`},
			{"PATCH", "/citizens/1/", `{"papers":[{"number":"P5"}]}`, 400, `{"papers":{"non_field_errors":["Invalid data. Expected a dictionary, but got list."]}}`},
			{"PATCH", "/citizens/2/", `{"papers":null}`, 200, `{"id":2,"name":"b",` + none},
			{"GET", "/passports/1/", "", 404, `{"detail":"Not found."}`},
			{"PATCH", "/citizens/2/", `{"papers":{"number":"P6"}}`, 200, `{"id":2,"name":"b",` + shown("3", "P6")},
			{"GET", "/citizens/1/?expand=passport&fields=id,passport", "", 200, `{"id":1,"passport":{"id":2,"holder":1,"number":"P4"}}`},
			{"GET", "/citizens/?expand=passport&fields=id,passport.number", "", 200, `[{"id":1,"passport":{"number":"P4"}},{"id":2,"passport":{"number":"P6"}}]`},
		} {
			if status, body := call(s, c.method, c.path, "", c.body); status != c.status || body != c.want {
				t.Errorf("%s %s %s:\n got %d %s\nwant %d %s", c.method, c.path, c.body, status, body, c.status, c.want)
			}
		}
		must(t, s, "POST", "/citizens/", "", `{"name":"c"}`)
		for query, want := range map[string][]int{
			"passport=2": {1}, "passport=2&passport=3": {1, 2}, "passport__isnull=true": {3}, "passport__isnull=false": {1, 2}, "passport__number=P6": {2},
		} {
			if ids, status, body := foundIDs(t, s, "", "/citizens/?"+query); status != 200 || !slices.Equal(ids, want) {
				t.Errorf("%s: got %d %v %s, want %v", query, status, ids, body, want)
			}
		}
		if _, body := call(s, "OPTIONS", "/citizens/", "", ""); !strings.Contains(body, `"papers":{"type":"nested object"`) || !strings.Contains(body, `"passport":{"type":"field","required":false,"read_only":true`) {
			t.Errorf("OPTIONS: got %s", body)
		}
		if status, body := call(s, "DELETE", "/citizens/1/", "", ""); status != 204 {
			t.Errorf("DELETE: got %d %s", status, body)
		}
		if _, body := call(s, "GET", "/passports/", "", ""); body != `[{"id":3,"holder":2,"number":"P6"}]` {
			t.Errorf("after the deletion: got %s", body)
		}
	})
}

type (
	// traveller, settler and clerk tell their one permit apart by its number.
	traveller struct {
		ID     int64                    `rest:"id,readonly"`
		Permit rest.HasOne[permit]      `rest:"-"`
		Papers rest.Nested[permitBrief] `rest:"papers,of=permit,nested=merge,by=number,optional"`
	}
	settler struct {
		ID     int64                    `rest:"id,readonly"`
		Permit rest.HasOne[permit]      `rest:"-"`
		Papers rest.Nested[permitBrief] `rest:"papers,of=permit,nested=replace,by=number,optional"`
	}
	permit struct {
		ID        int64                     `rest:"id,readonly"`
		Traveller rest.BelongsTo[traveller] `rest:"traveller,unique,optional,ondelete=cascade"`
		Settler   rest.BelongsTo[settler]   `rest:"settler,unique,optional,ondelete=cascade"`
		Number    string                    `rest:"number,unique" validate:"max=9"`
		Remark    string                    `rest:"remark" default:"none"`
	}
	permitBrief struct {
		Number string `rest:"number"`
	}
)

// The one row of a record is changed whatever name is sent of it, and keeps what is not shown.
func TestHasOneByName(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		set := func() *rest.Set {
			return rest.NewSet("permits", rest.ViewSet[traveller]{Path: "/travellers/", Bulk: rest.Bulk{Actions: rest.Modify}}, rest.ViewSet[settler]{Path: "/settlers/"}, rest.ViewSet[permit]{Path: "/permits/"}).Access(permission.Anyone)
		}
		s := &purchases{Server: server.New(t, server.Config{Set: set, Pages: server.PlainPages}, address)}
		for _, step := range []struct{ request, want string }{
			{`nobody POST /travellers/ {"papers":{"number":"a"}}`, `201 {"id":1,"papers":{"number":"a"}}`},
			{`nobody POST /settlers/ {"papers":{"number":"x"}}`, `201 {"id":1,"papers":{"number":"x"}}`},
			{`nobody PATCH /permits/1/ {"remark":"kept"}`, `200 {"id":1,"traveller":1,"settler":null,"number":"a","remark":"kept"}`},
			{`nobody PATCH /permits/2/ {"remark":"kept"}`, `200 {"id":2,"traveller":null,"settler":1,"number":"x","remark":"kept"}`},
			{`nobody PATCH /travellers/1/ {"papers":{"number":"a"}}`, `200 {"id":1,"papers":{"number":"a"}}`},
			{`nobody PATCH /travellers/1/ {"papers":{"number":"b"}}`, `200 {"id":1,"papers":{"number":"b"}}`},
			{`nobody PATCH /travellers/1/ {"papers":null}`, `400 {"papers":["This field may not be null."]}`},
			{`nobody PATCH /travellers/ [{"id":1,"papers":null}]`, `400 [{"papers":["This field may not be null."]}]`},
			{`nobody PATCH /travellers/1/ {}`, `200 {"id":1,"papers":{"number":"b"}}`},
			{`nobody PUT /travellers/1/ {}`, `200 {"id":1,"papers":{"number":"b"}}`},
			{`nobody POST /travellers/ {"papers":null}`, `201 {"id":2,"papers":null}`},
			{`nobody PUT /travellers/2/ {"papers":null}`, `200 {"id":2,"papers":null}`},
			{`nobody PATCH /travellers/ [{"id":1,"papers":{"number":"c"}}]`, `200 [{"id":1,"papers":{"number":"c"}}]`},
			{`nobody PATCH /settlers/1/ {"papers":{"number":"y"}}`, `200 {"id":1,"papers":{"number":"y"}}`},
			{`nobody PATCH /settlers/1/ {"papers":{"number":"c"}}`, `400 {"papers":{"number":["permit with this number already exists."]}}`},
			{`nobody GET /permits/`, `200 [{"id":1,"traveller":1,"settler":null,"number":"c","remark":"kept"},{"id":2,"traveller":null,"settler":1,"number":"y","remark":"kept"}]`},
			{`nobody PATCH /settlers/1/ {"papers":null}`, `200 {"id":1,"papers":null}`},
			{`nobody PATCH /settlers/1/ {"papers":{"number":"z"}}`, `200 {"id":1,"papers":{"number":"z"}}`},
		} {
			s.do(t, step.request, step.want)
		}
	})
}
