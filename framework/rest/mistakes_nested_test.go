// Mistakes in nested writes.

package rest_test

import (
	"reflect"
	"strings"

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

// nesting is a fleet whose clients send what T has of a fleet.
func nesting[T any]() rest.Resource {
	shapes := rest.Shapes{Create: rest.As[T](), Update: rest.As[T]()}
	return rest.ViewSet[fleet]{Path: "/" + strings.ToLower(reflect.TypeFor[T]().Name()) + "/", Shapes: shapes}
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

// Mistakes in rows that clients send within others.
var nestedMistakes = []mistake{
	{"strategies", func() *rest.Set {
		type (
			Nesting struct {
				Name      string                   `rest:"name,nested=create"`
				Lead      rest.BelongsTo[hull]     `rest:"lead,optional,nested=merge"`
				Flags     rest.ManyToMany[flagged] `rest:"flags,show=name,nested=merge"`
				Unknown   rest.Nested[boat]        `rest:"unknown,of=boats,nested=merg"`
				ReadOnly  rest.Nested[boat]        `rest:"read_only,of=boats,readonly,nested=merge"`
				UnknownBy rest.Nested[boat]        `rest:"unknown_by,of=boats,nested=merge,by=nme"`
			}
			Keys struct {
				Name     string                   `rest:"name"`
				Flags    rest.ManyToMany[flagged] `rest:"flags,nested=create"`
				Replaced rest.Nested[hull]        `rest:"replaced,of=lead,nested=replace"`
				Unlinked rest.Nested[boat]        `rest:"unlinked,of=boats,nested=link"`
			}
			Untold struct {
				Name  string                `rest:"name"`
				Flags rest.Nested[nameless] `rest:"flags,nested=merge"`
				Lead  rest.BelongsTo[hull]  `rest:"lead,optional"`
				Twice rest.Nested[hull]     `rest:"twice,of=lead,nested=merge"`
				Boats rest.Nested[boat]     `rest:"boats,nested=create" validate:"max=20000"`
			}
			BoatName struct {
				ID   int64  `rest:"id,readonly"`
				Name string `rest:"name"`
			}
			Lacking struct {
				Name  string                `rest:"name"`
				Boats rest.Nested[BoatName] `rest:"boats,nested=create"`
			}
		)
		return listing(of[boat](), of[hull](), of[flagged](), nesting[Nesting](), nesting[Keys](), nesting[Untold](), nesting[Lacking](),
			nesting[nestingItself]())
	}},
	{"nested rows that no resource serves", func() *rest.Set { return listing(of[hull](), of[flagged](), nesting[replacing]()) }},
	{"nested rows without the right to write them", func() *rest.Set {
		return listing(rest.ViewSet[boat]{Path: "/boats/", Actions: rest.ReadOnly}, of[hull](), of[flagged](), nesting[replacing]())
	}},
	{"limits of nested rows", func() *rest.Set {
		sunk, black := predicate.Eq("name", "sunk"), []rest.LimitChoices{{Field: "flags", To: predicate.Ne("name", "black")}}
		type flying struct {
			Name  string               `rest:"name"`
			Flags rest.Nested[flagged] `rest:"flags,nested=merge"`
		}
		return each([]rest.ViewSet[cargo]{
			{ReadOnlyWhile: []rest.ReadOnlyWhile{{Fields: []string{"flags", "ship", "name"}, Holds: sunk}}},
			{
				ReadOnlyWhile: []rest.ReadOnlyWhile{{Fields: []string{"lead"}, Holds: sunk}},
				Shapes:        rest.Shapes{Update: rest.As[cargoShip]()},
			},
			{LimitChoices: black},
		}, of[hull](), of[ensign](), of[boat](), of[flagged](),
			rest.ViewSet[fleet]{Path: "/fleet/", Shapes: rest.Shapes{Create: rest.As[flying]()}, LimitChoices: black})
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

type replacing struct {
	Name  string            `rest:"name"`
	Boats rest.Nested[boat] `rest:"boats,nested=replace"`
}

// nestingItself nests boats, which nest their fleet again.
type nestingItself struct {
	Name  string                 `rest:"name"`
	Boats rest.Nested[boatAgain] `rest:"boats,nested=merge"`
}

type boatAgain struct {
	ID    int64                      `rest:"id,readonly"`
	Name  string                     `rest:"name"`
	Oars  int64                      `rest:"oars"`
	Fleet rest.Nested[nestingItself] `rest:"fleet,nested=merge"`
}
