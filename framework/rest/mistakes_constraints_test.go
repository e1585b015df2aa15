package rest_test

import (
	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// rented is a row with two days and what depends on others.
type rented struct {
	ID     int64                     `rest:"id,readonly"`
	Begins rest.Date                 `rest:"begins"`
	Ends   *rest.Date                `rest:"ends"`
	State  string                    `rest:"state" default:"open"`
	Owner  rest.BelongsTo[auth.User] `rest:"owner"`
}

func constrained(constraints ...rest.Constraint) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[rented]{Path: "/rents/", Constraints: constraints}).Access(permission.Anyone)
	}
}

var constraintMistakes = []mistake{
	{"constraint without a message", constrained(rest.Constraint{Holds: predicate.Gte("ends", predicate.F("begins"))})},
	{"constraint about an unknown field", constrained(rest.Constraint{Holds: predicate.Gte("ends", predicate.F("begins")), Field: "end", Message: "No."})},
	{"constraint on an unknown field", constrained(rest.Constraint{Holds: predicate.Gte("ends", predicate.F("begin")), Message: "No."})},
	{"constraint on fields of two kinds", constrained(rest.Constraint{Holds: predicate.Eq("state", predicate.F("begins")), Message: "No."})},
	{"constraint on a part of another field", constrained(rest.Constraint{Holds: predicate.Compare(predicate.OpContains, "state", predicate.F("state")), Message: "No."})},
	{"constraint on other rows", constrained(rest.Constraint{Holds: predicate.Eq("owner.username", "bob"), Message: "No."})},
	{"constraint on who asks", constrained(rest.Constraint{Holds: predicate.Requester("owner"), Message: "No."})},
	{"constraint that always holds", constrained(rest.Constraint{Holds: predicate.Constant(true), Message: "No."})},
	{"constraint without a condition", constrained(rest.Constraint{Message: "No."})},
	{"constraint twice", constrained(
		rest.Constraint{Holds: predicate.Eq("state", "open"), Message: "No."},
		rest.Constraint{Holds: predicate.Eq("state", "open"), Message: "No."},
	)},
	{"rule about an unknown field", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" validate:"eqfield=Haed"`
			Head  string `rest:"head"`
		}
		return one[Note]()
	}},
	{"rule about the field itself", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" validate:"eqfield=Title"`
		}
		return one[Note]()
	}},
	{"rule about a field of another kind", func() *rest.Set {
		type Note struct {
			ID    int64     `rest:"id,readonly"`
			Title string    `rest:"title" validate:"gtfield=Day"`
			Day   rest.Date `rest:"day"`
		}
		return one[Note]()
	}},
	{"rule without another field", func() *rest.Set {
		type Note struct {
			ID    int64   `rest:"id,readonly"`
			Title *string `rest:"title" validate:"gtfield"`
			Head  *string `rest:"head" validate:"required_if,required_with="`
		}
		return one[Note]()
	}},
	{"rule that asks for a value that is always there", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Pages int64  `rest:"pages" validate:"required_if=Title long"`
			Title string `rest:"title"`
		}
		return one[Note]()
	}},
	{"rule with a value that cannot be", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Pages int64  `rest:"pages"`
			Title string `rest:"title,optional" validate:"required_if=Pages many"`
		}
		return one[Note]()
	}},
	{"rule about other fields twice", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Head  string `rest:"head"`
			Title string `rest:"title" validate:"nefield=Head,nefield=Head"`
		}
		return one[Note]()
	}},
	{"rule about other fields in a representation", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title"`
			Head  string `rest:"head"`
		}
		type Brief struct {
			ID    int64  `rest:"id,readonly"`
			Title string `rest:"title" validate:"nefield=Head"`
			Head  string `rest:"head"`
		}
		return rest.NewSet("cases", rest.ViewSet[Note]{Path: "/notes/", Shapes: rest.Shapes{Create: rest.As[Brief]()}}).Access(permission.Anyone)
	}},
}
