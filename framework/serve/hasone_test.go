package serve_test

import (
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
