// The service of an office, where each entry is an errand that is done after the commit.

package main

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

const (
	// doneFile has a line for each errand that was done, in the folder of the service. It is what jobs change outside of
	// the database.
	doneFile = "done.txt"
	// errandTime is how long an errand takes.
	errandTime = 2 * time.Millisecond
	// refusedPrefix begins the labels of entries that the service refuses, after it has enqueued their jobs.
	refusedPrefix = "refused "
)

type entry struct {
	ID    int64  `rest:"id,readonly"`
	Label string `rest:"label"`
}

// receipt is what a job stores in the database.
type receipt struct {
	ID    int64  `rest:"id,readonly"`
	Label string `rest:"label"`
}

// errand has the label of an entry.
type errand struct {
	Label string `json:"label"`
}

// office returns the set. A lossy one does errands in AfterCommit.
func office(lossy bool) *rest.Set {
	job := &rest.Job[errand]{Name: "errand", AtOnce: 1, Run: func(c *rest.Call, e errand) error {
		if err := do(e); err != nil {
			return err
		}
		return c.Atomic(func() error { return rest.Rows[receipt](c).Create(&receipt{Label: e.Label}) })
	}}
	return rest.NewSet("office",
		rest.ViewSet[entry]{Path: "/entries/", Bulk: rest.Bulk{Actions: rest.Create}, Serializer: rest.Serializer[entry]{
			AfterCreate: func(c *rest.Call, row *entry) (err error) {
				e := errand{row.Label}
				if lossy {
					err = c.AfterCommit(func(context.Context) error { return do(e) })
				} else {
					err = rest.Enqueue(c, job, e)
				}
				if err == nil && strings.HasPrefix(row.Label, refusedPrefix) {
					err = problem.New(problem.Conflict, "The office does not do that.")
				}
				return err
			},
		}},
		rest.ViewSet[receipt]{Path: "/receipts/"},
		rest.ViewSet[auth.User]{Path: "/users/", Actions: rest.ReadOnly},
		job, rest.Jobs{Path: "/jobs/"},
	).Access(permission.Anyone)
}

// do does an errand.
func do(e errand) error {
	time.Sleep(errandTime)
	file, err := os.OpenFile(doneFile, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.WriteString(e.Label + "\n") // in one piece, beside other processes
	return errors.Join(err, file.Close())
}
