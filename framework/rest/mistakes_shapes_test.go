// Mistakes in representations by operation.

package rest_test

import (
	"github.com/shopspring/decimal"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Structs of the mistakes about representations. A boat has a crew of two kinds; a pier has boats.
type (
	Pier struct {
		ID    int64                     `rest:"id,readonly"`
		Name  string                    `rest:"name"`
		Code  string                    `rest:"code,writeonly"`
		Chief rest.BelongsTo[auth.User] `rest:"chief"`
		Boats rest.HasMany[Boat]        `rest:"boats,readonly"`
	}
	Boat struct {
		ID   int64                `rest:"id,readonly"`
		Pier rest.BelongsTo[Pier] `rest:"pier"`
		Name string               `rest:"name"`
		Tons *int64               `rest:"tons"`
	}
	Race struct {
		ID    int64                     `rest:"id,readonly"`
		First rest.BelongsTo[Boat]      `rest:"first"`
		Last  rest.BelongsTo[Boat]      `rest:"last"`
		Judge rest.BelongsTo[auth.User] `rest:"judge"`
		Guest rest.BelongsTo[auth.User] `rest:"guest"`
	}
	Egg struct {
		ID   int64                `rest:"id,readonly"`
		Hen  rest.BelongsTo[Hen]  `rest:"hen,optional"`
		From rest.Nested[HenView] `rest:"from,of=hen"`
	}
	Hen struct {
		ID   int64             `rest:"id,readonly"`
		Eggs rest.HasMany[Egg] `rest:"eggs,readonly"`
	}
	HenView struct {
		Eggs rest.Nested[EggView] `rest:"eggs"`
	}
	EggView struct {
		Hen rest.Nested[HenView] `rest:"hen"`
	}
	Base struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title"`
	}
	Extra struct {
		Title string `rest:"heading"`
		Other string `rest:"title" db:"other"`
	}
	Silent struct {
		Code string `rest:"code,writeonly"`
	}
)

// Lock is a row with all that representations of it may not widen.
type Lock struct {
	ID     int64                     `rest:"id,readonly"`
	Pier   rest.BelongsTo[Pier]      `rest:"pier,readonly"`
	Owner  rest.BelongsTo[auth.User] `rest:"owner,readonly"`
	Keeper rest.BelongsTo[auth.User] `rest:"-,optional"`
	Name   string                    `rest:"name" validate:"max=10,min=3"`
	Grade  string                    `rest:"grade" validate:"oneof=low high"`
	Maker  string                    `rest:"maker" validate:"oneof=abloy yale"`
	Weight int64                     `rest:"weight" validate:"max=10"`
	Price  decimal.Decimal           `rest:"price" digits:"6,2" validate:"min=0.5"`
	Sign   string                    `rest:"sign" validate:"max=3"`
	Code   string                    `rest:"code,writeonly"`
	Turned string                    `rest:"turned,readonly" default:"no"`
	Made   string                    `rest:"made,createonly" default:"here"`
}

// locks are the locks below piers, in other representations.
func locks(name string, shapes rest.Shapes) rest.Resource {
	return rest.ViewSet[Lock]{
		Path: "/piers/{pier}/" + name + "/", RecordPath: "/" + name + "/", Access: permission.SignedIn, Shapes: shapes,
		Owner: rest.Field(func(l *Lock) *rest.BelongsTo[auth.User] { return &l.Owner }),
	}
}

// boats are boats in other representations.
func boats(path string, shapes rest.Shapes) rest.Resource {
	return rest.ViewSet[Boat]{Path: path, Shapes: shapes}
}

// loud is computed of a boat.
func loud(*rest.Call, *Boat) string { return "" }

// Mistakes in what rows show and take: names, embedded structs, paths, counts, nested rows, computed values,
// addresses, and other representations.
var shapeMistakes = []mistake{
	{"names, embedded structs and createonly", func() *rest.Set {
		type (
			Naming struct {
				ID         int64                       `rest:"id,readonly"`
				DottedName string                      `rest:"head.title"`
				CamelCase  string                      `rest:"dueDate"`
				SnakeCase  string                      `rest:"due_date"`
				ReadOnly   string                      `rest:"read_only,createonly,readonly"`
				Hidden     string                      `rest:"-,createonly" default:"x"`
				List       rest.ManyToMany[auth.Group] `rest:"list,createonly"`
			}
			Embedding struct {
				ID int64 `rest:"id,readonly"`
				rest.Date
				Extra `rest:"extra"`
			}
			HidingAll struct {
				Base `rest:"-"`
			}
			Clashing struct {
				Base
				Extra
			}
			HidingOne struct {
				Base
				Title string `rest:"heading"`
			}
		)
		return listing(of[Naming](), of[Embedding](), of[HidingAll](), of[Clashing](), of[HidingOne]())
	}},
	{"paths", func() *rest.Set {
		type Leading struct {
			ID           int64                     `rest:"id,readonly"`
			Title        string                    `rest:"title"`
			Pier         rest.BelongsTo[Pier]      `rest:"pier,readonly,optional"`
			ToNothing    string                    `rest:"to_nothing,readonly,path=pier.nam"`
			ThroughMany  string                    `rest:"through_many,readonly,path=pier.boats.name"`
			ThroughText  string                    `rest:"through_text,readonly,path=title.name"`
			ToSecret     string                    `rest:"to_secret,readonly,path=pier.code"`
			ToRelation   int64                     `rest:"to_relation,readonly,path=pier.chief"`
			ToOtherType  int64                     `rest:"to_other_type,readonly,path=pier.name"`
			ToRow        string                    `rest:"to_row,readonly,path=title"`
			Written      string                    `rest:"written,path=pier.name"`
			FromRelation rest.BelongsTo[auth.User] `rest:"from_relation,readonly,path=pier.chief"`
		}
		return one[Leading]()
	}},
	{"counts", func() *rest.Set {
		type (
			Unrelated struct {
				ID    int64            `rest:"id,readonly"`
				Boats rest.Count[Boat] `rest:"boats"`
			}
			Yacht struct {
				ID       int64            `rest:"id,readonly"`
				Races    rest.Count[Race] `rest:"races"`
				Accounts rest.Has[Race]   `rest:"accounts,by=first"`
			}
			Harbour struct {
				ID        int64             `rest:"id,readonly"`
				OtherSide rest.Count[Boat]  `rest:"other_side,by=harbour"`
				Default   rest.Count[Boat]  `rest:"default,optional" default:"1"`
				Hidden    rest.Count[Boat]  `rest:"-"`
				Pointer   *rest.Count[Boat] `rest:"pointer"`
				NoAccount rest.Has[Boat]    `rest:"no_account"`
			}
			Dock struct {
				ID    int64            `rest:"id,readonly"`
				Boats rest.Count[Boat] `rest:"boats"`
			}
		)
		docks := rest.ViewSet[Dock]{Path: "/docks/", Table: "piers", Actions: rest.ReadOnly, Access: permission.Is("boats", 3)}
		paged := rest.ViewSet[Dock]{Path: "/paged/", Table: "piers", Actions: rest.ReadOnly}
		paged.Order, paged.Pages = []string{"boats"}, seeking{rest.PageNumber{Size: 5}}
		return listing(of[Unrelated](), docks, paged,
			rest.ViewSet[Yacht]{Path: "/yachts/", Table: "boats", Actions: rest.ReadOnly},
			rest.ViewSet[Harbour]{Path: "/harbours/", Table: "piers", Actions: rest.ReadOnly})
	}},
	{"nested rows", func() *rest.Set {
		type (
			Row struct {
				Name string `rest:"name"`
			}
			Open struct {
				Code string `rest:"code"`
			}
			Unrelated struct {
				ID   int64             `rest:"id,readonly"`
				Pier rest.Nested[Pier] `rest:"pier"`
			}
			Nesting struct {
				ID         int64                `rest:"id,readonly"`
				Pier       rest.BelongsTo[Pier] `rest:"pier"`
				NoRelation rest.Nested[Pier]    `rest:"no_relation"`
				Unknown    rest.Nested[Pier]    `rest:"unknown,of=peer"`
				NoStruct   rest.Nested[string]  `rest:"no_struct,of=pier"`
				Silent     rest.Nested[Silent]  `rest:"silent,of=pier"`
				Secret     rest.Nested[Open]    `rest:"secret,of=pier"`
				OneOrdered rest.Nested[Row]     `rest:"one_ordered,of=pier,order=name"`
				OfText     string               `rest:"of_text,of=pier"`
				Ordered    string               `rest:"ordered,order=name"`
			}
		)
		return listing(of[Unrelated](), of[Nesting](), of[Egg]())
	}},
	{"representations", func() *rest.Set {
		type (
			Unknown struct {
				Name   string                      `rest:"nam"`
				Tons   int64                       `rest:"tons"`
				Groups rest.ManyToMany[auth.Group] `rest:"groups,optional"`
				Pier   rest.BelongsTo[auth.User]   `rest:"pier"`
			}
			WriteOnly struct {
				Name string `rest:"name,writeonly"`
			}
			Short struct {
				Name string `rest:"name"`
			}
			ReadOnly struct {
				Name string `rest:"name,readonly"`
			}
			Renamed struct {
				Name string `rest:"title" db:"name"`
			}
		)
		return listing(of[Pier](),
			boats("/a/", rest.Shapes{List: rest.As[Unknown](), Retrieve: rest.As[WriteOnly](), Create: rest.As[Short](), Update: rest.As[ReadOnly]()}),
			boats("/b/", rest.Shapes{List: rest.As[[]Boat](), Update: rest.As[Renamed]()}),
			rest.ViewSet[Boat]{Path: "/c/", Actions: rest.ReadOnly, Shapes: rest.Shapes{Create: rest.As[Short]()}},
			boats("/d/", rest.Shapes{List: rest.As(rest.Compute("loud", loud))}),
		)
	}},
	{"representations that widen what the rows allow", func() *rest.Set {
		type (
			Open struct {
				Name   string                    `rest:"name"`
				Code   string                    `rest:"code"`
				Keeper rest.BelongsTo[auth.User] `rest:"keeper"`
			}
			Shown struct {
				Name string `rest:"name"`
				Code string `rest:"code"`
			}
			Given struct {
				Door   rest.BelongsTo[Pier]      `rest:"pier"`
				Owner  rest.BelongsTo[auth.User] `rest:"owner"`
				Turned string                    `rest:"turned"`
				Made   string                    `rest:"made"`
			}
			Ruled struct {
				Name   string          `rest:"name" validate:"max=30,min=1"`
				Grade  string          `rest:"grade" validate:"oneof=low mid"`
				Maker  string          `rest:"maker" validate:"max=3"`
				Weight int64           `rest:"weight" validate:"max=20,min=1"`
				Price  decimal.Decimal `rest:"price" digits:"6,2" validate:"min=0.4"`
				Sign   string          `rest:"sign" validate:"oneof=a abcd"`
				Code   string          `rest:"code,writeonly"`
			}
			Filled struct {
				Name   string          `rest:"name" default:"far too long for it"`
				Grade  string          `rest:"grade" default:"mid"`
				Maker  string          `rest:"maker,optional"`
				Weight int64           `rest:"weight" default:"11"`
				Price  decimal.Decimal `rest:"price" digits:"6,2" default:"0.25"`
				Sign   string          `rest:"sign,optional"`
				Code   string          `rest:"code,writeonly" default:""`
			}
		)
		return listing(rest.ViewSet[Pier]{Path: "/piers/"},
			locks("a", rest.Shapes{List: rest.As[Open](), Update: rest.As[Shown](), Create: rest.As[Ruled]()}),
			locks("b", rest.Shapes{Update: rest.As[Given](), Create: rest.As[Filled]()}),
		)
	}},
	{"computed values", func() *rest.Set {
		type Ship struct {
			ID        int64                `rest:"id,readonly"`
			OtherType string               `rest:"other_type,computed"`
			Labelled  string               `rest:"labelled,computed"`
			ByNothing string               `rest:"by_nothing,computed"`
			Sent      string               `rest:"sent,computed,optional" default:"x" validate:"max=3"`
			Pier      rest.BelongsTo[Pier] `rest:"pier,readonly,optional,computed"`
		}
		return listing(of[Pier](),
			rest.ViewSet[Boat]{Path: "/boats/", Order: []string{"-loud"}, Serializer: rest.Serializer[Boat]{Computed: []rest.Computed[Boat]{
				rest.Compute[Boat, string]("none", nil),
				rest.Compute("loud", loud), rest.Compute("loud", loud), rest.Compute("name", loud), rest.Compute("so loud", loud),
				rest.Compute("boats", func(*rest.Call, *Boat) []Boat { return nil }),
				rest.Compute("all", func(*rest.Call, *Boat) rest.Nested[Pier] { return rest.Nested[Pier]{} }),
				rest.Compute("ruled", loud, `validate:"max=3"`),
				rest.Compute("sum", func(*rest.Call, *Boat) decimal.Decimal { return decimal.Zero }),
			}}},
			rest.ViewSet[Ship]{Path: "/ships/", Serializer: rest.Serializer[Ship]{Computed: []rest.Computed[Ship]{
				rest.Compute("other_type", func(*rest.Call, *Ship) *string { return nil }),
				rest.Compute("labelled", func(*rest.Call, *Ship) string { return "" }, `label:"Aloud"`),
			}}},
		)
	}},
	{"addresses, and orders of nested rows", func() *rest.Set {
		type (
			Row struct {
				Name string `rest:"name"`
			}
			Quay struct {
				ID        int64              `rest:"id,readonly"`
				Boats     rest.HasMany[Boat] `rest:"-"`
				NoField   rest.Nested[Row]   `rest:"no_field,of=boats,order=nam"`
				NullField rest.Nested[Row]   `rest:"null_field,of=boats,order=-tons"`
				NoOrder   rest.Nested[Row]   `rest:"no_order,of=boats,order="`
			}
			Twice struct {
				ID  int64        `rest:"url,readonly,link" db:"id"`
				URL rest.Address `rest:"address"`
			}
			Worded struct {
				ID  int64        `rest:"id,readonly"`
				URL rest.Address `rest:"url,link,order=id"`
			}
			Mate struct {
				ID  int64        `rest:"id,readonly"`
				URL rest.Address `rest:"url"`
			}
			Ship struct {
				ID    int64                `rest:"id,readonly"`
				Mate  rest.BelongsTo[Mate] `rest:"mate,readonly,optional"`
				About rest.Nested[Mate]    `rest:"about,of=mate"`
			}
			Ordered struct {
				ID  int64        `rest:"id,readonly"`
				URL rest.Address `rest:"url"`
			}
		)
		return listing(of[Twice](), of[Worded](), of[Ship](), of[Boat](), rest.ViewSet[Quay]{Path: "/piers/", Table: "piers"},
			rest.ViewSet[Ordered]{Path: "/ordered/", Order: []string{"url"}})
	}},
}

// seeking is a paginator whose pages begin after a row.
type seeking struct{ rest.PageNumber }

// Seeks implements plan.Seeker.
func (seeking) Seeks() {}
