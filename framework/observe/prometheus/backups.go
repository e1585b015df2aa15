// Metrics of backups.

package prometheus

import (
	"github.com/prometheus/client_golang/prometheus"

	"example.com/resourceful/framework/observe"
)

// backupCollector reads the counts of backups.
type backupCollector struct{ backups *observe.Backups }

var (
	backupsDone   = prometheus.NewDesc("resourceful_backups_total", "Backups that were made, by result.", []string{"result"}, nil)
	backupTime    = prometheus.NewDesc("resourceful_backup_last_success_timestamp_seconds", "When the last backup succeeded; 0 for never.", nil, nil)
	backupSize    = prometheus.NewDesc("resourceful_backup_last_success_size_bytes", "The size of that backup.", nil, nil)
	backupSeconds = prometheus.NewDesc("resourceful_backup_last_success_duration_seconds", "How long that backup took; 0 if an earlier process made it.", nil, nil)
)

// Describe is called by the registry.
func (backupCollector) Describe(out chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{backupsDone, backupTime, backupSize, backupSeconds} {
		out <- desc
	}
}

// Collect is called by the registry.
func (c backupCollector) Collect(out chan<- prometheus.Metric) {
	stats, last := c.backups.Stats(), 0.0
	if !stats.Last.IsZero() {
		last = float64(stats.Last.Unix())
	}
	out <- prometheus.MustNewConstMetric(backupsDone, prometheus.CounterValue, float64(stats.Done), "success")
	out <- prometheus.MustNewConstMetric(backupsDone, prometheus.CounterValue, float64(stats.Failed), "failure")
	out <- prometheus.MustNewConstMetric(backupTime, prometheus.GaugeValue, last)
	out <- prometheus.MustNewConstMetric(backupSize, prometheus.GaugeValue, float64(stats.Size))
	out <- prometheus.MustNewConstMetric(backupSeconds, prometheus.GaugeValue, stats.Duration.Seconds())
}
