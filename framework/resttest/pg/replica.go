// A replica of a PostgreSQL server.

package pg

import (
	"os"
	"strings"
	"testing"
)

// Replica is a second PostgreSQL server, which follows the one of Postgres by streaming replication.
type Replica struct {
	server *server
}

// NewReplica starts a replica of the server that has the database of an address of Postgres. It
// ends with the test.
func NewReplica(t testing.TB) *Replica {
	t.Helper()
	primary, err := startPostgres()
	if err != nil {
		t.Fatalf("start PostgreSQL: %v", err)
	}
	s := &server{bin: primary.bin, account: primary.account}
	if s.folder, err = os.MkdirTemp(Temp(), "pg"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(s.folder) })
	if err := s.start(primary.folder); err != nil {
		t.Fatalf("start a replica: %v", err)
	}
	r := &Replica{server: s}
	t.Cleanup(r.Stop)
	return r
}

// Address returns the address of the same database on the replica as at an address of Postgres on its
// server.
func (r *Replica) Address(primary string) string {
	_, rest, _ := strings.Cut(primary, " ")
	return "host=" + r.server.folder + " " + rest
}

// Folder returns the folder of the server's socket.
func (r *Replica) Folder() string { return r.server.folder }

// Run runs a statement on the replica, in the database postgres. It may run on any goroutine.
func (r *Replica) Run(t testing.TB, statement string) {
	t.Helper()
	if err := r.server.run("psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-d", "postgres", "-c", statement); err != nil {
		t.Errorf("%s: %v", statement, err)
	}
}

// Pause lets the replica fall behind until Resume.
func (r *Replica) Pause(t testing.TB) {
	t.Helper()
	r.Run(t, "SELECT pg_wal_replay_pause()")
}

// Resume lets the replica catch up.
func (r *Replica) Resume(t testing.TB) {
	t.Helper()
	r.Run(t, "SELECT pg_wal_replay_resume()")
}

// Promote makes the replica an independent server, which takes writes.
func (r *Replica) Promote(t testing.TB) {
	t.Helper()
	r.Run(t, "SELECT pg_promote(true, 60)")
}

// Stop ends the server at once.
func (r *Replica) Stop() {
	if r.server.alive != nil {
		_ = r.server.alive.Close()
		<-r.server.ended
		r.server.alive = nil
	}
}
