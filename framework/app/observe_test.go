// Tests of health, of the end of a service, and of origins.

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

	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/auth/token"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
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

// private are tasks of whoever is signed in, for pages of the origins of a declaration.
func private(cors rest.CORS) []*rest.Set {
	set := rest.NewSet("tasks", rest.ViewSet[Task]{Path: "/tasks/", Access: permission.SignedIn}).Schemes(token.Scheme{}, session.Scheme{})
	if cors.Origins != nil {
		set.CORS(cors)
	}
	return []*rest.Set{set}
}

// The setting cors-origins says which pages read the answers of one deployment, in the place of the origins that are declared.
// Preflights are answered whoever asks, and credentials are never allowed to every origin.
func TestCORSOrigins(t *testing.T) {
	t.Parallel()
	own := Program{Name: "to-do"}
	declared := rest.CORS{Origins: []string{"https://declared.example"}, Credentials: true}
	for _, tt := range []struct {
		name, setting string
		declared      rest.CORS
		// by origin: Access-Control-Allow-Origin, and -Credentials
		want map[string][2]string
	}{
		{"of a set without origins", "https://app.example.com, https://*.example.org", rest.CORS{}, map[string][2]string{
			"https://app.example.com": {"https://app.example.com", ""}, "https://a.example.org": {"https://a.example.org", ""}, "https://evil.example": {},
		}},
		{"of a set with others", "https://app.example.com", declared, map[string][2]string{
			"https://app.example.com": {"https://app.example.com", "true"}, "https://declared.example": {}, "http://app.example.com": {},
		}},
		{"of every origin", "*", rest.CORS{Origins: []string{"https://declared.example"}}, map[string][2]string{"https://evil.example": {"*", ""}}},
		{"without the setting", "", declared, map[string][2]string{"https://declared.example": {"https://declared.example", "true"}, "https://app.example.com": {}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := beginOf(t, own, private(tt.declared), env("TO_DO_CORS_ORIGINS", tt.setting), "--database", t.TempDir()+"/test.sqlite")
			s.serving(t)
			for origin, want := range tt.want {
				for _, credentials := range []string{"", "Authorization: Bearer wrong", "Cookie: sessionid=wrong"} {
					ask := func(method string, status int, headers ...string) {
						t.Helper()
						w := s.ask(t, method, "/tasks/", append(headers, "Origin: "+origin, credentials)...)
						got := [2]string{w.Header.Get("Access-Control-Allow-Origin"), w.Header.Get("Access-Control-Allow-Credentials")}
						if w.StatusCode != status || got != want {
							t.Errorf("%s from %s with %q: got %d, %q, want %d, %q", method, origin, credentials, w.StatusCode, got, status, want)
						}
						if vary := strings.Join(w.Header.Values("Vary"), ", "); !strings.Contains(vary, "Origin") && want[0] != "*" {
							t.Errorf("%s from %s: got Vary %q, want Origin in it", method, origin, vary)
						}
					}
					ask("OPTIONS", 204, "Access-Control-Request-Method: PATCH", "Access-Control-Request-Headers: authorization,content-type")
					ask("GET", 401)
				}
			}
		})
	}
	for setting, want := range map[string]string{
		"*":                   "to-do: cors-origins: lets every origin send credentials; name the origins, or leave Credentials out\n",
		"app.example.com":     `to-do: cors-origins: has the origin "app.example.com", which is none; write a scheme and a host`,
		"https://a.example/x": `to-do: cors-origins: has the origin "https://a.example/x", which is none`,
	} {
		_, stderr := callOf(t, own, private(declared), 1, env(), "serve", "--listen", "127.0.0.1:0", "--database", t.TempDir()+"/test.sqlite", "--cors-origins", setting)
		if !strings.HasPrefix(stderr, want) {
			t.Errorf("%s: got %q, want %q", setting, stderr, want)
		}
	}
}

// ask sends a request with headers, each "Name: value" or "" for none, and returns the answer without its body.
func (s *running) ask(t *testing.T, method, path string, headers ...string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, "http://"+s.address+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range headers {
		if name, value, found := strings.Cut(h, ": "); found {
			r.Header.Set(name, value)
		}
	}
	w, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	w.Body.Close()
	return w
}
