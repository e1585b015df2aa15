package main

import (
	"os"
	"runtime"
	"strings"
	"time"
)

// machine is where and when a report was made.
type machine struct {
	Date     string
	CPU      string
	Cores    int
	Versions []string
}

func thisMachine() machine {
	return machine{
		Date:     time.Now().UTC().Format(time.DateOnly),
		CPU:      processorModel(),
		Cores:    runtime.NumCPU(),
		Versions: []string{"Go " + strings.TrimPrefix(runtime.Version(), "go")},
	}
}

// processorModel is the name that the processor gives itself.
func processorModel() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		if strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
