package traffic_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"example.com/resourceful/framework/traffic"
)

// take counts a request under one key.
func take(r *traffic.Rates, now time.Time, key string, cost int64, rates []traffic.Rate) ([]traffic.RateState, error) {
	states, err := r.Take(context.Background(), now, []traffic.RateKey{{Key: key, Cost: cost, Rates: rates}})
	return states[0], err
}

// A request that one key has no room for counts under none.
func TestRatesOfKeys(t *testing.T) {
	r, now := traffic.NewRates(), time.Unix(1000, 0)
	ask := func(name string) bool {
		states, err := r.Take(t.Context(), now, []traffic.RateKey{
			{Key: name, Cost: 1, Rates: []traffic.Rate{{Requests: 1, Per: time.Hour}}},
			{Key: "all", Cost: 1, Rates: []traffic.Rate{{Requests: 2, Per: time.Hour}}},
		})
		return err == nil && states[0][0].Wait == 0 && states[1][0].Wait == 0
	}
	got := []bool{ask("ann"), ask("ann"), ask("ann"), ask("bob"), ask("eve")}
	if want := []bool{true, false, false, true, false}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// The 21st request of a minute waits until the first is a minute old, and a refused one counts nothing.
func TestRates(t *testing.T) {
	r, begin := traffic.NewRates(), time.Unix(1000, 0)
	rates := []traffic.Rate{{Requests: 3, Per: time.Minute}}
	for _, tt := range []struct {
		after time.Duration
		want  traffic.RateState
	}{
		{0, traffic.RateState{Remaining: 2, Reset: time.Minute}},
		{10 * time.Second, traffic.RateState{Remaining: 1, Reset: time.Minute}},
		{20 * time.Second, traffic.RateState{Remaining: 0, Reset: time.Minute}},
		{30 * time.Second, traffic.RateState{Wait: 30 * time.Second, Reset: 50 * time.Second}},
		{59 * time.Second, traffic.RateState{Wait: time.Second, Reset: 21 * time.Second}},
		{60 * time.Second, traffic.RateState{Remaining: 0, Reset: time.Minute}},
		{60 * time.Second, traffic.RateState{Wait: 10 * time.Second, Reset: time.Minute}},
		{time.Hour, traffic.RateState{Remaining: 2, Reset: time.Minute}},
	} {
		got, err := take(r, begin.Add(tt.after), "ann", 1, rates)
		if err != nil || got[0] != tt.want {
			t.Errorf("after %v: got %+v, %v, want %+v", tt.after, got, err, tt.want)
		}
	}
	if got, _ := take(r, begin.Add(time.Hour), "bob", 1, rates); got[0].Remaining != 2 {
		t.Errorf("bob: got %+v", got)
	}
}

// Of two rates the one that has least decides, and a request that one refuses takes nothing of the other.
func TestRatesTogether(t *testing.T) {
	r, now := traffic.NewRates(), time.Unix(1000, 0)
	rates := []traffic.Rate{{Requests: 2, Per: time.Second}, {Requests: 3, Per: time.Hour}}
	var got []string
	for _, after := range []int{0, 0, 0, 2, 2} {
		states, err := take(r, now.Add(time.Duration(after)*time.Second), "ann", 1, rates)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(states[0].Wait, states[1].Wait, states[1].Remaining))
	}
	want := "[0s 0s 2 0s 0s 1 1s 0s 1 0s 0s 0 0s 59m58s 0]"
	if fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if states, _ := take(r, now, "cost", 100, rates); states[0].Wait != 0 || states[1].Remaining != 0 {
		t.Errorf("a request that costs more than all: got %+v", states)
	}
}

// Whenever requests come, within no time of a rate are more than it has, and whoever waits as long as was said
// is let in.
func TestRatesProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := traffic.Rate{Requests: rapid.Int64Range(1, 600).Draw(t, "requests"), Per: time.Duration(rapid.Int64Range(1, 600).Draw(t, "seconds")) * time.Second}
		r, now := traffic.NewRates(), time.Unix(1000, 0)
		type request struct {
			at   time.Time
			cost int64
		}
		var taken []request
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.Int64Range(0, int64(rate.Per)/4).Draw(t, "after")))
			cost := rapid.Int64Range(1, max(1, rate.Requests/3)).Draw(t, "cost")
			ask := func() time.Duration {
				states, err := take(r, now, "ann", cost, []traffic.Rate{rate})
				if err != nil || states[0].Remaining < 0 || states[0].Remaining > rate.Requests {
					t.Fatalf("got %+v, %v", states, err)
				}
				return states[0].Wait
			}
			if wait := ask(); wait > 0 {
				now = now.Add(wait)
				if again := ask(); again > 0 {
					t.Fatalf("after the wait of %v: wait another %v", wait, again)
				}
			}
			taken = append(taken, request{now, cost})
			var sum int64
			for _, q := range taken {
				if q.at.After(now.Add(-rate.Per)) {
					sum += q.cost
				}
			}
			if sum > rate.Requests {
				t.Fatalf("%d within %v, want at most %d", sum, rate.Per, rate.Requests)
			}
		}
	})
}
