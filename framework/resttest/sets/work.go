// The world of code: tickets, errands, tallies and others whose hooks and actions are those of a test.

package sets

import (
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// Errands have stops, and a test writes their actions.
type (
	// Stop is a place of errands, which not everybody may see.
	Stop struct {
		ID     int64  `rest:"id,readonly"`
		Name   string `rest:"name,unique" validate:"max=100"`
		Hidden bool   `rest:"hidden" default:"false"`
	}
	// Errand has stops.
	Errand struct {
		ID    int64                 `rest:"id,readonly"`
		Title string                `rest:"title"`
		Stops rest.ManyToMany[Stop] `rest:"stops,optional"`
	}
	// Detour is what the actions of an errand take.
	Detour struct {
		Add  int64   `rest:"add" default:"0"`
		Note *string `rest:"note"`
	}
)

// Detours have errands with stops, whose actions and code are those of a test.
func Detours(run func(*rest.Call, *Errand, Detour) (*Errand, error), code ...any) *rest.Set {
	ping := func(*rest.Call, rest.None) (Detour, error) { return Detour{}, nil }
	return rest.NewSet("errands",
		rest.ViewSet[Stop]{Path: "/stops/", Access: permission.Any(permission.Admin, permission.Is("hidden", false))},
		rest.ViewSet[Errand]{
			Path: "/errands/", Access: permission.Where("not secret", predicate.Ne("title", "secret")), Serializer: codeOf[Errand](code),
			Extra: []rest.Action{
				rest.OnRecord("run", run), rest.OnRecord("edit", run, rest.PATCH),
				rest.OnRecord("look", func(_ *rest.Call, e *Errand, _ rest.None) (*Errand, error) { return e, nil }, rest.GET),
			},
		},
		rest.Endpoint("/ping/", ping, rest.GET, rest.Allow(permission.Admin)),
		rest.Endpoint("/ping/", ping, rest.Allow(permission.Anyone)),
	).Access(permission.Anyone)
}

// playlist has tracks, whose positions are unique in it.
type playlist struct {
	ID     int64                 `rest:"id,readonly"`
	Name   string                `rest:"name"`
	Tracks rest.HasMany[Track]   `rest:"-"`
	Rows   rest.Nested[trackRow] `rest:"tracks,of=tracks,nested=replace,optional,order=position"`
}

// Track has a position that is unique in its playlist.
type Track struct {
	ID       int64                    `rest:"id,readonly"`
	Playlist rest.BelongsTo[playlist] `rest:"playlist,ondelete=cascade"`
	Position int64                    `rest:"position" validate:"min=1"`
	Title    string                   `rest:"title" validate:"max=20"`
	Version  int64                    `rest:"version,version"`
}

type trackRow struct {
	ID       int64  `rest:"id,readonly"`
	Position int64  `rest:"position"`
	Title    string `rest:"title"`
}

// swapBox has unique values of each kind that rows swap, and of some that they cannot.
type swapBox struct {
	ID     int64                    `rest:"id,readonly"`
	Number int8                     `rest:"number,unique"`
	Code   string                   `rest:"code,unique" validate:"max=10"`
	Tag    *string                  `rest:"tag,unique" validate:"max=10"`
	Serial uuid.UUID                `rest:"serial,unique"`
	Day    rest.Date                `rest:"day,unique"`
	At     time.Time                `rest:"at,unique"`
	Owner  rest.BelongsTo[playlist] `rest:"owner,unique,optional"`
	Floor  int64                    `rest:"floor"`
	State  string                   `rest:"state" default:"used" validate:"oneof=used spare"`
	Length time.Duration            `rest:"length,unique"`
	Never  rest.BelongsTo[playlist] `rest:"never,unique"`
}

// Swapping has rows that swap unique values; see is what a test does with those that a hook reads.
func Swapping(see func([]*Track)) func() *rest.Set {
	return func() *rest.Set {
		bulk := rest.Bulk{Actions: rest.Create | rest.Modify, Max: 100}
		look := func(call *rest.Call, l *Track) error {
			switch l.Title {
			case "look":
				others, err := rest.Rows[Track](call).All(predicate.Eq("playlist", l.Playlist.ID))
				see(others)
				return err
			case "lock":
				_, err := rest.Rows[Track](call).Lock(l.ID)
				return err
			case "note":
				return rest.Rows[playlist](call).Create(&playlist{Name: "noted"})
			}
			return nil
		}
		return rest.NewSet("swapping",
			rest.ViewSet[playlist]{Path: "/playlists/", Bulk: bulk, Order: []string{"id"}},
			rest.ViewSet[Track]{
				Path: "/tracks/", Bulk: bulk, Order: []string{"id"}, History: &rest.History{},
				Indexes:     []rest.Index{{Fields: []string{"playlist", "position"}, Unique: true}},
				Constraints: []rest.Constraint{{Holds: predicate.Gte("position", 0), Field: "position", Message: "No position."}},
				Serializer:  rest.Serializer[Track]{BeforeUpdate: look},
			},
			rest.ViewSet[swapBox]{
				Path: "/boxes/", Bulk: bulk, Order: []string{"id"},
				Indexes: []rest.Index{{Fields: []string{"floor"}, Unique: true, Where: predicate.Ne("state", "spare")}},
			},
		).Access(permission.Anyone)
	}
}

// Ticket is a piece of work whose code a test writes.
type Ticket struct {
	ID     int64                  `rest:"id,readonly"`
	Title  string                 `rest:"title,unique" validate:"max=100"`
	Status string                 `rest:"status" default:"open"`
	Urgent bool                   `rest:"urgent" default:"false"`
	Labels rest.ManyToMany[Label] `rest:"labels,optional"`
	Parent rest.BelongsTo[Ticket] `rest:"parent,optional,ondelete=cascade"`
	Owner  rest.BelongsTo[Person] `rest:"owner,readonly,optional"`
}

// Label is what tickets may have.
type Label struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=100"`
}

// Entry is what a ticket's code has written beside it.
type Entry struct {
	ID     int64                  `rest:"id,readonly"`
	Text   string                 `rest:"text"`
	Ticket rest.BelongsTo[Ticket] `rest:"ticket,optional,ondelete=null"`
	Added  time.Time              `rest:"added" default:"now"`
}

// entriesOf are the entries of a ticket, the last first.
var EntriesOf = &rest.Query[Entry]{Where: predicate.Eq("ticket", predicate.Param(1)), Order: []string{"-id"}}

// Offices have tickets, of which nobody may have secret ones, with the action and the code of a test.
func Offices(rename func(*rest.Call, *Ticket, Renaming) (*Ticket, error), code ...any) *rest.Set {
	notSecret := permission.Where("not secret", predicate.Ne("status", "secret"))
	return rest.NewSet("office",
		rest.ViewSet[Ticket]{
			Path: "/tickets/", Access: notSecret, Queries: []rest.DeclaredQuery{EntriesOf},
			Extra:      []rest.Action{rest.OnRecord("rename", rename)},
			Serializer: codeOf[Ticket](code),
		},
		rest.ViewSet[Label]{Path: "/labels/"},
		rest.ViewSet[Entry]{Path: "/entries/", Access: permission.Any(permission.Admin, permission.Is("text", "public"))},
		rest.ViewSet[Person]{Path: "/people/", Table: "users", Access: permission.Admin, Actions: rest.ReadOnly},
	).Access(permission.Anyone)
}

// Renaming is what the action on a ticket takes.
type Renaming struct {
	Title string `rest:"title"`
}

// Write adds an entry for a ticket.
func Write(call *rest.Call, t *Ticket, text string) error {
	entry := &Entry{Text: text, Ticket: rest.BelongsTo[Ticket]{ID: t.ID}}
	if err := rest.Rows[Entry](call).Create(entry); err != nil {
		return err
	}
	if entry.ID == 0 || entry.Added.IsZero() {
		return fmt.Errorf("an entry without a key or a time: %+v", entry)
	}
	return nil
}

// Person is an account as its owner sees it.
type Person struct {
	ID       int64  `rest:"id,readonly"`
	Username string `rest:"username,readonly"`
}

type (
	// basket nests rows whose positions in it are unique.
	basket struct {
		ID    int64                     `rest:"id,readonly"`
		Items rest.HasMany[basketItem]  `rest:"-"`
		Rows  rest.Nested[basketItemIn] `rest:"items,of=items,nested=replace,optional"`
	}
	basketItem struct {
		ID       int64                  `rest:"id,readonly"`
		Basket   rest.BelongsTo[basket] `rest:"basket,ondelete=cascade"`
		Code     string                 `rest:"code"`
		Position int64                  `rest:"position"`
	}
	basketItemIn struct {
		ID       int64  `rest:"id,readonly"`
		Code     string `rest:"code"`
		Position int64  `rest:"position"`
	}
)

// positionsRows are those of items in baskets, where they are unique.
func positionsRows() []rest.Resource {
	return []rest.Resource{
		rest.ViewSet[basket]{Path: "/baskets/"},
		rest.ViewSet[basketItem]{Path: "/items/", Bulk: rest.Bulk{Actions: rest.Modify}, Indexes: []rest.Index{{Fields: []string{"basket", "position"}, Unique: true}}},
	}
}

// Binders hold leaves. A closed one is for its keeper, and only a keeper adds leaves.
type (
	binder struct {
		ID     int64                     `rest:"id,readonly"`
		Name   string                    `rest:"name,unique" validate:"max=20"`
		Closed bool                      `rest:"closed" default:"false"`
		Keeper rest.BelongsTo[auth.User] `rest:"keeper,readonly"`
	}
	// Leaf is below a binder.
	Leaf struct {
		ID     int64                  `rest:"id,readonly"`
		Binder rest.BelongsTo[binder] `rest:"binder,readonly,ondelete=cascade"`
		Text   string                 `rest:"text"`
	}
)

// Binders have leaves below them, with the code of a test.
func Binders(code ...any) *rest.Set {
	sees := permission.Any(permission.Is("closed", false), permission.Me("keeper"))
	return rest.NewSet("binders",
		rest.ViewSet[binder]{
			Path: "/binders/", Lookup: "name", Access: permission.All(permission.SignedInOrReadOnly, sees),
			Owner: rest.Field(func(b *binder) *rest.BelongsTo[auth.User] { return &b.Keeper }),
		},
		rest.ViewSet[Leaf]{
			Path: "/binders/{binder}/leaves/", Table: "leaves",
			Access: permission.By{
				Read:  permission.Any(permission.Is("binder.closed", false), permission.Me("binder.keeper")),
				Write: permission.All(permission.SignedIn, permission.Me("binder.keeper"), permission.Not(permission.Is("text", "spam"))),
			},
			Serializer: codeOf[Leaf](code),
			Extra: []rest.Action{
				rest.OnList("cover", func(c *rest.Call, _ rest.None) (*binder, error) { return rest.Parent[binder](c) }, rest.GET),
				rest.OnList("rename", func(c *rest.Call, _ rest.None) (rest.None, error) {
					b, err := rest.Parent[binder](c)
					if err != nil {
						return rest.None{}, err
					}
					b.Name += "-2"
					return rest.None{}, rest.Rows[binder](c).Update(b)
				}, rest.Allow(permission.SignedIn)),
				rest.OnList("wrong", func(c *rest.Call, _ rest.None) (*Leaf, error) { return rest.Parent[Leaf](c) }, rest.GET),
				rest.OnRecord("shout", func(_ *rest.Call, l *Leaf, _ rest.None) (*Leaf, error) {
					l.Text = strings.ToUpper(l.Text)
					return l, nil
				}),
			},
		},
	)
}

type strongroom struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
	Open bool   `rest:"open" default:"true"`
}

// consignment keeps to itself what clients send of it as a newConsignment.
type consignment struct {
	ID     int64                       `rest:"id,readonly"`
	Code   string                      `rest:"-,unique" db:"code"`
	Vault  rest.BelongsTo[strongroom]  `rest:"-" db:"vault_id"`
	Spares rest.ManyToMany[strongroom] `rest:"-"`
	Name   string                      `rest:"name" validate:"max=3"`
	Sent   bool                        `rest:"sent,readonly"`
}

type newConsignment struct {
	Code   string                      `rest:"code,writeonly" db:"code"`
	Vault  rest.BelongsTo[strongroom]  `rest:"vault,writeonly" db:"vault_id"`
	Spares rest.ManyToMany[strongroom] `rest:"spares,writeonly,optional"`
	Name   string                      `rest:"name"`
}

// Consignments are sent under other names than they are stored, with the code of a test between.
func Consignments(meanwhile func()) *rest.Set {
	open := permission.Any(permission.Admin, permission.Is("open", true))
	return rest.NewSet("consignments",
		rest.ViewSet[strongroom]{Path: "/vaults/", Access: open},
		rest.ViewSet[consignment]{
			Path: "/consignments/", Shapes: rest.Shapes{Create: rest.As[newConsignment](), Update: rest.As[newConsignment]()},
			Serializer: rest.Serializer[consignment]{
				BeforeSave: func(c *rest.Call, p *consignment) error {
					meanwhile()
					p.Sent = c.Sent("code")
					return nil
				},
			},
		},
	).Access(permission.Anyone)
}

// Tally counts its own changes: each save reads the row, and writes what it makes of it.
type Tally struct {
	ID    int64  `rest:"id,readonly"`
	Name  string `rest:"name"`
	Count int64  `rest:"count,readonly" default:"0"`
}

// Tallies count their changes.
func Tallies() *rest.Set { return Counted(func() {}) }

// Counted are tallies during whose BeforeSave a test does something.
func Counted(meanwhile func()) *rest.Set {
	return rest.NewSet("tallies", rest.ViewSet[Tally]{
		Path: "/tallies/", Access: permission.Anyone,
		Serializer: rest.Serializer[Tally]{BeforeSave: func(_ *rest.Call, t *Tally) error {
			meanwhile()
			t.Count++
			return nil
		}},
	})
}
