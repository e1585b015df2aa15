package serve_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
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

func permits() *rest.Set {
	return rest.NewSet("permits",
		rest.ViewSet[traveller]{Path: "/travellers/", Bulk: rest.Bulk{Actions: rest.Modify}},
		rest.ViewSet[settler]{Path: "/settlers/"},
		rest.ViewSet[permit]{Path: "/permits/"},
	).Access(permission.Anyone)
}
