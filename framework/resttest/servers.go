// A configuration on one database or two, whose answers are compared.

package resttest

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/stopwatch"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// servers are a configuration with its pages on one database or two, whose answers are compared.
type servers struct {
	list   []*Server
	log    *bytes.Buffer // of all of them
	random bool          // rows have values that differ from run to run
}

// pagesOf makes the HTML pages of a set.
func pagesOf(theme plan.Theme) func(*auth.Authenticator) pageapi.Pages {
	return func(authenticator *auth.Authenticator) pageapi.Pages {
		pages, err := browse.New(authenticator, theme)
		if err != nil {
			panic(err) // Conformance has reported the mistake in the theme
		}
		return pages
	}
}

// newServers starts a service on SQLite, and on the databases of more addresses.
func newServers(t testing.TB, config Config, more ...string) *servers {
	t.Helper()
	s := &servers{log: new(bytes.Buffer)}
	if config.Pages == nil {
		config.Pages = pagesOf(plan.Theme{})
	}
	config.Options.Logger = slog.New(slog.NewTextHandler(s.log, nil))
	for _, address := range append([]string{filepath.Join(t.TempDir(), "test.db")}, more...) {
		server := NewServer(t, config, address)
		server.CheckContract(t)
		s.list = append(s.list, server)
	}
	s.random = isRandom(s.list[0].Plan)
	return s
}

// play sends the requests of a scenario to each server, all of which begin with the same rows. Every
// response must keep the promises, come in time, and be the same everywhere to the byte.
func (s *servers) play(t stopwatch.T, reset func(*Server), scenario string) {
	t.Helper()
	var wanted []string
	for n, served := range s.list {
		reset(served)
		handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			defer stopwatch.Input(t)()
			if err := served.ServeAlike(w, r); err != nil {
				t.Errorf("set sequences back: %v", err)
			}
		})
		scrub := scrubber{}
		i := 0
		for step, err := range Play(context.Background(), handler, []byte(scenario)) {
			if err != nil {
				continue // net/http would not have handed it on
			}
			if err := served.Broken(step); err != nil {
				t.Errorf("%s: %s: %v\nlog: %s\nof\n%s", served.DB.Dialect().Name, step.Name, err, end(s.log.String(), 4*server.MaxShown), scenario)
			}
			text := scrub.text(s.text(step))
			switch {
			case n == 0:
				wanted = append(wanted, text)
			case wanted[i] != text:
				t.Errorf("%s: %s: got\n%s\nwant as SQLite has it\n%s\nof\n%s", served.DB.Dialect().Name, step.Name, text, wanted[i], scenario)
			}
			i++
		}
	}
	s.log.Reset()
}

// text is an answer to be compared. Where rows have values that are made at random it is uncompressed, so
// that they can be found.
func (s *servers) text(step Step) string {
	if s.random {
		step = step.Uncompressed()
	}
	return step.Text()
}

// isRandom reports whether rows of the plan have values that differ from run to run.
func isRandom(p *plan.Plan) bool {
	return p.Webhooks != nil || slices.ContainsFunc(p.Resources, madeKeys) || slices.ContainsFunc(p.Tables, func(t schema.Table) bool {
		return slices.ContainsFunc(t.Columns, func(c schema.Column) bool { return c.HasDefault && c.Default == nil })
	})
}

// Bounds of one input. More of the same finds nothing more, and slowly.
const (
	maxScenario = 32 << 10
	maxRequests = 16
)

// bound is the largest size of an input of a fuzz target.
type bound struct{ bytes, requests int }

// boundOf returns the bound of a target with these seeds, all of which are within it.
func boundOf(seeds []string) bound {
	b := bound{maxScenario, maxRequests}
	for _, seed := range seeds {
		b.bytes, b.requests = max(b.bytes, len(seed)), max(b.requests, countRequests(seed))
	}
	return b
}

// exceeded reports whether a scenario is longer than an input may be.
func (b bound) exceeded(scenario string) bool {
	return len(scenario) > b.bytes || countRequests(scenario) > b.requests
}

func countRequests(scenario string) int { return len(txtar.Parse([]byte(scenario)).Files) }

// scenarios returns those of the files that match a pattern, without their wants and no longer than one
// input may be.
func scenarios(t testing.TB, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
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

// read reads all rows of a server, behind its back.
func (c *conformance) read(t testing.TB, served *Server) rules.Reading {
	t.Helper()
	db, err := served.Behind()
	if err != nil {
		t.Fatal(err)
	}
	r := rules.Reading{Rows: map[string][]map[string]any{}, Now: served.Now()}
	for _, table := range c.plan.Tables {
		rows, err := db.QueryContext(t.Context(), `SELECT * FROM "`+table.Name+`" ORDER BY 1`)
		if err != nil {
			t.Fatal(err)
		}
		columns, all, err := server.ScanAll(rows)
		if err != nil {
			t.Fatal(err)
		}
		for _, values := range all {
			row := map[string]any{}
			for i, column := range columns {
				row[column] = server.Plain(values[i])
			}
			r.Rows[table.Name] = append(r.Rows[table.Name], row)
		}
	}
	return r
}

// onEach runs a test on SQLite and on PostgreSQL, whose reports are bounded.
func onEach(t *testing.T, test func(t testing.TB, kind server.DatabaseKind)) {
	for _, kind := range []server.DatabaseKind{server.SQLite, server.PostgreSQL} {
		t.Run(kind.Name, func(t *testing.T) { test(limited(t), kind) })
	}
}
