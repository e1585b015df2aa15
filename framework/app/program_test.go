package app

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/resourceful/framework/auth/session"
	"example.com/resourceful/framework/background"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// Task is what the programs of these tests serve.
type Task struct {
	ID    int64  `rest:"id,readonly"`
	Title string `rest:"title"`
}

func tasks(name string) *rest.Set {
	return rest.NewSet(name, rest.ViewSet[Task]{Path: "/tasks/", Access: permission.Anyone})
}

// callOf runs a team's program and checks its exit code.
func callOf(t *testing.T, own Program, sets []*rest.Set, wantCode int, getenv func(string) string, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs output
	code := own.run(t.Context(), sets, args, strings.NewReader("in"), &out, &errs, getenv)
	if code != wantCode {
		t.Fatalf("%q: got exit code %d, want %d\nstdout: %s\nstderr: %s", args, code, wantCode, &out, &errs)
	}
	return out.String(), errs.String()
}

// All texts that a program prints carry its own name, and its settings its own prefix.
func TestProgramNames(t *testing.T) {
	t.Chdir(t.TempDir())
	own, sets := Program{Name: "to-do", Version: "1.2"}, []*rest.Set{tasks("tasks")}
	if err := os.WriteFile("settings.yaml", []byte("listen: 127.0.0.1:0\ngreting: hi\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		args, wantOut, wantErr string
		code                   int
		env                    func(string) string
	}{
		{args: "version", wantOut: "to-do 1.2\nframework 0.1.0\ngo", env: env()},
		{args: "--help", wantOut: "Usage: to-do <command> [flags]\n\nServes REST APIs that are declared as Go structs.\n\nSettings come from flags, then from TO_DO_… environment variables,", env: env()},
		{args: "nothing", code: 1, wantErr: "to-do: unexpected argument nothing", env: env()},
		{args: "serve", code: 1, wantErr: `to-do: --max-body: environment variable TO_DO_MAX_BODY: "x" is not a whole number`, env: env("TO_DO_MAX_BODY", "x", "RESOURCEFUL_MAX_ROW", "x")},
		{args: "check --settings settings.yaml", code: 1, wantErr: `to-do: settings.yaml:2: unknown setting "greting"; known are`, env: env()},
		{args: "check", code: 1, wantErr: `to-do: settings.yaml:2: unknown setting`, env: env("TO_DO_SETTINGS", "settings.yaml")},
		{args: "user list", code: 1, wantErr: `to-do: there is no database tasks.sqlite; name another with --database, or make this one with "to-do user add"`, env: env()},
		{args: "serve --traces http://127.0.0.1:1/", code: 1, wantErr: "to-do: traces: this program sends none; list otlp.Traces in its app.Program\n", env: env()},
	}
	for _, tt := range tests {
		stdout, stderr := callOf(t, own, sets, tt.code, tt.env, strings.Fields(tt.args)...)
		if !strings.HasPrefix(stdout, tt.wantOut) || !strings.HasPrefix(stderr, tt.wantErr) || tt.wantErr == "" && stderr != "" {
			t.Errorf("%s:\ngot %s%s\nwant %s%s", tt.args, stdout, stderr, tt.wantOut, tt.wantErr)
		}
	}
	for _, flag := range []string{"--traces", "/metrics"} {
		if out, _ := callOf(t, own, sets, 0, env(), "serve", "--help"); strings.Contains(out, flag) {
			t.Errorf("the usage has %s, which the program does not list", flag)
		}
		if out, _ := call(t, 0, "", env(), "serve", "--help"); !strings.Contains(out, flag) {
			t.Errorf("the usage lacks %s", flag)
		}
	}
}

// Mistakes in a program and its sets are reported at once, whatever the command, and nothing is served.
func TestProgramMistakes(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	nothing := func(*Context) error { return nil }
	type notes struct{ Listen string }
	good := []*rest.Set{tasks("tasks")}
	tests := []struct {
		name string
		own  Program
		sets []*rest.Set
		want string
	}{
		{"no sets", Program{}, nil, "there is nothing to serve; give app.Main at least one set, such as app.Main(config.All()...)"},
		{"no sets and a name", Program{Name: "my tracker"}, nil, "app.Program: Name: \"my tracker\" is not a program name; write letters, digits, dots and hyphens, such as tracker\nthere is nothing to serve; give app.Main at least one set, such as app.Main(config.All()...)"},
		{"a set that is nil", Program{}, []*rest.Set{tasks("tasks"), nil}, "the set at place 2 of 2 is nil; take it out, or return one where it is made"},
		{"two sets of one name", Program{}, []*rest.Set{tasks("tasks"), tasks("tasks")}, `framework/app/program_test.go:28: the name "tasks" is that of the set at framework/app/program_test.go:28 too; give one of them another`},
		{"and mistakes within", Program{}, []*rest.Set{tasks("tasks"), tasks("tasks"), rest.NewSet("empty")}, "the set has no resources; list some"},
		{"prefix", Program{Prefix: "my-tracker"}, good, `app.Program: Prefix: "my-tracker" begins no name of a variable; write capitals, digits and _, such as TRACKER`},
		{"prefix with its _", Program{Prefix: "TRACKER_"}, good, `app.Program: Prefix: "TRACKER_" ends in _, which is put behind it anyway; write "TRACKER"`},
		{"version", Program{Version: "1\n2"}, good, `app.Program: Version: "1\n2" has more than one line; write one word such as 1.2`},
		{"flags", Program{Flags: notes{}}, good, `app.Program: Flags: app.notes points to no struct; write &struct{…}{}`},
		{"flags that are nil", Program{Flags: (*notes)(nil)}, good, `app.Program: Flags: *app.notes points to no struct; write &struct{…}{}`},
		{"middleware", Program{Middleware: []func(http.Handler) http.Handler{nil}}, good, `app.Program: Middleware: the one at place 1 is nil; take it out`},
		{"a task without Run", Program{Background: []background.Task{{Name: "feed"}}}, good, `app.Program: Background: "feed" has no Run; write the function that does its work`},
		{"a task of another set", Program{Background: []background.Task{{Name: "feed", Set: "crates"}}}, []*rest.Set{tasks("tasks"), nil}, `app.Program: Background: "feed" has no Run`},
		{"command of ours", Program{Commands: []Command{{Name: "serve", Run: nothing}}}, good, `app.Program: Commands: "serve" is a command of every program; give it another name`},
		{"command twice", Program{Commands: []Command{{Name: "count", Run: nothing}, {Name: "count", Run: nothing}}}, good, `app.Program: Commands: "count" is there twice; give one of them another name`},
		{"command without a name", Program{Commands: []Command{{Run: nothing}}}, good, `app.Program: Commands: the name "" is not a command name; write lower case letters, digits and hyphens`},
		{"command without Run", Program{Commands: []Command{{Name: "count"}}}, good, `app.Program: Commands: "count" does nothing; give it a Run`},
		{"flags of a command", Program{Commands: []Command{{Name: "count", Run: nothing, Flags: 1}}}, good, `app.Program: Commands: the Flags of "count" are int, which points to no struct; write &struct{…}{}`},
		{"a flag that all commands have", Program{Flags: &struct{ LogLevel string }{}}, good, `app.Program: the flags cannot be read: flags.LogLevel: duplicate flag --log-level`},
		{"a flag of a command of ours", Program{Flags: &notes{}}, good, `app.Program: Flags: --listen is a flag of the command serve; give it another name`},
		{"a flag of a team's command", Program{Commands: []Command{{Name: "count", Run: nothing, Database: true, Flags: &struct{ Database string }{}}}}, good, `app.Program: the flags cannot be read: teamCmd.Database: duplicate flag --database`},
	}
	for _, tt := range tests {
		if tt.own.Name == "" {
			tt.own.Name = "tracker"
		}
		stdout, got := callOf(t, tt.own, tt.sets, 1, env(), "serve")
		if stdout != "" || !strings.HasPrefix(got, tt.own.Name+": ") || !strings.Contains(got, tt.want) {
			t.Errorf("%s:\n got %s%s\nwant %s", tt.name, stdout, got, tt.want)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("mistakes left %v", left)
	}
}

// A set with mistakes is not served, and says them all.
func TestServeMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	sets := []*rest.Set{rest.NewSet("misspelt", rest.ViewSet[Misspelt]{Path: "/misspelt/", Access: permission.Anyone})}
	_, got := callOf(t, Program{Name: "tracker"}, sets, 1, env(), "serve")
	for _, want := range []string{"tracker: configuration misspelt has mistakes:\n", `unknown option "multiLine"`, `rule "maximum=3" is unknown`} {
		if !strings.Contains(got, want) {
			t.Errorf("got %s, want %s in it", got, want)
		}
	}
	_, got = callOf(t, Program{Name: "tracker"}, append(sets, tasks("tasks")), 1, env(), "serve", "tasks")
	if want := "tracker: configuration misspelt has mistakes:\n"; !strings.Contains(got, want) {
		t.Errorf("beside a set without mistakes: got %s, want %s in it", got, want)
	}
	if left, _ := os.ReadDir("."); len(left) > 0 {
		t.Errorf("mistakes left %v", left)
	}
}

// A team's command has its own flags and arguments, the settings of the team, and the database.
func TestTeamCommand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.sqlite")
	var settings struct {
		Unit string `setting:"" default:"tasks" help:"What is counted."`
	}
	var count struct {
		Title string `arg:"" help:"Title."`
		Twice bool   `help:"Count twice."`
	}
	own := Program{Name: "tracker", Flags: &settings, Commands: []Command{{
		Name: "count", Help: "Counts.", Flags: &count, Database: true,
		Run: func(c *Context) error {
			in, err := io.ReadAll(c.Stdin)
			if err != nil {
				return err
			}
			db, err := c.Open()
			if err != nil {
				return err
			}
			defer db.Close()
			compiled, err := c.Plan()
			if err != nil {
				return err
			}
			fmt.Fprintf(c.Stdout, "%s %s %t %s %s %s\n", compiled.Name, count.Title, count.Twice, settings.Unit, in, db.Dialect().Name)
			return c.Err()
		},
	}, {Name: "fail", Run: func(*Context) error { return errors.New("no luck") }}, {Name: "blind", Run: func(c *Context) error {
		_, err := c.Open()
		return err
	}}}}
	sets := []*rest.Set{tasks("tasks"), tasks("more")}
	out, _ := callOf(t, own, sets, 0, env("TRACKER_UNIT", "things"), "count", "a", "--twice", "--config", "more", "--database", file)
	if want := "more a true things in sqlite\n"; out != want {
		t.Errorf("got %q, want %q", out, want)
	}
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
	if _, got := callOf(t, own, sets, 1, env(), "fail"); got != "tracker: no luck\n" {
		t.Errorf("got %q", got)
	}
	if _, got := callOf(t, own, sets, 1, env(), "blind"); got != "tracker: app.Program: the command has no --config; set Database in its app.Command\n" {
		t.Errorf("got %q", got)
	}
	if out, _ := callOf(t, own, sets, 0, env(), "--help"); !strings.Contains(out, "count <title>") || !strings.Contains(out, "Counts.") {
		t.Errorf("the usage lacks the command:\n%s", out)
	}
}

// Middleware sees each request with its id and its answer, the first outermost; a panic in it is a 500.
func TestMiddleware(t *testing.T) {
	mark := func(name string) func(http.Handler) http.Handler {
		return func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Add("X-Seen", name+" "+w.Header().Get("X-Request-Id"))
				switch r.URL.Path {
				case "/panic/":
					w.Header().Set("Content-Length", "3")
					panic("sesame")
				case "/late/":
					fmt.Fprint(w, "half")
					panic("sesame")
				case "/own/":
					w.WriteHeader(http.StatusTeapot)
					return
				}
				next.ServeHTTP(w, r)
			})
		}
	}
	own := Program{Name: "tracker", Middleware: []func(http.Handler) http.Handler{mark("one"), mark("two")}}
	s := startOf(t, own, []*rest.Set{tasks("tasks")}, "--log-requests", "--health")
	for path, want := range map[string]string{
		"/tasks/": "200 [one ID two ID] []", "/own/": "418 [one ID] ", "/panic/": `500 [one ID] {"detail":"A server error occurred."}`, "/healthz": "200 [] alive\n",
	} {
		r, err := http.NewRequestWithContext(t.Context(), "GET", "http://"+s.address+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Request-Id", "ID")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if got := fmt.Sprintf("%d %v %s", answer.StatusCode, answer.Header["X-Seen"], body); got != want || err != nil {
			t.Errorf("%s: got %s, error %v, want %s", path, got, err, want)
		}
	}
	if answer, err := http.Get("http://" + s.address + "/late/"); err == nil {
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err == nil {
			t.Errorf("half an answer looks whole: %s", body)
		}
	}
	if got := strings.Count(s.log.String(), "panic=sesame"); got < 2 || !strings.Contains(s.log.String(), "request_id=ID") {
		t.Errorf("got %d panics in the log, want 2 or more with their requests:\n%s", got, s.log)
	}
}

// door is a second scheme with a login form.
type door struct{ session.Scheme }

func (door) Name() string { return "door" }

// What only the making of a service shows to be wrong is found before a table is made.
func TestMistakesBeforeTables(t *testing.T) {
	for want, tt := range map[string]struct {
		own Program
		set *rest.Set
	}{
		"app.Program: Middleware: the one at place 1 returns nil; return a handler\n": {
			Program{Middleware: []func(http.Handler) http.Handler{func(http.Handler) http.Handler { return nil }}}, tasks("tasks"),
		},
		"authentication schemes session and door: each has a login form, and the pages have one login; list one of the two\n": {
			Program{}, tasks("tasks").Schemes(session.Scheme{}, door{}),
		},
		`configuration tasks has mistakes:`: {
			Program{}, tasks("tasks").Theme(rest.Theme{Files: fstest.MapFS{"foot.html": {Data: []byte(`{{define "foter"}}{{end}}`)}}}),
		},
	} {
		tt.own.Name = "tracker"
		sets, file := []*rest.Set{tt.set}, t.TempDir()+"/x.sqlite"
		if _, got := callOf(t, tt.own, sets, 1, env(), "serve", "--database", file); !strings.HasPrefix(got, "tracker: "+want) {
			t.Errorf("got %q, want %q", got, want)
		}
		if out, _ := callOf(t, Program{Name: "tracker"}, []*rest.Set{tasks("tasks")}, 0, env(), "migrate", "--database", file, "--dry-run"); !strings.Contains(out, "CREATE TABLE") {
			t.Errorf("%s: the tables were made", want)
		}
	}
}

// A program without metrics says so, and answers about its health.
func TestNoMetrics(t *testing.T) {
	s := startOf(t, Program{Name: "tracker"}, []*rest.Set{tasks("tasks")}, "--observe", "127.0.0.1:0", "--drain-delay", "0s")
	operators := s.stdout.await(t, regexp.MustCompile(`For operators: http://(127[^/]*)/`))[1]
	for path, want := range map[string]int{"/metrics": 404, "/healthz": 200, "/readyz": 200} {
		if status, _ := fetch(t, "http://"+operators+path); status != want {
			t.Errorf("%s: got %d, want %d", path, status, want)
		}
	}
	if got := s.stdout.String(); strings.Contains(got, "/metrics") {
		t.Errorf("got %s", got)
	}
}

// The name of a program is the last word of the path of its package main.
func TestDefaultNames(t *testing.T) {
	for name, want := range map[string]string{"my-tracker": "MY_TRACKER", "7days.api": "DAYS_API", "Tracker": "TRACKER"} {
		if got := (Program{Name: name}).withDefaults().Prefix; got != want {
			t.Errorf("%s: got prefix %s, want %s", name, got, want)
		}
	}
	if got := mainName(); got != "app.test" && got != "app" {
		t.Errorf("got %s", got)
	}
}
