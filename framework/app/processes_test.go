package app

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/pg"
)

// asProgram is the environment variable by which this test binary is the program of rated.
const asProgram = "RESOURCEFUL_TEST_AS_PROGRAM"

// declaredRate is how many requests all processes together let through in an hour, which is longer than a test takes.
const declaredRate = 200

// rated are tasks that all requesters together list as often as that, counted in the database.
func rated() []*rest.Set {
	return []*rest.Set{rest.NewSet("tasks", rest.ViewSet[Task]{Path: "/tasks/", Access: permission.Anyone, Throttles: []rest.Throttle{
		{Actions: rest.List, By: rest.Together, Exact: true, Rates: []rest.Rate{{Requests: declaredRate, Per: time.Hour}}},
	}})}
}

// serveRated is the program, in a process of its own.
func serveRated() int {
	return Program{Name: "to-do"}.run(context.Background(), rated(), os.Args[1:], strings.NewReader(""), os.Stdout, os.Stderr, os.Getenv)
}

// process starts another process that serves tasks, and returns its address. It is killed when the test ends.
func process(t *testing.T, database string) string {
	t.Helper()
	address, _ := startProcess(t, database)
	return address
}

// startProcess is process, with a function that kills it earlier.
func startProcess(t *testing.T, database string) (address string, kill func()) {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out, log output
	c := exec.Command(binary, "serve", "--listen", "127.0.0.1:0", "--database", database)
	c.Dir, c.Stdout, c.Stderr = t.TempDir(), &out, &log
	c.Env = append(os.Environ(), asProgram+"=1", "STATE_DIRECTORY="+c.Dir)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	kill = sync.OnceFunc(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	t.Cleanup(func() {
		kill()
		if strings.Contains(log.String(), "panic") {
			t.Errorf("the process has panicked: %s", &log)
		}
	})
	return out.await(t, regexp.MustCompile(`Serving \w+ at http://(\S+)/\n`))[1], kill
}

// Two processes on one database together let the declared number of requests through: at most one in a hundred more.
func TestExactRateOfProcesses(t *testing.T) {
	t.Parallel()
	for name, address := range map[string]func(t *testing.T) string{
		"sqlite":   func(t *testing.T) string { return t.TempDir() + "/test.sqlite" },
		"postgres": func(t *testing.T) string { return pg.Postgres(t) },
	} {
		t.Run(name, func(t *testing.T) {
			database := address(t)
			processes := []string{process(t, database), process(t, database)}
			var mu sync.Mutex
			statuses := map[int]int{}
			passed := map[string]int{} // by process
			var group sync.WaitGroup
			for i := range 8 {
				group.Go(func() {
					at := processes[i%2]
					for range 40 {
						r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+at+"/tasks/", nil)
						if err != nil {
							t.Error(err)
							return
						}
						w, err := http.DefaultClient.Do(r)
						if err != nil {
							t.Error(err)
							return
						}
						w.Body.Close()
						mu.Lock()
						if statuses[w.StatusCode]++; w.StatusCode == http.StatusOK {
							passed[at]++
						}
						mu.Unlock()
					}
				})
			}
			group.Wait()
			got, refused := statuses[http.StatusOK], statuses[http.StatusTooManyRequests]
			if got > declaredRate+declaredRate/100 || got < declaredRate || got+refused != 320 {
				t.Errorf("%d of 320 requests came through, all answers are %v, want %d, at most 1 %% more, and 429 of the others", got, statuses, declaredRate)
			}
			if len(passed) != 2 {
				t.Errorf("by process %v came through, want some of both", passed)
			}
		})
	}
}
