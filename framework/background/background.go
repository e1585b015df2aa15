// Package background runs the tasks of a team beside the requests of a service, until the program stops.
package background

import (
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/observe"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/serve"
)

// Task is work beside the requests of a service. It runs in each process that serves, from the start until the program is
// asked to stop.
type Task struct {
	// Name is the name in logs, metrics, histories and the audit: lower-case letters, digits and hyphens, such as
	// "follow-feed".
	Name string
	// Run does the work and returns when its context ends. After an error or a panic, which is logged, it runs again: after a
	// second, then after twice as long, up to five minutes. nil ends the task, or the run of a task with a Schedule.
	Run func(*Context) error
	// Set is the name of the set beside whose service the task runs; "" for each set of the program.
	Set string
	// Schedule says when the task runs: one process at a time runs it, also where several serve, and times that were missed
	// while none did are caught up once. An error is tried again: after about 5 seconds, after twice as long each time, and
	// at the next time of the schedule at the latest. It needs rest.Jobs in the set. nil is for the whole time.
	Schedule *Schedule
	// Timeout ends the context of a run of a task with a Schedule; 0 is an hour.
	Timeout time.Duration
	// Required makes /readyz answer 503 with the word "task" while the task waits to run again. It is not for a task with a
	// Schedule.
	Required bool

	// begin is in place of Run for the tasks of this package, and check is for Check; nil for no check.
	begin func(ctx context.Context, s Service) error
	check func(ctx context.Context, db *database.DB, p *plan.Plan, scheduled []string) (text, remedy string, err error)
}

// Jobs is the task that runs the jobs of the set beside it: see rest.Job. A program that only answers requests leaves it out,
// and one that lists it for the same database runs their jobs. Several processes share the work.
func Jobs() Task {
	return Task{Name: "jobs", check: checkJobs, begin: func(ctx context.Context, s Service) error {
		if s.Handler.HasJobs() {
			serve.WorkOn(ctx, s.Handler, s.Base, nil, s.Tasks.CountJobs())
		}
		return nil
	}}
}

// lateJobs is how long a run may be due before there is a warning.
const lateJobs = 10 * time.Minute

// checkJobs checks whether runs of jobs wait for too long, or for nothing.
func checkJobs(ctx context.Context, db *database.DB, p *plan.Plan, scheduled []string) (text, remedy string, err error) {
	if p.Jobs == nil {
		return "", "", nil
	}
	waiting, late, unknown, err := serve.WaitingJobs(ctx, db, p, scheduled, time.Now().Add(-lateJobs))
	switch {
	case err != nil:
		return "", "", err
	case late != nil:
		return fmt.Sprintf("these have waited for more than %s: %q", lateJobs, late), "see what the log of the processes that run jobs says", nil
	case unknown != nil:
		return fmt.Sprintf("these wait, and the set does not list them: %q", unknown), "list the jobs, or delete the runs", nil
	}
	return fmt.Sprintf("%d wait", waiting), "", nil
}

// Check checks what waits in the database for tasks. remedy is "" if all is well, and text if there is nothing to check.
func Check(ctx context.Context, db *database.DB, p *plan.Plan, tasks []Task) (text, remedy string, err error) {
	i := slices.IndexFunc(tasks, func(t Task) bool { return t.check != nil })
	if i < 0 {
		return "", "", nil
	}
	var scheduled []string
	for _, task := range tasks {
		if task.Schedule != nil {
			scheduled = append(scheduled, jobPrefix+task.Name)
		}
	}
	return tasks[i].check(ctx, db, p, scheduled)
}

// Context is what a task works with. It ends when the program is asked to stop. Run has the time of the setting stop-timeout
// then, together with the requests that still run; that of a task with a Schedule has ten seconds.
type Context struct {
	context.Context
	// Call is a call of the service: anonymous, without input and outside of transactions. Call.Atomic begins some. It works
	// until Run returns, or until the time for the stop is over; that of a task with a Schedule ends with Context. Like every
	// call it is for one goroutine.
	Call *rest.Call
	// DB is the database of the service, for statements that a call does not have.
	DB *database.DB
	// Log has the name of the task.
	Log *slog.Logger
}

// The pauses after a run that has failed. A run that took longer than the longest pause begins with the shortest again.
const (
	firstPause   = time.Second
	longestPause = 5 * time.Minute
)

// Service is the service beside which tasks run.
type Service struct {
	Set   string // name of the set
	Call  func(ctx context.Context, task string) *rest.Call
	DB    *database.DB
	Log   *slog.Logger
	Tasks *observe.Tasks

	Handler *serve.Handler
	Base    string // of links, for a service that does not know its address
}

// Start runs the tasks of the service's set until ctx ends. The returned function waits until they have ended, or its context
// has: then their calls end, and it returns an error with the names of those that still run.
func Start(ctx context.Context, s Service, tasks []Task) (wait func(context.Context) error) {
	if s.Handler != nil && s.Handler.HasJobs() && !slices.ContainsFunc(tasks, func(t Task) bool { return t.begin != nil }) {
		s.Log.Warn("jobs are only enqueued here; other processes run them", "remedy", "list background.Jobs() in Background of the program")
	}
	calls, endCalls := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	var scheduled []Task
	for _, task := range tasks {
		switch {
		case task.Set != "" && task.Set != s.Set:
		case task.Schedule != nil:
			scheduled = append(scheduled, task)
		default:
			running.Go(func() { s.keep(ctx, calls, task) })
		}
	}
	if scheduled != nil {
		work := scheduled[0].Schedule.work
		begin := func(ctx context.Context, s Service) error { return work(ctx, s, scheduled) }
		running.Go(func() { s.keep(ctx, calls, Task{Name: "schedules", begin: begin}) })
	}
	done := make(chan struct{})
	go func() {
		running.Wait()
		endCalls()
		close(done)
	}()
	return func(limit context.Context) error {
		select {
		case <-done:
		case <-limit.Done():
		}
		defer endCalls()
		var names []string
		for _, stats := range s.Tasks.Stats() {
			if stats.Running {
				names = append(names, stats.Name)
			}
		}
		if names == nil {
			return nil
		}
		return fmt.Errorf("tasks were cut off: %q", names)
	}
}

// keep runs a task again until it succeeds or ctx ends. Its calls end with calls.
func (s Service) keep(ctx, calls context.Context, task Task) {
	log := s.Log.With("task", task.Name)
	for pause := firstPause; ctx.Err() == nil; pause = min(2*pause, longestPause) {
		begun := time.Now()
		s.Tasks.Began(task.Name, task.Required)
		err := s.run(ctx, calls, task, log)
		if ctx.Err() != nil { // it was asked to stop, and ended by whatever that interrupts
			s.Tasks.Ended(task.Name, nil, time.Now())
			log.Info("the task was stopped", "error", err)
			return
		}
		s.Tasks.Ended(task.Name, err, time.Now())
		if err == nil {
			log.Info("the task has ended")
			return
		}
		if time.Since(begun) > longestPause {
			pause = firstPause
		}
		log.Error("the task has failed", "error", err, "again_in", pause.String())
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// run runs a task once. A panic is an error with its stack.
func (s Service) run(ctx, calls context.Context, task Task, log *slog.Logger) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	calls, end := context.WithCancel(calls)
	defer end()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	if task.begin != nil {
		return task.begin(ctx, s)
	}
	return task.Run(&Context{ctx, s.Call(calls, task.Name), s.DB, log})
}

var taskName = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// Mistakes returns what is wrong with tasks of a program with some sets.
func Mistakes(tasks []Task, sets []string) (mistakes []string) {
	seen := map[string]bool{}
	for i, task := range tasks {
		switch {
		case !taskName.MatchString(task.Name):
			mistakes = append(mistakes, fmt.Sprintf("number %d has the name %q; write lower-case letters, digits and hyphens, such as follow-feed", i+1, task.Name))
		case seen[task.Name]:
			mistakes = append(mistakes, fmt.Sprintf("%q is there twice; give one of them another name", task.Name))
		case task.Run == nil && task.begin == nil:
			mistakes = append(mistakes, fmt.Sprintf("%q has no Run; write the function that does its work", task.Name))
		case task.Schedule != nil && task.Schedule.mistake != "":
			mistakes = append(mistakes, fmt.Sprintf("%q %s", task.Name, task.Schedule.mistake))
		case task.Schedule != nil && task.Required:
			mistakes = append(mistakes, fmt.Sprintf("%q has a Schedule and is Required; leave one out, and watch resourceful_task_last_end_timestamp_seconds", task.Name))
		case task.Timeout < 0 || task.Timeout > 0 && task.Schedule == nil:
			mistakes = append(mistakes, fmt.Sprintf("%q has the Timeout %s; leave it out, or give the task a Schedule and a time", task.Name, task.Timeout))
		case task.begin == nil && (task.Name == "jobs" || task.Name == "schedules"):
			mistakes = append(mistakes, fmt.Sprintf("%q is the name of a task of the framework; write another", task.Name))
		case task.Set != "" && !slices.Contains(sets, task.Set):
			mistakes = append(mistakes, fmt.Sprintf("%q runs beside the set %q, which the program does not have; write one of %q, or leave Set out for all", task.Name, task.Set, sets))
		}
		seen[task.Name] = true
	}
	return mistakes
}
