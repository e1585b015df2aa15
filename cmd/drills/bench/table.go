package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// The names of the systems that ratios are made of.
var (
	oursName = ours{}.name()
	handName = byHand{}.name()
	drfName  = drf{}.name()
)

// ratios compares the service with the others.
func (r *report) ratios(w io.Writer, database string) {
	withDRF := slices.Contains(r.systems(), drfName)
	head := []string{"resourceful ÷ by hand", "requests/s", "CPU, server", "CPU, server + database", "p50", "p99", "peak memory"}
	if withDRF {
		head = append(head, "requests/s ÷ Django REST framework")
	}
	table(w, head)
	for _, s := range r.Scenarios {
		line := []string{s.Title}
		for _, figure := range []func(sample) float64{perSecond, serverCPU, wholeCPU, p50, p99, peakMemory} {
			line = append(line, ratio(
				r.values(database, s.Name, oursName, figure),
				r.values(database, s.Name, handName, figure)))
		}
		if withDRF {
			line = append(line, ratio(
				r.values(database, s.Name, oursName, perSecond),
				r.values(database, s.Name, drfName, perSecond)))
		}
		row(w, line)
	}
}

// basic compares requests with credentials to those without, where both were measured.
func (r *report) basic(w io.Writer, database string) {
	var parts []string
	for _, system := range r.systems() {
		with := r.values(database, "basic", system, perSecond)
		without := r.values(database, "detail", system, perSecond)
		if len(with) > 0 && len(without) > 0 {
			parts = append(parts, system+" "+ratio(with, without))
		}
	}
	if len(parts) > 0 {
		fmt.Fprintf(w, "Requests/s of one record with Basic credentials ÷ without: %s.\n\n", strings.Join(parts, "; "))
	}
}

// medians are the figures themselves.
func (r *report) medians(w io.Writer, database string) {
	table(w, []string{
		"median", "server", "requests/s", "CPU µs, server", "CPU µs, database", "p50 ms", "p99 ms",
		"idle MB", "of it own", "peak MB", "first answer ms",
	})
	for _, s := range r.Scenarios {
		for _, system := range r.systems() {
			line := []string{s.Title, system}
			for _, figure := range []func(sample) float64{perSecond, serverCPU, dbCPU, p50, p99, idleMemory, idleOwn, peakMemory, firstReply} {
				line = append(line, number(median(r.values(database, s.Name, system, figure))))
			}
			row(w, line)
		}
	}
}

func table(w io.Writer, head []string) {
	row(w, head)
	fmt.Fprintf(w, "|---%s|\n", strings.Repeat("|---:", len(head)-1))
}

func row(w io.Writer, cells []string) { fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | ")) }

// ratio is the median, smallest and largest ratio of figures of the same round.
func ratio(of, to []float64) string {
	ratios := make([]float64, min(len(of), len(to)))
	for i := range ratios {
		if to[i] == 0 {
			return "–"
		}
		ratios[i] = of[i] / to[i]
	}
	if len(ratios) == 0 {
		return "–"
	}
	format := "%.2f (%.2f–%.2f)"
	if median(ratios) >= 10 {
		format = "%.1f (%.1f–%.1f)"
	}
	return fmt.Sprintf(format, median(ratios), slices.Min(ratios), slices.Max(ratios))
}

// median is the middle of the values, the mean of the two in the middle for an even number.
func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// number has three figures or all before the point, a dash for none.
func number(v float64) string {
	switch {
	case v == 0:
		return "–"
	case v < 10:
		return fmt.Sprintf("%.2f", v)
	case v < 100:
		return fmt.Sprintf("%.1f", v)
	default:
		return fmt.Sprintf("%.0f", v)
	}
}
