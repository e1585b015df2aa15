package delivery

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// row is a row of a queue, and what was done with it.
type row struct {
	lane   string
	due    time.Time // or the end of its lease
	ended  bool
	events []string // such as "0s work"
}

// table is a queue in memory that several engines share.
type table struct {
	sync.Mutex
	begun   time.Time
	rows    []*row
	most    int                              // places of each lane
	takes   func(ctx context.Context, n int) // works on a row, by its number
	fails   func(method string) error
	settled []int // how many outcomes were stored together
}

// set changes rows, or looks at them.
func (q *table) set(change func()) {
	q.Lock()
	defer q.Unlock()
	change()
}

// note notes what happens to a row, while the queue is locked.
func (q *table) note(n int, what string) {
	q.rows[n].events = append(q.rows[n].events, fmt.Sprintf("%s %s", time.Since(q.begun).Truncate(time.Second), what))
}

func (q *table) failure(method string) error {
	if q.fails == nil {
		return nil
	}
	return q.fails(method)
}

func (q *table) Due(_ context.Context, settled []*Item[int], free func(Share) bool) (list []*Item[int], err error) {
	q.Lock()
	defer q.Unlock()
	for n, r := range q.rows {
		lane := Share{r.lane, q.most}
		held := func(item *Item[int]) bool { return q.rows[item.Of].lane == r.lane }
		if !r.ended && !r.due.After(time.Now()) && free(lane) && (settled == nil || slices.ContainsFunc(settled, held)) {
			list = append(list, &Item[int]{Of: n, Shares: []Share{lane}})
		}
	}
	slices.SortStableFunc(list, func(a, b *Item[int]) int { return q.rows[a.Of].due.Compare(q.rows[b.Of].due) })
	return list, q.failure("Due")
}

func (q *table) Claim(_ context.Context, list []*Item[int], now time.Time) (claimed []*Item[int], err error) {
	q.Lock()
	defer q.Unlock()
	for _, item := range list {
		if r := q.rows[item.Of]; !r.ended && !r.due.After(now) && q.failure("Claim") == nil {
			r.due = item.Until
			claimed = append(claimed, item)
		}
	}
	return claimed, q.failure("Claim")
}

func (q *table) Work(ctx context.Context, n int) int {
	q.set(func() { q.note(n, "work") })
	q.takes(ctx, n)
	return n
}

func (q *table) Extend(_ context.Context, list []*Item[int], until time.Time) (still []*Item[int], err error) {
	q.Lock()
	defer q.Unlock()
	if err := q.failure("Extend"); err != nil {
		return nil, err
	}
	for _, item := range list {
		if r := q.rows[item.Of]; r.due.Equal(item.Until) {
			r.due = until
			still = append(still, item)
		}
	}
	return still, nil
}

func (q *table) Settle(_ context.Context, list []*Item[int], now time.Time) error {
	q.Lock()
	defer q.Unlock()
	if err := q.failure("Settle"); err != nil {
		return err
	}
	for _, item := range list {
		switch r := q.rows[item.Of]; {
		case !r.due.Equal(item.Until):
			q.note(item.Of, "not ours")
		case item.Interrupted:
			r.due = now
			q.note(item.Of, "interrupted")
		default:
			r.ended = true
			q.note(item.Of, "done")
		}
	}
	q.settled = append(q.settled, len(list))
	return nil
}

// newTable returns a queue of rows in some lanes, such as "a a b".
func newTable(lanes string, takes func(ctx context.Context, n int)) *table {
	q := &table{begun: time.Now(), most: 100, takes: takes}
	for i, lane := range strings.Fields(lanes) {
		q.rows = append(q.rows, &row{lane: lane, due: q.begun.Add(time.Duration(i) - time.Minute)})
	}
	return q
}

// sleep is work of a time that the end of the context cuts off.
func sleep(wait time.Duration) func(context.Context, int) {
	return func(ctx context.Context, _ int) {
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
}

// start starts an engine on the queue. stop asks it to stop and waits for the end.
func (q *table) start(t *testing.T, most int) (log *bytes.Buffer, stop func()) {
	log = &bytes.Buffer{}
	ctx, cancel := context.WithCancel(t.Context())
	never, ended := make(chan struct{}), make(chan struct{})
	e := &Engine[int]{Queue: q, Most: most, Log: slog.New(slog.NewTextHandler(log, nil)), Now: time.Now, Poll: 2 * time.Second, Changed: func() <-chan struct{} { return never }}
	go func() {
		e.Run(ctx)
		close(ended)
	}()
	stop = func() { cancel(); <-ended }
	t.Cleanup(stop)
	return log, stop
}

// check compares what was done with rows.
func (q *table) check(t *testing.T, want ...string) {
	t.Helper()
	q.Lock()
	defer q.Unlock()
	for n, w := range want {
		if got := strings.Join(q.rows[n].events, ", "); got != w {
			t.Errorf("row %d:\n got %s\nwant %s", n, got, w)
		}
	}
}

// The rows that have waited longest are first, as far as their lanes and the engine have places. Outcomes that come
// together are stored together, and the next rows follow at once.
func TestPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newTable("a a a b a b c", sleep(10*time.Second))
		q.most = 2
		q.start(t, 4)
		time.Sleep(time.Minute)
		q.check(t, "0s work, 10s done", "0s work, 10s done", "10s work, 20s done", "0s work, 10s done", "10s work, 20s done", "0s work, 10s done", "10s work, 20s done")
		q.Lock()
		defer q.Unlock()
		if want := []int{4, 3}; !slices.Equal(q.settled, want) {
			t.Errorf("outcomes were stored by %v, want %v", q.settled, want)
		}
	})
}

// A row belongs to one process as long as that works on it, however long that takes.
func TestLeases(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newTable("a", sleep(5*time.Minute))
		q.start(t, 4)
		q.start(t, 4)
		time.Sleep(10 * time.Minute)
		q.check(t, "0s work, 5m0s done")
	})
}

// The work on a row ends before its lease if that cannot be extended, and another process begins its own. The outcome of the
// first one is not stored then.
func TestLostLeases(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newTable("a", nil)
		q.most = 1
		q.takes = func(ctx context.Context, n int) {
			<-ctx.Done()
			q.set(func() { q.note(n, "cut off") })
			time.Sleep(30 * time.Second) // it does not notice at once
		}
		q.fails = func(method string) error {
			if method == "Extend" {
				return errors.New("silent")
			}
			return nil
		}
		log, _ := q.start(t, 4)
		time.Sleep(time.Second) // the other one looks between the first one's looks
		q.start(t, 4)
		time.Sleep(100 * time.Second)
		q.check(t, "0s work, 55s cut off, 1m1s work, 1m25s not ours")
		if !strings.Contains(log.String(), `msg="the queue is worked on later" error=silent`) {
			t.Errorf("the log is\n%s", log)
		}
	})
	t.Run("to another process", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			q := newTable("a", sleep(time.Hour))
			q.start(t, 4)
			time.Sleep(10 * time.Second)
			q.set(func() { q.rows[0].due = time.Now().Add(time.Hour) })
			time.Sleep(time.Minute)
			q.check(t, "0s work, 20s not ours")
		})
	})
}

// A stop waits for the work that goes on, and for its outcome, which tells what was cut off.
func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newTable("a b c", nil)
		q.takes = func(ctx context.Context, n int) {
			if n == 0 {
				<-ctx.Done()
			}
			time.Sleep(5 * time.Second)
		}
		_, stop := q.start(t, 2)
		time.Sleep(time.Second)
		stop()
		q.check(t, "0s work, 6s interrupted", "0s work, 5s interrupted", "")
	})
}

// While the database fails, rows wait and outcomes are kept: until the leases end.
func TestFailures(t *testing.T) {
	for _, c := range []struct {
		method string
		until  time.Duration
		events string
		logged string
	}{
		{"Due", 7 * time.Second, "0s work, 10s done", "the queue is worked on later"},
		{"Claim", 7 * time.Second, "8s work, 18s done", "the queue is worked on later"},
		{"Settle", 45 * time.Second, "0s work, 46s done", "the queue is worked on later"},
		{"Settle", 75 * time.Second, "0s work, 1m0s work, 1m16s done", "the outcomes of work are lost"},
	} {
		t.Run(c.method+" "+c.until.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q := newTable("a", sleep(10*time.Second))
				q.fails = func(method string) error {
					if method == c.method && time.Since(q.begun) < c.until {
						return errors.New("silent")
					}
					return nil
				}
				log, _ := q.start(t, 1)
				time.Sleep(5 * time.Minute)
				q.check(t, c.events)
				if got := strings.Count(log.String(), c.logged); got != 1 {
					t.Errorf("logged %d times, want once:\n%s", got, log)
				}
			})
		})
	}
}

// A wait doubles with each failure up to the longest, and half of it is random.
func TestBackOff(t *testing.T) {
	b := BackOff{First: 5 * time.Second, Most: 8 * time.Hour}
	for failures, want := range map[int]time.Duration{0: 5 * time.Second, 1: 5 * time.Second, 2: 10 * time.Second, 13: 20480 * time.Second, 14: 8 * time.Hour, 1 << 40: 8 * time.Hour} {
		if got := b.After(failures); got < want/2 || got > want {
			t.Errorf("after %d failures: got %v, want at most %v and at least half of it", failures, got, want)
		}
	}
	if got := (BackOff{time.Hour << 15, time.Hour}).After(25); got < time.Hour/2 || got > time.Hour {
		t.Errorf("after an overflow: got %v", got)
	}
}
