// The options of Conformance and Fuzz.

package resttest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/field/samples"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/serve"
)

// Option is a setting of Conformance and Fuzz.
type Option func(*choices)

type choices struct {
	rows   int
	folder string
	values map[string]samples.Family // by path and name of a field
	lists  map[string][]string       // those of Values
	skip   map[string]string         // reasons, by part
	wrong  []string
	serve  serve.Options
	before []func(http.Handler) http.Handler
}

// Rows sets the number of rows of each table that the requesters of the access table request; 3 by default.
// Their owners are alice, bob and admin in turn.
func Rows(n int) Option { return func(o *choices) { o.rows = n } }

// Folder sets the folder of the scenarios and golden files; testdata/NAME by default.
func Folder(path string) Option { return func(o *choices) { o.folder = path } }

// Values sets the sample values of a field, as JSON, used in turn: Values("/shops/", "iban", `"DE02…"`).
// Without them they are derived from the field's kind and rules. A unique field needs as many as there are
// rows; Made gives any number. A field is one of the rows, of a representation of them, or of an
// operation's input, whose path is as in the plan: Values("/shops/{key}/close/", "reason", `"sold"`).
func Values(path, name string, values ...string) Option {
	return func(o *choices) {
		o.lists[path+" "+name] = values
		o.values[path+" "+name] = func(i int) string { return values[(i-1)%len(values)] }
		switch i := slices.IndexFunc(values, func(value string) bool { return !json.Valid([]byte(value)) }); {
		case len(values) == 0:
			o.wrong = append(o.wrong, fmt.Sprintf("Values: there is none for %s of %s; give at least one", name, path))
		case i >= 0:
			o.wrong = append(o.wrong, fmt.Sprintf("Values: %q for %s of %s is not JSON; a string has quotes, as in `\"sold\"`", values[i], name, path))
		}
	}
}

// Made sets the sample values of a field, as Values does, by their number from 1 on. For a unique field all
// of them must be different.
func Made(path, name string, value func(i int) string) Option {
	return func(o *choices) { o.values[path+" "+name] = value }
}

// Serving sets the options of the service, such as its limits.
func Serving(options serve.Options) Option { return func(o *choices) { o.serve = options } }

// Middleware wraps the service, the first outermost. It is that of a team, app.Program.Middleware, whose
// responses must keep the same promises, or a planted defect that the tests must find.
func Middleware(wrap ...func(http.Handler) http.Handler) Option {
	return func(o *choices) { o.before = append(o.before, wrap...) }
}

// Skip leaves a part out, by the name of its subtest. The reason is shown. Skip("written /shops/", …) leaves one path out of
// the part written: code refuses the values there for reasons that are in other rows.
func Skip(part, reason string) Option {
	return func(o *choices) {
		names := strings.Fields("plan openapi scenarios access statements written roundtrip repeated hostile queries lists constraints sequences")
		name, path, ofOne := strings.Cut(part, " ")
		switch {
		case ofOne && (name != "written" || !strings.HasPrefix(path, "/")):
			o.wrong = append(o.wrong, fmt.Sprintf("Skip: %q is no part of one path; only written can leave one out, such as \"written /shops/\"", part))
		case !slices.Contains(names, name):
			o.wrong = append(o.wrong, fmt.Sprintf("Skip: there is no part %q; write one of %s", part, strings.Join(names, ", ")))
		case strings.TrimSpace(reason) == "":
			o.wrong = append(o.wrong, fmt.Sprintf("Skip: %s is left out without a reason; say why", part))
		}
		o.skip[part] = reason
	}
}

func settings(t testing.TB, set *rest.Set, options []Option) choices {
	t.Helper()
	o := choices{rows: 3, folder: filepath.Join("testdata", set.Name()), values: map[string]samples.Family{}, lists: map[string][]string{}, skip: map[string]string{}}
	for _, option := range options {
		option(&o)
	}
	if len(o.wrong) > 0 {
		t.Fatalf("%s", strings.Join(o.wrong, "\n"))
	}
	return o
}
