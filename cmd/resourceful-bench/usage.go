package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of times in /proc: Linux shows 100 of them a second to programs.
const tick = 10 * time.Millisecond

// processStat is a line of /proc/PID/stat: the parent, and the time that the process and those of
// its children that have ended spent on processors.
func processStat(pid int) (parent int, cpu time.Duration, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, 0, err
	}
	// The name, in parentheses, may hold anything; state is the field after it, the third of all.
	_, rest, _ := strings.Cut(string(text[strings.LastIndexByte(string(text), ')'):]), " ")
	fields := strings.Fields(rest)
	if len(fields) < 15 {
		return 0, 0, fmt.Errorf("/proc/%d/stat has only %d fields", pid, len(fields))
	}
	if parent, err = strconv.Atoi(fields[1]); err != nil {
		return 0, 0, err
	}
	for _, field := range fields[11:15] { // utime stime cutime cstime
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, 0, err
		}
		cpu += time.Duration(n) * tick
	}
	return parent, cpu, nil
}

// family is a process and all its descendants, parents first.
func family(pid int) []int {
	children := map[int][]int{}
	found, _ := filepath.Glob("/proc/[0-9]*")
	for _, path := range found {
		child, err := strconv.Atoi(filepath.Base(path))
		if err != nil {
			continue
		}
		if parent, _, err := processStat(child); err == nil { // it may have ended meanwhile
			children[parent] = append(children[parent], child)
		}
	}
	all := []int{pid}
	for i := 0; i < len(all); i++ {
		all = append(all, children[all[i]]...)
	}
	return all
}

// processorTime is what a process and its descendants have spent on processors, 0 for process 0.
func processorTime(pid int) (total time.Duration) {
	if pid == 0 {
		return 0
	}
	for _, p := range family(pid) {
		if _, cpu, err := processStat(p); err == nil {
			total += cpu
		}
	}
	return total
}

// memory is how many bytes a process and its descendants have in memory, and had at most. What
// processes share is counted for each.
func memory(pid int) (now, peak int64) {
	for _, p := range family(pid) {
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
			case "VmHWM":
				peak += kib << 10
			}
		}
	}
	return now, peak
}
