// The world of writing: relations, nested rows, lists of writes, and forms.

package sets

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/patch"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

// Writing is the world of writing: relations from both sides, nested rows, lists of writes, unique values and computed members.
func Writing() *rest.Set {
	resources := slices.Concat(
		writingRows(), gardensRows(), cratesRows(), homepagesRows(), flowersRows(), positionsRows(),
	)
	return rest.NewSet("writing", resources...).Access(permission.Anyone)
}

// Cork is what a board is made of.
type Cork struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// Corkboard is a row that no built-in operation of its resource changes.
type Corkboard struct {
	ID   int64                `rest:"id,readonly"`
	Open bool                 `rest:"open" default:"true"`
	Made rest.BelongsTo[Cork] `rest:"made,readonly,optional,ondelete=null"`
}

// Pinned is a note on a board.
type Pinned struct {
	ID    int64                     `rest:"id,readonly"`
	Board rest.BelongsTo[Corkboard] `rest:"board"`
}

type pinnedBelow struct {
	ID    int64                     `rest:"id,readonly"`
	Board rest.BelongsTo[Corkboard] `rest:"board,readonly,ondelete=cascade"`
}

// Corkboards has boards and the notes that are pinned to them, with the hooks, actions and resources of a test.
func Corkboards(hooks rest.Serializer[Pinned], extra []rest.Action, others ...rest.Resource) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("corkboards", append([]rest.Resource{
			rest.ViewSet[Corkboard]{Path: "/boards/", Actions: rest.Retrieve, Access: permission.Is("open", true), Extra: extra},
			rest.ViewSet[Pinned]{Path: "/pinned/", Actions: rest.Create, Serializer: hooks},
			rest.ViewSet[pinnedBelow]{Path: "/boards/{board}/pinned/", RecordPath: "/below/", Actions: rest.Create},
		}, others...)...).Access(permission.Anyone)
	}
}

// Audited are cellars and anthologies, with an audit of all of them.
func Audited() *rest.Set {
	rename := func(c *rest.Call, k *Keyword, in Retitling) (*Keyword, error) {
		others := rest.Rows[Keyword](c)
		if err := others.Create(&Keyword{Name: in.Title}); err != nil {
			return nil, err
		}
		if in.Title == "refused" {
			return nil, problem.New(problem.Conflict, "No.")
		}
		return k, nil
	}
	promote := func(c *rest.Call, in Retitling) (rest.None, error) {
		users := rest.Rows[auth.User](c)
		u, err := users.Lock(2)
		if err != nil {
			return rest.None{}, err
		}
		u.Email = in.Title
		return rest.None{}, users.Update(u, &u.Email)
	}
	idle := func(*rest.Call, rest.None) (rest.None, error) { return rest.None{}, nil }
	return SoftCellarsWith(
		rest.Audit{Path: "/audit/", Keep: time.Hour},
		rest.ViewSet[Rack]{Path: "/boards/"},
		rest.ViewSet[StampRow]{Path: "/marks/"},
		rest.ViewSet[Treatise]{
			Path: "/volumes/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy, Max: 1000},
			Owner: rest.Field(func(v *Treatise) *rest.BelongsTo[auth.User] { return &v.Owner }),
		},
		rest.ViewSet[Anthology]{Path: "/anthologies/"},
		rest.ViewSet[Keyword]{Path: "/keywords/", Extra: []rest.Action{rest.OnRecord("rename", rename)}},
		rest.ViewSet[Pamphlet]{Path: "/essays/"},
		rest.ViewSet[Marginal]{Path: "/marginals/"},
		rest.ViewSet[Publisher]{Path: "/publishers/"},
		rest.Endpoint("/promote/", promote, rest.Allow(permission.Admin)),
		rest.Endpoint("/idle/", idle),
		rest.Tokens("/tokens/"),
	).Schemes(token.Scheme{}, basic.Scheme{})
}

type (
	freight struct {
		ID      int64                    `rest:"id,readonly"`
		Title   string                   `rest:"title" validate:"max=40"`
		Cost    *decimal.Decimal         `rest:"cost" digits:"8,2"`
		Rate    *float64                 `rest:"rate"`
		Count   *int64                   `rest:"count"`
		Day     *rest.Date               `rest:"day"`
		At      *time.Time               `rest:"at"`
		Spec    *freightSpec             `rest:"spec"`
		Details map[string]any           `rest:"details,optional"`
		Tags    []string                 `rest:"tags,optional"`
		Boxes   rest.HasMany[freightBox] `rest:"-"`
		Rows    rest.Nested[freightRow]  `rest:"boxes,of=boxes,nested=replace,optional" validate:"max=500"`
	}
	freightSpec struct {
		Colour string `rest:"colour"`
		Size   *int64 `rest:"size"`
	}
	freightBox struct {
		ID       int64                   `rest:"id,readonly"`
		Shipment rest.BelongsTo[freight] `rest:"freight,ondelete=cascade"`
		Name     string                  `rest:"name" validate:"max=10"`
		Weight   *float64                `rest:"weight"`
	}
	freightRow struct {
		ID     int64    `rest:"id,readonly"`
		Name   string   `rest:"name"`
		Weight *float64 `rest:"weight"`
	}
)

// Freights have a value of each kind that a client can get wrong.
func Freights() *rest.Set {
	return rest.NewSet("freights",
		rest.ViewSet[freight]{Path: "/freights/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify, Max: 100}},
		rest.ViewSet[freightBox]{Path: "/boxes/"},
	).Access(permission.Anyone).Parsers(append(media.Parsers(), patch.Merge(), patch.JSON())...)
}

type gallery struct {
	ID    int64      `rest:"id,readonly"`
	Photo rest.Image `rest:"photo" file:"max=2MiB,width=100,height=100"`
	Name  string     `rest:"name,readonly,of=photo.name"`
}

// Galleries have photos of limited size.
func Galleries() *rest.Set {
	return rest.NewSet("galleries", rest.ViewSet[gallery]{Path: "/galleries/"}).Access(permission.Anyone)
}

type depot struct {
	ID    int64              `rest:"id,readonly"`
	Name  string             `rest:"name,unique,filter" validate:"max=100"`
	Open  bool               `rest:"open"`
	Crews rest.HasMany[crew] `rest:"crews,readonly"`
}

type crew struct {
	ID    int64                     `rest:"id,readonly"`
	Depot rest.BelongsTo[depot]     `rest:"depot,ondelete=cascade"`
	User  rest.BelongsTo[auth.User] `rest:"user"`
}

type tagged struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=100"`
}

// haulage has a filter of each look-up that an index serves.
type haulage struct {
	ID       int64                     `rest:"id,readonly"`
	Depot    rest.BelongsTo[depot]     `rest:"depot,filter"`
	Title    string                    `rest:"title,filter=eq" validate:"max=100"`
	Body     string                    `rest:"body,filter"`
	Status   string                    `rest:"status,filter=in" validate:"oneof=open doing closed"`
	Priority int64                     `rest:"priority,filter=eq gte lte"`
	Due      *rest.Date                `rest:"due,filter=eq gte lte isnull year"`
	Created  time.Time                 `rest:"created,readonly,filter=gte lt date year" default:"now"`
	Assignee rest.BelongsTo[auth.User] `rest:"assignee,optional,show=username,filter=eq isnull"`
	Tags     rest.ManyToMany[tagged]   `rest:"tags,optional,filter=in,through=jobs_tags"`
	Parcel   map[string]any            `rest:"parcel,optional"`
}

type haulageNote struct {
	ID      int64                   `rest:"id,readonly"`
	Job     rest.BelongsTo[haulage] `rest:"job,readonly,ondelete=cascade"`
	Text    string                  `rest:"text"`
	Created time.Time               `rest:"created,readonly" default:"now"`
}

// waybill is found by the beginning of its code, by its number and by the whole of its name.
type waybill struct {
	ID     int64   `rest:"id,readonly"`
	Number int64   `rest:"number,search=="`
	Code   string  `rest:"code,search=^,filter=startswith"`
	Name   *string `rest:"name,search==,filter=istartswith iexact"`
}

// waybillText is full text, which a word finds and ranks.
type waybillText struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title,search=@"`
	Text  string `rest:"text,search=@"`
	Lines int64  `rest:"lines"`
}

// Depots have every parameter, order and rule that reads an index.
func Depots() *rest.Set {
	seen := func(path string) permission.Rule {
		return permission.By{Read: permission.Any(permission.Is(path+"open", true), permission.Me(path+"crews.user")), Write: permission.Admin}
	}
	return rest.NewSet("depots",
		rest.ViewSet[depot]{Table: "depots", Path: "/depots/", Access: seen(""), Order: []string{"name"}, Pages: rest.LimitOffset{Default: 20, Count: rest.CountNone}},
		rest.ViewSet[crew]{Path: "/crews/"},
		rest.ViewSet[tagged]{Table: "tags", Path: "/tags/"},
		rest.ViewSet[haulage]{
			Table: "jobs",
			Path:  "/jobs/", Access: seen("depot."), Order: []string{"-created", "-id"}, Ordering: []string{"priority", "due", "created", "title"},
			Pages: rest.Cursor{Size: 20}, Filters: []rest.Filter{{Path: "depot.name"}, {Path: "parcel.colour", As: "", Lookups: "in"}, {Path: "parcel.box.n", As: int64(0), Lookups: "gte"}},
		},
		rest.ViewSet[haulageNote]{Table: "remarks", Actions: rest.ReadOnly, Path: "/jobs/{job}/remarks/", Order: []string{"-created", "-id"}, Pages: rest.Cursor{Size: 20}},
		rest.ViewSet[waybill]{Table: "waybills", Path: "/waybills/", Pages: rest.LimitOffset{Default: 20, Count: rest.CountNone}},
		rest.ViewSet[waybillText]{Table: "letters", Path: "/letters/", Order: []string{"-lines", "-id"}, Ordering: []string{"lines"}, Pages: rest.LimitOffset{Default: 20, Count: rest.CountNone}},
		rest.ViewSet[haulageNote]{Table: "remarks", Actions: rest.ReadOnly, Path: "/remarks/", Order: []string{"-created", "-id"}, Pages: rest.LimitOffset{Default: 20, Count: rest.CountNone}},
	).Access(permission.Anyone)
}

type posted struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title"`
	Count int64  `rest:"count,optional"`
}

// PostedForms are rows that forms create and delete, under some rules of requests.
func PostedForms(rules rest.RequestRules) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("posted", rest.ViewSet[posted]{Path: "/posted/", Bulk: rest.Bulk{Actions: rest.Create | rest.Destroy, Max: 1200}}).
			Access(permission.Anyone).Requests(rules)
	}
}

// room, guest and visit have the fields that are hard for a form: a third answer, a choice and a relation
// without a default, rows that not everybody sees, times.
type room struct {
	ID     int64  `rest:"id,readonly"`
	Name   string `rest:"name,unique" validate:"max=100"`
	Hidden bool   `rest:"hidden" default:"false"`
}

// Cellar has rooms that only administrators see.
func Cellar() *rest.Set {
	return rest.NewSet("cellar", rest.ViewSet[room]{Path: "/rooms/", Access: permission.Admin})
}

// Crates whose bottles a computed member counts.
type (
	// Crate has a name in addresses.
	Crate struct {
		ID   int64  `rest:"id,readonly"`
		Slug string `rest:"slug,unique" validate:"max=20"`
	}
	crateRow struct {
		Slug string `rest:"slug"`
	}
	// CrateNest is a bottle with its crate nested in it.
	CrateNest struct {
		ID    int64              `rest:"id,readonly"`
		Crate rest.Nested[Crate] `rest:"crate"`
	}
	// Bottle stands in a crate.
	Bottle struct {
		ID    int64                 `rest:"id,readonly"`
		Crate rest.BelongsTo[Crate] `rest:"crate,ondelete=cascade"`
	}
)

// cratesRows count their bottles in a computed member.
func cratesRows() []rest.Resource {
	bottles := rest.Compute("bottles", func(c *rest.Call, row *Crate) int64 {
		n, err := rest.Rows[Bottle](c).Count(predicate.Eq("crate", row.ID))
		if err != nil {
			return -1
		}
		return n
	})
	sent := rest.Compute("sent", func(c *rest.Call, _ *Crate) bool { return c.Sent("slug") })
	writes := rest.Compute("writes", func(c *rest.Call, row *Crate) string {
		add := rest.Rows[Bottle](c).Create(&Bottle{Crate: rest.BelongsTo[Crate]{ID: row.ID}})
		_, exec := c.Exec("DELETE FROM bottles")
		return fmt.Sprint(add != nil, exec != nil, c.AfterCommit(nil) != nil)
	})
	fill := func(c *rest.Call, row *Crate) error {
		return rest.Rows[Bottle](c).Create(&Bottle{Crate: rest.BelongsTo[Crate]{ID: row.ID}})
	}
	filled := func(c *rest.Call, row *Crate, _ rest.None) (*Crate, error) { return row, fill(c, row) }
	serializer := rest.Serializer[Crate]{Computed: []rest.Computed[Crate]{bottles, sent, writes}, AfterCreate: fill, AfterUpdate: fill}
	return []rest.Resource{
		rest.ViewSet[Crate]{
			Path: "/crates/", Lookup: "slug", Serializer: serializer, Shapes: rest.Shapes{List: rest.As[crateRow]()},
			Extra: []rest.Action{
				rest.OnRecord("fill", filled),
				rest.OnRecord("again", func(c *rest.Call, row *Crate, _ rest.None) (*Crate, error) { return row, nil }, rest.GET),
			},
		},
		rest.ViewSet[Bottle]{Path: "/bottles/", Shapes: rest.Shapes{Retrieve: rest.As[CrateNest]()}},
	}
}

// Lowered are anthologies whose keywords are stored in lower case.
func Lowered() *rest.Set {
	lower := func(_ *rest.Call, k *Keyword) error {
		k.Name = strings.ToLower(k.Name)
		return nil
	}
	return rest.NewSet("press",
		rest.ViewSet[Anthology]{Path: "/anthologies/", Bulk: rest.Bulk{Actions: rest.Create}},
		rest.ViewSet[Keyword]{Path: "/keywords/", Serializer: rest.Serializer[Keyword]{BeforeSave: lower}},
		rest.ViewSet[Pamphlet]{Path: "/essays/"},
		rest.ViewSet[Marginal]{Path: "/marginals/"},
		rest.ViewSet[Publisher]{Path: "/publishers/"},
	).Access(permission.Anyone)
}

// Anthology takes texts by their keys, tags by their names, and notes that it only makes.
type Anthology struct {
	ID      int64                      `rest:"id,readonly"`
	Title   string                     `rest:"title" validate:"max=20"`
	Version int64                      `rest:"version,readonly,version"`
	Words   rest.ManyToMany[Keyword]   `rest:"keywords,optional,show=name,nested=create"`
	Pieces  rest.HasMany[Pamphlet]     `rest:"-"`
	Notes   rest.HasMany[Marginal]     `rest:"-"`
	Press   rest.BelongsTo[Publisher]  `rest:"-,optional" db:"press_id"`
	Essays  rest.Nested[Pamphlet]      `rest:"essays,of=pieces,nested=link,optional"`
	Made    rest.Nested[marginalBrief] `rest:"notes,of=notes,nested=create,optional"`
	By      rest.Nested[Publisher]     `rest:"press,of=press,nested=link,optional"`
}

// Keyword is named by its name.
type Keyword struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=10"`
}

// Pamphlet is a text that an anthology takes by its key.
type Pamphlet struct {
	ID        int64                     `rest:"id,readonly"`
	Title     string                    `rest:"title"`
	Anthology rest.BelongsTo[Anthology] `rest:"anthology,optional,ondelete=null"`
}

// Marginal is a note of an anthology.
type Marginal struct {
	ID        int64                     `rest:"id,readonly"`
	Anthology rest.BelongsTo[Anthology] `rest:"anthology,ondelete=cascade"`
	Text      string                    `rest:"text" validate:"max=10"`
}

type marginalBrief struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
}

// Publisher is named by an anthology.
type Publisher struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=100"`
}

// Anthologies nest keywords, texts and notes in every way.
func Anthologies() *rest.Set {
	refuse := func(call *rest.Call, m *Marginal) error {
		switch m.Text {
		case "conflict":
			return problem.New(problem.Conflict, "No.")
		case "invalid":
			var fields problem.Fields
			fields.Add("text", "No.")
			return fields.Err()
		case "broken":
			return errors.New("broken")
		}
		return nil
	}
	return rest.NewSet("press",
		rest.ViewSet[Anthology]{Path: "/anthologies/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify}},
		rest.ViewSet[Keyword]{Path: "/keywords/"},
		rest.ViewSet[Pamphlet]{
			Path: "/essays/", Bulk: rest.Bulk{Actions: rest.Create, Max: 1000},
			ReadOnlyWhile: []rest.ReadOnlyWhile{{Fields: []string{"anthology"}, Holds: predicate.Eq("title", "bound"), Message: "It is bound."}},
		},
		rest.ViewSet[Marginal]{Path: "/marginals/", Serializer: rest.Serializer[Marginal]{AfterCreate: refuse}},
		rest.ViewSet[Publisher]{Path: "/publishers/"},
	).Access(permission.Anyone)
}

type garden struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name" validate:"max=100"`
}

// bed is unique by its name in a garden.
type bed struct {
	ID     int64                  `rest:"id,readonly"`
	Garden rest.BelongsTo[garden] `rest:"garden,createonly"`
	Name   string                 `rest:"name" validate:"max=100"`
	Note   string                 `rest:"note,optional"`
}

// seat is unique by its row and its number, which is not always there, in the garden of its path.
type seat struct {
	ID     int64                  `rest:"id,readonly"`
	Garden rest.BelongsTo[garden] `rest:"-"`
	Row    string                 `rest:"row" validate:"max=100"`
	Number *int64                 `rest:"number"`
}

// watering is one of each account on each day, unless it was called off.
type watering struct {
	ID    int64                     `rest:"id,readonly"`
	User  rest.BelongsTo[auth.User] `rest:"user,readonly,show=username"`
	Day   rest.Date                 `rest:"day"`
	State string                    `rest:"state" default:"planned"`
}

// gardensRows nest rows with values that are unique together.
func gardensRows() []rest.Resource {
	return []rest.Resource{
		rest.ViewSet[garden]{Path: "/gardens/"},
		rest.ViewSet[bed]{Path: "/beds/", Indexes: []rest.Index{{Fields: []string{"garden", "name"}, Unique: true}}},
		rest.ViewSet[seat]{Path: "/gardens/{garden}/seats/", Indexes: []rest.Index{{Fields: []string{"garden", "row", "number"}, Unique: true}}},
		rest.ViewSet[watering]{
			Path: "/waterings/", Access: permission.SignedInOrReadOnly,
			Owner:   rest.Field(func(w *watering) *rest.BelongsTo[auth.User] { return &w.User }),
			Indexes: []rest.Index{{Fields: []string{"user", "day"}, Unique: true, Where: predicate.Ne("state", "off")}},
		},
	}
}

type patched struct {
	ID       int64                  `rest:"id,readonly"`
	Title    string                 `rest:"title" validate:"max=10"`
	Note     *string                `rest:"note"`
	Watchers []string               `rest:"watchers,optional" validate:"max=100"`
	Details  map[string]any         `rest:"details,optional"`
	Secret   string                 `rest:"secret,writeonly,optional"`
	Above    rest.BelongsTo[above]  `rest:"above,optional,show=name"`
	Marks    rest.ManyToMany[above] `rest:"marks,optional"`
	Number   int64                  `rest:"number,readonly" default:"4"`
}

type above struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=100"`
}

// Patches are records that three kinds of patches change.
func Patches() *rest.Set {
	return rest.NewSet("patches",
		rest.ViewSet[patched]{Path: "/things/"},
		rest.ViewSet[above]{Path: "/above/", Actions: rest.Everything &^ rest.Modify},
	).Access(permission.Anyone).Parsers(append(media.Parsers(), patch.Merge(), patch.JSON())...)
}

type ticketForm struct {
	ID       int64          `rest:"id,readonly"`
	Slug     string         `rest:"slug,createonly" validate:"max=20"`
	Title    string         `rest:"title" validate:"max=20"`
	Note     string         `rest:"note,optional"`
	Watchers []string       `rest:"watchers,optional" validate:"max=5"`
	Details  map[string]any `rest:"details,optional"`
	Number   int64          `rest:"number,readonly" default:"1"`
}

type closing struct {
	Reason string `rest:"reason,optional"`
}

// TicketForms serves forms for tickets, whose requests follow some rules.
func TicketForms(rules rest.RequestRules, options ...func(*rest.Set) *rest.Set) func() *rest.Set {
	return func() *rest.Set {
		s := rest.NewSet("forms", rest.ViewSet[ticketForm]{
			Path: "/forms/", Access: permission.Anyone,
			Extra: []rest.Action{rest.OnRecord("close", func(_ *rest.Call, f *ticketForm, in closing) (*ticketForm, error) {
				f.Note = in.Reason
				return f, nil
			})},
			Serializer: rest.Serializer[ticketForm]{Validate: func(_ *rest.Call, f *ticketForm) problem.Fields {
				var problems problem.Fields
				if f.Title == f.Note {
					problems.Add("note", "Say more than the title.")
				}
				return problems
			}},
		}).Requests(rules)
		for _, o := range options {
			s = o(s)
		}
		return s
	}
}

// placard is changed by its author, and deleted by administrators or, once it is done, by anybody who may read it.
type placard struct {
	ID     int64                     `rest:"id,readonly"`
	Text   string                    `rest:"text"`
	Done   bool                      `rest:"done" default:"false"`
	Secret bool                      `rest:"secret" default:"false"`
	Author rest.BelongsTo[auth.User] `rest:"author,readonly,show=username"`
}

// Coupon is a row in an envelope.
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
