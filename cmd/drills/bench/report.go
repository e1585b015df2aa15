package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
)

// report is everything that was measured.
type report struct {
	Machine   machine
	Rounds    int
	Seconds   int
	Notes     []string
	Scenarios []scenario
	Samples   []sample
	Peers     bool // whether one table compares all systems

	ProgramSizes map[string]float64 // megabytes (2^20 bytes), by the name of the system
	Long         []longSample
}

// save writes the report as JSON.
func (r *report) save(path string) error {
	text, err := json.MarshalIndent(r, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o666)
}

// Markdown is the report as tables: ratios first, then what they come from.
func (r *report) Markdown() string {
	var b strings.Builder
	m := r.Machine
	fmt.Fprintf(&b, "Measured on %s on %d cores of %s with %s: ", m.Date, m.Cores, m.CPU, strings.Join(m.Versions, ", "))
	fmt.Fprintf(&b, "%d rounds of %d s, in turn, %d connections. Load generator, server and database share the machine. ", r.Rounds, r.Seconds, connections)
	if r.Peers {
		b.WriteString("Each figure is the median over the rounds.\n")
	} else {
		b.WriteString("Each ratio is the median over the rounds, with the smallest and the largest.\n")
	}
	for _, note := range r.Notes {
		b.WriteString("\n" + note + "\n")
	}
	if r.Peers {
		r.peers(&b)
		return b.String()
	}
	for _, database := range r.databases() {
		fmt.Fprintf(&b, "\n### %s\n\n", database)
		r.ratios(&b, database)
		b.WriteString("\n")
		r.basic(&b, database)
		r.medians(&b, database)
		r.long(&b, database)
	}
	return b.String()
}

func (r *report) databases() (names []string) {
	for _, s := range r.Samples {
		if !slices.Contains(names, s.Database) {
			names = append(names, s.Database)
		}
	}
	return names
}

func (r *report) systems() (names []string) {
	for _, s := range r.Samples {
		if !slices.Contains(names, s.System) {
			names = append(names, s.System)
		}
	}
	return names
}

// values are one figure of a system in a scenario, by rounds.
func (r *report) values(database, scenario, system string, figure func(sample) float64) (list []float64) {
	for _, s := range r.Samples {
		if s.Database == database && s.Scenario == scenario && s.System == system {
			list = append(list, figure(s))
		}
	}
	return list
}

// The figures of the tables.
var (
	perSecond  = func(s sample) float64 { return s.PerSecond }
	serverCPU  = func(s sample) float64 { return s.ServerCPU }
	dbCPU      = func(s sample) float64 { return s.DatabaseCPU }
	wholeCPU   = func(s sample) float64 { return s.ServerCPU + s.DatabaseCPU }
	p50        = func(s sample) float64 { return s.P50 }
	p99        = func(s sample) float64 { return s.P99 }
	idleOwn    = func(s sample) float64 { return s.IdleOwn }
	idleMemory = func(s sample) float64 { return s.IdleMemory }
	peakMemory = func(s sample) float64 { return s.PeakMemory }
	firstReply = func(s sample) float64 { return s.FirstAnswer }
)
