// A test of the time that input takes.

package stopwatch

import (
	"testing"
	"time"
)

// watched is a test that keeps what it was told.
type watched struct{ failed bool }

func (w *watched) Helper()               {}
func (w *watched) Errorf(string, ...any) { w.failed = true }

func TestInput(t *testing.T) {
	const limit = 200 * time.Millisecond
	for _, tt := range []struct {
		name string
		do   func()
		want bool
	}{
		{"quick", func() {}, false},
		{"waits", func() { time.Sleep(limit + 50*time.Millisecond) }, false},
		{"works", func() {
			for began, used := time.Now(), processors(); min(time.Since(began), processors()-used) < limit+50*time.Millisecond; {
			}
		}, true},
	} {
		w := &watched{}
		stop := within(w, limit)
		tt.do()
		stop()
		if w.failed != tt.want {
			t.Errorf("%s: got failed %v, want %v", tt.name, w.failed, tt.want)
		}
	}
}
