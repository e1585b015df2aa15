// Treatises: rows with histories.

package sets

import (
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

// treatise is on a board, and has marks; nobody but administrators sees hidden boards.
type (
	rack struct {
		ID     int64  `rest:"id,readonly"`
		Name   string `rest:"name,unique" validate:"max=100"`
		Hidden bool   `rest:"hidden" default:"false"`
	}
	stampRow struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name,unique" validate:"max=100"`
	}
	treatise struct {
		ID     int64                     `rest:"id,readonly"`
		Title  string                    `rest:"title" validate:"max=10"`
		Pin    string                    `rest:"pin,writeonly" default:""`
		Secret string                    `rest:"secret" default:""`
		Board  rest.BelongsTo[rack]      `rest:"board,show=name,ondelete=cascade"`
		Next   rest.BelongsTo[treatise]  `rest:"next,optional,ondelete=null"`
		Marks  rest.ManyToMany[stampRow] `rest:"marks,optional"`
		Owner  rest.BelongsTo[auth.User] `rest:"owner,readonly,optional"`
		Tagged time.Time                 `rest:"-" db:"tagged" default:"now"`
	}
	// treatiseShown is what reading a volume shows.
	treatiseShown struct {
		ID    int64                     `rest:"id,readonly"`
		Title string                    `rest:"title"`
		Board rest.BelongsTo[rack]      `rest:"board,show=name"`
		Next  rest.BelongsTo[treatise]  `rest:"next"`
		Marks rest.ManyToMany[stampRow] `rest:"marks"`
	}
)

// retitling is what an action on a volume takes.
type retitling struct {
	Title string `rest:"title"`
}

// Treatises are rows whose changes are kept.
func Treatises() *rest.Set {
	retitle := func(call *rest.Call, v *treatise, in retitling) (*treatise, error) {
		v.Title = in.Title
		others := rest.Rows[treatise](call)
		list, err := others.All(predicate.Ne("id", v.ID))
		if err != nil {
			return nil, err
		}
		for _, other := range list {
			other.Title = in.Title + "'"
			if err := others.Update(other, &other.Title); err != nil {
				return nil, err
			}
		}
		if in.Title == "refused" {
			return nil, problem.New(problem.Conflict, "No.")
		}
		return v, nil
	}
	open := permission.Where("of boards that are not hidden", predicate.Ne("hidden", true))
	return rest.NewSet("volumes",
		rest.ViewSet[rack]{Path: "/boards/", Access: permission.Any(permission.Admin, open)},
		rest.ViewSet[stampRow]{Path: "/marks/"},
		rest.ViewSet[treatise]{
			Path: "/volumes/", Access: permission.SignedInOrReadOnly, History: &rest.History{Deleted: permission.Admin},
			Owner:  rest.Field(func(v *treatise) *rest.BelongsTo[auth.User] { return &v.Owner }),
			Shapes: rest.Shapes{Retrieve: rest.As[treatiseShown]()},
			Bulk:   rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy},
			Extra:  []rest.Action{rest.OnRecord("retitle", retitle)},
		},
	).Access(permission.Anyone)
}

// Rack is rack, for tests that write such rows.
type Rack = rack

// Treatise is treatise, for tests that write such rows.
type Treatise = treatise

// Retitling is retitling, for tests that write such rows.
type Retitling = retitling

// StampRow is stampRow, for tests that write such rows.
type StampRow = stampRow
