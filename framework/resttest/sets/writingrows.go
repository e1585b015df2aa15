// The rows that the scenarios of testdata/writing write.

package sets

import (
	"fmt"
	"slices"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// placard is changed by its author, and deleted by administrators or, once it is done, by anybody who may read it.
type placard struct {
	ID     int64                     `rest:"id,readonly"`
	Text   string                    `rest:"text"`
	Done   bool                      `rest:"done" default:"false"`
	Secret bool                      `rest:"secret" default:"false"`
	Author rest.BelongsTo[auth.User] `rest:"author,readonly,show=username"`
}

// coupon is a row in an envelope.
type coupon struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,filter" validate:"max=100"`
}

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

// shipment goes to a port, and so does each of its boxes; some ports are for administrators.
type shipment struct {
	ID     int64                    `rest:"id,readonly"`
	Title  string                   `rest:"title"`
	PortID rest.BelongsTo[seaport]  `rest:"-,optional" db:"port_id"`
	Boxes  rest.HasMany[shippedBox] `rest:"-"`

	Port rest.Nested[seaport]  `rest:"port,of=port_id,nested=merge,optional"`
	Rows rest.Nested[boxBrief] `rest:"boxes,of=boxes,nested=replace,optional"`
}

type shippedBox struct {
	ID       int64                    `rest:"id,readonly"`
	Shipment rest.BelongsTo[shipment] `rest:"shipment,ondelete=cascade"`
	Name     string                   `rest:"name"`
	PortID   rest.BelongsTo[seaport]  `rest:"-,optional" db:"port_id"`

	Port rest.Nested[seaport] `rest:"port,of=port_id,nested=merge,optional"`
}

type boxBrief struct {
	ID   int64                `rest:"id,readonly"`
	Name string               `rest:"name"`
	Port rest.Nested[seaport] `rest:"port,of=port_id,nested=merge,optional"`
}

type seaport struct {
	ID     int64  `rest:"id,readonly"`
	City   string `rest:"city"`
	Hidden bool   `rest:"hidden" default:"false"`
}

type (
	// route has stops, each with a place and its doors: objects in lists, at depth.
	busRoute struct {
		ID    int64     `rest:"id,readonly"`
		Stops []busStop `rest:"stops,optional" validate:"max=3"`
		Depot *busPlace `rest:"depot"`
	}
	busStop struct {
		Minute int64    `rest:"minute" validate:"min=0"`
		Place  busPlace `rest:"place"`
	}
	busPlace struct {
		City  string    `rest:"city" validate:"max=10"`
		Doors []busDoor `rest:"doors,optional"`
	}
	busDoor struct {
		Width int64 `rest:"width"`
	}
)

type editor struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=100"`
}

type draft struct {
	ID      int64                   `rest:"id,readonly"`
	Title   string                  `rest:"title"`
	Editors rest.ManyToMany[editor] `rest:"editors,readonly,show=name"`
}

// diaryPage has a secret that its record does not show; who may read one is said in Go.
type diaryPage struct {
	ID     int64                     `rest:"id,readonly"`
	Text   string                    `rest:"text"`
	Secret string                    `rest:"secret" default:"hidden"`
	Owner  rest.BelongsTo[auth.User] `rest:"owner,readonly"`
}

type shownPage struct {
	Text string `rest:"text"`
}

// cabinet is a row with members that are no columns of it.
type cabinet struct {
	ID     int64                     `rest:"id,readonly"`
	Name   string                    `rest:"name" validate:"max=20"`
	Owner  rest.BelongsTo[auth.User] `rest:"owner,optional,ondelete=null"`
	Topics rest.ManyToMany[topic]    `rest:"topics,readonly,show=name"`
	Books  rest.Count[volume]        `rest:"book_count"`
	Read   rest.Has[reader]          `rest:"read"`
	Whose  string                    `rest:"whose,readonly,path=owner.username"`
}

type topic struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=20"`
}

type volume struct {
	ID   int64                   `rest:"id,readonly"`
	Case rest.BelongsTo[cabinet] `rest:"case,ondelete=cascade"`
}

type reader struct {
	ID   int64                     `rest:"id,readonly"`
	Case rest.BelongsTo[cabinet]   `rest:"case,ondelete=cascade"`
	User rest.BelongsTo[auth.User] `rest:"user,ondelete=cascade"`
}

type shelfText struct {
	Text string `rest:"text"`
}

// fillCabinets makes three cabinets, with one, two and no books, and a reader of the second.
func fillCabinets(call *rest.Call, _ rest.None) (rest.None, error) {
	for i, name := range []string{"a", "b", "c"} {
		row := &cabinet{Name: name, Owner: rest.BelongsTo[auth.User]{ID: int64(3 - i)}}
		if i == 0 {
			art := &topic{Name: "art"}
			if err := rest.Rows[topic](call).Create(art); err != nil {
				return rest.None{}, err
			}
			row.Topics.IDs = []int64{art.ID}
		}
		if err := rest.Rows[cabinet](call).Create(row); err != nil {
			return rest.None{}, err
		}
		for range (i + 1) % 3 { // one, two and no books
			if err := rest.Rows[volume](call).Create(&volume{Case: rest.BelongsTo[cabinet]{ID: row.ID}}); err != nil {
				return rest.None{}, err
			}
		}
	}
	return rest.None{}, rest.Rows[reader](call).Create(&reader{Case: rest.BelongsTo[cabinet]{ID: 2}, User: rest.BelongsTo[auth.User]{ID: call.User().ID}})
}

// sortCabinets tells the cabinets by orders of members that are no columns.
func sortCabinets(call *rest.Call, _ rest.None) (shelfText, error) {
	text := ""
	for _, order := range []string{"book_count", "-book_count", "-read", "whose"} {
		list, err := rest.Rows[cabinet](call).Order(order, "name").Limit(9).All()
		if err != nil {
			return shelfText{}, err
		}
		text += order + ":"
		for _, row := range list {
			text += row.Name
		}
		text += " "
	}
	first, err := rest.Rows[cabinet](call).Order("name").First()
	if err != nil {
		return shelfText{}, err
	}
	return shelfText{text + fmt.Sprint(first.Topics.IDs)}, nil
}

// writingRows has the rows that the scenarios of testdata/writing write.
func writingRows() []rest.Resource {
	add := func(id int64) func(*rest.Call, *draft) error {
		return func(_ *rest.Call, d *draft) error {
			if !slices.Contains(d.Editors.IDs, id) {
				d.Editors.IDs = append(d.Editors.IDs, id)
			}
			return nil
		}
	}
	join := func(_ *rest.Call, d *draft, in struct {
		Editor int64 `rest:"editor"`
	},
	) (*draft, error) {
		d.Editors.IDs = append(d.Editors.IDs, in.Editor)
		return d, nil
	}
	edited := permission.RowFunc("of editor 1", func(_ permission.Request, row any) bool {
		return slices.Contains(row.(*draft).Editors.IDs, 1)
	})
	changes := rest.Retrieve | rest.Modify | rest.Destroy
	both := func(*rest.Call, rest.None) ([]*diaryPage, error) { return []*diaryPage{{ID: 2}, {ID: 1}}, nil }
	mine := permission.RowFunc("mine", func(q permission.Request, row any) bool {
		return q.User != nil && row.(*diaryPage).Owner.ID == q.User.UserID()
	})
	return []rest.Resource{
		rest.ViewSet[placard]{
			Path: "/memos/", Owner: rest.Field(func(m *placard) *rest.BelongsTo[auth.User] { return &m.Author }),
			Access:        permission.By{Read: permission.Any(permission.Is("secret", false), permission.Owner), Write: permission.Owner},
			DestroyAccess: permission.Any(permission.Admin, permission.Is("done", true)),
		},
		rest.ViewSet[coupon]{
			Path: "/coupons/", Bulk: rest.Bulk{Actions: rest.Create | rest.Destroy, Filtered: true},
			Envelope: rest.Envelope{Record: "coupon", List: "coupons", Input: "coupon"},
		},
		rest.ViewSet[citizen]{Path: "/citizens/", Members: rest.Members{Fields: true, Records: true, Expand: []rest.Expansion{rest.Expand("passport")}}, Filters: []rest.Filter{{Path: "passport.number"}}},
		rest.ViewSet[passport]{Path: "/passports/", Filters: []rest.Filter{{Path: "holder.name"}}},
		rest.ViewSet[traveller]{Path: "/travellers/", Bulk: rest.Bulk{Actions: rest.Modify}},
		rest.ViewSet[settler]{Path: "/settlers/"},
		rest.ViewSet[permit]{Path: "/permits/"},
		rest.ViewSet[shipment]{Path: "/shipments/", Bulk: rest.Bulk{Actions: rest.Modify}},
		rest.ViewSet[shippedBox]{Path: "/boxes/"},
		rest.ViewSet[seaport]{Path: "/ports/", Access: permission.Any(permission.Admin, permission.Is("hidden", false))},
		rest.ViewSet[busRoute]{
			Path: "/routes/", Bulk: rest.Bulk{Actions: rest.Create},
			Extra: []rest.Action{rest.OnList("plan", func(_ *rest.Call, in busPlace) (busPlace, error) { return in, nil })},
		},
		rest.ViewSet[editor]{Path: "/editors/"},
		rest.ViewSet[draft]{
			Path: "/drafts/", Serializer: rest.Serializer[draft]{BeforeUpdate: add(3)},
			Extra: []rest.Action{rest.OnRecord("join", join)},
		},
		rest.ViewSet[draft]{Path: "/edited/", Table: "drafts", Access: edited, Actions: changes},
		rest.ViewSet[draft]{Path: "/unedited/", Table: "drafts", Access: permission.Not(edited), Actions: changes},
		rest.ViewSet[diaryPage]{
			Path: "/diary/", Access: permission.All(permission.SignedIn, mine), Actions: rest.Create | rest.Retrieve,
			Owner:  rest.Field(func(n *diaryPage) *rest.BelongsTo[auth.User] { return &n.Owner }),
			Shapes: rest.Shapes{Retrieve: rest.As[shownPage]()},
			Extra: []rest.Action{
				rest.OnList("both", both, rest.GET),
				rest.OnList("act", both),
				rest.OnList("first", func(*rest.Call, rest.None) (*diaryPage, error) { return &diaryPage{ID: 1}, nil }, rest.GET),
			},
		},
		rest.ViewSet[cabinet]{Path: "/cabinets/"},
		rest.ViewSet[topic]{Path: "/topics/"},
		rest.ViewSet[volume]{Path: "/volumes/"},
		rest.ViewSet[reader]{Path: "/readers/"},
		rest.Endpoint("/fill/", fillCabinets), rest.Endpoint("/try/", sortCabinets, rest.GET),
	}
}
