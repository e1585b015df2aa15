package app

import (
	"net/http"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/pg"
)

// The settings of the database arrive where they count.
func TestDatabaseSettings(t *testing.T) {
	address := pg.Postgres(t)
	replica := pg.NewReplica(t)
	call(t, 0, "alice-password", env(), "user", "add", "alice", "--database", address, "--connect-timeout", "3s", "--binary-parameters")
	s := start(t, "--database", address, "--database-replica", replica.Address(address), "--replica-max-lag", "5s",
		"--connect-timeout", "3s", "--silence-timeout", "20s", "--max-idle-conns", "2", "--conn-lifetime", "1m", "--statement-timeout", "9s")
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+s.address+"/snippets/", strings.NewReader("code=x"))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.SetBasicAuth("alice", "alice-password")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if cookie := answer.Header.Get("Set-Cookie"); answer.StatusCode != 201 || !strings.Contains(cookie, "Max-Age=7") {
		t.Errorf("got %d, cookie %q, want one for a little longer than the lag", answer.StatusCode, cookie)
	}
	s.stop()
	s.wait(t)

	_, stderr := call(t, 1, "", env(), "serve", "--listen", "127.0.0.1:0", "--database", address, "--database-replica", "copy.sqlite")
	if want := "resourceful: open database: replica: a replica is for PostgreSQL: both addresses have to be of such\n"; stderr != want {
		t.Errorf("got %q, want %q", stderr, want)
	}
}

// Processes that start at once on an empty database all come up, and make one administrator.
func TestStartAtOnce(t *testing.T) {
	t.Chdir(t.TempDir()) // where the password is written to
	address := pg.Postgres(t)
	var services []*running
	for range 4 {
		services = append(services, begin(t, "--database", address))
	}
	first := 0
	for _, s := range services {
		s.serving(t)
	}
	for _, s := range services {
		s.stop()
		if code := s.wait(t); code != 0 {
			t.Errorf("got exit code %d: %s", code, s.log)
		}
		first += strings.Count(s.stdout.String(), "First start")
	}
	if first != 1 {
		t.Errorf("%d processes made the first account, want one", first)
	}
}
