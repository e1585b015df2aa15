package auth

import (
	"runtime"
	"testing"

	"example.com/resourceful/framework/problem"
)

// Guesses wait in a bounded queue; past it they are told to come back, and nobody waits for ever.
func TestPasswordsQueue(t *testing.T) {
	p := &Passwords{Limit: 1}
	release := make(chan struct{})
	started := make(chan struct{})
	go func() { _ = p.run(t.Context(), func() { close(started); <-release }) }()
	<-started
	results := make(chan error, DefaultHashesWaiting+10)
	for range DefaultHashesWaiting + 10 {
		go func() { results <- p.run(t.Context(), func() {}) }()
	}
	for p.Waiting() != DefaultHashesWaiting-1 {
		runtime.Gosched()
	}
	for range 11 { // the one that runs counts too
		if e := problem.As(<-results); e == nil || e.Code != problem.Unavailable {
			t.Errorf("past the queue: got %v, want Unavailable", e)
		}
	}
	close(release)
	for range DefaultHashesWaiting - 1 {
		if err := <-results; err != nil {
			t.Errorf("in the queue: got %v", err)
		}
	}
	if got := p.Waiting(); got != 0 {
		t.Errorf("afterwards %d wait", got)
	}
}
