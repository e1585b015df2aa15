// Tasks at times: schedules, and their rows in the table of jobs.

package background

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"example.com/resourceful/framework/background/internal/cron"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/serve"
)

// Schedule says when a task is due: see Every and Cron.
type Schedule struct {
	text    string // which tells one schedule from another
	mistake string // "" for none
	next    func(after time.Time) time.Time
	// work runs the scheduled tasks of a service. It is here so that only programs with schedules contain the queue.
	work func(ctx context.Context, s Service, tasks []Task) error
}

// Every returns the schedule of a task that is due at the multiples of an interval of at least a minute, in UTC: with time.Hour at
// each full hour, and with a week on Mondays at midnight.
func Every(interval time.Duration) *Schedule {
	s := &Schedule{text: "every " + interval.String(), work: runSchedules}
	if interval < time.Minute {
		s.mistake = fmt.Sprintf("is due every %s; write at least a minute, or run without a Schedule", interval)
		return s
	}
	s.next = func(after time.Time) time.Time { return after.UTC().Truncate(interval).Add(interval) }
	return s
}

// Cron returns the schedule of a cron expression with five fields, such as "0 7 * * mon-fri", in a time zone such as
// "Europe/Berlin"; "" is UTC. A time that the zone skips is due at the first moment after the gap, and a time that it repeats is
// due once. If the hour is *, repeated hours count twice.
func Cron(expression, zone string) *Schedule {
	s := &Schedule{text: "cron " + expression + " in " + cmp.Or(zone, "UTC"), work: runSchedules}
	location, err := time.LoadLocation(zone)
	if err != nil || zone == "Local" {
		s.mistake = fmt.Sprintf("is in the time zone %q, which is not known here; write one of the IANA database such as \"Europe/Berlin\", and where the machine has no such database import _ \"time/tzdata\"", zone)
		return s
	}
	parsed, err := cron.Parse(expression, location)
	if err != nil {
		s.mistake = "has a wrong schedule: " + err.Error()
		return s
	}
	s.next = parsed.Next
	return s
}

// scheduledTimeout is the time of a run without Task.Timeout.
const scheduledTimeout = time.Hour

// scheduledAttempts is the number of attempts at one time of a schedule.
const scheduledAttempts = 16

// jobPrefix begins the names of scheduled tasks in the table of jobs, which no job has.
const jobPrefix = "task:"

// runSchedules runs the scheduled tasks of a service until ctx ends.
func runSchedules(ctx context.Context, s Service, tasks []Task) error {
	var list []*plan.Job
	for _, task := range tasks {
		log := s.Log.With("task", task.Name)
		list = append(list, &plan.Job{
			Name: jobPrefix + task.Name, Timeout: cmp.Or(task.Timeout, scheduledTimeout), Attempts: scheduledAttempts, AtOnce: 1,
			Schedule: task.Schedule.text, Next: task.Schedule.next,
			Run: func(call plan.Call, _ []byte) (err error) {
				s.Tasks.Began(task.Name, false)
				ended := false
				defer func() {
					if !ended {
						err = errors.New("it panicked, or ended its goroutine")
					}
					s.Tasks.Ended(task.Name, err, time.Now()) // a panic goes on to the queue
				}()
				err = task.Run(&Context{call.Context(), rest.CallOf(call), s.DB, log})
				ended = true
				return err
			},
		})
	}
	serve.WorkOn(ctx, s.Handler, s.Base, list, s.Tasks.CountJobs())
	return nil
}

// Unfit returns what the set of a plan lacks for tasks; nil for nothing.
func Unfit(p *plan.Plan, tasks []Task) error {
	for _, task := range tasks {
		if task.Schedule != nil && p.Jobs == nil && (task.Set == "" || task.Set == p.Name) {
			return fmt.Errorf("the task %q has a Schedule, whose times are kept in the table of jobs; list rest.Jobs in the set %s, or name another one in Set", task.Name, p.Name)
		}
	}
	return nil
}
