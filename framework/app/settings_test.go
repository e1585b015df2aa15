// Tests of settings: of databases, of limits, and in the environment.

package app

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/resourceful/framework/app/limits"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/sets"
)

// TestPrecedence sets one setting from all the sources it can come from.
func TestPrecedence(t *testing.T) {
	file := filepath.Join(t.TempDir(), "settings.yaml")
	text := "# in order of the flags\nlisten: 127.0.0.1:3\nmax-body: 3\nsecure-cookies: true\nidle-timeout: 3s\nlog-level: error\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name   string
		args   []string
		getenv func(string) string
		want   string
	}{
		{"nothing", nil, env(), "127.0.0.1:8000"},
		{"file", []string{"--settings", file}, env(), "127.0.0.1:3"},
		{"file named by the environment", nil, env("RESOURCEFUL_SETTINGS", file), "127.0.0.1:3"},
		{"file named by both", []string{"--settings", file}, env("RESOURCEFUL_SETTINGS", "nowhere.yaml"), "127.0.0.1:3"},
		{"environment", nil, env("RESOURCEFUL_LISTEN", "127.0.0.1:2"), "127.0.0.1:2"},
		{"environment and file", []string{"--settings", file}, env("RESOURCEFUL_LISTEN", "127.0.0.1:2"), "127.0.0.1:2"},
		{"empty environment and file", []string{"--settings", file}, env("RESOURCEFUL_LISTEN", ""), "127.0.0.1:3"},
		{"flag", []string{"--listen", "127.0.0.1:1"}, env(), "127.0.0.1:1"},
		{"flag and file", []string{"--listen", "127.0.0.1:1", "--settings", file}, env(), "127.0.0.1:1"},
		{"all three", []string{"--settings", file, "--listen", "127.0.0.1:1"}, env("RESOURCEFUL_LISTEN", "127.0.0.1:2"), "127.0.0.1:1"},
		{"flag with its default", []string{"--listen", "127.0.0.1:8000"}, env("RESOURCEFUL_LISTEN", "127.0.0.1:2"), "127.0.0.1:8000"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := parsed(t, tt.getenv, append([]string{"serve"}, tt.args...)...)
			if got := p.flags.Serve.Listen; got != tt.want {
				t.Errorf("got listen %s, want %s", got, tt.want)
			}
		})
	}
}

// TestKinds reads settings of every kind from both the environment and a file.
func TestKinds(t *testing.T) {
	file := filepath.Join(t.TempDir(), "settings.yaml")
	text := "max-body: 3\nsecure-cookies: true\nidle-timeout: 3s\nlog-level: error\ndatabase: x.sqlite\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	variables := env("RESOURCEFUL_MAX_BODY", "3", "RESOURCEFUL_SECURE_COOKIES", "true",
		"RESOURCEFUL_IDLE_TIMEOUT", "3s", "RESOURCEFUL_LOG_LEVEL", "error", "RESOURCEFUL_DATABASE", "x.sqlite")
	for name, p := range map[string]parsedProgram{
		"file":        parsed(t, env(), "serve", "--settings", file),
		"environment": parsed(t, variables, "serve"),
	} {
		s := p.flags.Serve
		if s.MaxBody != 3 || !s.SecureCookies || s.IdleTimeout.String() != "3s" || p.flags.LogLevel != "error" || s.Database != "x.sqlite" {
			t.Errorf("%s: got %+v with log level %s", name, s, p.flags.LogLevel)
		}
	}
	// One file serves all commands, whichever settings they use.
	if got := parsed(t, env(), "user", "add", "x", "--settings", file).flags.User.Add.Database; got != "x.sqlite" {
		t.Errorf("user add: got database %q, want x.sqlite", got)
	}
}

// A setting of a team is of any kind that a flag has, and a mistake names the kind.
func TestKindsOfTeamSettings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "s.yaml")
	var own struct {
		Copies uint8    `setting:""`
		Ratio  float64  `setting:""`
		Hosts  []string `setting:""`
		Sizes  []int    `setting:""`
	}
	show := Command{Name: "show", Run: func(c *Context) error {
		fmt.Fprintln(c.Stdout, own.Copies, own.Ratio, own.Hosts, len(own.Hosts), own.Sizes)
		return nil
	}}
	for _, tt := range []struct{ text, want string }{
		{"copies: 3\nratio: 0.5\nhosts: [a, \"b,c\"]\nsizes: [1, 2]\n", "3 0.5 [a b,c] 2 [1 2]\n"},
		{"ratio: 2\nhosts: a,b\n", "0 2 [a b] 2 []\n"},
		{"copies: -1\n", `"-1" is not a whole number from 0 on`},
		{"copies: 256\n", `"256" is not a whole number from 0 on`},
		{"copies: many\n", `"many" is not a whole number from 0 on`},
		{"ratio: half\n", `"half" is not a number`},
		{"hosts: 3\n", `"3" is not a list`},
		{"hosts: [[a]]\n", `a list is not a list item; write values such as [a, b]`},
	} {
		if err := os.WriteFile(file, []byte(tt.text), 0o600); err != nil {
			t.Fatal(err)
		}
		own.Copies, own.Ratio, own.Hosts, own.Sizes = 0, 0, nil, nil
		code := 0
		if !strings.HasSuffix(tt.want, "\n") {
			code = 1
		}
		out, got := callOf(t, Program{Name: "tracker", Flags: &own, Commands: []Command{show}}, []*rest.Set{tasks("tasks")}, code, env(), "show", "--settings", file)
		if code == 0 && out != tt.want || code == 1 && !strings.HasSuffix(got, tt.want+"\n") {
			t.Errorf("%s: got %s%s, want %s", tt.text, out, got, tt.want)
		}
	}
}

// parsedProgram is a program with the flags of its command line.
type parsedProgram struct {
	*program
	flags *flags
}

func parsed(t *testing.T, getenv func(string) string, args ...string) parsedProgram {
	t.Helper()
	var out output
	p := newProgram(t.Context(), ours(), sets.All(), nil, &out, &out, getenv)
	f := &flags{}
	if _, err := p.parseInto(f, args); err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	return parsedProgram{p, f}
}

func TestSettingsMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	const known = "known are acme-directory, acme-folder, admins-need-second-factor, allowed-hosts, audit-keep, backup-every, backup-folder, backup-keep, backup-webhook, backup-webhook-secret, base-url, binary-parameters, chunk-timeout, conn-lifetime, connect-timeout, cors-origins, database, database-replica, drain-delay, files, header-timeout, health, idle-timeout, listen, " +
		"log-format, log-level, log-requests, login-address-failures, login-failures, login-window, mailer, max-aliases, max-answers, max-bodies, max-body, max-connections, " +
		"max-conns, max-day-records, max-day-uploads, max-depth, max-export, max-fields, max-hashes, max-hashes-waiting, max-header, max-idle-conns, max-kept-pages, max-keys, max-lists, max-login, max-page, max-param-text, max-param-values, max-params, " +
		"max-query, max-requests, max-row, max-streams, max-text, max-upload, max-values, max-wal, migrate, min-pace, no-compression, observe, openapi, " +
		"read-timeout, redirect-http, replica-max-lag, secure-cookies, server-timing, session-cookie, silence-timeout, statement-timeout, stop-timeout, tls-certificate, tls-key, traces, trusted-proxies, wait-for-schema, webhook-networks, write-timeout"
	tests := []struct{ name, text, want string }{
		{"unknown", "listen: \":1\"\n\nMax_Body: x\n", `s.yaml:3: unknown setting "Max_Body"; write "max-body"`},
		{"unknown, near nothing", "colour: red\n", `s.yaml:1: unknown setting "colour"; ` + known},
		{"underscore", "max_body: 3\n", `s.yaml:1: unknown setting "max_body"; write "max-body"`},
		{"a flag that is not a setting", "dry-run: true\n", `s.yaml:1: unknown setting "dry-run"; ` + known},
		{"repeated", "listen: a\nlisten: b\n", `s.yaml:2: setting "listen" is repeated`},
		{"text for a number", "# sizes\nmax-body: large\n", `s.yaml:2: max-body: "large" is not a whole number`},
		{"number too large", "max-depth: 99999999999999999999\n", `s.yaml:1: max-depth: "99999999999999999999" is not a whole number`},
		{"text for a boolean", "secure-cookies: \"true\"\n", `s.yaml:1: secure-cookies: "true" is not true or false`},
		{"number for a text", "listen: 8000\n", `s.yaml:1: listen: "8000" is not a text`},
		{"number for a duration", "idle-timeout: 30\n", `s.yaml:1: idle-timeout: "30" is not a duration such as 30s`},
		{"word for a duration", "idle-timeout: soon\n", `s.yaml:1: idle-timeout: "soon" is not a duration such as 30s`},
		{"no choice", "log-level: loud\n", `s.yaml:1: log-level: "loud" is not one of debug, info, warn, error`},
		{"null", "listen:\n", `s.yaml:1: listen: nothing is not a text`},
		{"list", "listen: [a]\n", `s.yaml:1: listen: a list is not a text`},
		{"object", "max-body:\n  bytes: 3\n", `s.yaml:2: max-body: an object is not a whole number`},
		{"alias", "listen: &a x\ndatabase: *a\n", `s.yaml:2: database: an alias is not a text`},
		{"all at once", "Max_Body: x\nmax-body: x\n", "s.yaml:1: unknown setting \"Max_Body\"; write \"max-body\"\ns.yaml:2: max-body: \"x\" is not a whole number"},
		{"top-level list", "- listen\n", `s.yaml:1: the settings are not names with values; write lines such as listen: 127.0.0.1:8000`},
		{"broken", "listen: [\n", "settings: s.yaml: yaml: line 1: did not find expected node content"},
		{"two documents", "listen: a\n---\nlisten: b\n", `s.yaml:2: a second document; write one`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := os.WriteFile("s.yaml", []byte(tt.text), 0o600); err != nil {
				t.Fatal(err)
			}
			_, got := call(t, 1, "", env(), "check", "--settings", "s.yaml")
			if want := "resourceful: " + tt.want + "\n"; got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
	t.Run("missing", func(t *testing.T) {
		_, got := call(t, 1, "", env("RESOURCEFUL_SETTINGS", "nowhere.yaml"), "check")
		if want := "resourceful: settings: open nowhere.yaml: no such file or directory\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
	t.Run("environment", func(t *testing.T) {
		_, got := call(t, 1, "", env("RESOURCEFUL_MAX_BODY", "large"), "serve")
		if want := "resourceful: --max-body: environment variable RESOURCEFUL_MAX_BODY: \"large\" is not a whole number\n"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
	t.Run("only comments", func(t *testing.T) {
		if err := os.WriteFile("s.yaml", []byte("# nothing yet\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		call(t, 0, "", env(), "check", "--settings", "s.yaml")
	})
}

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

// The defaults of the settings are those of the packages that keep the limits, each under its own name.
func TestLimitDefaults(t *testing.T) {
	body := media.Limits{}.WithDefaults()
	for name, want := range map[string]any{"body": body.Body, "depth": body.Depth, "values": body.Values, "fields": body.Fields, "aliases": body.Aliases} {
		if got := limits.Vars()[name]; got != fmt.Sprint(want) {
			t.Errorf("default of max-%s: got %s, want %v", name, got, want)
		}
	}
}
