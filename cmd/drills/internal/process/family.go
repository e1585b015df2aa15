package process

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

// Stat is a line of /proc/PID/stat: the parent, and the time that the process and those of
// its children that have ended spent on processors.
func Stat(pid int) (parent int, cpu time.Duration, err error) {
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

// Family is a process and all its descendants, parents first.
func Family(pid int) []int {
	children := map[int][]int{}
	found, _ := filepath.Glob("/proc/[0-9]*")
	for _, path := range found {
		child, err := strconv.Atoi(filepath.Base(path))
		if err != nil {
			continue
		}
		if parent, _, err := Stat(child); err == nil { // it may have ended meanwhile
			children[parent] = append(children[parent], child)
		}
	}
	all := []int{pid}
	for i := 0; i < len(all); i++ {
		all = append(all, children[all[i]]...)
	}
	return all
}
