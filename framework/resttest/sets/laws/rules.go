// Sets with accounts, rules, parameters and nested rows.

package laws

import (
	"time"

	basicauth "example.com/resourceful/framework/auth/basic"

	"example.com/resourceful/framework/accounts/manage"
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/auth/totp"
	"example.com/resourceful/framework/mail"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/resources/directory"
)

// Office has all that the framework has of accounts: they are rows, and people keep their own; tokens, of two paths, and the audit.
func Office() *rest.Set {
	return rest.NewSet("office",
		directory.Users(), directory.Groups(),
		rest.ViewSet[parcel]{
			Path: "/parcels/", Access: permission.All(permission.SignedIn, permission.Owner),
			Owner: rest.Field(func(p *parcel) *rest.BelongsTo[auth.User] { return &p.Owner }),
		},
		rest.Tokens("/tokens/"), rest.ObtainAuthToken("/api-token-auth/"),
		rest.Audit{Path: "/audit/", RefusedLogins: true},
		rest.SecondFactor("/second-factor/", totp.Factor{Issuer: "Office"}),
		rest.ViewSet[seal]{Path: "/seals/", Access: permission.By{Read: permission.Admin, Write: permission.SecondFactor}},
	).
		Include(manage.Endpoints(manage.Options{Mailer: mail.Log{}, Service: "Office"})...).
		Rule("username", directory.Username()).
		Schemes(token.Scheme{}, session.Scheme{}).
		Scopes(rest.Scope{Name: "parcels", Allows: []string{"parcels:read", "parcels:write"}}).
		Access(permission.Admin).Renderers(media.JSONRenderer{}, media.PageRenderer{}, media.YAMLRenderer{})
}

// seal is a row that only people with a second factor write.
type seal struct {
	ID   int64  `rest:"id,readonly"`
	Text string `rest:"text"`
}

// vase is a row of which a client sends more than it is shown, and which is broken by a word that nobody
// can guess.
type vase struct {
	ID    int64  `rest:"id,readonly"`
	Name  string `rest:"name"`
	Glaze string `rest:"-"`
}

type newVase struct {
	Name  string `rest:"name"`
	Glaze string `rest:"glaze,writeonly" db:"glaze" validate:"spell"`
}

type blow struct {
	Word string `rest:"word" validate:"spell"`
}

// Vases are served by a set whose operation keeps the words that it is given.
func Vases(heard *[]string) *rest.Set {
	hit := func(_ *rest.Call, row *vase, in blow) (*vase, error) {
		*heard = append(*heard, in.Word)
		return row, nil
	}
	return rest.NewSet("vases", rest.ViewSet[vase]{
		Path: "/vases/", Access: permission.Anyone, Shapes: rest.Shapes{Create: rest.As[newVase](), Update: rest.As[newVase]()},
		Extra: []rest.Action{rest.OnRecord("hit", hit)},
	}).Rule("spell", rest.Check{Valid: func(text string) bool { return text == "abracadabra" }, Message: "No."})
}

// berth is a row of which rules tell operations apart.
type berth struct {
	ID    int64                     `rest:"id,readonly"`
	Name  string                    `rest:"name" validate:"max=40"`
	Fee   int64                     `rest:"fee" default:"7"`
	Owner rest.BelongsTo[auth.User] `rest:"owner,readonly,optional,show=username"`
}

// Berths are changed by their owners, and to others as if they were not there; more is up to administrators.
func Berths() *rest.Set {
	do := func(_ *rest.Call, b *berth, _ rest.None) (*berth, error) { return b, nil }
	return rest.NewSet("berths",
		rest.ViewSet[berth]{
			Path: "/berths/", Pages: rest.LimitOffset{Default: 20},
			Access: permission.By{
				Read: permission.SignedIn, Write: permission.OrNotFound(permission.Any(permission.Owner, permission.Admin)),
				Create: permission.Admin, Delete: permission.Admin,
				Actions: map[string]permission.Rule{"moor": permission.Admin, "leave": permission.OrNotFound(permission.Owner)},
			},
			Owner:  rest.Field(func(b *berth) *rest.BelongsTo[auth.User] { return &b.Owner }),
			Fields: rest.FieldRules{"fee": permission.By{Read: permission.Anyone, Write: permission.OrInvalid(permission.Admin)}},
			Extra:  []rest.Action{rest.OnRecord("moor", do), rest.OnRecord("leave", do)},
		},
	).Access(permission.Anyone).Requests(rest.RequestRules{AllowByRequester: true}).
		Schemes(basicauth.Scheme{}, token.Scheme{}).
		Scopes(rest.Scope{Name: "harbour", Allows: []string{"berths:moor", "berths:list"}})
}

// vessel is a row with everything by which rows and members may get out.
type vessel struct {
	ID      int64                     `rest:"id,readonly"`
	Name    string                    `rest:"name,search,sort,filter=eq contains" validate:"max=40"`
	Open    bool                      `rest:"open,readonly" default:"false"`
	Worth   int64                     `rest:"worth,sort,filter=eq gte" default:"7"`
	Grade   string                    `rest:"grade" default:"low" validate:"max=40"`
	Photo   rest.File                 `rest:"photo,optional"`
	Cargo   rest.HasMany[freight]     `rest:"cargo,readonly,by=vessel"`
	Loaded  rest.Count[freight]       `rest:"loaded,by=vessel"`
	Owner   rest.BelongsTo[auth.User] `rest:"owner,readonly,optional,show=username"`
	Deleted *time.Time                `rest:"-"`
}

// freight is in a vessel.
type freight struct {
	ID     int64                     `rest:"id,readonly"`
	Vessel rest.BelongsTo[vessel]    `rest:"vessel,filter"`
	Label  string                    `rest:"label,search,filter" validate:"max=40"`
	Owner  rest.BelongsTo[auth.User] `rest:"owner,readonly,optional,show=username"`
}

type fleetStats struct {
	Vessels int64 `rest:"vessels"`
}

// Fleet is a set of which administrators see everything, and everybody else only their rows and the open ones.
func Fleet() *rest.Set {
	mine := permission.Any(permission.Owner, permission.Admin)
	stats := func(c *rest.Call, _ rest.None) (out fleetStats, err error) {
		n, err := rest.Rows[vessel](c).Visible().Count()
		out.Vessels = int64(n)
		return out, err
	}
	salvage := func(_ *rest.Call, v *vessel, _ rest.None) (*vessel, error) { return v, nil }
	return rest.NewSet("fleet",
		rest.ViewSet[vessel]{
			Path: "/vessels/", Access: permission.By{Read: permission.Any(permission.Is("open", true), mine), Write: permission.All(permission.SignedIn, mine)},
			Owner: rest.Field(func(v *vessel) *rest.BelongsTo[auth.User] { return &v.Owner }),
			Fields: rest.FieldRules{
				"worth": permission.Admin,
				"grade": permission.By{Read: permission.Anyone, Write: permission.Admin},
			},
			Pages: rest.Cursor{Size: 1}, Exports: true, History: &rest.History{},
			Bulk:       rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy},
			SoftDelete: rest.SoftDelete{Field: "deleted", Access: permission.SignedIn},
			Members:    rest.Members{Fields: true},
			Extra: []rest.Action{
				rest.OnList("stats", stats, rest.GET),
				rest.OnRecord("salvage", salvage),
				rest.Sublist("afloat", permission.Is("open", false)),
			},
		},
		rest.ViewSet[freight]{
			Path: "/freights/", Access: mine, Pages: rest.LimitOffset{Default: 20},
			Owner: rest.Field(func(f *freight) *rest.BelongsTo[auth.User] { return &f.Owner }),
		},
	).Access(permission.Anyone).Renderers(media.JSONRenderer{}, media.PageRenderer{}, media.YAMLRenderer{}, csv.Renderer{})
}

// Many is a set whose resource takes lists, with the code of a team that looks at each row.
func Many(validate func(*rest.Call, *Chest) problem.Fields) *rest.Set {
	return rest.NewSet("many", rest.ViewSet[Chest]{
		Path: "/chests/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy, Max: 5, Filtered: true},
		Serializer: rest.Serializer[Chest]{Validate: validate},
	}).Access(permission.Anyone)
}

// shelf has books, which clients nest in it; badges are names, and its stand is another row.
type (
	bookShelf struct {
		ID     int64                   `rest:"id,readonly"`
		Label  string                  `rest:"label" validate:"max=20"`
		Books  rest.HasMany[shelfBook] `rest:"-"`
		Stand  rest.BelongsTo[stand]   `rest:"-,optional"`
		Badges rest.ManyToMany[badge]  `rest:"badges,optional,show=name,nested=create"`
		Rows   rest.Nested[bookBrief]  `rest:"books,of=books,nested=replace,optional"`
		On     rest.Nested[standBrief] `rest:"stand,of=stand,nested=merge,optional"`
	}
	shelfBook struct {
		ID    int64                     `rest:"id,readonly"`
		Shelf rest.BelongsTo[bookShelf] `rest:"shelf,readonly,ondelete=cascade"`
		Title string                    `rest:"title" validate:"max=20"`
		Pages int64                     `rest:"pages" validate:"min=1"`
	}
	bookBrief struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title"`
		Pages int64  `rest:"pages"`
	}
	stand struct {
		ID   int64  `rest:"id,readonly"`
		Wood string `rest:"wood" validate:"oneof=oak pine"`
	}
	standBrief struct {
		ID   int64  `rest:"id,readonly"`
		Wood string `rest:"wood"`
	}
	badge struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name,unique" validate:"max=20"`
	}
)

// Shelves have books and stands nested in each other.
func Shelves() *rest.Set {
	return rest.NewSet("shelves",
		rest.ViewSet[bookShelf]{Path: "/shelves/", Pages: rest.LimitOffset{Default: 50, Max: 100}},
		rest.ViewSet[shelfBook]{Path: "/shelves/{shelf}/books/", RecordPath: "/books/"},
		rest.ViewSet[stand]{Path: "/stands/"}, rest.ViewSet[badge]{Path: "/badges/"},
	).Access(permission.Anyone)
}

// Box is a row with a parameter of each kind.
type Box struct {
	ID    int64                 `rest:"id,readonly,filter=in"`
	Chest rest.BelongsTo[Chest] `rest:"chest,ondelete=cascade,filter"`
	Name  string                `rest:"name,search,filter=eq icontains" validate:"max=20"`
	Size  int64                 `rest:"size,filter=eq gte"`
	Full  bool                  `rest:"full,filter"`
	State string                `rest:"state,filter=in" validate:"oneof=open shut"`
}

// Boxes is a set with a parameter of a team beside those.
func Boxes(own ...rest.Param) *rest.Set {
	return rest.NewSet("boxes",
		rest.ViewSet[Chest]{Path: "/chests/"},
		rest.ViewSet[Box]{
			Path: "/boxes/", Params: own, Ordering: []string{"size", "name"}, Pages: rest.LimitOffset{Default: 2, Max: 5},
			Members: rest.Members{Fields: true, Records: true, Expand: []rest.Expansion{rest.Expand("chest")}},
			Extra:   []rest.Action{rest.Sublist("big", permission.Is("full", true))},
		},
	).Access(permission.Anyone)
}

// Chest is a row of which some rules say more than others.
type Chest struct {
	ID    int64                     `rest:"id,readonly"`
	Name  string                    `rest:"name"`
	Open  bool                      `rest:"open" default:"false"`
	Owner rest.BelongsTo[auth.User] `rest:"owner,readonly,optional,show=username"`
}

// Chests are rows under one rule.
func Chests(rule permission.Rule) *rest.Set {
	return rest.NewSet("chests", rest.ViewSet[Chest]{
		Path: "/chests/", Access: rule, Owner: rest.Field(func(c *Chest) *rest.BelongsTo[auth.User] { return &c.Owner }),
	})
}
