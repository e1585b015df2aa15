package traffic

import (
	"testing"
	"time"
)

// A receiver that keeps the least pace never falls behind, in however large pieces it reads; one that
// does not falls behind soon, and catches up soon when it reads on.
func TestMeter(t *testing.T) {
	const kb = 1000
	s := NewSlots(2, Limits{Pace: 256 * kb})
	tests := []struct {
		name   string
		bytes  int           // at once
		every  time.Duration // waited for it
		behind bool          // at some time within a minute, as seen just before
	}{
		{"fast", 32 * kb, time.Millisecond, false},
		{"at the pace, smoothly", 32 * kb, 125 * time.Millisecond, false},
		{"a little faster, as loopback has it", 1440 * kb, 5 * time.Second, false},
		{"100 kB/s, smoothly", 32 * kb, 320 * time.Millisecond, true},
		{"100 kB/s, as loopback has it", 1440 * kb, 14400 * time.Millisecond, true},
		{"hardly at all", 1, 10 * time.Second, true},
	}
	for _, tt := range tests {
		var m meter
		behind := false
		for range time.Minute / tt.every {
			seen := meter{m.bytes, m.waited + tt.every}
			behind = behind || seen.behind(s.minPace) >= s.behind()
			m.add(tt.bytes, tt.every, s)
		}
		if behind != tt.behind {
			t.Errorf("%s: got behind %v, want %v", tt.name, behind, tt.behind)
		}
		for range 4 { // reads on, three times as fast as it has to
			m.add(1440*kb, 1440*time.Second/256/3, s)
		}
		if got := m.behind(s.minPace); got >= s.behind() {
			t.Errorf("%s, and then fast: behind by %v, want less than %v", tt.name, got, s.behind())
		}
	}
}
