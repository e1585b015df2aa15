// Tests of a replica and of positions in the log.

package database_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/resttest/pg"
)

func TestParsePosition(t *testing.T) {
	for text, want := range map[string]database.Position{
		"0.0": {}, "1.16b3748": {Timeline: 1, LSN: 0x16b3748}, "ffffffff.ffffffffffffffff": database.Never,
	} {
		got, ok := database.ParsePosition(text)
		equal(t, text, []any{got, ok, got.String()}, []any{want, true, text})
	}
	for _, text := range []string{"", ".", "1", "1.", ".1", "1.G", "1.01", "1.0x1", "1.A", "+1.1", "-1.1", "1.1.1", "1.1 ", "100000000.0", "0.10000000000000000"} {
		if got, ok := database.ParsePosition(text); ok {
			t.Errorf("%q: got %v, want none", text, got)
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	for _, text := range []string{"0.0", "1.16b3748", "ffffffff.ffffffffffffffff", "1.G", "01.1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if p, ok := database.ParsePosition(text); ok && p.String() != text {
			t.Errorf("%q: got %v", text, p)
		}
	})
}

// A position is reached only by a log of the same history: one that has gone further on another
// timeline may lack what was written on this one.
func TestReached(t *testing.T) {
	at := func(timeline uint32, lsn uint64) database.Position {
		return database.Position{Timeline: timeline, LSN: lsn}
	}
	equal(t, "itself", at(2, 5).Reached(at(2, 5)), true)
	equal(t, "later", at(2, 6).Reached(at(2, 5)), true)
	equal(t, "earlier", at(2, 4).Reached(at(2, 5)), false)
	equal(t, "of an older history", at(1, 9).Reached(at(2, 5)), false)
	equal(t, "of a newer history", at(3, 5).Reached(at(2, 5)), true)
	equal(t, "both", at(1, 9).Later(at(2, 5)), at(2, 9))
}

// replicated is a library whose database has a replica. Commits wait for the disk, as they do in
// earnest: without, the log goes out a little later.
func replicated(t *testing.T, opts database.Options, through func(address string) string) (*library, *pg.Replica) {
	t.Helper()
	address := pg.Postgres(t)
	l := open(t, address)
	databasetest.Exec(t, l.db, "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = local', current_database()); END $$")
	replica := pg.NewReplica(t)
	opts.Replica = through(replica.Address(address))
	db, err := database.Open(t.Context(), address, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return libraryIn(t, db), replica
}

func plainly(address string) string { return address }

// countAfter counts the authors, as somebody does who has to see what was written before a position,
// and says whether the replica answered.
func (l *library) countAfter(t *testing.T, after database.Position) (n int64, byReplica bool) {
	t.Helper()
	before := l.db.Stats()
	n, err := l.count(database.MayLag(t.Context(), after))
	if err != nil {
		t.Fatal(err)
	}
	now := l.db.Stats()
	if now.Replica+now.Passed != before.Replica+before.Passed+1 {
		t.Errorf("one read counts as %d of the replica and %d passed on", now.Replica-before.Replica, now.Passed-before.Passed)
	}
	return n, now.Replica > before.Replica
}

func (l *library) position(t *testing.T) database.Position {
	t.Helper()
	p, err := l.db.Position(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// soon waits until the replica answers again.
func (l *library) soon(t *testing.T, after database.Position, what string) (n int64) {
	t.Helper()
	for range 300 {
		n, byReplica := l.countAfter(t, after)
		if byReplica {
			return n
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%s: the replica does not answer", what)
	return 0
}

// Reads that may lag go to the replica, and see what they have to: a client's own write at once,
// whatever the replica shows, and everybody's after a bounded time. A replica that catches up is
// used again.
func TestReplica(t *testing.T) {
	const maxLag = 2 * time.Second
	l, replica := replicated(t, database.Options{ReplicaMaxLag: maxLag}, plainly)
	l.addAuthor(t, "Ann")
	first := l.position(t)
	equal(t, "caught up", l.soon(t, first, "caught up"), int64(1))

	replica.Pause(t)
	written := time.Now()
	l.addAuthor(t, "Bob")
	second := l.position(t)
	if n, byReplica := l.countAfter(t, first); byReplica && n != 1 {
		t.Errorf("a replica that stands still shows %d authors, want 1", n)
	}
	for range 5 {
		n, byReplica := l.countAfter(t, second)
		equal(t, "own write, by the replica", []any{n, byReplica}, []any{int64(2), false})
	}
	if n, err := l.count(t.Context()); n != 2 || err != nil {
		t.Errorf("a read that may not lag: got %d, %v, want 2", n, err)
	}
	for { // others see it later, but not too late
		before := time.Since(written)
		n, byReplica := l.countAfter(t, database.Position{})
		if n == 2 && !byReplica {
			break
		}
		if before > maxLag {
			t.Fatalf("after %v still %d authors, by the replica %v", before, n, byReplica)
		}
		time.Sleep(20 * time.Millisecond)
	}
	replica.Resume(t)
	equal(t, "caught up again", l.soon(t, second, "caught up again"), int64(2))
	if n, byReplica := l.countAfter(t, database.Never); n != 2 || byReplica {
		t.Errorf("what nobody reaches: got %d, by the replica %v", n, byReplica)
	}
}

// While the database is so busy that it has no connection left, the replica goes on answering.
func TestReplicaOfBusyPrimary(t *testing.T) {
	const maxLag = 500 * time.Millisecond
	l, _ := replicated(t, database.Options{ReplicaMaxLag: maxLag}, plainly)
	l.db.SetMaxConns(2)
	l.addAuthor(t, "Ann")
	l.soon(t, database.Position{}, "at first")
	var busy, group sync.WaitGroup
	done := make(chan struct{})
	busy.Add(2)
	for range 2 {
		group.Go(func() {
			err := l.db.Write(t.Context(), func(database.Session) error {
				busy.Done()
				<-done
				return nil
			})
			equal(t, "write", err, nil)
		})
	}
	busy.Wait()
	time.Sleep(2 * maxLag)
	count := func() (n int64, err error) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		return l.count(database.MayLag(ctx, database.Position{}))
	}
	n, err := count()
	for i := 0; err != nil && i < 10; i++ { // a busy machine may be late for once
		n, err = count()
	}
	equal(t, "read", []any{n, err}, []any{int64(1), nil})
	close(done)
	group.Wait()
}

// While the replica stands still and goes on at random, nobody ever misses a write of their own.
func TestReplicaOwnWrites(t *testing.T) {
	l, replica := replicated(t, database.Options{ReplicaMaxLag: 4 * time.Second}, plainly)
	ctx, stop := context.WithCancel(t.Context())
	paused := make(chan bool)
	go func() {
		defer close(paused)
		for ctx.Err() == nil {
			replica.Pause(t)
			time.Sleep(rand.N(150 * time.Millisecond))
			replica.Resume(t)
			time.Sleep(rand.N(300 * time.Millisecond))
		}
	}()
	// A busy machine may let the replica lag through all of the first writes.
	both := func() bool {
		s := l.db.Stats()
		return s.Replica >= 20 && s.Passed >= 1
	}
	for i := 0; i < 150 || i < 5000 && !both(); i++ {
		l.addAuthor(t, strings.Repeat("x", i%500+1))
		after := l.position(t)
		for range 3 {
			if n, byReplica := l.countAfter(t, after); n != int64(i+1) {
				t.Fatalf("after write %d: got %d authors, by the replica %v", i+1, n, byReplica)
			}
		}
	}
	stop()
	<-paused
	if !both() {
		t.Errorf("got %+v, want reads by the replica and reads that are passed on", l.db.Stats())
	}
}

// A replica that ends, or falls silent, costs nobody an answer, and is used again when it is back.
// One that is promoted is none any more.
func TestReplicaLost(t *testing.T) {
	t.Run("silent", func(t *testing.T) {
		var p *proxy
		l, _ := replicated(t, database.Options{ReplicaMaxLag: 2 * time.Second, ReadTimeout: 300 * time.Millisecond}, func(address string) string {
			p, address = newProxyTo(t, address)
			return address + " connect_timeout=1"
		})
		l.addAuthor(t, "Ann")
		l.soon(t, l.position(t), "at first")
		p.silent.Store(true)
		start := time.Now()
		n, byReplica := l.countAfter(t, database.Position{})
		equal(t, "silent", []any{n, byReplica}, []any{int64(1), false})
		if took := time.Since(start); took > 8*time.Second {
			t.Errorf("the answer took %v", took)
		}
		start = time.Now()
		for range 20 {
			l.countAfter(t, database.Position{})
		}
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("20 further answers took %v, want none to wait for the replica", took)
		}
		p.silent.Store(false)
		equal(t, "back", l.soon(t, database.Position{}, "back"), int64(1))
	})
	t.Run("ended", func(t *testing.T) {
		l, replica := replicated(t, database.Options{ReplicaMaxLag: 10 * time.Second}, plainly)
		l.addAuthor(t, "Ann")
		l.soon(t, l.position(t), "at first")
		replica.Stop()
		for range 20 {
			n, byReplica := l.countAfter(t, database.Position{})
			equal(t, "ended", []any{n, byReplica}, []any{int64(1), false})
		}
	})
	t.Run("promoted", func(t *testing.T) {
		const maxLag = 500 * time.Millisecond
		l, replica := replicated(t, database.Options{ReplicaMaxLag: maxLag}, plainly)
		l.addAuthor(t, "Ann")
		l.soon(t, l.position(t), "at first")
		replica.Promote(t)
		l.addAuthor(t, "Bob")
		time.Sleep(2 * maxLag)
		for range 20 {
			n, byReplica := l.countAfter(t, database.Position{})
			equal(t, "promoted", []any{n, byReplica}, []any{int64(2), false})
		}
	})
	t.Run("not there yet", func(t *testing.T) {
		address := pg.Postgres(t)
		db, err := database.Open(t.Context(), address, database.Options{Replica: "host=/nowhere dbname=x"})
		if err != nil {
			t.Fatal(err)
		}
		db.Close()
		for _, wrong := range []string{"file.sqlite", strings.Replace(address, "dbname=", "target_session_attrs=any dbname=not", 1)} {
			if db, err := database.Open(t.Context(), address, database.Options{Replica: wrong}); err == nil {
				db.Close()
				t.Errorf("%s was taken for a replica", wrong)
			}
		}
	})
}

// An account without any privileges may ask all that a replica takes.
func TestReplicaUnprivileged(t *testing.T) {
	address := pg.Postgres(t)
	l := open(t, address)
	databasetest.Exec(t, l.db, "CREATE ROLE plain LOGIN; GRANT SELECT ON authors TO plain")
	defer databasetest.Exec(t, l.db, "DROP OWNED BY plain; DROP ROLE plain")
	replica := pg.NewReplica(t)
	l.addAuthor(t, "Ann") // behind the end of the backup, where the log is between two places
	plain := strings.NewReplacer("user=postgres", "user=plain")
	db, err := database.Open(t.Context(), plain.Replace(address), database.Options{Replica: plain.Replace(replica.Address(address))})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	l = libraryIn(t, db)
	l.soon(t, l.position(t), "without privileges")
}
