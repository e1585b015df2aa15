package main

import (
	"fmt"
	"io"
	"slices"
)

// peers compares all systems with the hand-written server, in one table.
func (r *report) peers(w io.Writer) {
	systems := slices.DeleteFunc(r.systems(), func(name string) bool { return name == handName })
	fmt.Fprint(w, "\nRequests/s; CPU of server and database per request. The hand-written server has numbers and µs, the others ratios to it.\n\n")
	head := []string{"", "database", "hand-written"}
	for _, system := range systems {
		if system == oursName {
			system = "Resourceful"
		}
		head = append(head, system)
	}
	table(w, head)
	for _, s := range r.Scenarios {
		for _, database := range r.databases() {
			figures := func(system string, figure func(sample) float64) []float64 {
				return r.values(database, s.Name, system, figure)
			}
			line := []string{s.Title, database, number(median(figures(handName, perSecond))) + "; " + number(median(figures(handName, wholeCPU)))}
			for _, system := range systems {
				cell := "–"
				if of := figures(system, perSecond); len(of) > 0 {
					cell = middle(of, figures(handName, perSecond)) + "; " + middle(figures(system, wholeCPU), figures(handName, wholeCPU))
				}
				line = append(line, cell)
			}
			row(w, line)
		}
	}
	of := r.Scenarios[0].Name
	all := append([]string{handName}, systems...)
	for _, database := range r.databases() {
		r.peerRow(w, "idle memory, MB", database, all, func(system string) float64 {
			if system == handName {
				return 0 // it is a command of a larger program
			}
			return median(r.values(database, of, system, idleMemory))
		})
		r.peerRow(w, "first answer, ms", database, all, func(system string) float64 { return median(r.values(database, of, system, firstReply)) })
	}
	r.peerRow(w, "program, MB", "–", all, func(system string) float64 { return r.ProgramSizes[system] })
}

// peerRow is a row of one figure for each system.
func (r *report) peerRow(w io.Writer, title, database string, systems []string, figure func(system string) float64) {
	line := []string{title, database}
	for _, system := range systems {
		line = append(line, number(figure(system)))
	}
	row(w, line)
}

// middle returns the median ratio of figures of the same round.
func middle(of, to []float64) string {
	ratios := make([]float64, min(len(of), len(to)))
	for i := range ratios {
		ratios[i] = of[i] / to[i]
	}
	return number(median(ratios))
}
