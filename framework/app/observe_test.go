package app

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
)

// operators returns the address for operators, once the program says it.
func (s *running) operators(t *testing.T) string {
	t.Helper()
	return s.stdout.await(t, regexp.MustCompile(`(?m)^For operators: http://(\S+)/metrics`))[1]
}

// fetch asks an address and returns the status and the body.
func fetch(t *testing.T, url string) (int, string) {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

// The service's own address has only the API, unless the setting asks for more.
func TestHealthPaths(t *testing.T) {
	plain := start(t, "--database", t.TempDir()+"/test.sqlite")
	for _, path := range []string{"/healthz", "/readyz", "/metrics"} {
		if status, body := fetch(t, "http://"+plain.address+path); status != 404 || body != `{"detail":"Not found."}` {
			t.Errorf("%s without a setting: got %d %s, want 404", path, status, body)
		}
	}
	s := start(t, "--database", t.TempDir()+"/test.sqlite", "--health", "--observe", "127.0.0.1:0", "--drain-delay", "0s", "--allowed-hosts", "api.example.com")
	for _, address := range []string{s.address, s.operators(t)} {
		for path, want := range map[string]string{"/healthz": "alive\n", "/readyz": "ready\n"} {
			if status, body := fetch(t, "http://"+address+path); status != 200 || body != want {
				t.Errorf("%s%s: got %d %q, want 200 %q", address, path, status, body, want)
			}
		}
	}
	if status, _ := fetch(t, "http://"+s.operators(t)+"/snippets/"); status != 404 {
		t.Errorf("the address for operators serves the API: got %d, want 404", status)
	}
}

// A signal first makes the program not ready: requests are answered until the delay is over, each
// asking for another connection, and those under way after it.
func TestDrain(t *testing.T) {
	t.Parallel()
	const delay = 3 * time.Second // for all that is asked meanwhile, by a machine that is busy
	database := t.TempDir() + "/test.sqlite"
	call(t, 0, "alice-password", env(), "user", "add", "alice", "--database", database)
	s := start(t, "--database", database, "--health", "--observe", "127.0.0.1:0", "--drain-delay", delay.String())
	operators := s.operators(t)
	idle, err := net.Dial("tcp", s.address)
	if err != nil {
		t.Fatal(err)
	}
	defer idle.Close()
	reader := bufio.NewReader(idle)
	ask := func() *http.Response {
		t.Helper()
		fmt.Fprint(idle, "GET /snippets/ HTTP/1.1\r\nHost: x\r\n\r\n")
		answer, err := http.ReadResponse(reader, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		return answer
	}
	if got := ask(); got.StatusCode != 200 || got.Close {
		t.Fatalf("before: got %d, close %t", got.StatusCode, got.Close)
	}
	slow := begun(t, s)

	s.stop()
	stopped := time.Now()
	for {
		if status, body := fetch(t, "http://"+operators+"/readyz"); status == 503 && body == "stopping\n" {
			break
		}
		if time.Since(stopped) > delay {
			t.Fatal("/readyz does not say that the program stops")
		}
	}
	if status, _ := fetch(t, "http://"+operators+"/healthz"); status != 200 {
		t.Errorf("/healthz while it stops: got %d, want 200", status)
	}
	if status, _ := fetch(t, "http://"+s.address+"/readyz"); status != 503 {
		t.Errorf("/readyz on the service's address: got %d, want 503", status)
	}
	if got := ask(); got.StatusCode != 200 || !got.Close {
		t.Errorf("on a connection that was idle: got %d, close %t, want 200 and the end of the connection", got.StatusCode, got.Close)
	}
	if status, _ := fetch(t, "http://"+s.address+"/snippets/"); status != 200 {
		t.Errorf("on a new connection: got %d, want 200", status)
	}
	for {
		conn, err := net.Dial("tcp", s.address)
		if err != nil {
			break
		}
		conn.Close()
		time.Sleep(5 * time.Millisecond)
	}
	if took := time.Since(stopped); took < delay {
		t.Errorf("connections are refused after %v, want %v or more", took, delay)
	}
	fmt.Fprint(slow, `{"code": "x"} `)
	if answer, err := io.ReadAll(slow); err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 201 Created\r\n") {
		t.Errorf("under way: got %q, error %v, want 201", answer, err)
	}
	if code := s.wait(t); code != 0 {
		t.Errorf("got exit code %d, want 0", code)
	}
}

// Where nobody can ask whether the program is ready, there is nobody to wait for.
func TestNoDrain(t *testing.T) {
	s := start(t, "--database", t.TempDir()+"/test.sqlite", "--drain-delay", "1h")
	s.stop()
	if code := s.wait(t); code != 0 {
		t.Errorf("got exit code %d, want 0", code)
	}
}
