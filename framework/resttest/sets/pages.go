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

// Stacks are named by a code, and have tomes below them; drafts are only for administrators, and so are the
// remarks on tomes. Snips are found by patterns, and shreds have no name.
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

// hotelRoom, guest and visit have the fields that are hard for a form: a third answer, a choice and a relation
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
