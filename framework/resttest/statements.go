// The number of statements of requests that read, which does not depend on the number of rows.

package resttest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/resttest/server"
)

// countStatements requests lists, records, pages and OPTIONS, and all other GETs, with 1, 10 and 100 rows
// in each table: the number of the database's statements is the same for 10 and 100. For one row it may be
// smaller, since rows without an owner or a reference need none.
func (c *conformance) countStatements(t *testing.T) {
	onEach(t, func(t testing.TB, kind server.DatabaseKind) {
		t.Logf("%d requests", c.compareStatements(t, func() string { return kind.Address(t) }))
	})
}

// compareStatements returns how many requests it has compared.
func (c *conformance) compareStatements(t testing.TB, address func() string) int {
	wanted := map[string][]string{} // statements, by request
	for _, rows := range []int{10, 100, 1} {
		server, _ := c.server(t, address(), rows)
		for _, request := range c.reads(c.read(t, server)) {
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
	return len(wanted)
}

// read is a request that changes nothing.
type read struct{ name, method, path, accept, who string }

func (r read) http() *http.Request {
	request := httptest.NewRequest(r.method, r.path, nil)
	request.Header.Set("Accept", r.accept)
	if r.who != "" {
		request.Header.Set("Authorization", server.BasicHeader(r.who))
	}
	return request
}

// reads returns all such requests, for the first row of each resource.
func (c *conformance) reads(r rules.Reading) (list []read) {
	ask := func(what, path string) {
		for _, who := range []string{"", "alice", "admin"} {
			for _, method := range []string{"GET", "OPTIONS"} {
				for _, renderer := range c.plan.Renderers {
					accept := renderer.Format().MediaType
					name := fmt.Sprintf("%s of %s as %q in %s", method, what, who, accept)
					list = append(list, read{name: name, method: method, path: path, accept: accept, who: who})
				}
			}
		}
	}
	for _, of := range c.resources() {
		ask("a list of "+of.Path, r.ListAt(of))
		if row := r.First(of); row != nil {
			ask("a record of "+of.Path, rules.RecordAt(of, row))
		}
	}
	for _, of := range c.singles() {
		ask("the record of "+of.Path, of.Path)
	}
	for _, o := range c.actions() {
		if o.Safe() {
			ask(o.Pattern, r.OperationAt(o))
		}
	}
	return list
}
