package config_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"example.com/resourceful/config"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/stopwatch"
	"example.com/resourceful/framework/serve"
)

// world is a configuration with its pages on one database or two, whose answers are compared.
type world struct {
	servers []*resttest.Server
	log     *bytes.Buffer // of all of them
}

// newWorld starts the service on SQLite, and on PostgreSQL too where both are asked for.
func newWorld(t testing.TB, set func() *rest.Set, both bool) *world {
	t.Helper()
	w := &world{log: new(bytes.Buffer)}
	c := resttest.Config{Set: set, Pages: pages, Options: serve.Options{Logger: slog.New(slog.NewTextHandler(w.log, nil))}}
	w.servers = append(w.servers, resttest.NewServer(t, c, filepath.Join(t.TempDir(), "world.db")))
	if both {
		w.servers = append(w.servers, resttest.NewServer(t, c, resttest.Postgres(t)))
	}
	return w
}

// play sends the requests of a scenario to each server, all of which begin with the accounts alone.
// Every answer has to keep the promises, come in time, and be the same everywhere to the byte.
func (w *world) play(t stopwatch.T, reset func(*resttest.Server), scenario string) {
	t.Helper()
	var wanted []string
	for n, server := range w.servers {
		reset(server)
		handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer stopwatch.Input(t)()
			server.ServeHTTP(w, r)
		})
		i := 0
		for step, err := range resttest.Play(context.Background(), handler, []byte(scenario)) {
			if err != nil {
				continue // net/http would not have handed it on
			}
			if err := promises(step); err != nil {
				t.Errorf("%s: %s: %v\nlog: %s\nof\n%s", server.DB.Dialect().Name, step.Name, err, w.log, scenario)
			}
			text := step.Text()
			switch {
			case n == 0:
				wanted = append(wanted, text)
			case wanted[i] != text:
				t.Errorf("%s: %s: got\n%s\nwant as SQLite has it\n%s\nof\n%s", server.DB.Dialect().Name, step.Name, text, wanted[i], scenario)
			}
			i++
		}
	}
	w.log.Reset()
}

// bothDatabases is the environment variable that makes FuzzRequest compare SQLite with PostgreSQL, which
// is slower.
const bothDatabases = "RESOURCEFUL_FUZZ_POSTGRES"

// Bounds of one input. More of the same finds nothing more, and slowly.
const (
	maxScenario = 32 << 10
	maxRequests = 16
)

// FuzzRequest sends requests of any method, path, headers and body to both configurations, several
// after one another, from anonymous clients and from those whose names and cookies the scenario
// says. Its seeds are the scenarios of testdata and requests from the conformance cases.
func FuzzRequest(f *testing.F) {
	for _, set := range []string{"snippets", "directory"} {
		for _, scenario := range scenarios(f, set) {
			f.Add(set == "directory", scenario)
		}
	}
	both := os.Getenv(bothDatabases) != ""
	worlds := map[bool]*world{false: newWorld(f, config.Snippets, both), true: newWorld(f, config.Directory, both)}
	f.Fuzz(func(t *testing.T, directory bool, scenario string) {
		if len(scenario) > maxScenario || len(txtar.Parse([]byte(scenario)).Files) > maxRequests {
			t.Skip()
		}
		worlds[directory].play(t, func(s *resttest.Server) { s.Reset(t) }, scenario)
	})
}

// scenarios are those of a configuration in testdata, without what they want.
func scenarios(t testing.TB, set string) []string {
	t.Helper()
	files, err := filepath.Glob("../testdata/" + set + "/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("scenarios of %s: found %d, error %v", set, len(files), err)
	}
	var list []string
	for _, file := range files {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for i, n := 0, 0; i < len(archive.Files); i++ {
			section := archive.Files[i]
			if section.Name == "want" {
				continue
			}
			b.Write(txtar.Format(&txtar.Archive{Files: []txtar.File{section}}))
			if n++; n == maxRequests || i == len(archive.Files)-1 {
				break
			}
		}
		list = append(list, b.String())
	}
	return list
}
