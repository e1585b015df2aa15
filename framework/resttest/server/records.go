// The log of a service, for tests that read it.

package server

import (
	"bytes"
	"strings"
	"sync"
)

// Records keeps what a service logs.
type Records struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write keeps the logged records.
func (l *Records) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

// Take returns the lines so far, and forgets them.
func (l *Records) Take() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var lines []string
	for line := range strings.Lines(l.text.String()) {
		lines = append(lines, line)
	}
	l.text.Reset()
	return lines
}
