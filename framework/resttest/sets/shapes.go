// Sets with other representations than their rows: lamps, tenants, issues and lockers.

package sets

import (
	"strings"
	"time"

	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type hall struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// lamp is a row that clients send as one of two other structs.
type lamp struct {
	ID    int64                `rest:"id,readonly"`
	Hall  rest.BelongsTo[hall] `rest:"hall,readonly,ondelete=cascade"`
	Name  string               `rest:"name" validate:"max=10"`
	Color string               `rest:"color" validate:"oneof=red green"`
	Power int64                `rest:"power" validate:"max=100"`
	Maker string               `rest:"maker,createonly" default:"of the row"`
	State string               `rest:"-" default:"off"`
}

type newLamp struct {
	Name  string `rest:"name"`
	Color string `rest:"color" default:"red"`
	Power int64  `rest:"power" default:"5"`
	Maker string `rest:"maker" default:"of the shape"`
	State string `rest:"state,writeonly" default:"on"`
}

type lampChange struct {
	Name  string `rest:"name" validate:"startswith=l"`
	Color string `rest:"color"`
	Power int64  `rest:"power" validate:"max=50"`
}

// Lamps have other members when they are made and changed.
func Lamps() *rest.Set {
	return rest.NewSet("lamps",
		rest.ViewSet[hall]{Path: "/halls/"},
		rest.ViewSet[lamp]{
			Path: "/halls/{hall}/lamps/", RecordPath: "/lamps/",
			Shapes:     rest.Shapes{Create: rest.As[newLamp](), Update: rest.As[lampChange]()},
			Serializer: rest.Serializer[lamp]{Computed: []rest.Computed[lamp]{rest.Compute("lit", func(_ *rest.Call, l *lamp) bool { return l.State == "on" })}},
		},
	).Access(permission.Anyone)
}

// Tenant has more than any of its representations shows.
type Tenant struct {
	ID    int64  `rest:"id,readonly"`
	Email string `rest:"email,unique" validate:"max=100"`
	Rent  int64  `rest:"rent" default:"777"`
	Name  string `rest:"name"`
	Nick  string `rest:"nick" default:""`
	Code  string `rest:"-" default:"0000"`
	Notes string `rest:"notes" default:"secret"`
}

type delivery struct {
	ID int64                   `rest:"id,readonly"`
	To rest.BelongsTo[Tenant]  `rest:"to,ondelete=cascade"`
	CC rest.ManyToMany[Tenant] `rest:"cc,optional"`
}

// House has tenants and deliveries, shown by shapes.
func House(shapes rest.Shapes, actions rest.Actions) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("house",
			rest.ViewSet[Tenant]{Name: "tenant", Path: "/tenants/", Actions: actions, Shapes: shapes},
			rest.ViewSet[delivery]{Path: "/parcels/"},
		).Access(permission.Anyone)
	}
}

type stamps struct {
	Created time.Time `rest:"createdAt,readonly" default:"now"`
}

type folder struct {
	ID         int64                     `rest:"id,readonly"`
	Name       string                    `rest:"name"`
	Visibility string                    `rest:"visibility" default:"public" validate:"oneof=public private"`
	Head       rest.BelongsTo[auth.User] `rest:"head,optional,ondelete=null"`
}

type issue struct {
	ID int64 `rest:"id,readonly"`
	stamps
	Folder   rest.BelongsTo[folder]     `rest:"folder,createonly,ondelete=cascade"`
	Title    string                     `rest:"title" validate:"max=40"`
	DueDate  *rest.Date                 `rest:"dueDate"`
	Price    decimal.Decimal            `rest:"price" digits:"8,2" default:"0.5"`
	Weight   float64                    `rest:"weight" default:"0"`
	Marks    rest.ManyToMany[mark]      `rest:"marks,optional"`
	Watchers rest.ManyToMany[auth.User] `rest:"watchers,optional"`
	Remarks  rest.HasMany[remark]       `rest:"-"`

	FolderName  string               `rest:"folderName,readonly,path=folder.name"`
	FolderHead  string               `rest:"folderHead,readonly,path=folder.head.username"`
	FolderPlain rest.Nested[head]    `rest:"x-folder,of=folder"`
	RemarkCount rest.Count[remark]   `rest:"remark_count"`
	MarkCount   rest.Count[mark]     `rest:"mark_count"`
	Starred     rest.Has[star]       `rest:"starred"`
	Watched     rest.Has[auth.User]  `rest:"watched"`
	AllRemarks  rest.Nested[comment] `rest:"all_remarks,of=remarks"`
}

type remark struct {
	ID     int64                     `rest:"id,readonly"`
	Issue  rest.BelongsTo[issue]     `rest:"issue,ondelete=cascade"`
	Text   string                    `rest:"text"`
	Secret bool                      `rest:"secret" default:"false"`
	Cost   *decimal.Decimal          `rest:"cost" digits:"6,3"`
	Rate   float64                   `rest:"rate" default:"0.1"`
	At     *time.Time                `rest:"at"`
	Day    *rest.Date                `rest:"day"`
	Took   *time.Duration            `rest:"took"`
	Author rest.BelongsTo[auth.User] `rest:"author,optional,ondelete=null"`
}

type mark struct {
	ID     int64  `rest:"id,readonly"`
	Name   string `rest:"name"`
	Hidden bool   `rest:"hidden" default:"false"`
}

type star struct {
	ID    int64                     `rest:"id,readonly"`
	Issue rest.BelongsTo[issue]     `rest:"issue,ondelete=cascade"`
	User  rest.BelongsTo[auth.User] `rest:"user,ondelete=cascade"`
}

// head and comment are nested representations, comment one with others in it.
type head struct {
	Name string                    `rest:"name"`
	Head rest.BelongsTo[auth.User] `rest:"head,readonly,optional,show=username"`
}

type comment struct {
	Text   string                    `rest:"text"`
	Cost   *decimal.Decimal          `rest:"cost" digits:"6,3"`
	Rate   float64                   `rest:"rate"`
	At     *time.Time                `rest:"at"`
	Day    *rest.Date                `rest:"day"`
	Took   *time.Duration            `rest:"took"`
	Author string                    `rest:"author_name,readonly,path=author.username"`
	By     rest.BelongsTo[auth.User] `rest:"author,readonly,optional,show=username"`
	Issue  rest.Nested[about]        `rest:"issue"`
}

type about struct {
	Title string                `rest:"title"`
	Marks rest.ManyToMany[mark] `rest:"marks,optional"`
	Named rest.Nested[mark]     `rest:"named,of=marks"`
	Count rest.Count[remark]    `rest:"remarks"`
	Mine  rest.Has[star]        `rest:"starred"`
}

// The representations of issues at /shaped/.
type (
	issueRow struct {
		Title   string             `rest:"title"`
		Folder  rest.Nested[head]  `rest:"folder"`
		Remarks rest.Count[remark] `rest:"remarks"`
	}
	issueRecord struct {
		ID      int64                  `rest:"id,readonly"`
		Named   string                 `rest:"name" db:"title"`
		Folder  rest.BelongsTo[folder] `rest:"folder"`
		Price   decimal.Decimal        `rest:"price" digits:"8,2"`
		Remarks rest.Nested[comment]   `rest:"remarks"`
	}
	issueNew struct {
		Folder rest.BelongsTo[folder] `rest:"folder"`
		Title  string                 `rest:"title" validate:"max=5"`
	}
	issueChange struct {
		Title string `rest:"title" validate:"max=8"`
	}
)

// Bureau has issues with a shape for each operation.
func Bureau() *rest.Set {
	days := rest.Compute("days", func(c *rest.Call, i *issue) *int64 {
		if i.DueDate == nil {
			return nil
		}
		days := int64(i.DueDate.Sub(c.Now().UTC().Truncate(24*time.Hour)).Hours() / 24)
		return &days
	}, `label:"Days left" help:"Until it is due."`)
	reader := rest.Compute("reader", func(c *rest.Call, _ *issue) string {
		if c.User() == nil {
			return "nobody"
		}
		return c.User().Username
	})
	shout := rest.Compute("shout", func(_ *rest.Call, i *issueRecord) string {
		if i.Named == "panic" {
			panic("shouting")
		}
		return strings.ToUpper(i.Named) + i.Price.StringFixed(1)
	})
	all := permission.Any(permission.Admin, permission.ReadOnly)
	return rest.NewSet("bureau",
		rest.ViewSet[folder]{Path: "/folders/", Access: permission.Any(permission.Admin, permission.All(permission.ReadOnly, permission.Is("visibility", "public")))},
		rest.ViewSet[issue]{
			Path: "/issues/", Access: all, Order: []string{"-remark_count", "folderName"}, Pages: rest.PageNumber{Size: 1000},
			Serializer: rest.Serializer[issue]{Computed: []rest.Computed[issue]{days, reader}},
		},
		rest.ViewSet[issue]{
			Path: "/shaped/", Access: all, Order: []string{"-mark_count", "title"},
			Shapes: rest.Shapes{List: rest.As[issueRow](), Retrieve: rest.As(shout), Create: rest.As[issueNew](), Update: rest.As[issueChange]()},
		},
		rest.ViewSet[remark]{Path: "/remarks/", Access: permission.Any(permission.Admin, permission.All(permission.ReadOnly, permission.Is("secret", false)))},
		rest.ViewSet[mark]{Path: "/marks/", Access: permission.Any(permission.Admin, permission.All(permission.ReadOnly, permission.Is("hidden", false)))},
		rest.ViewSet[star]{Path: "/stars/", Access: all},
	)
}

// lockers are records that only their owner may see, and nobody may see drops.
type locker struct {
	ID     int64  `rest:"id,readonly"`
	Name   string `rest:"name"`
	Hidden bool   `rest:"hidden" default:"false"`
}

type drop struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

type entry struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

// Lockers are opened by other members than they show.
func Lockers() *rest.Set {
	open := rest.List | rest.Create | rest.Replace
	return rest.NewSet("lockers",
		rest.ViewSet[locker]{Path: "/lockers/", Access: permission.Any(permission.Admin, permission.Not(permission.ReadOnly), permission.Is("hidden", false))},
		rest.ViewSet[drop]{Path: "/drops/", Access: permission.Anyone, Actions: rest.Create},
		rest.ViewSet[entry]{Path: "/entries/", Access: permission.Anyone, Actions: open},
	)
}
