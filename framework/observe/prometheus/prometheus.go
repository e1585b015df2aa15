// Package prometheus shows the figures of a service in the form of Prometheus: a value for
// app.Program.Metrics. A program that does not list it has no code of that library.
package prometheus

import (
	"log/slog"
	"net/http"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"example.com/resourceful/framework/observe"
	"example.com/resourceful/framework/serve"
)

// metrics are the figures of one service.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	inFlight prometheus.Gauge
}

// buckets are the bounds of the durations of requests, in seconds.
var buckets = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

// Metrics are the figures of one service, in a registry of their own. The labels of a request are
// its method, the pattern of its route and the status, so that their number is bounded.
func Metrics(from observe.Sources) observe.Metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "resourceful_http_requests_total",
			Help: "Requests that were answered; route \"none\" is every path that no route has, status 0 a client that went away first.",
		}, []string{"route", "method", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "resourceful_http_request_duration_seconds", Buckets: buckets,
			Help: "The time from a request's headers to the end of its answer.",
		}, []string{"route", "method"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "resourceful_http_requests_in_flight", Help: "Requests that are being answered.",
		}),
	}
	m.registry.MustRegister(m.requests, m.seconds, m.inFlight,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), collectors.NewBuildInfoCollector())
	if from.HashesWaiting != nil {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "resourceful_password_hashes_waiting", Help: "Passwords whose turn to be hashed has not come.",
		}, func() float64 { return float64(from.HashesWaiting()) }))
	}
	if from.Events != nil {
		m.registry.MustRegister(eventCollector{from.Events})
	}
	if from.Database != nil {
		m.registry.MustRegister(databaseCollector(from.Database))
	}
	if from.Plan != nil {
		for _, e := range from.Plan.Resources {
			for _, c := range e.Counters {
				m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{
					Name: "resourceful_" + c.Name() + "_total", Help: c.Help(),
				}, func() float64 { return float64(c.Value()) }))
			}
		}
	}
	return m
}

// Handler answers with all metrics. What cannot be collected is logged.
func (m *metrics) Handler(log *slog.Logger) http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn), MaxRequestsInFlight: 4,
	})
}

// InFlight counts the requests that are being answered.
func (m *metrics) InFlight(change int) { m.inFlight.Add(float64(change)) }

// Count counts a request that was answered.
func (m *metrics) Count(o serve.Observation) {
	path, verb := observe.Route(o.Route), observe.Method(o.Method)
	m.requests.WithLabelValues(path, verb, strconv.Itoa(o.Status)).Inc()
	m.seconds.WithLabelValues(path, verb).Observe(o.Duration.Seconds())
}
