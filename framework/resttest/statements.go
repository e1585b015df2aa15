package resttest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/plan"
)

// countStatements asks for lists, records, pages and OPTIONS where each table has 1, 10 and 100 rows: the
// number of statements of the database is the same for 10 and 100. For one row it may be less, since what
// nobody owns or refers to is not asked for.
func (c *conformance) countStatements(t *testing.T) {
	onEach(t, func(t *testing.T, kind databaseKind) {
		wanted := map[string][]string{} // statements, by request
		for _, rows := range []int{10, 100, 1} {
			server, keys := c.server(t, kind.address(t), rows)
			for _, r := range c.resources() {
				for _, request := range c.reads(r, keys[r.Type.Table]) {
					got := Statements(t, server, request.http())
					want, counted := wanted[request.name]
					if !counted {
						wanted[request.name] = got
					} else if len(got) > len(want) || rows > 1 && len(got) < len(want) {
						t.Errorf("%s takes %d statements for %d rows, and %d for 10:\n%s\nfor 10:\n%s",
							request.name, len(got), rows, len(want), strings.Join(got, "\n"), strings.Join(want, "\n"))
					}
				}
			}
		}
		t.Logf("%d requests", len(wanted))
	})
}

// read is a request that changes nothing.
type read struct{ name, method, path, accept, who string }

func (r read) http() *http.Request {
	request := httptest.NewRequest(r.method, r.path, nil)
	request.Header.Set("Accept", r.accept)
	if r.who != "" {
		request.Header.Set("Authorization", basic(r.who))
	}
	return request
}

// reads are all such requests to a resource, of which the first row is asked for.
func (c *conformance) reads(r *plan.Resource, keys []any) (list []read) {
	paths := map[string]string{"list": r.Path}
	if len(keys) > 0 {
		paths["record"] = recordAt(r, keys[0])
	}
	for what, path := range paths {
		for _, who := range []string{"", "alice", "admin"} {
			for _, method := range []string{"GET", "OPTIONS"} {
				for _, renderer := range c.plan.Renderers {
					accept := renderer.Format().MediaType
					name := fmt.Sprintf("%s of a %s of %s as %q in %s", method, what, r.Path, who, accept)
					list = append(list, read{name: name, method: method, path: path, accept: accept, who: who})
				}
			}
		}
	}
	return list
}

// onEach runs a test on SQLite and on PostgreSQL.
func onEach(t *testing.T, test func(t *testing.T, kind databaseKind)) {
	for _, kind := range []databaseKind{sqlite, postgres} {
		t.Run(kind.name, func(t *testing.T) { test(t, kind) })
	}
}
