package app

import (
	"bufio"
	"encoding/base64"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/ndjson"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/sets"
)

// limitFlags are the settings that bound requests, by name.
func limitFlags(t *testing.T) (names []string, flags map[string]*kong.Flag) {
	t.Helper()
	p := newProgram(t.Context(), ours(), sets.All(), nil, &output{}, &output{}, env())
	command, err := p.parse([]string{"serve"})
	if err != nil {
		t.Fatal(err)
	}
	flags = map[string]*kong.Flag{}
	for _, f := range command.Flags() {
		if f.Tag.Has("past") {
			names, flags[f.Name] = append(names, f.Name), f
		}
	}
	return names, flags
}

// The table of limits in the docs is the program's.
func TestDocumentedLimits(t *testing.T) {
	const file, begin, end = "../docs/operating.md", "<!-- limits -->\n", "<!-- end of limits -->\n"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(data), begin)
	got, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("the page has no table between %q and %q", begin, end)
	}
	var want strings.Builder
	want.WriteString("| setting | default | limits | beyond it |\n|---|---|---|---|\n")
	names, flags := limitFlags(t)
	for _, name := range names {
		f := flags[name]
		help, _ := strings.CutSuffix(strings.TrimSuffix(f.Help, "."), " ("+f.Default+")")
		fmt.Fprintf(&want, "| `%s` | `%s` | %s | %s |\n", name, f.Default, strings.ToLower(help[:1])+help[1:], f.Tag.Get("past"))
	}
	if got == want.String() {
		return
	}
	if update := flag.Lookup("update"); update.Value.String() != "true" {
		t.Fatalf("%s %s", file, golden.Diff(got, want.String()))
	}
	if err := os.WriteFile(file, []byte(before+begin+want.String()+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// limitCase tries one limit of a running program: at its value, and one past it.
type limitCase struct {
	configuration string
	value         string   // of the setting
	more          []string // other settings
	at, past      func(l *limited) string
	wantAt        string
	wantPast      string
}

// slowLimits are those whose case waits for seconds or has to fill something large.
var slowLimits = strings.Fields("min-pace max-lists max-conns max-wal max-hashes max-hashes-waiting " +
	"chunk-timeout header-timeout idle-timeout read-timeout write-timeout statement-timeout")

// Every limit of the table accepts a request at its value, and refuses one more as the table says.
func TestEveryLimit(t *testing.T) {
	t.Parallel()
	names, _ := limitFlags(t)
	cases := limitCases()
	for _, name := range names {
		c, ok := cases[name]
		if !ok {
			t.Errorf("%s is not tried", name)
			continue
		}
		delete(cases, name)
		t.Run(name, func(t *testing.T) {
			if slices.Contains(slowLimits, name) {
				require.Part(t, "limits")
			}
			t.Parallel()
			args := append([]string{c.configuration, "--database", t.TempDir() + "/test.sqlite", "--" + name, c.value}, c.more...)
			l := newLimited(t, args...)
			if got := c.at(l); got != c.wantAt {
				t.Errorf("at %s: got %s, want %s", c.value, got, c.wantAt)
			}
			if got := c.past(l); got != c.wantPast {
				t.Errorf("past %s: got %s, want %s", c.value, got, c.wantPast)
			}
		})
	}
	for name := range cases {
		t.Errorf("%s is not a limit", name)
	}
}

// No limit can be switched off by accident.
func TestLimitsRefused(t *testing.T) {
	names, flags := limitFlags(t)
	for _, name := range names {
		value, want := "0", "more than 0"
		if flags[name].Tag.Has("zero") {
			value, want = "-1", "0 or more"
		}
		if strings.HasSuffix(name, "timeout") {
			value += "s"
		}
		_, got := call(t, 1, "", env(), "serve", "--"+name+"="+value, "--database", t.TempDir()+"/x.sqlite")
		if want := fmt.Sprintf("resourceful: %s: has to be %s\n", name, want); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	_, got := call(t, 1, "", env(), "serve", "--max-header=8191", "--database", t.TempDir()+"/x.sqlite")
	if want := "resourceful: max-header: has to be at least 8192\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// limited is a running program, and the way to talk to it byte by byte.
type limited struct {
	*testing.T
	*running
	database string
	basic    string // the header with the credentials of the first account
}

func newLimited(t *testing.T, args ...string) *limited {
	t.Helper()
	l := &limited{T: t, running: beginOf(t, ours(), append(sets.All(), filed()), env(), args...)}
	l.serving(t)
	for i, arg := range args {
		if arg == "--database" {
			l.database = args[i+1]
		}
	}
	l.basic = "Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte("admin:"+l.firstPassword(t))) + "\r\n"
	return l
}

// Sheet is a row of a list that is had as a file.
type Sheet struct {
	ID   int64  `rest:"id,readonly,filter=in"`
	Text string `rest:"text"`
}

// Scan is a sheet as a file.
type Scan struct {
	ID   int64     `rest:"id,readonly"`
	File rest.File `rest:"file"`
}

// filed is a set of files, and of rows whose list is had as one.
func filed() *rest.Set {
	return rest.NewSet("filed", rest.ViewSet[Sheet]{Path: "/sheets/", Exports: true, Events: true},
		rest.ViewSet[Sheet]{Path: "/stack/", Actions: rest.List, Pages: rest.PageNumber{Size: 5}, KeepLists: true}, rest.ViewSet[Scan]{Path: "/scans/"}).
		Access(permission.Anyone).Renderers(media.JSONRenderer{}, ndjson.Renderer{})
}

// dial opens a connection that is closed when the test ends.
func (l *limited) dial() net.Conn {
	l.Helper()
	conn, err := net.Dial("tcp", l.address)
	if err != nil {
		l.Fatal(err)
	}
	l.Cleanup(func() { conn.Close() })
	_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
	return conn
}

// answer is the status that comes on a connection, with "Retry-After" behind it where the header
// is there; or "closed".
func answer(conn net.Conn) string {
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return "closed"
	}
	defer response.Body.Close()
	status := fmt.Sprint(response.StatusCode)
	if response.Header.Get("Retry-After") != "" {
		status += " Retry-After"
	}
	return status
}

// send sends a request with these headers, each with its line break, and a body, and returns the status.
func (l *limited) send(method, path, headers, body string) string {
	l.Helper()
	conn := l.dial()
	defer conn.Close()
	fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: h\r\n%sContent-Length: %d\r\n\r\n%s", method, path, headers, len(body), body)
	return answer(conn)
}

// post creates something as the administrator.
func (l *limited) post(path, contentType, body string) string {
	l.Helper()
	return l.send("POST", path, l.basic+"Content-Type: "+contentType+"\r\n", body)
}
