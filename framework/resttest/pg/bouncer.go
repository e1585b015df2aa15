// PgBouncer before a PostgreSQL server.

package pg

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"example.com/resourceful/framework/resttest/require"
)

// Bouncer starts a pgbouncer in front of a server that Postgres gave the address of. It pools by
// transaction: clients share so few connections to the server. settings are further lines of its
// configuration. The test is skipped unless RESOURCEFUL_TEST_REQUIRE names pgbouncer. It returns the
// address of the same database through the pooler, which ends with the test.
func Bouncer(t testing.TB, address string, conns int, settings ...string) string {
	t.Helper()
	require.Part(t, "pgbouncer")
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program, err = exec.LookPath("/usr/sbin/pgbouncer") // Debian's, which is not on everybody's PATH
	}
	if err != nil {
		t.Fatal("no pgbouncer here; apt-get install pgbouncer")
	}
	account, err := Account()
	if err != nil {
		t.Fatal(err)
	}
	folder, err := os.MkdirTemp(Temp(), "pgb")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	server, rest, _ := strings.Cut(strings.TrimPrefix(address, "host="), " ")
	configureBouncer(t, folder, server, userOf(rest), conns, settings)
	if err := Give(folder, account); err != nil {
		t.Fatal(err)
	}
	startBouncer(t, program, folder, account)
	return "host=" + folder + " port=6432 " + rest
}

// configureBouncer writes its files to a folder.
func configureBouncer(t testing.TB, folder, server, user string, conns int, settings []string) {
	t.Helper()
	files := map[string]string{
		"users": fmt.Sprintf("%q \"\"\n", user),
		"ini": fmt.Sprintf("[databases]\n* = host=%s\n[pgbouncer]\npool_mode = transaction\nlisten_port = 6432\n"+
			"unix_socket_dir = %s\nauth_type = trust\nauth_file = %s/users\nlogfile = %s/log\n"+
			"default_pool_size = %d\nmax_client_conn = 500\n%s\n",
			server, folder, folder, folder, conns, strings.Join(settings, "\n")),
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// startBouncer returns when it answers. It ends with this process, in whatever way that ends.
func startBouncer(t testing.TB, program, folder string, account *syscall.SysProcAttr) {
	t.Helper()
	cmd := exec.Command("/bin/sh", "-c", `"$1" -q "$2/ini" & cat >/dev/null; kill -TERM $!; wait`, "sh", program, folder)
	cmd.Dir, cmd.SysProcAttr = folder, account
	stdin, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = stdin.Close()
		_ = cmd.Wait()
	})
	for range 500 {
		conn, err := net.Dial("unix", filepath.Join(folder, ".s.PGSQL.6432"))
		if err == nil {
			conn.Close()
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	log, _ := os.ReadFile(filepath.Join(folder, "log"))
	t.Fatalf("pgbouncer does not start: %s", log)
}

// userOf returns the user in the words of an address.
func userOf(address string) string {
	for word := range strings.FieldsSeq(address) {
		if name, ok := strings.CutPrefix(word, "user="); ok {
			return name
		}
	}
	return ""
}
