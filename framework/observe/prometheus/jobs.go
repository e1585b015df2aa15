// Metrics of jobs.

package prometheus

import (
	"github.com/prometheus/client_golang/prometheus"
)

var (
	jobAttempts = prometheus.NewDesc("resourceful_job_attempts_total", "Attempts of a job in this process. Dead ones have failed, and none follows.", []string{"job", "result"}, nil)
	jobSeconds  = prometheus.NewDesc("resourceful_job_attempt_seconds_total", "The time of these attempts.", []string{"job"}, nil)
	jobHanging  = prometheus.NewDesc("resourceful_job_hanging", "Runs that have not ended in their time, and still run in this process.", []string{"job"}, nil)
	jobDue      = prometheus.NewDesc("resourceful_job_due", "Runs in the database that are due and have not begun.", []string{"job"}, nil)
	jobOldest   = prometheus.NewDesc("resourceful_job_due_oldest_seconds", "How long the oldest of these is due; 0 for none.", []string{"job"}, nil)
)

// describeJobs describes the metrics of jobs.
func describeJobs(out chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{jobAttempts, jobSeconds, jobHanging, jobDue, jobOldest} {
		out <- desc
	}
}

// collectJobs collects the metrics of jobs.
func (c taskCollector) collectJobs(out chan<- prometheus.Metric) {
	for _, s := range c.tasks.CountJobs().Jobs() {
		gauge := func(desc *prometheus.Desc, value float64) {
			out <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, s.Name)
		}
		for result, n := range map[string]uint64{"done": s.Done, "failed": s.Failed, "dead": s.Dead} {
			out <- prometheus.MustNewConstMetric(jobAttempts, prometheus.CounterValue, float64(n), s.Name, result)
		}
		out <- prometheus.MustNewConstMetric(jobSeconds, prometheus.CounterValue, s.Took.Seconds(), s.Name)
		gauge(jobHanging, float64(s.Hanging))
		gauge(jobDue, float64(s.Due))
		gauge(jobOldest, s.Oldest.Seconds())
	}
}
