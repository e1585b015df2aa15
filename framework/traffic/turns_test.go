package traffic

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// One has its turn at a time, in the order of coming; who waits too long, or leaves, is out of the line.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		turns := NewTurns[string]()
		done, err := turns.Take(t.Context(), "a", time.Second)
		if err != nil || !turns.Awaited("a") || turns.Awaited("b") {
			t.Fatalf("the first: error %v, awaited %v, another %v", err, turns.Awaited("a"), turns.Awaited("b"))
		}
		other, err := turns.Take(t.Context(), "b", time.Second)
		if err != nil {
			t.Fatalf("another thing: %v", err)
		}
		other()
		leaving, leave := context.WithCancel(t.Context())
		left := make(chan error)
		go func() { _, err := turns.Take(leaving, "a", time.Hour); left <- err }()
		synctest.Wait()
		leave()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("one who leaves: got %v", err)
		}
		if _, err := turns.Take(t.Context(), "a", time.Second); !errors.Is(err, ErrNoTurn) {
			t.Errorf("one who waits too long: got %v", err)
		}
		var order []int
		ended := make(chan struct{})
		for i := range 3 {
			go func() {
				done, err := turns.Take(t.Context(), "a", time.Hour)
				if err != nil {
					t.Error(err)
				}
				order = append(order, i)
				done()
				ended <- struct{}{}
			}()
			synctest.Wait()
		}
		done()
		for range 3 {
			<-ended
		}
		if len(order) != 3 || order[0] != 0 || order[1] != 1 || order[2] != 2 || turns.Awaited("a") {
			t.Errorf("got the order %v, awaited afterwards %v", order, turns.Awaited("a"))
		}
	})
}
