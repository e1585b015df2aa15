// Sets with operations, keys and ordinary declarations.

package laws

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/passwords"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/sets"
)

type (
	// room holds tickets; a hidden one is for its owner.
	room struct {
		ID     int64                     `rest:"id,readonly"`
		Name   string                    `rest:"name"`
		Hidden bool                      `rest:"hidden" default:"false"`
		Owner  rest.BelongsTo[auth.User] `rest:"owner,readonly,show=username"`
	}
	ticket struct {
		ID       int64                     `rest:"url,readonly,link" db:"id"`
		Room     rest.BelongsTo[room]      `rest:"room"`
		Title    string                    `rest:"title"`
		Status   string                    `rest:"status,readonly" default:"open"`
		Votes    int64                     `rest:"votes,readonly" default:"0"`
		Assignee rest.BelongsTo[auth.User] `rest:"assignee,optional,show=username"`
	}
	remark struct {
		ID     int64                     `rest:"url,readonly,link" db:"id"`
		Ticket rest.BelongsTo[ticket]    `rest:"ticket,readonly,link,ondelete=cascade"`
		Author rest.BelongsTo[auth.User] `rest:"author,readonly,show=username"`
		Text   string                    `rest:"text"`
	}
	shelf struct {
		ID   int64                `rest:"id,readonly"`
		Room rest.BelongsTo[room] `rest:"-" db:"room_id"`
		Name string               `rest:"name"`
	}
	profile struct {
		ID   int64                     `rest:"id,readonly"`
		User rest.BelongsTo[auth.User] `rest:"user,readonly,unique,show=username"`
		Bio  string                    `rest:"bio,optional"`
	}

	closing struct {
		Reason string `rest:"reason,optional" validate:"max=10"`
		Times  int64  `rest:"times" default:"1" validate:"min=1"`
	}
	vote struct {
		Points int64 `rest:"points"`
	}
	stats struct {
		Open   int64 `rest:"open"`
		Closed int64 `rest:"closed"`
	}
	step struct {
		Name string `rest:"name"`
		Who  string `rest:"who"`
	}
)

func closeTicket(_ *rest.Call, t *ticket, in closing) (*ticket, error) {
	if t.Status == "closed" {
		return nil, problem.New(problem.Conflict, "The ticket is already closed.")
	}
	t.Status = "closed"
	t.Votes += in.Times - 1
	return t, nil
}

func history(c *rest.Call, t *ticket, _ rest.None) ([]step, error) {
	who := "nobody"
	if c.User() != nil {
		who = c.User().Username
	}
	return []step{{"created", t.Title}, {"read", who}}, nil
}

// IssueSet has rooms with tickets, remarks and every kind of operation.
func IssueSet() *rest.Set {
	sees := permission.Any(permission.Is("room.hidden", false), permission.Me("room.owner"))
	ofRoom := permission.Any(permission.Is("hidden", false), permission.Me("owner"))
	signedIn := permission.All(permission.SignedInOrReadOnly, sees)
	return rest.NewSet("issues",
		rest.ViewSet[room]{
			Path: "/rooms/", Access: permission.All(permission.SignedInOrReadOnly, ofRoom),
			Owner: rest.Field(func(r *room) *rest.BelongsTo[auth.User] { return &r.Owner }),
		},
		rest.ViewSet[ticket]{
			Path: "/api/v1/tickets/", Access: signedIn, Description: "Work.",
			Extra: []rest.Action{
				rest.OnRecord("close", closeTicket, rest.Describe("Ends the work.")),
				rest.OnRecord("history", history, rest.GET),
				rest.OnRecord("vote", func(_ *rest.Call, t *ticket, in vote) (rest.None, error) {
					t.Votes += in.Points
					return rest.None{}, nil
				}, rest.PUT, rest.Allow(permission.SignedIn)),
				rest.OnRecord("move", func(_ *rest.Call, t *ticket, in vote) (*ticket, error) {
					t.Room.ID = in.Points
					return t, nil
				}),
				rest.OnRecord("fail", func(_ *rest.Call, t *ticket, in vote) (*ticket, error) {
					t.Votes = 99
					if in.Points == 0 {
						panic("oops")
					}
					return nil, errors.New("secret")
				}),
				rest.OnList("stats", func(*rest.Call, rest.None) (stats, error) { return stats{Open: 1, Closed: 2}, nil }, rest.GET),
				rest.OnList("pick", func(*rest.Call, rest.None) ([]*ticket, error) {
					return []*ticket{{ID: 3}, {ID: 1}, {ID: 2}, {ID: 77}}, nil
				}, rest.GET),
				rest.OnList("batch", func(_ *rest.Call, in vote) (*stats, error) {
					if in.Points < 0 {
						return nil, nil
					}
					return &stats{Open: in.Points}, nil
				}, rest.Status(202)),
				rest.Sublist("mine", permission.Me("assignee")),
			},
		},
		rest.ViewSet[remark]{
			Path: "/api/v1/tickets/{ticket}/remarks/", RecordPath: "/remarks/",
			Access: permission.All(permission.SignedInOrReadOnly, permission.Any(permission.ReadOnly, permission.Is("ticket.room.hidden", false))),
			Owner:  rest.Field(func(r *remark) *rest.BelongsTo[auth.User] { return &r.Author }),
			Pages:  rest.PageNumber{Size: 2},
		},
		rest.ViewSet[shelf]{Path: "/rooms/{room}/shelves/", Access: permission.SignedInOrReadOnly},
		rest.ViewSet[profile]{
			Path: "/me/", Singleton: true, Actions: rest.Retrieve | rest.Modify | rest.Create, Access: permission.Anyone,
			Owner: rest.Field(func(p *profile) *rest.BelongsTo[auth.User] { return &p.User }),
		},
		rest.Endpoint("/ping/", func(c *rest.Call, _ rest.None) (step, error) { return step{"pong", fmt.Sprint(c.Now().Year())}, nil }, rest.GET),
		rest.Endpoint("/ping/", func(_ *rest.Call, in vote) (step, error) { return step{"pong", fmt.Sprint(in.Points)}, nil }, rest.Allow(permission.SignedIn)),
	).Access(permission.Anyone)
}

// errand is a row with an action, and part of it is below it.
type errand struct {
	ID    int64                     `rest:"id,readonly"`
	Title string                    `rest:"title" validate:"max=20"`
	Done  bool                      `rest:"done,readonly" default:"false"`
	Owner rest.BelongsTo[auth.User] `rest:"owner,readonly,show=username"`
}

type leg struct {
	ID     int64                  `rest:"id,readonly"`
	Errand rest.BelongsTo[errand] `rest:"errand,readonly,ondelete=cascade"`
	Way    string                 `rest:"way"`
}

type ending struct {
	Words string `rest:"words,optional" validate:"max=10"`
	Times int64  `rest:"times" validate:"min=1"`
}

// Errands have an action for each of their legs.
func Errands() *rest.Set {
	finish := func(_ *rest.Call, e *errand, in ending) (*errand, error) {
		e.Done = in.Times > 0
		return e, nil
	}
	return rest.NewSet("errands",
		rest.ViewSet[errand]{
			Path: "/errands/", Access: permission.All(permission.SignedInOrReadOnly, permission.OwnerOrReadOnly),
			Owner: rest.Field(func(e *errand) *rest.BelongsTo[auth.User] { return &e.Owner }),
			Extra: []rest.Action{rest.OnRecord("finish", finish)},
		},
		rest.ViewSet[leg]{Path: "/errands/{errand}/legs/", RecordPath: "/legs/", Access: permission.SignedInOrReadOnly},
		rest.Endpoint("/ping/", func(_ *rest.Call, in ending) (ending, error) { return in, nil }, rest.Allow(permission.SignedIn)),
	).Access(permission.SignedInOrReadOnly)
}

type bookcase struct {
	ID    string               `rest:"code" db:"id" validate:"max=8"`
	Name  string               `rest:"name" validate:"max=20"`
	Books rest.HasMany[volume] `rest:"books,readonly,link"`
}

type caseRow struct {
	ID   string             `rest:"shelf" db:"id" validate:"max=8"`
	Held rest.Count[volume] `rest:"held"`
}

type volume struct {
	ID      uuid.UUID                `rest:"id,readonly"`
	Slug    string                   `rest:"slug,unique" validate:"max=20"`
	Title   string                   `rest:"title" validate:"max=20"`
	Edition int64                    `rest:"edition" default:"1"`
	Shelf   rest.BelongsTo[bookcase] `rest:"shelf,link"`
	Sequels rest.ManyToMany[volume]  `rest:"sequels,optional,link"`
}

type newVolume struct {
	Slug  string                   `rest:"slug" validate:"max=20"`
	Title string                   `rest:"title" validate:"max=20"`
	Shelf rest.BelongsTo[bookcase] `rest:"shelf,link"`
}

type changedVolume struct {
	Title string `rest:"title" validate:"max=20"`
}

type volumeRow struct {
	Slug  string `rest:"slug" validate:"max=20"`
	Title string `rest:"title" validate:"max=20"`
}

type leaf struct {
	ID     uuid.UUID              `rest:"id,readonly"`
	Volume rest.BelongsTo[volume] `rest:"volume,readonly,ondelete=cascade"`
	Number int64                  `rest:"number"`
}

// Keyed has bookcases and volumes with keys of several kinds and shapes.
func Keyed() *rest.Set {
	return rest.NewSet("keyed",
		rest.ViewSet[bookcase]{Path: "/shelves/", Envelope: rest.Envelope{Record: "shelf", List: "shelves", Input: "shelf"}, Shapes: rest.Shapes{List: rest.As[caseRow]()}},
		rest.ViewSet[volume]{
			Path: "/volumes/", Lookup: "slug", PutCreates: true, Order: []string{"title"}, Extra: []rest.Action{rest.Sublist("firsts", permission.Is("edition", 1))},
			Shapes: rest.Shapes{List: rest.As[volumeRow](), Create: rest.As[newVolume](), Update: rest.As[changedVolume]()},
		},
		rest.ViewSet[leaf]{Path: "/volumes/{volume}/leaves/", RecordPath: "/leaves/"},
	).Access(permission.SignedInOrReadOnly)
}

type (
	// ordinary is a row with a few members.
	ordinary struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title" validate:"max=20"`
	}
	// person is an account with an address of its own.
	person struct {
		ID       int64  `rest:"id,readonly"`
		Username string `rest:"username,unique" validate:"max=150"`
		Email    string `rest:"email,unique" validate:"email,max=254"`
	}
	// withPassword is an account that changes its own password.
	withPassword struct {
		ID       int64         `rest:"id,readonly"`
		Username string        `rest:"username,unique" validate:"max=150"`
		Password rest.Password `rest:"password,writeonly" validate:"min=8"`
	}
	// slugged is found by a name that a hook makes.
	slugged struct {
		ID    int64  `rest:"id,readonly"`
		Slug  string `rest:"slug,readonly,unique"`
		Title string `rest:"title,unique" validate:"max=20"`
	}
	// sluggedNote is below a slugged row.
	sluggedNote struct {
		ID  int64                   `rest:"id,readonly"`
		Top rest.BelongsTo[slugged] `rest:"top,readonly,ondelete=cascade"`
		Say string                  `rest:"say" validate:"max=20"`
	}
	// following is unique for its two people.
	following struct {
		ID       int64                     `rest:"id,readonly"`
		Follower rest.BelongsTo[auth.User] `rest:"follower,readonly,show=username,ondelete=cascade"`
		Followed rest.BelongsTo[auth.User] `rest:"followed,show=username,ondelete=cascade"`
	}
	// keyOf is what a login gives.
	keyOf struct {
		Key string `rest:"key"`
	}
	credentials struct {
		Name string `rest:"name"`
	}
)

func ordinarySet(name string, resources ...rest.Resource) *rest.Set {
	return rest.NewSet(name, resources...).Access(permission.Anyone)
}

// Ordinary is a set as teams declare it, with the parts of the kit that had a reason to complain.
type Ordinary struct {
	Parts string
	Set   *rest.Set
}

// OrdinarySets are the sets, with the parts of the kit that had a reason to complain.
func OrdinarySets() map[string]Ordinary {
	slug := func(_ *rest.Call, s *slugged) error {
		s.Slug = strings.ReplaceAll(s.Title, " ", "-")
		return nil
	}
	login := func(_ *rest.Call, in credentials) (keyOf, error) {
		if in.Name != "alice" {
			return keyOf{}, problem.New(problem.Unauthorized, "Wrong name.")
		}
		return keyOf{Key: "k"}, nil
	}
	count := func(c *rest.Call, _ credentials) (keyOf, error) {
		return keyOf{Key: c.Now().Format(time.DateOnly)}, nil
	}
	bySlug := rest.ViewSet[slugged]{Path: "/slugged/", Lookup: "slug", Serializer: rest.Serializer[slugged]{BeforeSave: slug}}
	people := rest.ViewSet[person]{Path: "/people/", Table: "users", Access: permission.SignedIn, Actions: rest.ReadOnly | rest.Replace | rest.Modify}
	selves := people
	selves.Access = permission.All(permission.SignedIn, permission.Me("id"))
	return map[string]Ordinary{
		"list and create":   {"access", ordinarySet("lists", rest.ViewSet[ordinary]{Path: "/rows/", Actions: rest.List | rest.Create})},
		"errors of members": {"queries", ordinarySet("nestederrors", rest.ViewSet[ordinary]{Path: "/rows/"}).Errors(rest.NestedErrors{})},
		"unique addresses":  {"access roundtrip", rest.NewSet("people", people)},
		"oneself":           {"roundtrip repeated", rest.NewSet("self", selves)},
		"one's own password": {"roundtrip repeated", rest.NewSet("passwords", rest.ViewSet[withPassword]{
			Path: "/me/", Table: "users", Singleton: true, Access: permission.SignedIn, Actions: rest.Retrieve | rest.Replace | rest.Modify,
		}).Kinds(rest.Passwords(&passwords.Hasher{Cost: auth.HashCost{MemoryKiB: 8, Passes: 1}}))},
		"a lookup of a hook": {"access", ordinarySet("slugs", bySlug)},
		"below a lookup":     {"access", ordinarySet("notes", bySlug, rest.ViewSet[sluggedNote]{Path: "/slugged/{top}/notes/", RecordPath: "/notes/"})},
		"a login":            {"access", ordinarySet("login", rest.Endpoint("/login/", login))},
		"a login by tokens":  {"access", ordinarySet("logintokens", rest.Endpoint("/login/", login)).Schemes(token.Scheme{})},
		"work by itself":     {"access", ordinarySet("nonatomic", rest.Endpoint("/count/", count, rest.NonAtomic())).Errors(rest.NestedErrors{})},
		"tokens":             {"hostile", rest.NewSet("tokens", rest.Tokens("/tokens/")).Schemes(token.Scheme{}).Access(permission.SignedIn)},
		"sessions":           {"access hostile", rest.NewSet("sessions", rest.Sessions("/logins/"), rest.Tokens("/tokens/")).Schemes(token.Scheme{}, session.Scheme{}).Access(permission.SignedIn)},
		"pairs of people": {"access statements", rest.NewSet("following",
			rest.ViewSet[auth.User]{Path: "/people/", Actions: rest.ReadOnly, Access: permission.Anyone},
			rest.ViewSet[following]{
				Path: "/following/", Actions: rest.List | rest.Create, Access: permission.All(permission.SignedIn, permission.Owner),
				Owner:   rest.Field(func(f *following) *rest.BelongsTo[auth.User] { return &f.Follower }),
				Indexes: []rest.Index{{Fields: []string{"follower", "followed"}, Unique: true}},
			})},
		"rows of tenants":           {"access written", Tenants()},
		"deletions along two paths": {"access", Archives()},
		"required nested rows":      {"written", Baskets()},
		"work after the commit":     {"repeated", Announced()},
		"unique in any letter case": {"written", Lexicons()},
		"sorted in any letter case": {"queries statements", Glossaries()},
		"RealWorld":                 {"access queries roundtrip", sets.RealWorld()},
	}
}
