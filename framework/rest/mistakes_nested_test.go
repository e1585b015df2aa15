package rest_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// hull is a row that other rows nest.
type hull struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

type flagged struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

type nameless struct {
	Name string `rest:"name"`
}

// nesting is a set of rows that nest the crew and the flags of a hull as T has them.
func nesting[T any](others ...rest.Resource) func() *rest.Set {
	return func() *rest.Set {
		shapes := rest.Shapes{Create: rest.As[T](), Update: rest.As[T]()}
		return rest.NewSet("cases", append(others, rest.ViewSet[fleet]{Path: "/fleet/", Shapes: shapes})...).Access(permission.Anyone)
	}
}

type fleet struct {
	ID    int64                    `rest:"id,readonly"`
	Name  string                   `rest:"name"`
	Lead  rest.BelongsTo[hull]     `rest:"lead,optional"`
	Flags rest.ManyToMany[flagged] `rest:"flags,optional"`
	Boats rest.HasMany[boat]       `rest:"boats,readonly"`
}

type boat struct {
	ID    int64                 `rest:"id,readonly"`
	Fleet rest.BelongsTo[fleet] `rest:"fleet,ondelete=cascade"`
	Name  string                `rest:"name"`
	Oars  int64                 `rest:"oars"`
}

var (
	boatsView = rest.ViewSet[boat]{Path: "/boats/"}
	hulls     = rest.ViewSet[hull]{Path: "/hulls/"}
	flags     = rest.ViewSet[flagged]{Path: "/flags/"}
	seeing    = rest.ViewSet[boat]{Path: "/boats/", Actions: rest.ReadOnly}
)

var nestedMistakes = []mistake{
	{"unknown strategy", nesting[nesting1](boatsView, hulls, flags)},
	{"strategy of what is no relation", nesting[nesting2](boatsView, hulls, flags)},
	{"strategy of a relation itself", nesting[nesting3](boatsView, hulls, flags)},
	{"strategy of what is never sent", nesting[nesting4](boatsView, hulls, flags)},
	{"nested rows that no resource serves", nesting[nesting5](hulls, flags)},
	{"nested rows without the right to write them", nesting[nesting5](seeing, hulls, flags)},
	{"nested rows that are unlinked from a required reference", nesting[nesting6](boatsView, hulls, flags)},
	{"one nested row that is replaced", nesting[nesting7](boatsView, hulls, flags)},
	{"nested rows that nothing tells apart", nesting[nesting8](boatsView, hulls, flags)},
	{"nested rows told apart by an unknown member", nesting[nesting9](boatsView, hulls, flags)},
	{"a relation that is sent twice", nesting[nesting10](boatsView, hulls, flags)},
	{"nested rows that lack a column", nesting[nesting11](boatsView, hulls, flags)},
	{"more nested rows than fit", nesting[nesting12](boatsView, hulls, flags)},
	{"names of rows that are shown by keys", nesting[nesting13](boatsView, hulls, flags)},
	{"nested rows within themselves", nesting[nesting15](boatsView, hulls, flags)},
	{"another strategy of names", nesting[nesting14](boatsView, hulls, flags)},
	{"nested rows that are read-only while something holds", limitedCargo(rest.ViewSet[cargo]{
		ReadOnlyWhile: []rest.ReadOnlyWhile{{Fields: []string{"flags", "ship", "name"}, Holds: predicate.Eq("name", "sunk")}},
	})},
	{"nested rows of a relation that is read-only while something holds", limitedCargo(rest.ViewSet[cargo]{
		ReadOnlyWhile: []rest.ReadOnlyWhile{{Fields: []string{"lead"}, Holds: predicate.Eq("name", "sunk")}},
		Shapes:        rest.Shapes{Update: rest.As[cargoShip]()},
	})},
	{"choices of nested rows", limitedCargo(rest.ViewSet[cargo]{
		LimitChoices: []rest.LimitChoices{{Field: "flags", To: predicate.Ne("name", "black")}},
	})},
	{"choices of a relation whose rows are nested", func() *rest.Set {
		limits := []rest.LimitChoices{{Field: "flags", To: predicate.Ne("name", "black")}}
		shapes := rest.Shapes{Create: rest.As[nesting16]()}
		return rest.NewSet("cases", rest.ViewSet[fleet]{Path: "/fleet/", Shapes: shapes, LimitChoices: limits}, boatsView, flags, hulls).Access(permission.Anyone)
	}},
}

// cargo nests flags by their names, and a ship.
type cargo struct {
	ID    int64                   `rest:"id,readonly"`
	Name  string                  `rest:"name"`
	Lead  rest.BelongsTo[hull]    `rest:"lead,optional"`
	Mate  rest.BelongsTo[hull]    `rest:"-,optional"`
	Flags rest.ManyToMany[ensign] `rest:"flags,optional,show=name,nested=create"`
	Ship  rest.Nested[hull]       `rest:"ship,of=mate,nested=merge,optional"`
}

type ensign struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,unique" validate:"max=100"`
}

type cargoShip struct {
	Lead rest.Nested[hull] `rest:"lead,nested=merge,optional"`
}

func limitedCargo(view rest.ViewSet[cargo]) func() *rest.Set {
	view.Path = "/cargo/"
	return func() *rest.Set {
		return rest.NewSet("cases", view, hulls, rest.ViewSet[ensign]{Path: "/ensigns/"}).Access(permission.Anyone)
	}
}

type nesting1 struct {
	Name  string            `rest:"name"`
	Boats rest.Nested[boat] `rest:"boats,nested=merg"`
}

type nesting2 struct {
	Name string `rest:"name,nested=create"`
}

type nesting3 struct {
	Name string               `rest:"name"`
	Lead rest.BelongsTo[hull] `rest:"lead,optional,nested=merge"`
}

type nesting4 struct {
	Name  string            `rest:"name"`
	Boats rest.Nested[boat] `rest:"boats,readonly,nested=merge"`
}

type nesting5 struct {
	Name  string            `rest:"name"`
	Boats rest.Nested[boat] `rest:"boats,nested=replace"`
}

type nesting6 struct {
	Name  string            `rest:"name"`
	Boats rest.Nested[boat] `rest:"boats,nested=link"`
}

type nesting7 struct {
	Name string            `rest:"name"`
	Lead rest.Nested[hull] `rest:"lead,nested=replace"`
}

type nesting8 struct {
	Name  string                `rest:"name"`
	Flags rest.Nested[nameless] `rest:"flags,nested=merge"`
}

type nesting9 struct {
	Name  string            `rest:"name"`
	Boats rest.Nested[boat] `rest:"boats,nested=merge,by=nme"`
}

type nesting10 struct {
	Name string               `rest:"name"`
	Lead rest.BelongsTo[hull] `rest:"lead,optional"`
	Ship rest.Nested[hull]    `rest:"ship,of=lead,nested=merge"`
}

type boatName struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

type nesting11 struct {
	Name  string                `rest:"name"`
	Boats rest.Nested[boatName] `rest:"boats,nested=create"`
}

type nesting12 struct {
	Name  string            `rest:"name"`
	Boats rest.Nested[boat] `rest:"boats,nested=create" validate:"max=20000"`
}

type nesting13 struct {
	Name  string                   `rest:"name"`
	Flags rest.ManyToMany[flagged] `rest:"flags,nested=create"`
}

type nesting14 struct {
	Name  string                   `rest:"name"`
	Flags rest.ManyToMany[flagged] `rest:"flags,show=name,nested=merge"`
}

type nesting16 struct {
	Name  string               `rest:"name"`
	Flags rest.Nested[flagged] `rest:"flags,nested=merge"`
}

// nesting15 nests boats, which nest their fleet again.
type nesting15 struct {
	Name  string                 `rest:"name"`
	Boats rest.Nested[boatAgain] `rest:"boats,nested=merge"`
}

type boatAgain struct {
	ID    int64                  `rest:"id,readonly"`
	Name  string                 `rest:"name"`
	Oars  int64                  `rest:"oars"`
	Fleet rest.Nested[nesting15] `rest:"fleet,nested=merge"`
}
