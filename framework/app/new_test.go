// Tests of services in other programs.

package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/background"
	"example.com/resourceful/framework/observe/prometheus"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// mounted makes a service in a program of its own, which logs to log.
func mounted(t *testing.T, log io.Writer, o Options, sets ...*rest.Set) *Service {
	t.Helper()
	o.Logger = slog.New(slog.NewTextHandler(log, nil))
	s, err := New(t.Context(), o, sets...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// answerOf is the status and the body of an answer to GET.
func answerOf(h http.Handler, path string) string {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return fmt.Sprint(w.Code, " ", strings.TrimSpace(w.Body.String()))
}

// Two services are parts of one program, each below a path and with its own tables, tasks and metrics. They answer between Start
// and Close.
func TestNew(t *testing.T) {
	t.Chdir(t.TempDir())
	var log output
	mux := http.NewServeMux()
	services := map[string]*Service{}
	for _, name := range []string{"first", "second"} {
		worked := make(chan bool)
		own := Program{Metrics: prometheus.Metrics, Background: []background.Task{{Name: "fill", Run: func(c *background.Context) error {
			defer close(worked)
			return c.Call.Atomic(func() error { return rest.Rows[Task](c.Call).Create(&Task{Title: "of " + name}) })
		}}}}
		s := mounted(t, &log, Options{Program: own, Set: name, Settings: map[string]string{"base-url": "https://example.com/" + name, "allowed-hosts": "*", "log-requests": "true"}}, tasks("first"), tasks("second"))
		mux.Handle("/"+name+"/", s.Handler())
		mux.Handle("/operators/"+name+"/", http.StripPrefix("/operators/"+name, s.Operators()))
		for path, want := range map[string]string{
			"/" + name + "/tasks/":               `503 {"detail":"The service is not running."}`,
			"/operators/" + name + "/healthz":    "200 alive",
			"/operators/" + name + "/readyz":     "503 database",
			"/operators/" + name + "/readyzetc":  "404 not found",
			"/operators/" + name + "/metricsetc": "404 not found",
		} {
			if got := answerOf(mux, path); got != want {
				t.Errorf("%s before the start: got %s, want %s", path, got, want)
			}
		}
		if err := s.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := s.Start(t.Context()); err == nil {
			t.Error("a second start succeeds")
		}
		<-worked
		services[name] = s
	}
	for name, s := range services {
		stripped := http.StripPrefix("/"+name, s.Handler())
		for _, h := range []http.Handler{mux, stripped} {
			if got, want := answerOf(h, "/"+name+"/tasks/"), `200 [{"id":1,"title":"of `+name+`"}]`; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			if got, want := answerOf(h, "/"+name+"/"), `200 {"tasks":"https://example.com/`+name+`/tasks/"}`; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
		if got := answerOf(mux, "/operators/"+name+"/metrics"); !strings.Contains(got, `resourceful_task_running{task="fill"} 0`) {
			t.Errorf("got the metrics %s", got)
		}
		var n int
		if found, err := s.Database().Session().Row(t.Context(), s.Database().Raw("SELECT count(*) FROM tasks"), []any{&n}); err != nil || !found || n != 1 {
			t.Errorf("the database has %d rows, error %v", n, err)
		}
	}
	for name, s := range services {
		if err := errors.Join(s.Close(), s.Close()); err != nil {
			t.Error(err)
		}
		if got := answerOf(mux, "/"+name+"/tasks/"); !strings.HasPrefix(got, "503 ") {
			t.Errorf("after the end: got %s", got)
		}
		if err := s.Start(t.Context()); err == nil {
			t.Error("a start after the end succeeds")
		}
	}
	if text := log.String(); !strings.Contains(text, "route=/tasks/ status=200") || strings.Contains(text, "level=ERROR") {
		t.Errorf("got the log %s", text)
	}
}

// Tables that do not fit are a mistake of Start, which may be called again once they do. Settings by variables override those
// of the code.
func TestNewMigrates(t *testing.T) {
	t.Chdir(t.TempDir())
	own := versioned(t)
	_, now := shelves()
	s := mounted(t, io.Discard, Options{Program: own, Settings: map[string]string{"database": "other.sqlite"}, Getenv: env("SHELVES_DATABASE", "x.sqlite")}, now...)
	if err := s.Start(t.Context()); err == nil || !strings.Contains(err.Error(), "2 migrations are pending") {
		t.Errorf("got %v, want pending migrations", err)
	}
	if err := s.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := answerOf(s.Handler(), "/shelves/"); got != "200 []" {
		t.Errorf("got %s", got)
	}
	if _, err := os.Stat("x.sqlite"); err != nil {
		t.Error(err)
	}
}

// Mistakes in the options and in the declarations are all errors of New, and leave nothing open.
func TestNewMistakes(t *testing.T) {
	t.Chdir(t.TempDir())
	broken := rest.NewSet("broken", rest.ViewSet[Task]{Path: "tasks", Access: permission.Anyone})
	for name, tt := range map[string]struct {
		options Options
		sets    []*rest.Set
		want    string
	}{
		"settings": {
			Options{Settings: map[string]string{"listen": ":80", "max_body": "1", "colour": "red", "log-requests": "perhaps", "help": "true"}},
			[]*rest.Set{tasks("tasks")},
			"app.Options: setting \"colour\": is unknown; known are acme-directory, |setting \"help\": is unknown|setting \"listen\": is for a service that is a program of its own|setting \"log-requests\": \"perhaps\" is not true or false|setting \"max_body\": is unknown; write \"max-body\"",
		},
		"a value":       {Options{Settings: map[string]string{"max-body": "0"}}, []*rest.Set{tasks("tasks")}, "app.Options: max-body: has to be more than 0"},
		"a variable":    {Options{Program: Program{Name: "shop"}, Getenv: env("SHOP_MAX_BODY", "x")}, []*rest.Set{tasks("tasks")}, `environment variable SHOP_MAX_BODY: "x" is not a whole number`},
		"the set":       {Options{Set: "other"}, []*rest.Set{tasks("tasks")}, `app.Options: Set: there is no set "other"; write one of tasks`},
		"no set":        {Options{}, nil, "there is nothing to serve"},
		"declarations":  {Options{}, []*rest.Set{broken}, "path"},
		"the program":   {Options{Program: Program{Name: "a b"}}, []*rest.Set{tasks("tasks")}, "app.Program: Name: "},
		"the database":  {Options{Settings: map[string]string{"database": "none/x.sqlite"}}, []*rest.Set{tasks("tasks")}, "none/x.sqlite"},
		"what it opens": {Options{Settings: map[string]string{"mailer": "pigeon:"}}, []*rest.Set{tasks("tasks")}, "mailer: "},
	} {
		s, err := New(t.Context(), tt.options, tt.sets...)
		if s != nil || err == nil {
			t.Errorf("%s: got a service and the error %v", name, err)
			continue
		}
		for want := range strings.SplitSeq(tt.want, "|") {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: got %v, want %s", name, err, want)
			}
		}
	}
}

// Streams end when the server shuts down; Close waits for requests and tasks that run, for as long as stop-timeout.
func TestNewCloses(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, timeout := range map[string]string{"waits": "10s", "cuts off": "50ms"} {
		var log output
		begun, leave := make(chan bool, 2), make(chan bool)
		own := Program{
			Background: []background.Task{{Name: "slow", Run: func(c *background.Context) error {
				begun <- true
				<-c.Done()
				<-leave
				return nil
			}}},
			Middleware: []func(http.Handler) http.Handler{func(next http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if r.URL.Path == "/slow/" {
						begun <- true
						<-leave
					}
					next.ServeHTTP(w, r)
				})
			}},
		}
		set := rest.NewSet("tasks", rest.ViewSet[Task]{Path: "/tasks/", Access: permission.Anyone, Events: true})
		s := mounted(t, &log, Options{Program: own, Settings: map[string]string{"stop-timeout": timeout, "database": name + ".sqlite"}}, set)
		if err := s.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		server := httptest.NewServer(s.Handler())
		server.Config.RegisterOnShutdown(s.EndStreams)
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+"/-/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept", "text/event-stream")
		stream, err := http.DefaultClient.Do(r)
		if err != nil || stream.StatusCode != 200 {
			t.Fatalf("got %v, error %v", stream, err)
		}
		shut := make(chan error)
		go func() { shut <- server.Config.Shutdown(context.Background()) }()
		_, _ = io.Copy(io.Discard, stream.Body)
		stream.Body.Close()
		if err := <-shut; err != nil {
			t.Error(err)
		}

		go answerOf(s.Handler(), "/slow/")
		<-begun
		<-begun
		closed := make(chan error, 1)
		go func() { closed <- s.Close() }()
		if timeout == "10s" {
			select {
			case <-closed:
				t.Error("it has not waited")
			case <-time.After(20 * time.Millisecond):
			}
			if got := answerOf(s.Handler(), "/tasks/"); !strings.HasPrefix(got, "503 ") {
				t.Errorf("while it waits: got %s", got)
			}
			close(leave)
		}
		if err := <-closed; err != nil {
			t.Error(err)
		}
		if cut := strings.Contains(log.String(), "requests were cut off") && strings.Contains(log.String(), `tasks were cut off: [\"slow\"]`); cut != (timeout != "10s") {
			t.Errorf("%s: got the log %s", name, &log)
		}
		if timeout != "10s" {
			close(leave)
		}
		server.Close()
	}
}
