// Tests of a PostgreSQL server that falls silent.

package database_test

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/resttest/pg"
)

// proxy stands between the driver and the server, and can fall silent or cut a connection.
type proxy struct {
	silent atomic.Bool
	cutOn  atomic.Pointer[string]        // cut when the client says this; the server still hears it
	said   atomic.Int64                  // bytes that came from the server
	held   atomic.Pointer[chan struct{}] // what the server says waits for this to be closed
	port   string
}

// newProxy returns a proxy and an address that leads through it.
func newProxy(t *testing.T) (*proxy, string) {
	t.Helper()
	return newProxyTo(t, databasetest.Addresses()["postgres"](t))
}

// newProxyTo returns a proxy to the server of an address, and an address that leads through it.
func newProxyTo(t *testing.T, address string) (*proxy, string) {
	t.Helper()
	folder, rest, _ := strings.Cut(strings.TrimPrefix(address, "host="), " ")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{}
	_, p.port, _ = net.SplitHostPort(listener.Addr().String())
	var group sync.WaitGroup
	var mu sync.Mutex
	var conns []net.Conn
	group.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("unix", folder+"/.s.PGSQL.5432")
			if err != nil {
				client.Close()
				continue
			}
			mu.Lock()
			conns = append(conns, client, server)
			mu.Unlock()
			group.Go(func() { p.copy(server, client, true) })
			group.Go(func() { p.copy(client, server, false) })
		}
	})
	t.Cleanup(func() {
		listener.Close()
		mu.Lock()
		for _, c := range conns {
			c.Close()
		}
		mu.Unlock()
		group.Wait()
	})
	return p, "host=127.0.0.1 port=" + p.port + " " + rest
}

// hold keeps what the server says until a connection ends, such as the one that cancels a statement.
func (p *proxy) hold() {
	released := make(chan struct{})
	p.held.Store(&released)
}

func (p *proxy) release() {
	if released := p.held.Swap(nil); released != nil {
		close(*released)
	}
}

// wait returns when nothing is held, or after a time in which a held connection has to end.
func (p *proxy) wait() {
	released := p.held.Load()
	if released == nil {
		return
	}
	select {
	case <-*released:
	case <-time.After(10 * time.Second):
	}
}

func (p *proxy) copy(to, from net.Conn, fromClient bool) {
	defer to.Close()
	defer from.Close()
	defer p.release()
	b := make([]byte, 1<<16)
	for {
		n, err := from.Read(b)
		if err != nil {
			return
		}
		if p.silent.Load() {
			continue
		}
		if !fromClient {
			p.wait()
			p.said.Add(int64(n))
		}
		cut := p.cutOn.Load()
		if fromClient && cut != nil && bytes.Contains(b[:n], []byte(*cut)) {
			p.cutOn.Store(nil)
			from.Close() // before the server hears it: the reply is lost, however soon it comes
			_, _ = to.Write(b[:n])
			return
		}
		if _, err := to.Write(b[:n]); err != nil {
			return
		}
	}
}

// A server that falls silent frees its callers, and is used again when it is back.
func TestSilentServer(t *testing.T) {
	p, address := newProxy(t)
	db, err := database.Open(t.Context(), address+" connect_timeout=1", database.Options{ReadTimeout: 300 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	databasetest.Exec(t, db, "CREATE TABLE authors (id bigint, name text)")
	l := libraryIn(t, db)
	if _, err := l.count(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.silent.Store(true)
	start := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := l.count(ctx); err == nil {
		t.Error("a silent server has answered")
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("the caller was freed after %v", took)
	}
	p.silent.Store(false)
	for range 3 {
		if _, err = l.count(t.Context()); err == nil {
			break
		}
	}
	equal(t, "afterwards", err, nil)
}

// Nobody waits for another whose server is silent: all are freed within one and the same deadline.
func TestSilentServerForMany(t *testing.T) {
	p, address := newProxy(t)
	const callers, deadline = 8, 2 * time.Second
	l := openWith(t, address, database.Options{ReadTimeout: deadline})
	done := make(chan error, callers)
	for range callers { // each has a connection, and nobody has prepared the statement
		go func() { _, err := l.db.Number(t.Context(), "SELECT 1 FROM pg_sleep(0.3)"); done <- err }()
	}
	for range callers {
		equal(t, "before", <-done, nil)
	}
	p.silent.Store(true)
	start := time.Now()
	for range callers {
		go func() { _, err := l.count(t.Context()); done <- err }()
	}
	for range callers {
		if err := <-done; !database.Unavailable(err) {
			t.Errorf("got %v, want the database to be unavailable", err)
		}
	}
	if took := time.Since(start); took > callers/2*deadline {
		t.Errorf("%d callers were freed after %v, want one deadline", callers, took)
	}
}

// A transaction that has statements to prepare for those before it is freed after one deadline too.
func TestSilentServerToWriter(t *testing.T) {
	p, address := newProxy(t)
	l := openWith(t, address, database.Options{ReadTimeout: time.Second})
	l.addAuthor(t, "Ann")
	err := l.db.Write(t.Context(), func(tx database.Session) error {
		for i := range 8 {
			q, err := database.Build(l.db.Dialect().Update("authors").Prepared(true).
				Set(goqu.Record{"name": goqu.L("?", database.Arg)}).Where(goqu.L(fmt.Sprint("id = ", i))), 1)
			if err != nil {
				return err
			}
			if _, err := tx.Exec(t.Context(), q, fmt.Sprint("Ann ", i)); err != nil {
				return err
			}
		}
		return nil
	})
	equal(t, "error", err, nil)
	p.silent.Store(true)
	start := time.Now()
	err = l.db.Write(t.Context(), func(database.Session) error { return nil })
	if took := time.Since(start); !database.Unavailable(err) || took > 5*time.Second {
		t.Errorf("freed after %v with error %v, want it to be unavailable after one deadline", took, err)
	}
}

// A write whose reply is lost is an error and is not run again.
func TestLostReply(t *testing.T) {
	for cut, rows := range map[string]int64{"COMMIT": 1, "Ann": 0} {
		t.Run(cut, func(t *testing.T) {
			p, address := newProxy(t)
			l := open(t, address)
			l.addAuthor(t, "prepared")
			p.cutOn.Store(&cut)
			runs := 0
			err := l.db.Write(t.Context(), func(tx database.Session) error {
				runs++
				return l.insert(t.Context(), tx, "Ann")
			})
			if err == nil {
				t.Error("a lost reply is not an error")
			}
			equal(t, "runs", runs, 1)
			// The server may still be at what it heard last.
			for databasetest.Number(t, l.db, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'") > 0 {
				time.Sleep(time.Millisecond)
			}
			equal(t, "rows", databasetest.Number(t, l.db, "SELECT count(*) FROM authors WHERE name = 'Ann'"), rows)
		})
	}
}

func TestOpenRefuses(t *testing.T) {
	for _, address := range []string{
		"postgres://nobody:secret@127.0.0.1:1/none", "postgres://nobody:secret %@h/none", "postgres://nobody:secret@h:x/none", "",
		"host=/nowhere dbname=none", "postgres://h/?sslmode=maybe", "/nowhere/at/all.db", t.TempDir(),
	} {
		db, err := database.Open(t.Context(), address, database.Options{})
		if err == nil {
			db.Close()
			t.Errorf("%s could be opened", address)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("the message tells the password: %v", err)
		}
	}
}

// A service whose connections are all in use is busy, not out of reach.
func TestPingWhileBusy(t *testing.T) {
	db, err := database.Open(t.Context(), databasetest.Addresses()["postgres"](t), database.Options{MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	ended := make(chan error, 1)
	go func() { ended <- databasetest.TryExec(t, db, "SELECT pg_sleep(0.3)") }()
	for {
		ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
		if err := db.Ping(ctx); err != nil {
			t.Errorf("got %v", err)
		}
		cancel()
		select {
		case err := <-ended:
			equal(t, "the statement", err, nil)
			return
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// A pooler refuses connections that ask for a statement timeout, or takes it and does nothing about
// it. Both are told at the start, with what to do; and that works.
func TestStatementTimeoutBehindPooler(t *testing.T) {
	address := databasetest.Addresses()["postgres"](t)
	opts := database.Options{StatementTimeout: 50 * time.Millisecond, BinaryParameters: true}
	for name, settings := range map[string]string{"refused": "", "ignored": "ignore_startup_parameters = statement_timeout"} {
		db, err := database.Open(t.Context(), pg.Bouncer(t, address, 2, settings), opts)
		if err == nil || !strings.Contains(err.Error(), "ALTER ROLE") {
			t.Errorf("%s: got %v, want what to do", name, err)
		}
		if err == nil {
			db.Close()
		}
	}
	l := open(t, address)
	databasetest.Exec(t, l.db, "CREATE ROLE bounded LOGIN SUPERUSER; ALTER ROLE bounded SET statement_timeout = 50")
	defer databasetest.Exec(t, l.db, "DROP ROLE bounded")
	bounded := strings.Replace(address, "user=postgres", "user=bounded", 1)
	db, err := database.Open(t.Context(), pg.Bouncer(t, bounded, 2), database.Options{BinaryParameters: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Number(t.Context(), "SELECT 1 FROM pg_sleep(10)"); err == nil || !database.Unavailable(err) {
		t.Errorf("a long statement: got %v, want it to be ended", err)
	}
}
