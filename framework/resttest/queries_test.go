// The test that defects in parameters are noticed.

package resttest

import (
	"errors"
	"strings"
	"testing"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/sets/laws"
)

// own is a parameter that a function reads, which lets everything pass.
func own(read func(c *rest.Call, text string) error, schema map[string]any) rest.Param {
	return rest.Param{Name: "colour", Schema: schema, Read: func(c *rest.Call, values []string) (predicate.Expr, error) {
		return predicate.Constant(true), read(c, values[0])
	}}
}

// nameless are errors that do not tell what they are about.
type nameless struct{}

func (nameless) Status(*problem.Error) int { return 422 }

func (nameless) AppendBody(dst []byte, _ *problem.Error) []byte {
	return append(dst, `{"error":true}`...)
}

func (nameless) ContentType(of string) string { return of }

func (nameless) String() string { return "nameless" }

var _ plan.ErrorForm = nameless{}

// A parameter that fails on a text, takes what its schema does not have, asks the database twice to refuse a
// value, or is answered otherwise by the other database is found out, and a refusal that does not name it.
func TestQueriesAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	refuse := func() error { return problem.New(problem.Invalid, "No.") }
	count := func(c *rest.Call, text string, times int) error {
		for range times {
			if _, err := rest.Rows[laws.Box](c).Count(); err != nil {
				return err
			}
		}
		if strings.Contains(text, "x") {
			return refuse()
		}
		return nil
	}
	onSQLite := func(c *conformance) func(testing.TB) {
		return func(tb testing.TB) { c.queryOn(tb) }
	}
	for _, tt := range []struct {
		fault, words string
		set          *rest.Set
	}{
		{"nothing", "", laws.Boxes()},
		{"nothing in a lenient set", "", laws.Boxes().Requests(rest.Lenient())},
		{"a statement for a refusal", "", laws.Boxes(own(func(c *rest.Call, text string) error { return count(c, text, 1) }, nil))},
		{"two statements for a refusal", "want: 1 statements at most", laws.Boxes(own(func(c *rest.Call, text string) error { return count(c, text, 2) }, nil))},
		{"a failure", "want: no failure of the service", laws.Boxes(own(func(_ *rest.Call, text string) error {
			if strings.Contains(text, "\u202e") {
				return errors.New("right to left")
			}
			return nil
		}, nil))},
		{"any text as a number", "want: 400", laws.Boxes(own(func(*rest.Call, string) error { return nil }, map[string]any{"type": "integer"}))},
		{"no name", "a refusal that has the name of the parameter", laws.Boxes().Errors(nameless{})},
	} {
		c := compiledSet(t, tt.set)
		if tt.words == "" {
			silent(t, tt.fault, onSQLite(c))
		} else {
			reports(t, tt.fault, tt.words, onSQLite(c))
		}
	}
	if len(postgresIfFound(t)) == 0 {
		return
	}
	half := func(c *rest.Call, text string) error {
		for row, err := range c.Query("SELECT 7 / 2.0") {
			var found string
			if err == nil {
				err = row.Scan(&found)
			}
			if err != nil {
				return err
			}
			return problem.New(problem.Invalid, "%s", "No: "+found)
		}
		return nil
	}
	reports(t, "databases that do not agree", "want: as the other database has it", compiledSet(t, laws.Boxes(own(half, nil))).sendQueries)
}

// Every query of a set is asked: of lists, of lists of some of the rows and below others, and of records.
func TestQueriesOfAll(t *testing.T) {
	c := compiledSet(t, laws.Boxes())
	asked := map[string]int{}
	for _, q := range c.queried() {
		asked[q.path(rules.Reading{Rows: map[string][]map[string]any{}})] = len(q.params)
	}
	for path, params := range map[string]int{"/chests/": 0, "/boxes/": 15, "/boxes/1/": 3, "/boxes/big/": 15} {
		if n, is := asked[path]; !is || n != params {
			t.Errorf("GET %s is asked with %d parameters, want %d", path, n, params)
		}
	}
}
