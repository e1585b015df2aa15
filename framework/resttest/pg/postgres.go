// A PostgreSQL server for the tests of a binary.

package pg

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/require"
)

// Postgres starts a new PostgreSQL server in a temporary folder, reachable only by a unix socket, once in a
// test binary. Each call gets an empty database on it; the server stops when the tests end. It returns the
// address for database.Open. Without the server's programs the test is skipped with a line that names the
// package to install, or fails if the environment variable RESOURCEFUL_TEST_REQUIRE contains "postgres".
func Postgres(t testing.TB) string {
	t.Helper()
	address, err := Find(t)
	if err != nil {
		require.Missing(t, "postgres", err)
	}
	return address
}

// Find is Postgres, but returns ErrNone where that skips the test.
func Find(t testing.TB) (string, error) {
	t.Helper()
	s, err := startPostgres()
	if errors.Is(err, ErrNone) && !require.Has("postgres") {
		return "", err
	}
	if err != nil {
		t.Fatalf("start PostgreSQL: %v", err)
	}
	address, err := s.takeDatabase()
	if err != nil {
		t.Fatalf("create a database: %v", err)
	}
	t.Cleanup(func() {
		if err := s.returnDatabase(address); err != nil {
			t.Errorf("empty a database: %v", err)
		}
	})
	return address, nil
}

// startPostgres starts the server of this test binary. The kit has no TestMain that could hold
// it: a test of any package may ask.
var startPostgres = sync.OnceValues(func() (*server, error) {
	bin, err := Programs()
	if err != nil {
		return nil, err
	}
	s := &server{bin: bin}
	if s.account, err = Account(); err != nil {
		return nil, err
	}
	if s.folder, err = os.MkdirTemp(Temp(), "pg"); err != nil {
		return nil, err
	}
	if err := s.start(""); err != nil {
		return nil, errors.Join(err, os.RemoveAll(s.folder))
	}
	return s, nil
})

// server is a running PostgreSQL.
type server struct {
	bin       string // folder of its programs
	folder    string
	account   *syscall.SysProcAttr
	alive     io.Closer // held open for as long as this process lives
	ended     <-chan struct{}
	databases databases
}

// supervise runs the server until standard input ends, which happens when the test process ends, in any
// way; then it stops the server and removes the folder. A server at its very beginning still ignores
// SIGQUIT, the signal to stop at once, as it inherited that from the shell. It is a new server, or a
// replica of the one that $3 names.
const supervise = `
if [ -n "$3" ]; then
	"$1/pg_basebackup" -h "$3" -U postgres -D "$2/data" --write-recovery-conf --checkpoint=fast --no-sync >"$2/log" 2>&1
else
	"$1/initdb" -D "$2/data" -U postgres -A trust -E UTF8 --locale=C --no-sync >"$2/log" 2>&1
fi || exit 1
"$1/postgres" -D "$2/data" -k "$2" -c listen_addresses= -c max_connections=200 -c shared_buffers=32MB \
	-c fsync=off -c synchronous_commit=off -c full_page_writes=off >>"$2/log" 2>&1 </dev/null &
cat >/dev/null
kill -TERM $!
while kill -QUIT $! 2>/dev/null; do sleep 0.1; done
rm -rf "$2"
`

// startTime is the time limit of a server's start; a busy machine copies a replica for more than a minute.
const startTime = 3 * time.Minute

// start starts the server, as a replica of the one whose socket is in the folder of, if any.
func (s *server) start(of string) error {
	if err := Give(s.folder, s.account); err != nil {
		return err
	}
	cmd := exec.Command("/bin/sh", "-c", supervise, "sh", s.bin, s.folder, of)
	cmd.Dir = s.folder
	cmd.SysProcAttr = s.account
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	s.alive = stdin
	ended := make(chan struct{})
	s.ended = ended
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	deadline := time.After(startTime)
	for {
		err := s.run("pg_isready")
		if err == nil {
			return nil
		}
		select {
		case <-ended:
			return fmt.Errorf("it has ended: %s", s.log())
		case <-deadline:
			log := s.log()
			_ = stdin.Close()
			<-ended
			return fmt.Errorf("it was not ready within %v: %w\n%s", startTime, err, log)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func (s *server) log() string {
	text, _ := os.ReadFile(filepath.Join(s.folder, "log"))
	return string(text)
}

// run runs one of PostgreSQL's own client programs.
func (s *server) run(program string, args ...string) error {
	args = append([]string{"-h", s.folder, "-U", "postgres"}, args...)
	cmd := exec.Command(filepath.Join(s.bin, program), args...)
	cmd.Env = append(os.Environ(), "PGCONNECT_TIMEOUT=10")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", program, err, out)
	}
	return nil
}
