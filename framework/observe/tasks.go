// Counts of the tasks beside requests.

package observe

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"example.com/resourceful/framework/serve"
)

// Tasks counts the runs of the tasks beside the requests of a service.
type Tasks struct {
	mu    sync.Mutex
	stats []TaskStats // in the order of their first run
	jobs  *serve.JobStats
}

// CountJobs returns what counts the jobs of the service; the same for each run of the task of jobs.
func (t *Tasks) CountJobs() *serve.JobStats {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.jobs == nil {
		t.jobs = &serve.JobStats{}
	}
	return t.jobs
}

// TaskStats are the counts of one task.
type TaskStats struct {
	Name     string
	Required bool // the service is not ready while the task waits after a failure
	Running  bool
	Failed   uint64    // runs that ended with an error or a panic
	Waiting  bool      // since such a run, for the next one
	Ended    time.Time // when the last run ended; zero for none
}

// Began notes that a run of a task has begun.
func (t *Tasks) Began(name string, required bool) {
	t.change(name, func(s *TaskStats) { s.Required, s.Running, s.Waiting = required, true, false })
}

// Ended notes that the run of a task has ended. err is nil if it has succeeded, or if the program stops.
func (t *Tasks) Ended(name string, err error, at time.Time) {
	t.change(name, func(s *TaskStats) {
		s.Running, s.Waiting, s.Ended = false, err != nil, at
		if err != nil {
			s.Failed++
		}
	})
}

func (t *Tasks) change(name string, change func(*TaskStats)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.IndexFunc(t.stats, func(s TaskStats) bool { return s.Name == name })
	if i < 0 {
		i, t.stats = len(t.stats), append(t.stats, TaskStats{Name: name})
	}
	change(&t.stats[i])
}

// Stats returns the counts so far.
func (t *Tasks) Stats() []TaskStats {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.stats)
}

// Ready returns an error while a required task waits after a failure. Health says "task" then.
func (t *Tasks) Ready() error {
	var waiting []string
	for _, s := range t.Stats() {
		if s.Required && s.Waiting {
			waiting = append(waiting, s.Name)
		}
	}
	if waiting == nil {
		return nil
	}
	return taskError(fmt.Sprintf("%s failed, and runs again later", strings.Join(waiting, ", ")))
}

// taskError is the reason of a service that waits for a required task.
type taskError string

func (e taskError) Error() string { return "tasks: " + string(e) }
