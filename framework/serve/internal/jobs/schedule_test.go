package jobs

import (
	"testing"
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// A row is late after a clock that was set back, or with another schedule. Clocks of processes may differ a little.
func TestIsLate(t *testing.T) {
	seven := time.Date(2029, 1, 2, 7, 0, 0, 0, time.UTC)
	tomorrow := seven.Add(24 * time.Hour)
	job := &plan.Job{Schedule: "0 7 * * *", Next: func(after time.Time) time.Time {
		day := time.Date(after.Year(), after.Month(), after.Day(), 7, 0, 0, 0, time.UTC)
		if !day.After(after) {
			day = day.Add(24 * time.Hour)
		}
		return day
	}}
	at := func(t time.Time) *time.Time { return &t }
	for name, tt := range map[string]struct {
		row  schema.Job
		now  time.Time
		want bool
	}{
		"on time":                         {schema.Job{NextAt: &tomorrow, Finished: at(seven.Add(time.Second))}, seven.Add(time.Minute), false},
		"by a clock that is behind":       {schema.Job{NextAt: &tomorrow, Finished: at(seven.Add(time.Second))}, seven.Add(-time.Second), false},
		"by a clock that was set back":    {schema.Job{NextAt: &tomorrow, Finished: at(seven.Add(time.Second))}, seven.Add(-time.Hour), true},
		"without an end":                  {schema.Job{NextAt: &tomorrow}, seven.Add(-time.Second), true},
		"another schedule":                {schema.Job{NextAt: &tomorrow, Args: "5 7 * * *"}, seven.Add(time.Minute), true},
		"another schedule of one running": {schema.Job{NextAt: &tomorrow, Args: "5 7 * * *", State: schema.JobRunning}, seven, false},
	} {
		if tt.row.Args == "" {
			tt.row.Args = job.Schedule
		}
		if got := isLate(&tt.row, job, tt.now); got != tt.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
