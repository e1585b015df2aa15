// Tests of the interval and of the memory.

package uses

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"testing/synctest"
	"time"
)

// A use is stored once an interval, also if that fails, and again after the clock has jumped back.
func TestNote(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		u, stored := Uses{Every: time.Minute}, 0
		store := func(context.Context) error { stored++; return errors.New("no writes now") }
		start := time.Now()
		for _, step := range []struct {
			at   time.Duration
			want int
		}{{0, 1}, {time.Second, 1}, {59 * time.Second, 1}, {time.Minute, 2}, {-time.Hour, 3}, {-time.Hour + time.Second, 3}} {
			u.Note("a", start.Add(step.at), store)
			if synctest.Wait(); stored != step.want {
				t.Errorf("at %v: stored %d times, want %d", step.at, stored, step.want)
			}
		}
	})
}

func TestNoteForgets(t *testing.T) {
	u := Uses{Every: time.Minute}
	for i := range 2 * most {
		u.first(strconv.Itoa(i), time.Now())
	}
	if len(u.noted) > most {
		t.Errorf("%d credentials are remembered, want at most %d", len(u.noted), most)
	}
}
