// Metrics of logins and refusals.

package prometheus

import (
	"github.com/prometheus/client_golang/prometheus"

	"example.com/resourceful/framework/observe"
)

// eventCollector reads the counts of events.
type eventCollector struct{ events *observe.Events }

var events = prometheus.NewDesc("resourceful_auth_events_total",
	"Logins, logouts and refusals; scheme \"none\" is an anonymous request.", []string{"event", "scheme"}, nil)

// Describe is called by the registry.
func (eventCollector) Describe(out chan<- *prometheus.Desc) { out <- events }

// Collect is called by the registry.
func (c eventCollector) Collect(out chan<- prometheus.Metric) {
	for _, n := range c.events.Counts() {
		out <- prometheus.MustNewConstMetric(events, prometheus.CounterValue, float64(n.Count), n.Event, n.Scheme)
	}
}
