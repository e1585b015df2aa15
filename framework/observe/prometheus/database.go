// Metrics of the database connections.

package prometheus

import (
	"database/sql"

	"github.com/prometheus/client_golang/prometheus"

	"example.com/resourceful/framework/database"
)

// databaseCollector reads the statistics once for each collection.
type databaseCollector func() database.Stats

// poolMetric is one metric of a connection pool.
type poolMetric struct {
	desc  *prometheus.Desc
	kind  prometheus.ValueType
	value func(sql.DBStats) float64
}

var poolMetrics = []poolMetric{
	pool("connections_max", "Connections that there may be.", prometheus.GaugeValue, func(s sql.DBStats) float64 { return float64(s.MaxOpenConnections) }),
	pool("connections_in_use", "Connections that are in use.", prometheus.GaugeValue, func(s sql.DBStats) float64 { return float64(s.InUse) }),
	pool("connections_idle", "Connections that wait for use.", prometheus.GaugeValue, func(s sql.DBStats) float64 { return float64(s.Idle) }),
	pool("connection_waits_total", "How often a connection had to be waited for.", prometheus.CounterValue, func(s sql.DBStats) float64 { return float64(s.WaitCount) }),
	pool("connection_wait_seconds_total", "The time that connections were waited for.", prometheus.CounterValue, func(s sql.DBStats) float64 { return s.WaitDuration.Seconds() }),
}

var retried = prometheus.NewDesc("resourceful_db_transactions_retried_total", "Transactions that were run again because of others.", nil, nil)

func pool(name, help string, kind prometheus.ValueType, value func(sql.DBStats) float64) poolMetric {
	return poolMetric{prometheus.NewDesc("resourceful_db_"+name, help, []string{"pool"}, nil), kind, value}
}

// Describe is called by the registry.
func (databaseCollector) Describe(out chan<- *prometheus.Desc) {
	for _, m := range poolMetrics {
		out <- m.desc
	}
	out <- retried
}

// Collect is called by the registry.
func (c databaseCollector) Collect(out chan<- prometheus.Metric) {
	stats := c()
	for name, s := range stats.Pools {
		for _, m := range poolMetrics {
			out <- prometheus.MustNewConstMetric(m.desc, m.kind, m.value(s), name)
		}
	}
	out <- prometheus.MustNewConstMetric(retried, prometheus.CounterValue, float64(stats.Retried))
}
