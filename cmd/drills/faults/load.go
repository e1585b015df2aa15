package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// load is writers and readers that use the service at the same time.
type load struct {
	writers, readers int
	keyless          bool          // writers send no Idempotency-Key
	forget           int           // one in so many answers to writes is lost on the way; 0 for none
	pace             time.Duration // between two requests of a reader
	urls             []string

	report *report
	ledger *ledger
	work   func(*client) work // of the writers; nil for those of snippets
	tally  tally
	stop   chan struct{}
	done   sync.WaitGroup
	mu     sync.Mutex
	failed []error
}

// work is what a client does until it is told to stop.
type work func(ctx context.Context, stop <-chan struct{}) error

// clients are the names of the accounts.
func clients(writers, readers int) []string {
	var names []string
	for i := range writers {
		names = append(names, fmt.Sprintf("writer-%d", i))
	}
	for i := range readers {
		names = append(names, fmt.Sprintf("reader-%d", i))
	}
	return names
}

// begin starts all clients.
func (l *load) begin(ctx context.Context) {
	l.stop = make(chan struct{})
	for i, name := range clients(l.writers, l.readers) {
		c := newClient(name, i, l.urls, l.report, &l.tally)
		work := (&reader{client: c, ledger: l.ledger, pace: l.pace}).run
		if i < l.writers {
			c.forget = l.forget
			if work = (&writer{client: c, ledger: l.ledger, keyless: l.keyless}).run; l.work != nil {
				work = l.work(c)
			}
		}
		l.done.Go(func() {
			err := c.login(ctx)
			if err == nil {
				err = work(ctx, l.stop)
			}
			if err != nil {
				l.mu.Lock()
				defer l.mu.Unlock()
				l.failed = append(l.failed, fmt.Errorf("%s: %w", name, err))
			}
		})
	}
}

// end lets every client finish what it is at, and returns why any of them had to give up.
func (l *load) end() error {
	close(l.stop)
	l.done.Wait()
	return errors.Join(l.failed...)
}

// more waits until so many more writes are acknowledged.
func (l *load) more(ctx context.Context, writes int64) error {
	want := l.ledger.total() + writes
	for l.ledger.total() < want {
		if err := sleep(ctx, 10*time.Millisecond); err != nil {
			return fmt.Errorf("%d writes acknowledged, want %d: %w", l.ledger.total(), want, err)
		}
	}
	return nil
}

// sleep waits for a time, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// print shows what the clients have met.
func (l *load) print() {
	t := &l.tally
	l.report.figure("acknowledged writes", l.ledger.total())
	l.report.figure("reads checked", t.reads.Load())
	l.report.figure("requests", t.requests.Load())
	l.report.figure("  answered 503 with Retry-After", t.unavailable.Load())
	l.report.figure("  ended without an answer", t.lost.Load())
	l.report.figure("  answer thrown away on purpose", t.forgot.Load())
	l.report.figure("  answered from an earlier try", t.replayed.Load())
}
