// Package prometheus exports the metrics of a service in the format of Prometheus: a value for
// app.Program.Metrics. A program that does not list it does not link the library.
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

// metrics implements observe.Metrics for one service.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	inFlight prometheus.Gauge
}

// buckets are the upper bounds of request durations, in seconds.
var buckets = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10}

// Metrics returns the metrics of one service, with a separate registry. The labels of a request are its
// method, its route's pattern and its status, so that their number is bounded.
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
	if from.Tasks != nil {
		m.registry.MustRegister(taskCollector{from.Tasks})
	}
	if from.Backups != nil {
		m.registry.MustRegister(backupCollector{from.Backups})
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

// Handler answers with all metrics. It logs those that it cannot collect.
func (m *metrics) Handler(log *slog.Logger) http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn), MaxRequestsInFlight: 4,
	})
}

// InFlight changes the number of running requests.
func (m *metrics) InFlight(change int) { m.inFlight.Add(float64(change)) }

// Count counts an answered request.
func (m *metrics) Count(o serve.Observation) {
	path, verb := observe.Route(o.Route), observe.Method(o.Method)
	m.requests.WithLabelValues(path, verb, strconv.Itoa(o.Status)).Inc()
	m.seconds.WithLabelValues(path, verb).Observe(o.Duration.Seconds())
}
