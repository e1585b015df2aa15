// Tests of addresses with several hosts, and of servers that become read-only.

package database_test

import (
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/resttest/pg"
)

// folderOf is where the socket of an address is.
func folderOf(address string) string {
	return strings.TrimPrefix(strings.Fields(address)[0], "host=")
}

// several is one database on several servers.
func several(address string, folders ...string) string {
	_, rest, _ := strings.Cut(address, " ")
	return "host=" + strings.Join(folders, ",") + " " + rest
}

// Of several servers, the one that takes writes is used, wherever it stands in the list and also
// when it is another one than before; without any, that is no fault of the request's.
func TestSeveralHosts(t *testing.T) {
	address := pg.Postgres(t)
	replica := pg.NewReplica(t)
	primary := folderOf(address)
	tests := []struct{ name, address string }{
		{"primary first", several(address, primary, replica.Folder())},
		{"replica first", several(address, replica.Folder(), primary)},
		{"dead first", several(address, "/nowhere", replica.Folder(), primary)},
		{"dead first by port", strings.Replace(several(address, "127.0.0.1", primary), " ", " port=1,5432 ", 1)},
		{"primary", several(address, replica.Folder(), primary) + " target_session_attrs=primary"},
		{"any order", several(address, replica.Folder(), primary) + " load_balance_hosts=random"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := open(t, tt.address)
			l.addAuthor(t, tt.name)
			n, err := l.count(t.Context())
			equal(t, "error", err, nil)
			if n == 0 {
				t.Error("the author is not there")
			}
		})
	}
	for _, kind := range []string{"standby", "prefer-standby"} {
		db, err := database.Open(t.Context(), several(address, primary, replica.Folder())+" target_session_attrs="+kind, database.Options{})
		if err != nil {
			t.Fatal(err)
		}
		n, err := db.Number(t.Context(), "SELECT CASE WHEN pg_is_in_recovery() THEN 1 ELSE 0 END")
		equal(t, kind, []any{n, err}, []any{int64(1), nil})
		db.Close()
	}
	_, err := database.Open(t.Context(), several(address, "/nowhere", replica.Folder()), database.Options{})
	if err == nil || !database.Unavailable(err) || !strings.Contains(err.Error(), "hot standby") {
		t.Errorf("without a primary: got %v, want it to be unavailable because of a standby", err)
	}
	_, err = database.Open(t.Context(), strings.Replace(address, "dbname=", "dbname=not", 1), database.Options{})
	if err == nil || database.Unavailable(err) {
		t.Errorf("of another name: got %v, want an error that stays", err)
	}
}

// wandering leads to one server, then to another: an address that stays when the primary changes.
// Connections that are open stay where they lead.
type wandering struct {
	to   atomic.Pointer[string]
	port string
}

func newWandering(t *testing.T, folder string) *wandering {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wandering{}
	w.to.Store(&folder)
	_, w.port, _ = net.SplitHostPort(listener.Addr().String())
	relay(t, listener, func() (net.Conn, error) { return net.Dial("unix", *w.to.Load()+"/.s.PGSQL.5432") })
	return w
}

// Connections to a server that takes no writes are dropped, all of them and not only the one on
// which it shows, and the transaction is run again where the address leads now. A server that is
// promoted is used as it is.
func TestConnectionsToStandby(t *testing.T) {
	address := pg.Postgres(t)
	l := open(t, address)
	replica := pg.NewReplica(t)
	w := newWandering(t, replica.Folder())
	_, rest, _ := strings.Cut(address, " ")
	var err error
	if l.db, err = database.Open(t.Context(), "host=127.0.0.1 port="+w.port+" "+rest, database.Options{MaxConns: 20}); err != nil {
		t.Fatal(err)
	}
	defer l.db.Close()
	l = libraryIn(t, l.db)
	fill := func() { // many pooled connections to the standby
		done := make(chan error, 20)
		for range 20 {
			go func() { _, err := l.db.Number(t.Context(), "SELECT 1 FROM pg_sleep(0.2)"); done <- err }()
		}
		for range 20 {
			equal(t, "read on a standby", <-done, nil)
		}
	}
	add := func(name string) (runs int, err error) {
		err = l.db.Write(t.Context(), func(tx database.Session) error {
			runs++
			return l.insert(t.Context(), tx, name)
		})
		return runs, err
	}
	fill()
	runs, err := add("Ann")
	if err == nil || !database.Unavailable(err) || runs != 0 {
		t.Errorf("on a standby: got %v after %d runs, want it to be unavailable, and never begun", err, runs)
	}
	time.Sleep(1100 * time.Millisecond) // dropped once a second
	fill()
	folder := folderOf(address)
	w.to.Store(&folder)
	runs, err = add("Ann")
	equal(t, "where the address leads now", []any{runs, err}, []any{1, nil})
	w.to.Store(new(replica.Folder()))
	replica.Promote(t)
	runs, err = add("Bob")
	equal(t, "after the promotion", []any{runs, err}, []any{1, nil})
}

// A transaction that finds itself on a server that takes no writes any more is run again.
func TestBecomesReadOnly(t *testing.T) {
	l := open(t, pg.Postgres(t))
	l.addAuthor(t, "Ann")
	runs := 0
	err := l.db.Write(t.Context(), func(tx database.Session) error {
		if runs++; runs == 1 {
			if _, err := tx.Tx().ExecContext(t.Context(), "SET TRANSACTION READ ONLY"); err != nil {
				return err
			}
		}
		return l.insert(t.Context(), tx, "Bob")
	})
	equal(t, "write", []any{runs, err}, []any{2, nil})
}

// A server that ends its connections, as at a restart, is reached again by reads and by writes
// that have not begun; a transaction that was under way is refused as a moment's trouble.
func TestServerEndsConnections(t *testing.T) {
	address := pg.Postgres(t)
	l := open(t, address)
	other := open(t, address)
	l.addAuthor(t, "Ann")
	const end = "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database() AND application_name = 'resourceful'"
	cut := func() {
		if _, err := other.db.Number(t.Context(), end); err != nil {
			t.Fatal(err)
		}
	}
	cut()
	n, err := l.count(t.Context())
	equal(t, "read", []any{n, err}, []any{int64(1), nil})
	cut()
	l.addAuthor(t, "Bob")
	runs := 0
	err = l.db.Write(t.Context(), func(tx database.Session) error {
		runs++
		cut()
		return l.insert(t.Context(), tx, "Cid")
	})
	if err == nil || !database.Unavailable(err) || runs != 1 {
		t.Errorf("under way: got %v after %d runs, want it to be unavailable", err, runs)
	}
	equal(t, "authors", databasetest.Number(t, l.db, "SELECT count(*) FROM authors"), int64(2))
}

// The settings of the pool arrive there.
func TestPool(t *testing.T) {
	address := pg.Postgres(t)
	ctx := t.Context()
	db, err := database.Open(ctx, address, database.Options{MaxConns: 3, MaxIdleConns: 1, ConnLifetime: 50 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	pids := map[int64]bool{}
	for range 3 {
		pid, err := db.Number(ctx, "SELECT pg_backend_pid()")
		equal(t, "error", err, nil)
		pids[pid] = true
		time.Sleep(60 * time.Millisecond)
	}
	equal(t, "connections one after the other", len(pids), 3)
	other := open(t, address).db
	release, err := other.Hold(ctx, 7)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 4)
	for range 4 {
		go func() { _, err := db.Number(ctx, "SELECT 1 FROM pg_advisory_lock_shared(7)"); done <- err }()
	}
	const held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
	for databasetest.Number(t, other, held) < 3 || db.Stats().Pools["all"].WaitCount < 1 {
		time.Sleep(time.Millisecond)
	}
	equal(t, "of four at once, those that fit", databasetest.Number(t, other, held), int64(3))
	equal(t, "release", release(), nil)
	for range 4 {
		equal(t, "error", <-done, nil)
	}
	deadline := time.Now().Add(10 * time.Second) // those too many are closed behind the back of who gave them back
	for {
		open, idle := db.Conns()
		if open <= 1 && idle <= 1 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("got %d connections open, want one", open)
		}
		time.Sleep(time.Millisecond)
	}
}

// A server that does not answer is given up after the connect timeout, and no connection after
// the first one asks it again while another server answers.
func TestConnectTimeout(t *testing.T) {
	address := pg.Postgres(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	var asked atomic.Int64
	go func() {
		var kept []net.Conn // or else the garbage collector would close them
		for {
			conn, err := listener.Accept()
			if err != nil {
				for _, conn := range kept {
					_ = conn.Close()
				}
				return
			}
			kept = append(kept, conn)
			asked.Add(1) // and says nothing
		}
	}()
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	both := strings.Replace(several(address, "127.0.0.1", folderOf(address)), " ", " port="+port+",5432 ", 1)
	start := time.Now()
	db, err := database.Open(t.Context(), both, database.Options{ConnectTimeout: 2 * time.Second, MaxConns: 5})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if took := time.Since(start); took < 2*time.Second || took > 4*time.Second {
		t.Errorf("opened after %v, want the timeout of one server", took)
	}
	done := make(chan error, 5)
	for range 5 {
		go func() { _, err := db.Number(t.Context(), "SELECT 1 FROM pg_sleep(0.3)"); done <- err }()
	}
	for range 5 {
		equal(t, "error", <-done, nil)
	}
	equal(t, "the silent server was asked", asked.Load(), int64(1))
}
