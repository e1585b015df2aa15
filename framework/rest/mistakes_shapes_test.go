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

// locks is a set of piers and of the locks below them, in other representations.
func locks(shapes rest.Shapes) *rest.Set {
	return rest.NewSet("cases", rest.ViewSet[Pier]{Path: "/piers/"}, rest.ViewSet[Lock]{
		Path: "/piers/{pier}/locks/", RecordPath: "/locks/", Access: permission.SignedIn, Shapes: shapes,
		Owner: rest.Field(func(l *Lock) *rest.BelongsTo[auth.User] { return &l.Owner }),
	}).Access(permission.Anyone)
}

// boats is a set of piers and of boats in other representations.
func boats(shapes rest.Shapes) *rest.Set {
	return rest.NewSet("cases", rest.ViewSet[Pier]{Path: "/piers/"}, rest.ViewSet[Boat]{Path: "/boats/", Shapes: shapes}).Access(permission.Anyone)
}

var shapeMistakes = []mistake{
	{"wire name with a dot", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"head.title"`
		}
		return one[Note]()
	}},
	{"columns of two names that are one in snake case", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"dueDate"`
			Other string `rest:"due_date"`
		}
		return one[Note]()
	}},
	{"embedded value", func() *rest.Set {
		type Note struct {
			ID int64 `rest:"id,readonly"`
			rest.Date
		}
		return one[Note]()
	}},
	{"embedded struct with a name", func() *rest.Set {
		type Note struct {
			ID    int64 `rest:"id,readonly"`
			Extra `rest:"extra"`
		}
		return one[Note]()
	}},
	{"embedded struct that is left out", func() *rest.Set {
		type Note struct {
			Base `rest:"-"`
		}
		return one[Note]()
	}},
	{"embedded structs whose names clash", func() *rest.Set {
		type Note struct {
			Base
			Extra
		}
		return one[Note]()
	}},
	{"embedded struct whose field is hidden by another", func() *rest.Set {
		type Note struct {
			Base
			Title string `rest:"heading"`
		}
		return one[Note]()
	}},
	{"createonly and readonly", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,createonly,readonly"`
		}
		return one[Note]()
	}},
	{"createonly that is not shown", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"-,createonly" default:"x"`
		}
		return one[Note]()
	}},
	{"createonly list", func() *rest.Set {
		type Note struct {
			ID     int64                       `rest:"id,readonly"`
			Groups rest.ManyToMany[auth.Group] `rest:"groups,createonly"`
		}
		return one[Note]()
	}},
	{"path to no field", func() *rest.Set {
		type Note struct {
			ID   int64                `rest:"id,readonly"`
			Pier rest.BelongsTo[Pier] `rest:"pier,readonly,optional"`
			Name string               `rest:"pier_name,readonly,path=pier.nam"`
		}
		return one[Note]()
	}},
	{"path through many rows", func() *rest.Set {
		type Note struct {
			ID   int64                `rest:"id,readonly"`
			Pier rest.BelongsTo[Pier] `rest:"pier,readonly,optional"`
			Name string               `rest:"boat_name,readonly,path=pier.boats.name"`
		}
		return one[Note]()
	}},
	{"path through a column", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title"`
			Name  string `rest:"name,readonly,path=title.name"`
		}
		return one[Note]()
	}},
	{"path to a secret", func() *rest.Set {
		type Note struct {
			ID   int64                `rest:"id,readonly"`
			Pier rest.BelongsTo[Pier] `rest:"pier,readonly,optional"`
			Code string               `rest:"pier_code,readonly,path=pier.code"`
		}
		return one[Note]()
	}},
	{"path to a relation", func() *rest.Set {
		type Note struct {
			ID    int64                `rest:"id,readonly"`
			Pier  rest.BelongsTo[Pier] `rest:"pier,readonly,optional"`
			Chief int64                `rest:"chief,readonly,path=pier.chief"`
		}
		return one[Note]()
	}},
	{"path to another type", func() *rest.Set {
		type Note struct {
			ID   int64                `rest:"id,readonly"`
			Pier rest.BelongsTo[Pier] `rest:"pier,readonly,optional"`
			Name int64                `rest:"pier_name,readonly,path=pier.name"`
		}
		return one[Note]()
	}},
	{"path to the row itself", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title"`
			Again string `rest:"again,readonly,path=title"`
		}
		return one[Note]()
	}},
	{"path that is written", func() *rest.Set {
		type Note struct {
			ID   int64                `rest:"id,readonly"`
			Pier rest.BelongsTo[Pier] `rest:"pier,readonly,optional"`
			Name string               `rest:"pier_name,path=pier.name"`
		}
		return one[Note]()
	}},
	{"path at a relation", func() *rest.Set {
		type Note struct {
			ID    int64                     `rest:"id,readonly"`
			Pier  rest.BelongsTo[Pier]      `rest:"pier,readonly,optional"`
			Chief rest.BelongsTo[auth.User] `rest:"chief,readonly,path=pier.chief"`
		}
		return one[Note]()
	}},
	{"count of rows that do not refer here", func() *rest.Set {
		type Note struct {
			ID    int64            `rest:"id,readonly"`
			Boats rest.Count[Boat] `rest:"boats"`
		}
		return one[Note]()
	}},
	{"count of rows that refer here twice", func() *rest.Set {
		type Yacht struct {
			ID    int64            `rest:"id,readonly"`
			Races rest.Count[Race] `rest:"races"`
		}
		return rest.NewSet("cases", rest.ViewSet[Yacht]{Path: "/boats/", Table: "boats", Actions: rest.ReadOnly}).Access(permission.Anyone)
	}},
	{"count by another field", func() *rest.Set {
		type Harbour struct {
			ID    int64            `rest:"id,readonly"`
			Boats rest.Count[Boat] `rest:"boats,by=harbour"`
		}
		return rest.NewSet("cases", rest.ViewSet[Harbour]{Path: "/piers/", Table: "piers", Actions: rest.ReadOnly}).Access(permission.Anyone)
	}},
	{"count with a default", func() *rest.Set {
		type Harbour struct {
			ID    int64            `rest:"id,readonly"`
			Boats rest.Count[Boat] `rest:"boats,optional" default:"1"`
		}
		return rest.NewSet("cases", rest.ViewSet[Harbour]{Path: "/piers/", Table: "piers", Actions: rest.ReadOnly}).Access(permission.Anyone)
	}},
	{"count that is not shown", func() *rest.Set {
		type Harbour struct {
			ID    int64            `rest:"id,readonly"`
			Boats rest.Count[Boat] `rest:"-"`
		}
		return rest.NewSet("cases", rest.ViewSet[Harbour]{Path: "/piers/", Table: "piers", Actions: rest.ReadOnly}).Access(permission.Anyone)
	}},
	{"pointer to a count", func() *rest.Set {
		type Harbour struct {
			ID    int64             `rest:"id,readonly"`
			Boats *rest.Count[Boat] `rest:"boats"`
		}
		return rest.NewSet("cases", rest.ViewSet[Harbour]{Path: "/piers/", Table: "piers", Actions: rest.ReadOnly}).Access(permission.Anyone)
	}},
	{"has of rows without an account", func() *rest.Set {
		type Harbour struct {
			ID    int64          `rest:"id,readonly"`
			Boats rest.Has[Boat] `rest:"boats"`
		}
		return rest.NewSet("cases", rest.ViewSet[Harbour]{Path: "/piers/", Table: "piers", Actions: rest.ReadOnly}).Access(permission.Anyone)
	}},
	{"has of rows with two accounts", func() *rest.Set {
		type Yacht struct {
			ID    int64          `rest:"id,readonly"`
			Races rest.Has[Race] `rest:"races,by=first"`
		}
		return rest.NewSet("cases", rest.ViewSet[Yacht]{Path: "/boats/", Table: "boats", Actions: rest.ReadOnly}).Access(permission.Anyone)
	}},
	{"nested without a relation", func() *rest.Set {
		type Note struct {
			ID   int64             `rest:"id,readonly"`
			Pier rest.Nested[Pier] `rest:"pier"`
		}
		return one[Note]()
	}},
	{"nested of another relation", func() *rest.Set {
		type Note struct {
			ID    int64                `rest:"id,readonly"`
			Pier  rest.BelongsTo[Pier] `rest:"pier,readonly,optional"`
			About rest.Nested[Pier]    `rest:"about"`
		}
		return one[Note]()
	}},
	{"nested of an unknown relation", func() *rest.Set {
		type Note struct {
			ID    int64                `rest:"id,readonly"`
			Pier  rest.BelongsTo[Pier] `rest:"pier,readonly,optional"`
			About rest.Nested[Pier]    `rest:"about,of=peer"`
		}
		return one[Note]()
	}},
	{"nested that is no struct", func() *rest.Set {
		type Note struct {
			ID    int64                `rest:"id,readonly"`
			Pier  rest.BelongsTo[Pier] `rest:"pier,readonly,optional"`
			About rest.Nested[string]  `rest:"about,of=pier"`
		}
		return one[Note]()
	}},
	{"nested without an end", func() *rest.Set { return one[Egg]() }},
	{"nested that shows nothing", func() *rest.Set {
		type Note struct {
			ID    int64                `rest:"id,readonly"`
			Pier  rest.BelongsTo[Pier] `rest:"pier,readonly,optional"`
			About rest.Nested[Silent]  `rest:"about,of=pier"`
		}
		return one[Note]()
	}},
	{"of at a column", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title,of=pier"`
		}
		return one[Note]()
	}},
	{"shape with an unknown column", func() *rest.Set {
		type Short struct {
			Name string `rest:"nam"`
		}
		return boats(rest.Shapes{List: rest.As[Short]()})
	}},
	{"shape with a column of another kind", func() *rest.Set {
		type Short struct {
			Tons int64 `rest:"tons"`
		}
		return boats(rest.Shapes{List: rest.As[Short]()})
	}},
	{"shape with an unknown relation", func() *rest.Set {
		type Short struct {
			Groups rest.ManyToMany[auth.Group] `rest:"groups,optional"`
		}
		return boats(rest.Shapes{List: rest.As[Short]()})
	}},
	{"shape with a relation to another table", func() *rest.Set {
		type Short struct {
			Pier rest.BelongsTo[auth.User] `rest:"pier"`
		}
		return boats(rest.Shapes{List: rest.As[Short]()})
	}},
	{"shape that shows nothing", func() *rest.Set {
		type Short struct {
			Name string `rest:"name,writeonly"`
		}
		return boats(rest.Shapes{Retrieve: rest.As[Short]()})
	}},
	{"shape that is no struct", func() *rest.Set { return boats(rest.Shapes{List: rest.As[[]Boat]()}) }},
	{"shape of an operation that is not offered", func() *rest.Set {
		type Short struct {
			Name string `rest:"name"`
		}
		return rest.NewSet("cases", rest.ViewSet[Boat]{
			Path: "/boats/", Actions: rest.ReadOnly, Access: permission.Anyone, Shapes: rest.Shapes{Create: rest.As[Short]()},
		}, rest.ViewSet[Pier]{Path: "/piers/", Access: permission.Anyone})
	}},
	{"shape without what a create needs", func() *rest.Set {
		type Short struct {
			Name string `rest:"name"`
		}
		return boats(rest.Shapes{Create: rest.As[Short]()})
	}},
	{"shape that nobody may send", func() *rest.Set {
		type Short struct {
			Name string `rest:"name,readonly"`
		}
		return boats(rest.Shapes{Update: rest.As[Short]()})
	}},
	{"shape that is sent under another name", func() *rest.Set {
		type Short struct {
			Name string `rest:"title" db:"name"`
		}
		return boats(rest.Shapes{Update: rest.As[Short]()})
	}},
	{"shapes that show what the rows do not", func() *rest.Set {
		type Open struct {
			Name   string                    `rest:"name"`
			Code   string                    `rest:"code"`
			Keeper rest.BelongsTo[auth.User] `rest:"keeper"`
		}
		type Sent struct {
			Name string `rest:"name"`
			Code string `rest:"code"`
		}
		return locks(rest.Shapes{List: rest.As[Open](), Update: rest.As[Sent]()})
	}},
	{"nested representation that shows what the rows do not", func() *rest.Set {
		type Open struct {
			Code string `rest:"code"`
		}
		type Note struct {
			ID   int64                `rest:"id,readonly"`
			Pier rest.BelongsTo[Pier] `rest:"pier"`
			Open rest.Nested[Open]    `rest:"open,of=pier"`
		}
		return rest.NewSet("cases", rest.ViewSet[Pier]{Path: "/piers/"}, rest.ViewSet[Note]{Path: "/notes/"}).Access(permission.Anyone)
	}},
	{"shapes by which clients send what is not theirs to give", func() *rest.Set {
		type Sent struct {
			Door   rest.BelongsTo[Pier]      `rest:"pier"`
			Owner  rest.BelongsTo[auth.User] `rest:"owner"`
			Turned string                    `rest:"turned"`
			Made   string                    `rest:"made"`
		}
		return locks(rest.Shapes{Update: rest.As[Sent]()})
	}},
	{"shape whose rules are wider than those of the rows", func() *rest.Set {
		type Sent struct {
			Name   string          `rest:"name" validate:"max=30,min=1"`
			Grade  string          `rest:"grade" validate:"oneof=low mid"`
			Maker  string          `rest:"maker" validate:"max=3"`
			Weight int64           `rest:"weight" validate:"max=20,min=1"`
			Price  decimal.Decimal `rest:"price" digits:"6,2" validate:"min=0.4"`
			Sign   string          `rest:"sign" validate:"oneof=a abcd"`
			Code   string          `rest:"code,writeonly"`
		}
		return locks(rest.Shapes{Create: rest.As[Sent]()})
	}},
	{"shape with defaults and gaps that the rows refuse", func() *rest.Set {
		type Sent struct {
			Name   string          `rest:"name" default:"far too long for it"`
			Grade  string          `rest:"grade" default:"mid"`
			Maker  string          `rest:"maker,optional"`
			Weight int64           `rest:"weight" default:"11"`
			Price  decimal.Decimal `rest:"price" digits:"6,2" default:"0.25"`
			Sign   string          `rest:"sign,optional"`
			Code   string          `rest:"code,writeonly" default:""`
		}
		return locks(rest.Shapes{Create: rest.As[Sent]()})
	}},
	{"computed without a function", func() *rest.Set {
		return computing(rest.Compute[Boat, string]("loud", nil))
	}},
	{"computed twice", func() *rest.Set {
		loud := func(*rest.Call, *Boat) string { return "" }
		return computing(rest.Compute("loud", loud), rest.Compute("loud", loud))
	}},
	{"computed under a name that is taken", func() *rest.Set {
		return computing(rest.Compute("name", func(*rest.Call, *Boat) string { return "" }))
	}},
	{"computed under no name", func() *rest.Set {
		return computing(rest.Compute("so loud", func(*rest.Call, *Boat) string { return "" }))
	}},
	{"computed of no kind", func() *rest.Set {
		return computing(rest.Compute("all", func(*rest.Call, *Boat) []Boat { return nil }))
	}},
	{"computed of a relation", func() *rest.Set {
		return computing(rest.Compute("all", func(*rest.Call, *Boat) rest.Nested[Pier] { return rest.Nested[Pier]{} }))
	}},
	{"computed with rules", func() *rest.Set {
		return computing(rest.Compute("loud", func(*rest.Call, *Boat) string { return "" }, `validate:"max=3"`))
	}},
	{"computed decimal without digits", func() *rest.Set {
		return computing(rest.Compute("sum", func(*rest.Call, *Boat) decimal.Decimal { return decimal.Zero }))
	}},
	{"computed by nothing", func() *rest.Set {
		type Note struct {
			ID   int64  `rest:"id,readonly"`
			Loud string `rest:"loud,computed"`
		}
		return one[Note]()
	}},
	{"computed in a field of another type", func() *rest.Set {
		type Ship struct {
			ID   int64  `rest:"id,readonly"`
			Loud string `rest:"loud,computed"`
		}
		return rest.NewSet("cases", rest.ViewSet[Ship]{Path: "/ships/", Serializer: rest.Serializer[Ship]{Computed: []rest.Computed[Ship]{
			rest.Compute("loud", func(*rest.Call, *Ship) *string { return nil }),
		}}}).Access(permission.Anyone)
	}},
	{"computed in a field with words at the function", func() *rest.Set {
		type Ship struct {
			ID   int64  `rest:"id,readonly"`
			Loud string `rest:"loud,computed"`
		}
		return rest.NewSet("cases", rest.ViewSet[Ship]{Path: "/ships/", Serializer: rest.Serializer[Ship]{Computed: []rest.Computed[Ship]{
			rest.Compute("loud", func(*rest.Call, *Ship) string { return "" }, `label:"Aloud"`),
		}}}).Access(permission.Anyone)
	}},
	{"computed and sent", func() *rest.Set {
		type Note struct {
			ID   int64  `rest:"id,readonly"`
			Loud string `rest:"loud,computed,optional" default:"x" validate:"max=3"`
		}
		return one[Note]()
	}},
	{"computed relation", func() *rest.Set {
		type Note struct {
			ID   int64                `rest:"id,readonly"`
			Pier rest.BelongsTo[Pier] `rest:"pier,readonly,optional,computed"`
		}
		return one[Note]()
	}},
	{"address beside a key that shows it", func() *rest.Set {
		type Note struct {
			ID  int64        `rest:"url,readonly,link" db:"id"`
			URL rest.Address `rest:"address"`
		}
		return one[Note]()
	}},
	{"address with words of others", func() *rest.Set {
		type Note struct {
			ID  int64        `rest:"id,readonly"`
			URL rest.Address `rest:"url,link,order=id"`
		}
		return one[Note]()
	}},
	{"address of rows that nobody serves", func() *rest.Set {
		type Mate struct {
			ID  int64        `rest:"id,readonly"`
			URL rest.Address `rest:"url"`
		}
		type Ship struct {
			ID    int64                `rest:"id,readonly"`
			Mate  rest.BelongsTo[Mate] `rest:"mate,readonly,optional"`
			About rest.Nested[Mate]    `rest:"about,of=mate"`
		}
		return one[Ship]()
	}},
	{"order by an address", func() *rest.Set {
		type Note struct {
			ID  int64        `rest:"id,readonly"`
			URL rest.Address `rest:"url"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/", Order: []string{"url"}}).Access(permission.Anyone)
	}},
	{"nested rows in no order", func() *rest.Set {
		type Row struct {
			Name string `rest:"name"`
		}
		type Note struct {
			ID    int64                `rest:"id,readonly"`
			Pier  rest.BelongsTo[Pier] `rest:"pier"`
			One   rest.Nested[Row]     `rest:"one,of=pier,order=name"`
			Title string               `rest:"title,order=name"`
		}
		return one[Note]()
	}},
	{"nested rows in the order of no field", func() *rest.Set {
		type Row struct {
			Name string `rest:"name"`
		}
		type Quay struct {
			ID    int64              `rest:"id,readonly"`
			Boats rest.HasMany[Boat] `rest:"-"`
			A     rest.Nested[Row]   `rest:"a,of=boats,order=nam"`
			B     rest.Nested[Row]   `rest:"b,of=boats,order=-tons"`
			C     rest.Nested[Row]   `rest:"c,of=boats,order="`
		}
		return rest.NewSet("cases", rest.ViewSet[Quay]{Path: "/piers/", Table: "piers"}, rest.ViewSet[Boat]{Path: "/boats/"}).Access(permission.Anyone)
	}},
	{"computed of the row in a shape", func() *rest.Set {
		return boats(rest.Shapes{List: rest.As(rest.Compute("loud", func(*rest.Call, *Boat) string { return "" }))})
	}},
	{"order by what is computed", func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Pier]{Path: "/piers/"}, rest.ViewSet[Boat]{
			Path: "/boats/", Order: []string{"-loud"},
			Serializer: rest.Serializer[Boat]{Computed: []rest.Computed[Boat]{rest.Compute("loud", func(*rest.Call, *Boat) string { return "" })}},
		}).Access(permission.Anyone)
	}},
	{"pages that begin after a count", func() *rest.Set {
		type Harbour struct {
			ID    int64            `rest:"id,readonly"`
			Boats rest.Count[Boat] `rest:"boats"`
		}
		return rest.NewSet("cases", rest.ViewSet[Harbour]{
			Path: "/piers/", Table: "piers", Actions: rest.ReadOnly, Order: []string{"boats"}, Pages: seeking{rest.PageNumber{Size: 5}},
		}).Access(permission.Anyone)
	}},
	{"rule about a count", func() *rest.Set {
		type Harbour struct {
			ID    int64            `rest:"id,readonly"`
			Boats rest.Count[Boat] `rest:"boats"`
		}
		return rest.NewSet("cases", rest.ViewSet[Harbour]{Path: "/piers/", Table: "piers", Actions: rest.ReadOnly, Access: permission.Is("boats", 3)})
	}},
}

// seeking is a paginator whose pages begin after a row.
type seeking struct{ rest.PageNumber }

// Seeks implements plan.Seeker.
func (seeking) Seeks() {}

func computing(members ...rest.Computed[Boat]) *rest.Set {
	return rest.NewSet("cases", rest.ViewSet[Pier]{Path: "/piers/"}, rest.ViewSet[Boat]{
		Path: "/boats/", Serializer: rest.Serializer[Boat]{Computed: members},
	}).Access(permission.Anyone)
}
