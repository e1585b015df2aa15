// A test of the setting of JIT on later connections.

package database

import (
	"testing"
	"time"
)

// A server that has refused a connection which asks is asked again later.
func TestJITAskedAgain(t *testing.T) {
	s := &server{}
	for _, tt := range []struct {
		refused time.Duration // ago; 0 for never
		want    bool
	}{{0, false}, {time.Second, true}, {askAgain + time.Second, false}} {
		if s.refused.Store(0); tt.refused > 0 {
			s.refused.Store(time.Now().Add(-tt.refused).UnixNano())
		}
		if got := s.refuses(); got != tt.want {
			t.Errorf("refused %v ago: got %v, want %v", tt.refused, got, tt.want)
		}
	}
}
