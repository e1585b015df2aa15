// The statements of a service, for tests that read them.

package server

import (
	"context"
	"sync"
)

// Traced keeps the texts of statements; its Trace is that of database.Options.
type Traced struct {
	mu    sync.Mutex
	texts []string
}

// Trace keeps a statement.
func (s *Traced) Trace(_ context.Context, text string) func(error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.texts = append(s.texts, text)
	return func(error) {}
}

// Reset returns the texts so far, and forgets them.
func (s *Traced) Reset() (texts []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	texts, s.texts = s.texts, nil
	return texts
}
