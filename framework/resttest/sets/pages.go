// The world of pages: forms, choices, titles, members and shapes that pages show.

package sets

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/media/ndjson"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

type (
	// stamped marks letters; hidden ones are for administrators.
	stamped struct {
		ID     int64  `rest:"id,readonly"`
		Name   string `rest:"name,unique" validate:"max=100"`
		Hidden bool   `rest:"hidden" default:"false"`
	}
	// mail can be changed until it is sent.
	mail struct {
		ID       int64                    `rest:"id,readonly"`
		Title    string                   `rest:"title" validate:"max=20"`
		Urgent   bool                     `rest:"urgent" default:"false"`
		State    string                   `rest:"state" default:"draft" validate:"oneof=draft sent lost"`
		Stickers rest.ManyToMany[stamped] `rest:"stickers,optional"`
		Kind     rest.BelongsTo[stamped]  `rest:"kind,optional,show=name"`
		Locked   bool                     `rest:"-" default:"false"`
		Size     int64                    `rest:"size" default:"1"`
	}
)

// Mails are stamped by their sender.
func Mails() *rest.Set {
	return rest.NewSet("letters",
		rest.ViewSet[stamped]{Path: "/stickers/", Access: permission.Any(permission.Admin, permission.Is("hidden", false))},
		rest.ViewSet[mail]{
			Path: "/letters/", Order: []string{"id"}, Bulk: rest.Bulk{Actions: rest.Modify},
			ReadOnlyWhile: []rest.ReadOnlyWhile{
				{Fields: []string{"title", "urgent", "stickers", "kind"}, Holds: predicate.Ne("state", "draft"), Message: "The letter is sent."},
				{Fields: []string{"size"}, Holds: predicate.Eq("locked", true)},
			},
			Extra: []rest.Action{rest.OnRecord("lock", func(_ *rest.Call, l *mail, _ rest.None) (*mail, error) {
				l.Locked, l.Title = true, l.Title+"!"
				return l, nil
			})},
		},
	).Access(permission.Anyone)
}

// Shelves are named by a code, and have volumes below them; drafts are only for administrators, and so are the
// remarks on volumes. Clippings are found by patterns, and scraps have no name.
type (
	// Stack is a place of tomes.
	Stack struct {
		ID   int64  `rest:"id,readonly"`
		Code string `rest:"code,unique" validate:"max=20"`
	}
	stackTome struct {
		ID     int64                 `rest:"id,readonly"`
		Shelf  rest.BelongsTo[Stack] `rest:"shelf,readonly,show=code,ondelete=cascade"`
		Title  string                `rest:"title,search"`
		Text   string                `rest:"text,multiline,search=@,optional"`
		Remark string                `rest:"remark,search,optional"`
		Draft  bool                  `rest:"draft" default:"false"`
	}
	snip struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
		Body string `rest:"body,search=$" default:""`
	}
	shred struct {
		ID     int64 `rest:"id,readonly"`
		Number int64 `rest:"number"`
	}
)

// Stacks have tomes, snips and shreds that a page finds.
func Stacks() *rest.Set {
	finished := permission.Any(permission.Admin, permission.Is("draft", false))
	return rest.NewSet("stacks",
		rest.ViewSet[Stack]{Path: "/shelves/", Lookup: "code", Access: permission.SignedInOrReadOnly},
		rest.ViewSet[stackTome]{
			Path: "/shelves/{shelf}/volumes/", Access: permission.All(permission.SignedInOrReadOnly, finished),
			Fields: rest.FieldRules{"remark": permission.Admin}, Order: []string{"title"},
		},
		rest.ViewSet[snip]{Path: "/clippings/", Access: permission.SignedIn},
		rest.ViewSet[shred]{Path: "/scraps/", Access: permission.SignedInOrReadOnly},
	)
}

// room, guest and visit have the fields that are hard for a form: a third answer, a choice and a relation
// without a default, rows that not everybody sees, times.
type hotelRoom struct {
	ID     int64  `rest:"id,readonly"`
	Name   string `rest:"name,unique" validate:"max=100"`
	Hidden bool   `rest:"hidden" default:"false"`
}

type guest struct {
	ID     int64                      `rest:"id,readonly"`
	Name   string                     `rest:"name"`
	Member *bool                      `rest:"member"`
	Paid   bool                       `rest:"paid" default:"false"`
	Meal   string                     `rest:"meal" validate:"oneof=fish soup"`
	Beds   int64                      `rest:"beds"`
	Until  time.Time                  `rest:"until"`
	Room   rest.BelongsTo[hotelRoom]  `rest:"room,ondelete=cascade"`
	Others rest.ManyToMany[hotelRoom] `rest:"others,optional,link"`
	Pin    string                     `rest:"pin,writeonly,optional"`
}

type visit struct {
	ID    int64                 `rest:"id,readonly"`
	Guest rest.BelongsTo[guest] `rest:"guest,ondelete=cascade"`
	Host  rest.BelongsTo[guest] `rest:"host,optional,ondelete=null"`
}

// visible hides rows from everybody but administrators.
var visible = permission.Any(permission.Admin, permission.Is("hidden", false))

// Hotel has rooms, guests and visits, with some actions of guests.
func Hotel(actions rest.Actions) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("hotel",
			rest.ViewSet[hotelRoom]{Name: "room", Path: "/rooms/", Access: visible},
			rest.ViewSet[guest]{Path: "/guests/", Access: permission.Anyone, Actions: actions},
			rest.ViewSet[visit]{Path: "/house-visits/", Access: permission.Anyone},
		).Requests(rest.Lenient())
	}
}

// safe is a resource for people who are logged in, with a write-only value.
type safe struct {
	ID       int64                     `rest:"id,readonly"`
	Name     string                    `rest:"name"`
	Code     string                    `rest:"code,writeonly"`
	Notes    string                    `rest:"notes,multiline" default:""`
	Locked   bool                      `rest:"locked" default:"true"`
	Shelf    rest.BelongsTo[Shelf]     `rest:"shelf,optional"`
	Beside   rest.ManyToMany[Shelf]    `rest:"beside,optional"`
	Accounts rest.BelongsTo[auth.User] `rest:"owner,readonly,show=username"`
}

// Safes are for people who are logged in, and have a write-only code.
func Safes() *rest.Set {
	return rest.NewSet("safes",
		rest.ViewSet[safe]{
			Path: "/safes/", Access: permission.OwnerOrReadOnly, Owner: rest.Field(func(s *safe) *rest.BelongsTo[auth.User] { return &s.Accounts }),
			Serializer: rest.Serializer[safe]{BeforeSave: func(_ *rest.Call, s *safe) error {
				if s.Name == "unavailable" {
					return context.DeadlineExceeded
				}
				return nil
			}},
		},
		rest.ViewSet[Shelf]{Path: "/shelves/", Access: permission.Anyone},
	).Requests(rest.Lenient())
}

type petitioner struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=100"`
}

// Shelf has boxes, which only their owners may see, and a label that others may have too.
type Shelf struct {
	ID    int64             `rest:"id,readonly"`
	Label string            `rest:"label" default:""`
	Boxes rest.HasMany[Box] `rest:"boxes,readonly"`
}

// Box is on a shelf, and beside other boxes.
type Box struct {
	ID     int64                     `rest:"id,readonly"`
	Name   string                    `rest:"name,unique" validate:"max=100"`
	Shelf  rest.BelongsTo[Shelf]     `rest:"shelf"`
	Beside rest.BelongsTo[Box]       `rest:"beside,optional,link"`
	Owner  rest.BelongsTo[auth.User] `rest:"owner,readonly,show=username"`
}

// Storage has shelves with boxes that only their owners see.
func Storage() *rest.Set {
	return rest.NewSet("storage",
		rest.ViewSet[Shelf]{Path: "/shelves/", Access: permission.Anyone},
		rest.ViewSet[Box]{Path: "/boxes/", Access: permission.Owner, Owner: rest.Field(func(b *Box) *rest.BelongsTo[auth.User] { return &b.Owner })},
		rest.ViewSet[Person]{Path: "/people/", Table: "users", Access: permission.Admin, Actions: rest.ReadOnly},
	)
}

type keyring struct {
	ID       int64          `rest:"id,readonly"`
	Name     string         `rest:"name,unique" validate:"max=100"`
	Password rest.Password  `rest:"password,writeonly" validate:"min=4,max=72"`
	Reserve  *rest.Password `rest:"reserve,writeonly"`
}

type newPassword struct {
	Password rest.Password `rest:"password,writeonly" validate:"min=4"`
}

// Logins have passwords, of the kind that a test gives.
func Logins(kind rest.Kind) *rest.Set {
	set := func(_ *rest.Call, row *keyring, in newPassword) (*keyring, error) {
		row.Password = in.Password
		return row, nil
	}
	return rest.NewSet("logins", rest.ViewSet[keyring]{
		Path: "/logins/", Table: "logins", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify},
		Extra: []rest.Action{rest.OnRecord("set", set)},
	}).Access(permission.Anyone).Kinds(kind).Renderers(media.JSONRenderer{}, media.PageRenderer{}, csv.Renderer{})
}

// kinds has a field of every kind, as it is required, optional, of a default, or perhaps null.
type kinds struct {
	ID int64 `rest:"id,readonly"`

	Text         string  `rest:"text"`
	TextOptional string  `rest:"text_optional,optional" validate:"min=3"`
	TextDefault  string  `rest:"text_default" default:"…\"<'"`
	TextNull     *string `rest:"text_null"`
	Lines        string  `rest:"lines,multiline"`
	Slug         string  `rest:"slug" validate:"max=2,lowercase"`
	Email        string  `rest:"email" validate:"email"`
	EmailEmpty   string  `rest:"email_empty,optional" validate:"email"`
	URL          string  `rest:"web" validate:"url"`
	URLEmpty     string  `rest:"web_empty,optional" validate:"url"`
	SlugEmpty    string  `rest:"slug_empty,optional" validate:"min=2,lowercase"`
	Secret       string  `rest:"secret,writeonly,optional"`

	Choice        string  `rest:"choice" validate:"oneof=red green"`
	ChoiceDefault string  `rest:"choice_default" default:"red" validate:"oneof=red green"`
	ChoiceNull    *string `rest:"choice_null" validate:"oneof=red green"`

	Integer         int64    `rest:"integer"`
	IntegerOptional int8     `rest:"integer_optional,optional"`
	IntegerDefault  int32    `rest:"integer_default" default:"-3"`
	IntegerNull     *int64   `rest:"integer_null"`
	IntegerOf       int64    `rest:"integer_of" validate:"oneof=1 2"`
	IntegerOfFirst  int64    `rest:"integer_of_default" default:"1" validate:"oneof=1 2"`
	IntegerOfNull   *int64   `rest:"integer_of_null" validate:"oneof=1 2"`
	IntegerBounds   int64    `rest:"integer_bounds" default:"3" validate:"min=3,max=9"`
	NumberBounds    float64  `rest:"number_bounds,optional" validate:"min=-0.5,max=0.5"`
	Number          float64  `rest:"number"`
	NumberOptional  float64  `rest:"hours,optional"`
	NumberDefault   float32  `rest:"number_default" default:"0.1"`
	NumberNull      *float64 `rest:"number_null"`

	Boolean         bool  `rest:"boolean"`
	BooleanOptional bool  `rest:"boolean_optional,optional"`
	BooleanDefault  bool  `rest:"boolean_default" default:"true"`
	BooleanNull     *bool `rest:"boolean_null"`

	Time     time.Time  `rest:"time"`
	TimeNow  time.Time  `rest:"time_now" default:"now"`
	TimeNull *time.Time `rest:"time_null"`
	Day      rest.Date  `rest:"day"`
	DayNow   rest.Date  `rest:"day_now" default:"now"`
	DayNull  *rest.Date `rest:"day_null"`

	UUID         uuid.UUID        `rest:"uuid"`
	UUIDRandom   uuid.UUID        `rest:"uuid_random" default:"random"`
	UUIDNull     *uuid.UUID       `rest:"uuid_null"`
	Cost         decimal.Decimal  `rest:"cost" digits:"8,2" validate:"min=0"`
	CostOptional decimal.Decimal  `rest:"cost_optional,optional" digits:"3,0"`
	CostDefault  decimal.Decimal  `rest:"cost_default" digits:"18,18" default:"-0.5"`
	CostNull     *decimal.Decimal `rest:"cost_null" digits:"8,2"`
	Wait         time.Duration    `rest:"wait" validate:"max=1 00:00:00"`
	WaitOptional time.Duration    `rest:"wait_optional,optional"`
	WaitDefault  time.Duration    `rest:"wait_default" default:"-1 23:59:59.5"`
	WaitNull     *time.Duration   `rest:"wait_null"`

	Room         rest.BelongsTo[hotelRoom] `rest:"room,ondelete=cascade"`
	RoomNull     rest.BelongsTo[hotelRoom] `rest:"room_null,optional"`
	RoomLink     rest.BelongsTo[hotelRoom] `rest:"room_link,link"`
	RoomName     rest.BelongsTo[hotelRoom] `rest:"room_name,show=name"`
	RoomNameNull rest.BelongsTo[hotelRoom] `rest:"room_name_null,show=name,optional"`
	Shut         rest.BelongsTo[attic]     `rest:"shut"`
	ShutName     rest.BelongsTo[attic]     `rest:"shut_name,show=name"`

	Rooms      rest.ManyToMany[hotelRoom] `rest:"rooms,through=kinds_rooms"`
	RoomsLinks rest.ManyToMany[hotelRoom] `rest:"rooms_links,link,optional,through=kinds_rooms_links"`
	ShutMany   rest.ManyToMany[attic]     `rest:"shut_many,optional"`
}

// attic is listed nowhere.
type attic struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=100"`
}

// AllKinds have a field of every kind.
func AllKinds() *rest.Set {
	return rest.NewSet("kinds",
		rest.ViewSet[hotelRoom]{Name: "room", Path: "/rooms/", Access: permission.Any(permission.Admin, permission.Is("hidden", false))},
		rest.ViewSet[attic]{Path: "/attics/", Access: permission.Anyone, Actions: rest.Create | rest.Retrieve},
		rest.ViewSet[kinds]{Path: "/kinds/", Access: permission.Anyone},
	)
}

// Poster keeps a sheet that is made of its name.
type Poster struct {
	ID    int64   `rest:"id,readonly"`
	Name  string  `rest:"name" default:""`
	Size  int     `rest:"size" default:"0"`
	Note  *string `rest:"note,optional"`
	Sheet string  `rest:"-"`
}

// Posters makes sheets of the size that is asked for, and gives each preview to hang.
func Posters(hang func(*Poster)) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("posters", rest.ViewSet[Poster]{
			Path: "/posters/", Access: permission.Anyone,
			Serializer: rest.Serializer[Poster]{BeforeSave: func(_ *rest.Call, p *Poster) error {
				p.Sheet = strings.Repeat("x", p.Size)
				return nil
			}},
			Preview: func(_ context.Context, p *Poster) (rest.Preview, error) {
				hang(p)
				return rest.Preview{HTML: p.Sheet}, nil
			},
		})
	}
}

// emblem is what each account may have one of. A locked one stays as it is.
type emblem struct {
	ID     int64                     `rest:"id,readonly"`
	User   rest.BelongsTo[auth.User] `rest:"user,readonly,unique,show=username"`
	Motto  string                    `rest:"motto,optional"`
	Locked bool                      `rest:"locked" default:"false"`
}

// Emblems are singletons of accounts.
func Emblems() *rest.Set {
	lock := func(_ *rest.Call, b *emblem, _ rest.None) (*emblem, error) {
		b.Locked = true
		return b, nil
	}
	return rest.NewSet("emblems", rest.ViewSet[emblem]{
		Path: "/me/", Name: "Badge", Singleton: true, Actions: rest.Everything &^ rest.List,
		Access: permission.By{Read: permission.Anyone, Write: permission.Is("locked", false)},
		Owner:  rest.Field(func(b *emblem) *rest.BelongsTo[auth.User] { return &b.User }),
		Extra:  []rest.Action{rest.OnRecord("lock", lock, rest.Allow(permission.Anyone))},
	})
}

type petition struct {
	ID     int64                       `rest:"id,readonly"`
	Title  string                      `rest:"title"`
	State  string                      `rest:"-" default:"open"`
	Signed rest.ManyToMany[petitioner] `rest:"signed,readonly,show=name"`
}

// Petitions have actions that depend on their state.
func Petitions() *rest.Set {
	move := func(state string) func(*rest.Call, *petition, rest.None) (*petition, error) {
		return func(_ *rest.Call, p *petition, _ rest.None) (*petition, error) {
			p.State, p.Signed.IDs = state, []int64{1}
			return p, nil
		}
	}
	closed := permission.Is("state", "closed")
	signed := permission.RowFunc("signed", func(_ permission.Request, row any) bool {
		return slices.Contains(row.(*petition).Signed.IDs, 1)
	})
	return rest.NewSet("petitions",
		rest.ViewSet[petitioner]{Path: "/editors/"},
		rest.ViewSet[petition]{
			Path: "/petitions/",
			Extra: []rest.Action{
				rest.OnRecord("reopen", move("open"), rest.Allow(closed)),
				rest.OnRecord("close", move("closed"), rest.Allow(permission.Not(closed))),
				rest.OnRecord("deliver", move("closed"), rest.Allow(signed)),
			},
		},
	).Access(permission.Anyone)
}

// mailing has kinds whose messages have parameters.
type mailing struct {
	ID     int64      `rest:"id,readonly"`
	Label  string     `rest:"label,unique" validate:"max=5"`
	Weight *int64     `rest:"weight,filter=gte" validate:"min=1"`
	Sent   *rest.Date `rest:"sent"`
	Size   string     `rest:"size" default:"small" validate:"oneof=small large"`
	Tags   []string   `rest:"tags,optional" validate:"max=2,dive,email"`
}

// Mailings has messages of the team's own beside those of the framework.
func Mailings(catalogues ...rest.Catalogue) func() *rest.Set {
	return func() *rest.Set {
		open := func(_ *rest.Call, p *mailing, _ rest.None) (*mailing, error) {
			return nil, problem.New(problem.Conflict, "The mailing %s is sealed.", p.Label)
		}
		return rest.NewSet("mailings", rest.ViewSet[mailing]{
			Path: "/mailings/", Bulk: rest.Bulk{Actions: rest.Create}, Extra: []rest.Action{rest.OnRecord("open", open)},
		}).Access(permission.SignedInOrReadOnly).Catalogues(catalogues...)
	}
}

type board struct {
	ID   int64                `rest:"id,readonly"`
	Name string               `rest:"name,unique" validate:"max=100"`
	Jars rest.ManyToMany[jar] `rest:"jars,optional"`
}

// jar shows its board as an object, and the jars beside it as a list of objects.
type jar struct {
	ID     int64                   `rest:"id,readonly"`
	Label  string                  `rest:"label"`
	Shelf  rest.BelongsTo[board]   `rest:"shelf,optional"`
	On     rest.Nested[boardBrief] `rest:"on,of=shelf"`
	Lids   rest.ManyToMany[lid]    `rest:"lids,optional"`
	Fits   rest.Nested[lid]        `rest:"fits,of=lids"`
	Hidden bool                    `rest:"hidden" default:"false"`
}

type boardBrief struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

type lid struct {
	ID   int64 `rest:"id,readonly"`
	Size int64 `rest:"size"`
}

// Pantry has jars that nest what is beside them.
func Pantry() *rest.Set {
	return rest.NewSet("pantry",
		rest.ViewSet[board]{Path: "/shelves/", Pages: rest.PageNumber{Size: 1}},
		rest.ViewSet[lid]{Path: "/lids/"},
		rest.ViewSet[jar]{
			Path: "/jars/", Pages: rest.PageNumber{Size: 2}, Exports: true, Order: []string{"-label"},
			Access:   permission.By{Read: permission.Any(permission.Is("hidden", false), permission.Admin), Write: permission.Anyone},
			Envelope: rest.Envelope{List: "jars", Record: "jar"},
			Members:  rest.Members{Fields: true, Records: true, Expand: []rest.Expansion{rest.Expand("shelf"), rest.Expand("lids")}},
		},
	).Access(permission.Anyone).Renderers(media.JSONRenderer{}, media.PageRenderer{}, csv.Renderer{ByteOrderMark: true}, ndjson.Renderer{})
}

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
