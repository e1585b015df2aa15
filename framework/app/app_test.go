package app

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/observe/otlp"
	"example.com/resourceful/framework/observe/prometheus"
	"example.com/resourceful/framework/resttest/sets"
)

// Most tests here wait for time to pass, so that more of them can run at once than there
// are processors.
func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(serveRated())
	}
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		if err := f.Value.Set("6"); err != nil {
			panic(err) // it is a number
		}
	}
	os.Exit(m.Run())
}

// ours is the program of cmd/resourceful.
func ours() Program {
	return Program{Name: "resourceful", Metrics: prometheus.Metrics, Traces: otlp.Traces}
}

// output is what the program wrote, safe to read while it runs.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(b)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// await waits until the program has written what matches, for as long as a busy machine may take.
func (o *output) await(t *testing.T, want *regexp.Regexp) []string {
	t.Helper()
	for range 3000 {
		if m := want.FindStringSubmatch(o.String()); m != nil {
			return m
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("got %s\nwant %s", o, want)
	return nil
}

// env makes the environment of a call: name, value, name, value.
func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

// call runs the program and checks its exit code.
func call(t *testing.T, wantCode int, stdin string, getenv func(string) string, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs output
	code := ours().run(t.Context(), sets.All(), args, strings.NewReader(stdin), &out, &errs, getenv)
	if code != wantCode {
		t.Fatalf("%q: got exit code %d, want %d\nstdout: %s\nstderr: %s", args, code, wantCode, &out, &errs)
	}
	return out.String(), errs.String()
}

// A program that is given nothing to serve says so.
func TestNoSets(t *testing.T) {
	var out, errs bytes.Buffer
	code := ours().run(t.Context(), nil, []string{"serve"}, strings.NewReader(""), &out, &errs, env())
	const want = "resourceful: there is nothing to serve; give app.Main at least one set, such as app.Main(config.All()...)\n"
	if code != 1 || errs.String() != want || out.Len() > 0 {
		t.Errorf("got code %d, %q and %q\nwant 1 and %q", code, &errs, &out, want)
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {"serve", "--help"}, {"user", "add", "--help"}} {
		stdout, stderr := call(t, 0, "", env(), args...)
		if !strings.HasPrefix(stdout, "Usage: resourceful") || stderr != "" {
			t.Errorf("%q: got %q and on stderr %q, want the usage", args, stdout, stderr)
		}
	}
}

// TestUsage calls the program wrongly: one line says how.
func TestUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	tests := []struct {
		args []string
		want string
	}{
		{nil, `resourceful: expected one of "serve", "user", "group", "check", "plan", ...`},
		{[]string{"serve", "nothing"}, `resourceful: [<configuration>] must be one of "snippets","directory" but got "nothing"`},
		{[]string{"serve", "--liste=:80"}, `resourceful: unknown flag --liste, did you mean "--listen"?`},
		{[]string{"serve", "--log-level=loud"}, `resourceful: --log-level must be one of "debug","info","warn","error" but got "loud"`},
		{[]string{"serve", "--base-url=api.example.com"}, `resourceful: base-url: "api.example.com" is not a scheme and host with an optional path; write it as https://api.example.com or https://example.com/api`},
		{[]string{"serve", "--base-url=https://api.example.com/?v=1"}, `resourceful: base-url: "https://api.example.com/?v=1" is not a scheme and host with an optional path; write it as https://api.example.com or https://example.com/api`},
		{[]string{"serve", "--trusted-proxies=10.0.0.0/8,proxy"}, `resourceful: trusted-proxies: "proxy" is not a network; write it as 10.0.0.0/8, or an address`},
		{[]string{"serve", "--session-cookie=my cookie"}, `resourceful: session-cookie: "my cookie" is not a cookie name; write up to 64 letters, digits, - or _`},
		{[]string{"serve", "--session-cookie=__Host-x"}, `resourceful: session-cookie: "__Host-x" begins with __, which has a meaning for browsers; __Host- is put before the name where the cookie goes over HTTPS only`},
		{[]string{"serve", "--login-failures=-1"}, `resourceful: login-failures and login-address-failures: have to be 0 or more`},
		{[]string{"serve", "--login-window=0s"}, `resourceful: login-window: has to be more than 0`},
		{[]string{"serve", "--max-body=0"}, `resourceful: max-body: has to be more than 0`},
		{[]string{"serve", "--database=mysql://u:secret@h/d"}, `resourceful: database: mysql is not a known database; write postgres://… or the path of an SQLite file`},
		{[]string{"serve", "--database=postgres:/u:secret@h/d"}, `resourceful: database: postgres is not a known database; write postgres://… or the path of an SQLite file`},
		{[]string{"serve", "--database=postgres://u:se#cret@h/d"}, `resourceful: database: the address is not a URL; write special characters of the name and the password as %23 for #, %2F for /`},
		{[]string{"user", "add"}, `resourceful: expected "<name>"`},
	}
	for _, tt := range tests {
		_, got := call(t, 1, "", env(), tt.args...)
		if got != tt.want+"\n" {
			t.Errorf("%q\n got %s\nwant %s", tt.args, got, tt.want)
		}
	}
	if left, _ := os.ReadDir("."); len(left) > 0 {
		t.Errorf("a wrong call left %v", left)
	}
}

func TestVersion(t *testing.T) {
	stdout, _ := call(t, 0, "", env(), "version")
	if !strings.HasPrefix(stdout, "resourceful ") || !strings.Contains(stdout, runtime.Version()) {
		t.Errorf("got %q, want the versions of the program and of Go", stdout)
	}
}
