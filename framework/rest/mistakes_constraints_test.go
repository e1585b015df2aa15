// Mistakes in constraints.

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

// Mistakes in constraints of rows, and in rules about other fields of a row.
var constraintMistakes = []mistake{
	{"constraints", constrained(
		rest.Constraint{Holds: predicate.Gte("ends", predicate.F("begins"))},
		rest.Constraint{Holds: predicate.Gte("ends", predicate.F("begins")), Field: "end", Message: "No."},
		rest.Constraint{Holds: predicate.Gte("ends", predicate.F("begin")), Message: "No."},
		rest.Constraint{Holds: predicate.Eq("state", predicate.F("begins")), Message: "No."},
		rest.Constraint{Holds: predicate.Compare(predicate.OpContains, "state", predicate.F("state")), Message: "No."},
		rest.Constraint{Holds: predicate.Eq("owner.username", "bob"), Message: "No."},
		rest.Constraint{Holds: predicate.Requester("owner"), Message: "No."},
		rest.Constraint{Holds: predicate.Constant(true), Message: "No."},
		rest.Constraint{Message: "No."},
		rest.Constraint{Holds: predicate.Eq("state", "open"), Message: "No."},
		rest.Constraint{Holds: predicate.Eq("state", "open"), Message: "No."},
	)},
	{"rules about other fields", func() *rest.Set {
		type (
			Compared struct {
				ID         int64     `rest:"id,readonly"`
				Head       string    `rest:"head"`
				Day        rest.Date `rest:"day"`
				Pages      int64     `rest:"pages"`
				Unknown    string    `rest:"unknown" validate:"eqfield=Haed"`
				Itself     string    `rest:"itself" validate:"eqfield=Itself"`
				OtherKind  string    `rest:"other_kind" validate:"gtfield=Day"`
				NoField    *string   `rest:"no_field" validate:"gtfield"`
				NoFields   *string   `rest:"no_fields" validate:"required_if,required_with="`
				AlwaysSet  int64     `rest:"always_set" validate:"required_if=Head long"`
				OtherValue string    `rest:"other_value,optional" validate:"required_if=Pages many"`
				Twice      string    `rest:"twice" validate:"nefield=Head,nefield=Head"`
			}
			Brief struct {
				ID    int64  `rest:"id,readonly"`
				Title string `rest:"title" validate:"nefield=ID"`
			}
		)
		return listing(of[Compared](), rest.ViewSet[Plain]{Path: "/notes/", Shapes: rest.Shapes{Create: rest.As[Brief]()}})
	}},
}
