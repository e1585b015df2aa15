// Mistakes in relations, nested writes and limits of choices.

package rest_test

import (
	"reflect"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// Mistakes in relations between rows.
var relationMistakes = []mistake{
	{"options of relations", func() *rest.Set {
		type (
			Place struct {
				ID   int64   `rest:"id,readonly"`
				Null *string `rest:"null,unique" validate:"max=100"`
				Code string  `rest:"code,unique,writeonly" validate:"max=100"`
				Any  any     `rest:"any"`
			}
			Line struct {
				ID int64 `rest:"id,readonly"`
			}
			Related struct {
				ID              int64                       `rest:"id,readonly"`
				ShowUnknown     rest.BelongsTo[auth.User]   `rest:"show_unknown,show=user_name"`
				ShowNumber      rest.BelongsTo[auth.User]   `rest:"show_number,show=id"`
				ShowNull        rest.BelongsTo[Place]       `rest:"show_null,show=null"`
				ShowSecret      rest.BelongsTo[Place]       `rest:"show_secret,show=code"`
				ShowAmbiguous   rest.BelongsTo[auth.User]   `rest:"show_ambiguous,show=email"`
				ShowAndLink     rest.BelongsTo[auth.User]   `rest:"show_and_link,link,show=username"`
				ShowOfText      string                      `rest:"show_of_text,show=title"`
				ShowOfMany      rest.ManyToMany[auth.User]  `rest:"show_of_many,show=email"`
				LinkToNothing   rest.BelongsTo[auth.User]   `rest:"link_to_nothing,link"`
				NoWayBack       rest.HasMany[Line]          `rest:"no_way_back,readonly"`
				ByOfOne         rest.BelongsTo[auth.User]   `rest:"by_of_one,by=username"`
				ThroughOfOne    rest.BelongsTo[auth.User]   `rest:"through_of_one,through=authors"`
				ThroughNoName   rest.ManyToMany[auth.Group] `rest:"through_no_name,optional,through=Note-Groups"`
				OndeleteUnknown rest.BelongsTo[auth.User]   `rest:"ondelete_unknown,ondelete=cascad"`
				OndeleteNull    rest.BelongsTo[auth.User]   `rest:"ondelete_null,ondelete=null"`
				OndeleteOfMany  rest.ManyToMany[auth.Group] `rest:"ondelete_of_many,optional,ondelete=cascade"`
				ToNumber        rest.BelongsTo[int]         `rest:"to_number"`
				ToPointer       rest.BelongsTo[*auth.User]  `rest:"to_pointer"`
				ToMistake       rest.BelongsTo[Place]       `rest:"to_mistake"`
				ToMistakeToo    rest.BelongsTo[Place]       `rest:"to_mistake_too"`
			}
		)
		return one[Related]()
	}},
	{"other sides", func() *rest.Set {
		return listing(of[Team](), of[Crew](), of[Band](), of[Choir](), of[Folder](), of[hound]())
	}},
	{"tables of pairs", func() *rest.Set {
		type Paired struct {
			ID          int64                       `rest:"id,readonly"`
			ThroughRows rest.ManyToMany[auth.Group] `rest:"through_rows,optional,through=users"`
			Groups      rest.ManyToMany[auth.Group] `rest:"groups,optional,through=pairs"`
			OtherPairs  rest.ManyToMany[auth.User]  `rest:"other_pairs,optional,through=pairs"`
		}
		return one[Paired]()
	}},
	{"rows that others may not reach", func() *rest.Set {
		type (
			Person struct {
				ID       int64  `rest:"id,readonly"`
				Username string `rest:"username,unique" validate:"max=100"`
			}
			Locked struct {
				ID int64 `rest:"id,readonly"`
			}
			Listed struct {
				ID int64 `rest:"url,readonly,link" db:"id"`
			}
			Reaching struct {
				ID       int64                     `rest:"id,readonly"`
				Account  rest.BelongsTo[auth.User] `rest:"account,link"`
				Unlinked rest.BelongsTo[Listed]    `rest:"unlinked,link"`
				One      rest.BelongsTo[Locked]    `rest:"one"`
				Many     rest.ManyToMany[Locked]   `rest:"many,readonly"`
				Inside   rest.BelongsTo[Locked]    `rest:"-"`
			}
		)
		odd := permission.RowFunc("odd row", func(permission.Request, any) bool { return true })
		return listing(
			rest.ViewSet[Person]{Path: "/people/", Table: "users", Actions: rest.ReadOnly},
			rest.ViewSet[Locked]{Path: "/locked/", Access: odd, Actions: rest.Retrieve},
			rest.ViewSet[Listed]{Path: "/listed/", Actions: rest.List},
			rest.ViewSet[Reaching]{Path: "/reaching/", Actions: rest.ReadOnly},
		)
	}},
}

// hound refers to hounds by one-to-one relations of which there may be several, or that clients send.
type hound struct {
	ID     int64                 `rest:"id,readonly"`
	Master rest.BelongsTo[hound] `rest:"master,optional"`
	Dog    rest.HasOne[hound]    `rest:"dog,readonly"`
	Pup    rest.HasOne[hound]    `rest:"pup,by=master"`
	Cub    *rest.HasOne[hound]   `rest:"cub,readonly"`
	Cat    rest.HasOne[hound]    `rest:"-"`
}

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
	Call  string                `rest:"call,unique=ci" default:"" validate:"max=9"`
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
			}
			Untold struct {
				Name  string                `rest:"name"`
				Flags rest.Nested[nameless] `rest:"flags,nested=merge"`
				Lead  rest.BelongsTo[hull]  `rest:"lead,optional"`
				Twice rest.Nested[hull]     `rest:"twice,of=lead,nested=merge"`
				Boats rest.Nested[boat]     `rest:"boats,nested=create" validate:"max=20000"`
			}
			AnyCase struct {
				Name  string            `rest:"name"`
				Boats rest.Nested[boat] `rest:"boats,nested=replace,by=call"`
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
		return listing(of[boat](), of[hull](), of[flagged](), nesting[Nesting](), nesting[Keys](), nesting[Untold](), nesting[AnyCase](), nesting[Lacking](),
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

func limited(limits ...rest.LimitChoices) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[rented]{Path: "/rents/", LimitChoices: limits}).Access(permission.Anyone)
	}
}

var limitMistakes = []mistake{
	{"choices of an unknown field", limited(rest.LimitChoices{Field: "ownr", To: predicate.Eq("is_staff", true)})},
	{"choices of a field that is not a relation", limited(rest.LimitChoices{Field: "state", To: predicate.Eq("is_staff", true)})},
	{"choices without a condition", limited(rest.LimitChoices{Field: "owner"})},
	{"choices compared with an unknown field", limited(rest.LimitChoices{Field: "owner", To: predicate.Eq("username", predicate.OuterRef("sate"))})},
	{"choices compared with a field of another kind", limited(rest.LimitChoices{Field: "owner", To: predicate.Eq("username", predicate.OuterRef("begins"))})},
	{"choices compared with a list", limited(rest.LimitChoices{Field: "owner", To: predicate.In("username", predicate.OuterRef("state"))})},
	{"choices for who asks", limited(rest.LimitChoices{Field: "owner", To: predicate.Requester("id")})},
	{"an outer field without an outer row", constrained(rest.Constraint{Holds: predicate.Eq("state", predicate.OuterRef("state")), Message: "No."})},
}
