// Dispatches, whose writes enqueue jobs.

package laws

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type (
	dispatch struct {
		ID   int64  `rest:"id,readonly"`
		Town string `rest:"town" validate:"max=40"`
	}
	// ride is what a job is given.
	ride struct {
		Town string `json:"town"`
	}
)

// Dispatches enqueue a job at each write.
func Dispatches() *rest.Set {
	job := &rest.Job[ride]{Name: "ride", Run: func(*rest.Call, ride) error { return nil }}
	enqueue := func(c *rest.Call, d *dispatch) error { return rest.Enqueue(c, job, ride{d.Town}) }
	return rest.NewSet("dispatches",
		rest.ViewSet[dispatch]{
			Path: "/dispatches/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify | rest.Destroy},
			Serializer: rest.Serializer[dispatch]{AfterCreate: enqueue, AfterUpdate: enqueue, BeforeDelete: enqueue},
		},
		job, rest.Jobs{Path: "/jobs/"},
	).Access(permission.SignedInOrReadOnly)
}
