package app

import (
	"context"
	"database/sql"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/sets"
)

// running is a program that serves.
type running struct {
	address     string // host:port
	stdout, log *output
	stop        context.CancelFunc
	ended       chan struct{}
	code        int // once it has ended
}

// start runs serve on a free port, and returns when it says where.
func start(t *testing.T, args ...string) *running {
	t.Helper()
	s := begin(t, args...)
	s.serving(t)
	return s
}

// begin runs serve on a free port, and does not wait for it. It has ended when the test has.
func begin(t *testing.T, args ...string) *running {
	return beginIn(t, env(), args...)
}

// beginIn is begin in an environment.
func beginIn(t *testing.T, getenv func(string) string, args ...string) *running {
	return beginOf(t, ours(), sets.All(), getenv, args...)
}

// startOf is start of another program.
func startOf(t *testing.T, own Program, sets []*rest.Set, args ...string) *running {
	t.Helper()
	s := beginOf(t, own, sets, env(), append(args, "--database", t.TempDir()+"/test.sqlite")...)
	s.serving(t)
	return s
}

func beginOf(t *testing.T, own Program, sets []*rest.Set, getenv func(string) string, args ...string) *running {
	ctx, cancel := context.WithCancel(context.Background())
	s := &running{stdout: &output{}, log: &output{}, stop: cancel, ended: make(chan struct{})}
	t.Cleanup(func() {
		cancel()
		<-s.ended
	})
	go func() {
		defer close(s.ended)
		args := append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)
		s.code = own.run(ctx, sets, args, strings.NewReader(""), s.stdout, s.log, getenv)
	}()
	return s
}

// serving waits until the service says where it is.
func (s *running) serving(t *testing.T) {
	t.Helper()
	serving := regexp.MustCompile(`^Serving \w+ at https?://(\S+)/\n`)
	for range 3000 { // a machine may be busy
		if m := serving.FindStringSubmatch(s.stdout.String()); m != nil {
			s.address = m[1]
			return
		}
		select {
		case <-s.ended:
			t.Fatalf("serve ended with code %d: %s", s.code, s.log)
		case <-time.After(10 * time.Millisecond):
		}
	}
	t.Fatalf("serve does not say where: %s", s.stdout)
}

// firstPassword is the one that the service has made for its first administrator.
func (s *running) firstPassword(t *testing.T) string {
	t.Helper()
	file := s.stdout.await(t, regexp.MustCompile(`is in the file (\S+)\n`))[1]
	line, err := os.ReadFile(file)
	if err != nil || !regexp.MustCompile(`^\w{16,}\n$`).Match(line) {
		t.Fatalf("%s has %q, error %v, want a password", file, line, err)
	}
	return strings.TrimSpace(string(line))
}

// wait returns the exit code.
func (s *running) wait(t *testing.T) int {
	t.Helper()
	select {
	case <-s.ended:
		return s.code
	case <-time.After(20 * time.Second):
		t.Fatalf("serve does not end: %s", s.log)
		return 0
	}
}

func (s *running) status(t *testing.T, path, name, password string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+s.address+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if name != "" {
		r.SetBasicAuth(name, password)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response.StatusCode
}

// TestFirstStart makes an administrator on an empty database, and only there.
func TestFirstStart(t *testing.T) {
	t.Chdir(t.TempDir())
	s := start(t, "directory")
	want := regexp.MustCompile(`^Serving directory at http://127\.0\.0\.1:\d+/
Database: SQLite, file directory\.sqlite
Every host name is answered; base-url or allowed-hosts say which are yours\.
First start: the password of account "admin" is in the file (/\S+/directory\.admin-password)
Read it and remove the file; this sets another: resourceful user password admin --config directory
$`)
	m := s.stdout.await(t, want) // the address comes first
	password := s.firstPassword(t)
	if info, err := os.Stat(m[1]); err != nil || info.Mode() != 0o600 {
		t.Errorf("the file is %v, %v, want mode 0600", info.Mode(), err)
	}
	if got := s.status(t, "/users/", "admin", password); got != 200 {
		t.Errorf("with the password: got %d, want 200", got)
	}
	if got := s.status(t, "/users/", "admin", password+"x"); got != 403 {
		t.Errorf("with another password: got %d, want 403", got)
	}
	s.stop()
	if code := s.wait(t); code != 0 {
		t.Errorf("got exit code %d, want 0", code)
	}
	if printed := s.log.String() + s.stdout.String(); strings.Contains(printed, password) {
		t.Errorf("the password is printed: %s", printed)
	}

	again := start(t, "directory")
	if got := again.status(t, "/users/", "admin", password); got != 200 {
		t.Errorf("after a new start: got %d, want 200", got)
	}
	again.stop()
	again.wait(t)
	if strings.Contains(again.stdout.String(), "First start") {
		t.Errorf("the second start makes an account again: %s", again.stdout)
	}
}

// TestPortTaken fails before tables are migrated, and before an account is made whose password nobody would see.
func TestPortTaken(t *testing.T) {
	t.Chdir(t.TempDir())
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	_, stderr := call(t, 1, "", env(), "serve", "--listen", taken.Addr().String())
	if want := fmt.Sprintf("resourceful: listen: listen tcp %s: bind: address already in use\n", taken.Addr()); stderr != want {
		t.Errorf("got %q, want %q", stderr, want)
	}
	own := versioned(t)
	_, now := shelves()
	for flag, of := range map[string]string{"--listen": "listen", "--observe": "observe"} {
		_, stderr = callOf(t, own, now, 1, env(), "serve", "--migrate", "--database", "x.sqlite", "--listen", "127.0.0.1:0", flag, taken.Addr().String())
		if want := fmt.Sprintf("shelves: %s: another program listens on %s, and nothing was migrated; stop it first, perhaps an earlier release, or name another address\n", of, taken.Addr()); stderr != want {
			t.Errorf("%s with pending migrations: got %q, want %q", flag, stderr, want)
		}
		if out, _ := callOf(t, own, now, 1, env(), "check", "--database", "x.sqlite"); !strings.Contains(out, "2 migrations are pending") {
			t.Errorf("%s: the failed start has migrated: %s", flag, out)
		}
	}
	s := start(t)
	s.stop()
	s.wait(t)
	if !strings.Contains(s.stdout.String(), "First start") {
		t.Errorf("the failed start made the account: %s", s.stdout)
	}
}

// begun starts a request of alice's whose body is not complete, and waits until the service reads it.
func begun(t *testing.T, s *running) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", s.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(conn, "POST /snippets/ HTTP/1.1\r\nHost: x\r\nAuthorization: Basic %s\r\nContent-Type: application/json\r\n"+
		"Connection: close\r\nExpect: 100-continue\r\nContent-Length: 14\r\n\r\n", base64.StdEncoding.EncodeToString([]byte("alice:alice-password")))
	const goOn = "HTTP/1.1 100 Continue\r\n\r\n" // said once the service wants the body
	got := make([]byte, len(goOn))
	if _, err := io.ReadFull(conn, got); err != nil || string(got) != goOn {
		t.Fatalf("got %q, error %v", got, err)
	}
	return conn
}

// TestStop lets a request finish that is under way when the program is stopped.
func TestStop(t *testing.T) {
	t.Chdir(t.TempDir())
	call(t, 0, "alice-password", env(), "user", "add", "alice")
	s := start(t)
	conn := begun(t, s)
	s.stop()
	for range 500 { // no new connections
		c, err := net.Dial("tcp", s.address)
		if err != nil {
			break
		}
		c.Close()
		time.Sleep(10 * time.Millisecond)
	}
	if _, err := net.Dial("tcp", s.address); err == nil {
		t.Error("connections are still accepted")
	}
	fmt.Fprint(conn, `{"code": "x"} `)
	answer, err := io.ReadAll(conn)
	if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 201 Created\r\n") {
		t.Errorf("got %q, error %v, want 201", answer, err)
	}
	if code := s.wait(t); code != 0 {
		t.Errorf("got exit code %d, want 0", code)
	}
	if strings.Contains(s.log.String(), "cut off") {
		t.Errorf("got %s", s.log)
	}
}

// TestStopTimeout does not wait for ever.
func TestStopTimeout(t *testing.T) {
	t.Chdir(t.TempDir())
	call(t, 0, "alice-password", env(), "user", "add", "alice")
	s := start(t, "--stop-timeout", "50ms", "--log-format", "json")
	begun(t, s)
	s.stop()
	if code := s.wait(t); code != 0 {
		t.Errorf("got exit code %d, want 0", code)
	}
	if !strings.Contains(s.log.String(), `"msg":"requests were cut off"`) {
		t.Errorf("got %s", s.log)
	}
}

// TestLimits passes the settings on to where they count.
func TestLimits(t *testing.T) {
	t.Chdir(t.TempDir())
	call(t, 0, "alice-password", env(), "user", "add", "alice")
	s := start(t, "--max-body", "13", "--base-url", "https://api.example.com/", "--allowed-hosts", "127.0.0.1")
	post := func(body string) *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+s.address+"/snippets/", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.SetBasicAuth("alice", "alice-password")
		r.Header.Set("Content-Type", "application/json")
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { response.Body.Close() })
		return response
	}
	if got := post(`{"code": "x"}`).StatusCode; got != 201 {
		t.Errorf("13 bytes: got %d, want 201", got)
	}
	if got := post(`{"code": "xy"}`).StatusCode; got != 413 {
		t.Errorf("14 bytes: got %d, want 413", got)
	}
	response, err := http.Get("http://" + s.address + "/")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	root, err := io.ReadAll(response.Body)
	if want := `{"snippets":"https://api.example.com/snippets/","users":"https://api.example.com/users/"`; err != nil || !strings.HasPrefix(string(root), want) {
		t.Errorf("got %s, error %v, want %s…", root, err, want)
	}
}

// Behind a proxy that speaks HTTPS the settings say that cookies are for HTTPS only.
func TestSecureCookies(t *testing.T) {
	t.Chdir(t.TempDir())
	call(t, 0, "alice-password", env(), "user", "add", "alice")
	for _, tt := range []struct {
		flags []string
		want  bool
	}{
		{nil, false},
		{[]string{"--base-url", "http://api.example.com", "--allowed-hosts", "*"}, false},
		{[]string{"--base-url", "HTTPS://api.example.com", "--allowed-hosts", "*"}, true},
		{[]string{"--secure-cookies"}, true},
	} {
		s := start(t, tt.flags...)
		client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		answer, err := client.PostForm("http://"+s.address+"/api-auth/login/", url.Values{"username": {"alice"}, "password": {"alice-password"}})
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		name := map[bool]string{false: "sessionid", true: "__Host-sessionid"}[tt.want]
		if cookies := answer.Cookies(); len(cookies) != 1 || cookies[0].Secure != tt.want || cookies[0].Name != name {
			t.Errorf("%q: got the cookies %v, want %s with Secure %v", tt.flags, cookies, name, tt.want)
		}
		s.stop()
		s.wait(t)
	}
}

// Browsers send cookies to all ports of a host, so that services there need cookies of different names.
func TestTwoServicesOnOneHost(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, configuration := range []string{"snippets", "directory"} {
		call(t, 0, "alice-password", env(), "user", "add", "alice", "--admin", "--config", configuration)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	services := []*running{start(t, "snippets"), start(t, "directory", "--session-cookie", "directory")}
	for _, s := range services {
		answer, err := client.PostForm("http://"+s.address+"/api-auth/login/", url.Values{"username": {"alice"}, "password": {"alice-password"}, "next": {"/users/?format=api"}})
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
	}
	for _, s := range services {
		answer, err := client.Get("http://" + s.address + "/users/?format=api")
		if err != nil {
			t.Fatal(err)
		}
		page, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || !strings.Contains(string(page), `"/api-auth/logout/`) {
			t.Errorf("%s: the session is gone, error %v:\n%s", s.stdout, err, page)
		}
	}
}

func TestHostsTimingAndLog(t *testing.T) {
	s := start(t, "--database", t.TempDir()+"/test.sqlite", "--allowed-hosts", "api.example.com, .example.org",
		"--server-timing", "--log-requests", "--no-compression")
	ask := func(host string) *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), "GET", "http://"+s.address+"/snippets/", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		return answer
	}
	if got := ask("api.example.com"); got.StatusCode != 200 || got.Header.Get("Server-Timing") == "" {
		t.Errorf("allowed host: got %d, Server-Timing %q", got.StatusCode, got.Header.Get("Server-Timing"))
	}
	if got := ask("evil.example"); got.StatusCode != 400 {
		t.Errorf("other host: got %d, want 400", got.StatusCode)
	}
	s.stop()
	s.wait(t)
	for _, want := range []string{"method=GET route=/snippets/ status=200", "statements=1"} {
		if !strings.Contains(s.log.String(), want) {
			t.Errorf("log has no %q:\n%s", want, s.log)
		}
	}
}

// A database whose tables cannot be migrated to the declared ones is not served.
func TestMigrationFails(t *testing.T) {
	t.Chdir(t.TempDir())
	db, err := sql.Open("sqlite", "file:x.sqlite")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(t.Context(), "CREATE TABLE snippets (id INTEGER PRIMARY KEY, title BLOB) STRICT"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	out, stderr := call(t, 1, "", env(), "serve", "--listen", "127.0.0.1:0", "--database", "x.sqlite")
	if want := "resourceful: migrate: column snippets.title is of type BLOB"; out != "" || !strings.HasPrefix(stderr, want) {
		t.Errorf("got %q and %q, want %q…", out, stderr, want)
	}
}

// What a view asks of the database counts for its request, as everything else does.
func TestViewIsObserved(t *testing.T) {
	s := start(t, "--database", t.TempDir()+"/test.sqlite", "--log-requests")
	answer, err := http.PostForm("http://"+s.address+"/api-auth/login/", url.Values{"username": {"nobody"}, "password": {"x"}})
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	s.stop()
	s.wait(t)
	if log := s.log.String(); !strings.Contains(log, "route=/api-auth/login/") || strings.Contains(log, "statements=0") {
		t.Errorf("the login is not logged with its statements:\n%s", log)
	}
}
