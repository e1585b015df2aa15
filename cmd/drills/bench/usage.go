package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/cmd/drills/internal/process"
)

// processorTime is what a process and its descendants have spent on processors, 0 for process 0.
func processorTime(pid int) (total time.Duration) {
	if pid == 0 {
		return 0
	}
	for _, p := range process.Family(pid) {
		if _, cpu, err := process.Stat(p); err == nil {
			total += cpu
		}
	}
	return total
}

// memory is how many bytes a process and its descendants have in memory, how many of these are
// their own, not pages of the program's file, and how many they had at most. What processes share
// is counted for each.
func memory(pid int) (now, own, peak int64) {
	for _, p := range process.Family(pid) {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p))
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(text)) {
			name, value, _ := strings.Cut(line, ":")
			kib, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
			switch name {
			case "VmRSS":
				now += kib << 10
			case "RssAnon":
				own += kib << 10
			case "VmHWM":
				peak += kib << 10
			}
		}
	}
	return now, own, peak
}

// growth measures how much more memory of its own a process and its descendants have than at first. What they share with
// the file of their program is not counted: the system can take it back, and the service gives it back after its start.
// It is a writer to which their answer is copied, and looks at each megabyte.
type growth struct {
	pid, unseen int
	first, most int64
}

func newGrowth(pid int) *growth {
	_, own, _ := memory(pid)
	return &growth{pid: pid, first: own, most: own}
}

func (g *growth) Write(p []byte) (int, error) {
	if g.unseen += len(p); g.unseen >= 1<<20 {
		g.look()
	}
	return len(p), nil
}

func (g *growth) look() {
	g.unseen = 0
	_, own, _ := memory(g.pid)
	g.most = max(g.most, own)
}

// megabytes returns the growth at its most, also after the last byte.
func (g *growth) megabytes() float64 {
	g.look()
	return float64(g.most-g.first) / (1 << 20)
}
