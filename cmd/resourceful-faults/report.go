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
	fmt.Fprintf(r.figures, "%-44s %v\n", name, value)
}

// violation prints a promise that was broken.
func (r *report) violation(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.broken++; r.broken <= shown {
		fmt.Fprintf(r.figures, "BROKEN: "+format+"\n", args...)
	}
}

// verdict is an error when a promise was broken.
func (r *report) verdict() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.broken > 0 {
		return fmt.Errorf("%d broken promises", r.broken)
	}
	return nil
}
