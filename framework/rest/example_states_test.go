// An example of rows that are locked by their state, and restored after a deletion.

package rest_test

import (
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/rest"
)

// Task is a part of a plan, and may be a part of another task of that.
type Task struct {
	ID      int64                `rest:"id,readonly"`
	Plan    string               `rest:"plan" validate:"max=50"`
	Title   string               `rest:"title" validate:"max=100"`
	Done    bool                 `rest:"done" default:"false"`
	Above   rest.BelongsTo[Task] `rest:"above,optional"`
	Deleted *time.Time           `rest:"-"`
}

// A task that is done keeps its title. A task is below one of the same plan only, and can be restored after its
// deletion.
func ExampleSoftDelete() {
	printPlan(rest.NewSet("tasks", rest.ViewSet[Task]{
		Path: "/tasks/", Access: permission.SignedIn,
		ReadOnlyWhile: []rest.ReadOnlyWhile{{Fields: []string{"title"}, Holds: predicate.Eq("done", true)}},
		LimitChoices:  []rest.LimitChoices{{Field: "above", To: predicate.Eq("plan", predicate.OuterRef("plan"))}},
		SoftDelete:    rest.SoftDelete{Field: "deleted", Access: permission.Admin, Keep: 30 * 24 * time.Hour},
	}), "read-only while", "choices", "deletions", "/restore/")
	// Output:
	// deletions marked by deleted, removed after 720h0m0s
	// choices above where plan eq the outer field plan
	// restore POST /tasks/{key}/restore/ answers rest_test.Task, access admin, description "Takes back the deletion of the record, and of what went with it."
}
