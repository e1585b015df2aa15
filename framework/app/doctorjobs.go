// The check of doctor of what waits in the database for tasks.

package app

import (
	"context"

	"example.com/resourceful/framework/background"
	"example.com/resourceful/framework/database"
)

// checkJobs checks whether jobs run in time, in a program that runs them.
func (d *doctor) checkJobs(ctx context.Context, db *database.DB) {
	text, remedy, err := background.Check(ctx, db, d.plan, d.program.own.Background)
	switch {
	case err != nil:
		d.failed("jobs", err, "")
	case remedy != "":
		d.add("jobs", isWarning, text, remedy)
	case text != "":
		d.add("jobs", isGood, text, "")
	}
}
