package main

import (
	"fmt"
	"io"
	"sync"
)

// report takes what a command finds out. It is safe for concurrent use.
type report struct {
	figures  io.Writer
	progress io.Writer

	quiet bool // violations are expected, and not shown

	mu     sync.Mutex
	broken int
}

// shown is how many broken promises are shown; the others are only counted.
const shown = 20

// say tells what is being done.
func (r *report) say(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintf(r.progress, format+"\n", args...)
}

// figure prints something that was counted or measured.
func (r *report) figure(name string, value any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	fmt.Fprintf(r.figures, "%-60s %v\n", name, value)
}

// violation prints a promise that was broken.
func (r *report) violation(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.broken++; r.broken <= shown && !r.quiet {
		fmt.Fprintf(r.figures, "BROKEN: "+format+"\n", args...)
	}
}

// silent is a report of its own, for a run whose violations are no surprise. Its figures are shown.
func (r *report) silent() *report {
	return &report{figures: r.figures, progress: r.progress, quiet: true}
}

// violations is how many promises were broken.
func (r *report) violations() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.broken
}

// verdict is an error when a promise was broken.
func (r *report) verdict() error {
	if n := r.violations(); n > 0 {
		return fmt.Errorf("%d broken promises", n)
	}
	return nil
}
