// Metrics of tasks beside requests, and of their jobs.

package prometheus

import (
	"github.com/prometheus/client_golang/prometheus"

	"example.com/resourceful/framework/observe"
)

// taskCollector reads the counts of tasks.
type taskCollector struct{ tasks *observe.Tasks }

var (
	tasksRunning = prometheus.NewDesc("resourceful_task_running", "Whether a task beside the requests runs now.", []string{"task"}, nil)
	tasksFailed  = prometheus.NewDesc("resourceful_task_failures_total", "Runs of a task that ended with an error.", []string{"task"}, nil)
	tasksEnded   = prometheus.NewDesc("resourceful_task_last_end_timestamp_seconds", "When the last run of a task ended; 0 for never.", []string{"task"}, nil)
)

// Describe is called by the registry.
func (taskCollector) Describe(out chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{tasksRunning, tasksFailed, tasksEnded} {
		out <- desc
	}
	describeJobs(out)
}

// Collect is called by the registry.
func (c taskCollector) Collect(out chan<- prometheus.Metric) {
	for _, s := range c.tasks.Stats() {
		running, ended := 0.0, 0.0
		if s.Running {
			running = 1
		}
		if !s.Ended.IsZero() {
			ended = float64(s.Ended.Unix())
		}
		out <- prometheus.MustNewConstMetric(tasksRunning, prometheus.GaugeValue, running, s.Name)
		out <- prometheus.MustNewConstMetric(tasksFailed, prometheus.CounterValue, float64(s.Failed), s.Name)
		out <- prometheus.MustNewConstMetric(tasksEnded, prometheus.GaugeValue, ended, s.Name)
	}
	c.collectJobs(out)
}
