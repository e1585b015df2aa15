// The world of writing: relations, nested rows, lists of writes, and forms.

package sets

import (
	"fmt"
	"slices"
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

// waybill is found by the beginning of its code, by its number, by the whole of its name and by its carrier.
type waybill struct {
	ID      int64   `rest:"id,readonly"`
	Number  int64   `rest:"number,search=="`
	Code    string  `rest:"code,search=^,filter=startswith"`
	Name    *string `rest:"name,search==,filter=istartswith iexact"`
	Carrier string  `rest:"carrier,sort=ci,filter,optional" validate:"max=60"`
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
		rest.ViewSet[waybill]{Table: "waybills", Actions: rest.ReadOnly, Path: "/carried/", Order: []string{"carrier"}, Pages: rest.LimitOffset{Default: 20, Count: rest.CountNone}},
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

// room has a value that is unique.
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
			Indexes: []rest.Index{{Fields: []string{"user", "day"}, Unique: true, Where: predicate.Ne("state", "off"), Message: "One watering a day is enough."}},
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
