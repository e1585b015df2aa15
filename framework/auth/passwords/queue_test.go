// Tests of the queue for hashing.

package passwords

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"example.com/resourceful/framework/problem"
)

// Guesses wait in a bounded queue; past it they are told to come back, and nobody waits for ever.
func TestPasswordsQueue(t *testing.T) {
	p := &Hasher{Limit: 1}
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

const (
	taking = 50 * time.Millisecond // a hash in these tests
	soon   = 3 * taking
)

func isKnown(known bool) func(context.Context) (bool, error) {
	return func(context.Context) (bool, error) { return known, nil }
}

// crowd lets guessers from n addresses try again and again until the test ends, and returns how
// often they were compared and refused.
func crowd(t *testing.T, p *Hasher, n int, address func(i int) netip.Addr) (compared, refused *atomic.Int64) {
	compared, refused = new(atomic.Int64), new(atomic.Int64)
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	t.Cleanup(func() { cancel(); wg.Wait() })
	for i := range n {
		wg.Go(func() {
			for ctx.Err() == nil {
				if err := p.runFor(ctx, caller{address(i), isKnown(false)}, func() { time.Sleep(taking) }); err != nil {
					refused.Add(1)
					time.Sleep(20 * time.Millisecond)
					continue
				}
				compared.Add(1)
			}
		})
	}
	return compared, refused
}

func ipv4(i int) netip.Addr { return netip.AddrFrom4([4]byte{198, 51, byte(i / 250), byte(i%250 + 1)}) }

// ipv6 is one of the many /64 of one /48.
func ipv6(i int) netip.Addr {
	return netip.AddrFrom16([16]byte{0x20, 1, 0xd, 0xb8, 0, 7, byte(i >> 8), byte(i)})
}

// A crowd that guesses from everywhere keeps nobody out: people who are known get in at their first
// try and almost at once, others within a few tries.
func TestPasswordsCrowd(t *testing.T) {
	for name, address := range map[string]func(int) netip.Addr{"IPv4": ipv4, "IPv6 of one /48": ipv6} {
		for _, after := range []time.Duration{taking / 2, 10 * time.Second, time.Hour} {
			t.Run(fmt.Sprint(name, " after ", after), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					if after > time.Minute {
						after = 90 * time.Second // the crowd has gone as far as it can
					}
					p := &Hasher{}
					compared, refused := crowd(t, p, 150, address)
					time.Sleep(after)
					for i := range 10 {
						start := time.Now()
						known := caller{netip.AddrFrom4([4]byte{192, 0, 2, byte(i)}), isKnown(true)}
						if err := p.runFor(t.Context(), known, func() {}); err != nil {
							t.Errorf("known %d: got %v, want a place", i, err)
						}
						if took := time.Since(start); took > soon {
							t.Errorf("known %d: waits for %v, want at most %v", i, took, soon)
						}
					}
					for i := range 10 {
						time.Sleep(7 * time.Millisecond) // so that no place becomes free at this very moment
						start, tries := time.Now(), 1
						stranger := caller{netip.AddrFrom4([4]byte{203, 0, 113, byte(i)}), isKnown(false)}
						for p.runFor(t.Context(), stranger, func() {}) != nil && tries < 10 {
							tries++
							time.Sleep(time.Second) // what Retry-After says
						}
						if took := time.Since(start); tries > 3 || took > 5*time.Second {
							t.Errorf("stranger %d: %d tries in %v, want at most 3 in 5 s", i, tries, took)
						}
					}
					if compared.Load() == 0 || refused.Load() < 100 {
						t.Errorf("the crowd was compared %d times and refused %d times: no crowd", compared.Load(), refused.Load())
					}
				})
			})
		}
	}
}

// Strangers get a turn too when those who are known never stop.
func TestPasswordsStrangersBesideKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &Hasher{}
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		for i := range 20 {
			wg.Go(func() {
				for ctx.Err() == nil {
					_ = p.runFor(ctx, caller{ipv4(i), isKnown(true)}, func() { time.Sleep(taking) })
				}
			})
		}
		time.Sleep(time.Second)
		start := time.Now()
		patient, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		err := p.runFor(patient, caller{ipv6(1), isKnown(false)}, func() {})
		if took := time.Since(start); err != nil || took > (maxAhead+1)*taking {
			t.Errorf("got %v after %v, want a place after at most %v", err, took, (maxAhead+1)*taking)
		}
		cancel()
		wg.Wait()
	})
}

// Who is first: those whose address has waited least. All of a /48 together have the share of four.
func TestPasswordsTurns(t *testing.T) {
	var p Hasher
	p.Limit, p.Waits = 1, 200
	p.ready()
	p.queue.take()
	type waiting struct {
		from netip.Addr
		w    *waiter
	}
	var all []waiting
	enter := func(from netip.Addr) {
		w, err := p.queue.enter(from, false)
		if err != nil || w == nil {
			t.Fatalf("%v: got %v, %v, want to wait", from, w, err)
		}
		all = append(all, waiting{from, w})
	}
	for i := range 100 {
		enter(ipv6(i))
	}
	for range 5 {
		for i := range 4 {
			enter(ipv4(i))
		}
	}
	others, ofOne := 0, 0
	for others < 20 && len(all) > 0 {
		p.queue.release()
		for i, one := range all {
			select {
			case <-one.w.ready:
				if one.from.Is4() {
					others++
				} else {
					ofOne++
				}
				all = slices.Delete(all, i, i+1)
			default:
				continue
			}
			break
		}
	}
	if others != 20 || ofOne < 10 || ofOne > 24 {
		t.Errorf("until %d of four addresses had their turn, a /48 had %d, want 20 and as many, or nearly", others, ofOne)
	}
}

// An address that keeps asking while there is no room has to wait for longer; others have not.
func TestPasswordsHammering(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &Hasher{Limit: 1, Waits: 4}
		p.ready()
		p.queue.take()
		codes := map[problem.Code]int{}
		for range 200 {
			if _, err := p.queue.enter(ipv4(1), false); err != nil {
				codes[problem.As(err).Code]++
			}
		}
		if codes[problem.Unavailable] < 100 || codes[problem.Throttled] < 50 {
			t.Errorf("got %v, want first 503 and then 429", codes)
		}
		if w, err := p.queue.enter(ipv4(2), false); err != nil || w == nil {
			t.Errorf("another address: got %v, want to wait", err)
		}
		time.Sleep(addressWhole)
		p.queue.release()
		if w, err := p.queue.enter(ipv4(1), false); err != nil || w == nil {
			t.Errorf("the same later: got %v, want to wait", err)
		}
	})
}

// Who goes away leaves the place to others, also one that came at the same moment.
func TestPasswordsLeave(t *testing.T) {
	p := &Hasher{Limit: 1, Waits: 3}
	p.ready()
	p.queue.take()
	enter := func() *waiter {
		t.Helper()
		w, err := p.queue.enter(ipv4(1), false)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	gone, late := enter(), enter()
	p.queue.leave(gone)
	p.queue.release() // to the other, which has gone too before it knows
	if p.queue.leave(late); p.Waiting() != 0 || p.queue.free != 1 {
		t.Errorf("afterwards: %d wait, %d places are free, want 0 and 1", p.Waiting(), p.queue.free)
	}
	p.queue.take()
	enter()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.queue.acquire(ctx, caller{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the end of the request", err)
	}
}
