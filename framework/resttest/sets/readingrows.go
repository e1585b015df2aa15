// The rows that the scenarios of testdata/reading read.

package sets

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

type flask struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,search=^"`
	Note string `rest:"note,search,optional"`
}

type (
	grove struct {
		ID   int64                `rest:"id,readonly"`
		Name string               `rest:"name"`
		Oaks rest.Count[oak]      `rest:"oak_count,sort,filter=in ne gt gte lt lte"`
		Pals rest.ManyToMany[pal] `rest:"pals,optional"`
		Have rest.Count[pal]      `rest:"pal_count,by=pals"`
	}
	oak struct {
		ID     int64                 `rest:"id,readonly"`
		Grove  rest.BelongsTo[grove] `rest:"grove,ondelete=cascade"`
		Hollow bool                  `rest:"hollow"`
	}
	pal struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
)

var unindexedCounts = map[string]string{
	"oak_count": "few", "oak_count__ne": "few", "oak_count__gt": "few", "oak_count__gte": "few", "oak_count__lt": "few", "oak_count__lte": "few", "pals_of__gte": "few",
}

// A choir is named by its slug in addresses, a song by its number. A song takes the keys of tags and shows
// the tags themselves.
type (
	choir struct {
		ID     int64                  `rest:"-"`
		Slug   string                 `rest:"slug,unique,createonly" validate:"max=20"`
		URL    rest.Address           `rest:"url"`
		Voices rest.HasMany[voice]    `rest:"-"`
		Sing   rest.Nested[voiceName] `rest:"voices,of=voices,order=singer"`
		Last   rest.Nested[voiceName] `rest:"backwards,of=voices,order=-part"`
	}
	voice struct {
		ID     int64                     `rest:"id,readonly"`
		Choir  rest.BelongsTo[choir]     `rest:"choir,show=slug,ondelete=cascade"`
		Singer rest.BelongsTo[auth.User] `rest:"singer,show=username,ondelete=cascade"`
		Part   string                    `rest:"part"`
	}
	voiceName struct {
		Singer rest.BelongsTo[auth.User] `rest:"singer,show=username"`
	}
	song struct {
		ID    int64                 `rest:"id,readonly"`
		URL   rest.Address          `rest:"url"`
		Title string                `rest:"title"`
		Marks rest.ManyToMany[tune] `rest:"tunes,optional"`
		Loud  string                `rest:"loud,computed"`
		Last  string                `rest:"last,optional"`
	}
	songRecord struct {
		song
		Marks rest.Nested[tune] `rest:"tunes,of=tunes,order=name"`
	}
	tune struct {
		ID   int64        `rest:"id,readonly"`
		URL  rest.Address `rest:"url"`
		Name string       `rest:"name"`
	}
)

// Two structs of one table, whose flags stand in another order.
type (
	lore struct {
		ID     int64  `rest:"id,readonly"`
		Hidden bool   `rest:"hidden" default:"false"`
		Secret bool   `rest:"secret" default:"false"`
		Name   string `rest:"name"`
	}
	loreFile struct {
		ID     int64                  `rest:"id,readonly"`
		Secret bool                   `rest:"secret" default:"false"`
		Hidden bool                   `rest:"hidden" default:"false"`
		Name   string                 `rest:"name"`
		Notes  rest.HasMany[loreNote] `rest:"notes,readonly"`
		Count  rest.Count[loreNote]   `rest:"count"`
	}
	loreNote struct {
		ID      int64                `rest:"id,readonly"`
		Dossier rest.BelongsTo[lore] `rest:"dossier"`
	}
)

type befriended struct {
	ID      int64                       `rest:"id,readonly"`
	Name    string                      `rest:"name,unique" validate:"max=50"`
	Friends rest.ManyToMany[befriended] `rest:"friends,optional,link"`
}

type drawer struct {
	ID    string             `rest:"code" db:"id" validate:"max=9"`
	Tools rest.HasMany[tool] `rest:"tools,readonly,link"`
}

type tool struct {
	ID     int64                  `rest:"id,readonly"`
	Name   string                 `rest:"name"`
	Drawer rest.BelongsTo[drawer] `rest:"drawer,ondelete=cascade"`
}

type (
	band struct {
		ID      int64                    `rest:"id,readonly"`
		Players rest.HasMany[player]     `rest:"-"`
		Up      rest.Nested[playerBrief] `rest:"up,of=players,order=member"`
		Down    rest.Nested[playerBrief] `rest:"down,of=players,order=-member"`
		Keyed   rest.Nested[playerBrief] `rest:"keyed,of=players,order=substitute"`
	}
	player struct {
		ID         int64                     `rest:"id,readonly"`
		Band       rest.BelongsTo[band]      `rest:"band,ondelete=cascade"`
		Member     rest.BelongsTo[auth.User] `rest:"member,show=username,ondelete=cascade"`
		Substitute rest.BelongsTo[auth.User] `rest:"substitute,ondelete=cascade"`
	}
	playerBrief struct {
		ID     int64                     `rest:"id,readonly"`
		Member rest.BelongsTo[auth.User] `rest:"member,show=username"`
	}
)

// hike is on a day, from a moment on.
type hike struct {
	ID    int64      `rest:"id,readonly,sort"`
	Day   *rest.Date `rest:"day,sort,filter=year month day"`
	Start time.Time  `rest:"start,sort,filter=date year month day hour"`
}

type (
	postbag struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
		Open bool   `rest:"open" default:"true"`
	}
	postbagName struct {
		Name string `rest:"name"`
	}
)

type parade struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,sort"`
	Open bool   `rest:"open"`
}

// lap has a field of every kind that can be added up.
type lap struct {
	ID      int64         `rest:"id,readonly"`
	Driver  string        `rest:"driver" validate:"max=20"`
	Points  int64         `rest:"points"`
	Lane    int32         `rest:"lane,optional"`
	Notes   []string      `rest:"notes,optional"`
	Bonus   *int64        `rest:"bonus,optional"`
	Weight  float64       `rest:"weight"`
	Took    time.Duration `rest:"took"`
	Penalty bool          `rest:"penalty"`
	From    *netip.Addr   `rest:"from,optional"`
	Team    *string       `rest:"team"`
}

type lapText struct {
	Text string `rest:"text"`
}

func lapTable(call *rest.Call, _ rest.None) (out lapText, err error) {
	groups, err := rest.Rows[lap](call).Order("-driver").Limit(1).
		Groups("driver", []string{"points", "bonus", "weight", "took"}, predicate.Eq("penalty", false))
	var text []string
	for _, g := range groups {
		bonus := int64(-1)
		if g.Row.Bonus != nil {
			bonus = *g.Row.Bonus
		}
		text = append(text, fmt.Sprintf("%s %d: %d %d %g %v", g.Row.Driver, g.Count, g.Row.Points, bonus, g.Row.Weight, g.Row.Took))
	}
	return lapText{strings.Join(text, "; ")}, err
}

// readingRows has the rows that the scenarios of testdata/reading read.
func readingRows() []rest.Resource {
	loud := rest.Compute("loud", func(_ *rest.Call, s *songRecord) string { return strings.ToUpper(s.Title) })
	soft := rest.Compute("loud", func(_ *rest.Call, s *song) string { return strings.ToLower(s.Title) })
	open := func(name string) permission.Rule { return permission.Any(permission.Is(name, false), permission.Admin) }
	const why = "there are few walks"
	return []rest.Resource{
		rest.ViewSet[flask]{
			Path: "/flasks/", Order: []string{"id"}, Fields: rest.FieldRules{"note": permission.Admin},
			Unindexed: map[string]string{"search": "few"},
		},
		rest.ViewSet[grove]{
			Path: "/groves/", Order: []string{"id"}, Filters: []rest.Filter{{Path: "pal_count", Lookups: "gte", Name: "pals_of"}},
			Pages: rest.PageNumber{Size: 2}, Unindexed: unindexedCounts,
		},
		rest.ViewSet[oak]{Path: "/oaks/", Access: permission.By{Read: permission.Any(permission.Admin, permission.Is("hollow", false)), Write: permission.Admin}},
		rest.ViewSet[pal]{Path: "/pals/"},
		rest.ViewSet[choir]{Path: "/choirs/", Lookup: "slug"},
		rest.ViewSet[voice]{Path: "/voices/"},
		rest.ViewSet[song]{
			Path: "/songs/", Shapes: rest.Shapes{Retrieve: rest.As(loud)},
			Serializer: rest.Serializer[song]{Computed: []rest.Computed[song]{soft}},
		},
		rest.ViewSet[tune]{Path: "/tunes/"},
		rest.ViewSet[lore]{Path: "/dossiers/", Table: "dossiers", Access: permission.Anyone},
		rest.ViewSet[loreFile]{Path: "/files/", Table: "dossiers", Access: open("secret")},
		rest.ViewSet[loreNote]{Path: "/notes/", Access: open("dossier.hidden")},
		rest.ViewSet[befriended]{Path: "/profiles/", Name: "profile", Lookup: "name", LookupPattern: `[\w.@+ &-]+`},
		rest.ViewSet[drawer]{Path: "/drawers/"},
		rest.ViewSet[tool]{Path: "/drawers/best/"},
		rest.ViewSet[auth.User]{Path: "/people/", Actions: rest.ReadOnly, Access: permission.Any(permission.Admin, permission.Me("id"))},
		rest.ViewSet[band]{Path: "/bands/", Members: rest.Members{Fields: true}},
		rest.ViewSet[player]{Path: "/players/"},
		rest.ViewSet[hike]{
			Path: "/walks/", Access: permission.Anyone,
			Unindexed: map[string]string{"day__month": why, "day__day": why, "start__month": why, "start__day": why, "start__hour": why},
		},
		rest.ViewSet[postbag]{
			Path: "/postbags/", Access: permission.Anyone, Actions: rest.Create, Description: "What is sent.",
			Shapes: rest.Shapes{List: rest.As[postbagName]()}, Envelope: rest.Envelope{List: "postbags"},
			Extra: []rest.Action{
				rest.Sublist("open", permission.Is("open", true), rest.Describe("What is on its way.")),
				rest.Sublist("closed", permission.Is("open", false)),
				rest.OnList("pick", func(*rest.Call, rest.None) ([]*postbag, error) { return []*postbag{{ID: 2}}, nil }, rest.GET),
			},
		},
		rest.ViewSet[parade]{
			Path: "/parades/", Actions: rest.Create, Ordering: []string{"by=-open,name"}, Members: rest.Members{Fields: true},
			Extra: []rest.Action{rest.Sublist("open", permission.Is("open", true))},
		},
		rest.ViewSet[lap]{Path: "/laps/", Extra: []rest.Action{
			rest.OnList("table", lapTable, rest.GET),
			rest.OnList("from", func(call *rest.Call, _ rest.None) (out lapText, err error) {
				groups, err := rest.Rows[lap](call).Groups("from", nil)
				for _, g := range groups {
					out.Text += fmt.Sprint(g.Row.From, " ")
				}
				teams, other := rest.Rows[lap](call).Groups("team", nil)
				for _, g := range teams {
					if g.Row.Team == nil {
						out.Text += "none "
					} else {
						out.Text += *g.Row.Team + " "
					}
				}
				return out, errors.Join(err, other)
			}, rest.GET),
			rest.OnList("check", func(call *rest.Call, in lapText) (lapText, error) {
				names := strings.Split(in.Text, ",")
				if _, err := rest.Rows[lap](call).Groups(names[0], names[1:]); err != nil {
					return lapText{err.Error()}, nil
				}
				return lapText{"adds up"}, nil
			}),
		}},
	}
}
