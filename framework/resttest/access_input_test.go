// Tests of access to single fields.

package resttest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"mime/multipart"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
)

// Mass assignment: whoever may write a record sends beside what may be sent each name that may not,
// in every form that a body can have, and nothing but what may be sent is written. Which fields may
// be sent is written down in expected; all other names come from the plan: of columns, of fields as
// clients and as Go know them, and spelt otherwise.
func TestAccessOfFields(t *testing.T) {
	var tried atomic.Int64
	t.Cleanup(func() { t.Logf("%d names in bodies", tried.Load()) })
	for _, service := range accessServices() {
		strict := service.set // it refuses all these names
		service.set = func() *rest.Set { return strict().Requests(rest.Lenient()) }
		t.Run(service.set().Name(), func(t *testing.T) {
			t.Parallel()
			w := newAccessFixtures(t, service)
			for _, e := range w.Plan.Resources {
				c := expected[w.Plan.Name][e.Path]
				a := assignment{accessFixtures: w, collection: c, names: foreignNames(w.Plan, e, c)}
				for method := range strings.FieldsSeq("POST PUT PATCH") {
					if strings.Contains(c.list+c.record, method) {
						a.method, a.path = method, either(method == "POST", e.Path, e.Path+"1/")
						a.all()
					}
				}
				tried.Add(int64(a.tried))
			}
		})
	}
}

// foreignNames are all names that a client might try and that are no fields it may send.
func foreignNames(plan *plan.Plan, e *plan.Resource, c collection) []string {
	takes := strings.Fields(c.takes)
	names := map[string]bool{}
	for name := range strings.FieldsSeq("pk user user_id owner owner_id admin is_admin is_staff is_superuser active is_active role __proto__ constructor") {
		names[name] = true
	}
	for _, table := range plan.Tables {
		for _, column := range table.Columns {
			names[column.Name] = true
		}
	}
	for _, f := range e.Type.Fields {
		names[f.Go], names[f.Wire], names[f.Column] = true, true, true
		names[f.Wire+"_id"], names[f.Wire+"[]"], names[f.Wire+".id"] = true, true, true
	}
	for _, name := range takes {
		names[strings.ToUpper(name)], names[" "+name] = true, true
	}
	for _, name := range append(takes, "", "_id", "[]", ".id") {
		delete(names, name)
	}
	return slices.Sorted(maps.Keys(names))
}

// assignment is a kind of write, with the values that it tries.
type assignment struct {
	*accessFixtures
	collection
	names        []string
	method, path string
	tried        int
}

// encodings write the fields of an object as a body, and name its type.
var encodings = map[string]func(fields map[string]any) (body, contentType string){
	"JSON": func(fields map[string]any) (string, string) { return asJSON(fields), jsonType },
	"YAML": func(fields map[string]any) (string, string) { return asJSON(fields), "application/yaml" },
	"form": func(fields map[string]any) (string, string) { return asForm(fields).Encode(), formType },
	"multipart": func(fields map[string]any) (string, string) {
		var body strings.Builder
		w := multipart.NewWriter(&body)
		for name, value := range fields {
			if err := w.WriteField(name, fmt.Sprint(value)); err != nil {
				panic(err) // a strings.Builder takes everything
			}
		}
		w.Close()
		return body.String(), w.FormDataContentType()
	},
	"page": func(fields map[string]any) (string, string) {
		return url.Values{"_content_type": {jsonType}, "_content": {asJSON(fields)}}.Encode(), formType
	},
}

func asJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // the values are our own
	}
	return string(text)
}

func asForm(fields map[string]any) url.Values {
	values := url.Values{}
	for name, value := range fields {
		values.Set(name, fmt.Sprint(value))
	}
	return values
}

// all tries all names at once in every encoding, with values that would fit a key, a relation, a
// switch and a text, and compares what then is in the tables with what the write does without them.
func (a *assignment) all() {
	var input map[string]any
	if err := json.Unmarshal([]byte(a.input), &input); err != nil {
		a.Fatal(err)
	}
	for encoding, encode := range encodings {
		want := a.write(encode(input))
		if !strings.HasPrefix(want, "20") || !strings.Contains(want, "new") {
			a.Fatalf("%s %s as %s: %s", a.method, a.path, encoding, want)
		}
		with := func(value any, names ...string) string {
			fields := maps.Clone(input)
			for _, name := range names {
				fields[name] = value
			}
			return a.write(encode(fields))
		}
		for _, value := range []any{2, true, "bob"} {
			a.tried += len(a.names)
			got := with(value, a.names...)
			if got == want {
				continue
			}
			a.Errorf("%s %s as %s with %v for everything else: got\n%s", a.method, a.path, encoding, value, unlike(got, want))
			for _, name := range a.names {
				if got := with(value, name); got != want {
					a.Errorf("with %q alone: got\n%s", name, unlike(got, want))
				}
			}
		}
	}
}

// write sends a body as somebody who may, and returns the answer and what the tables then hold.
func (a *assignment) write(body, contentType string) string {
	who := requesters[1]
	if a.Plan.Name == "directory" {
		who = requesters[3]
	}
	method := a.method
	if contentType == formType && strings.HasPrefix(body, "_content") && method != "POST" {
		body, method = body+"&_method="+method, "POST"
	}
	answer := a.send(who, method, a.path, body, "Content-Type", contentType)
	a.Changed()
	rows := a.Rows()
	a.Restore()
	return fmt.Sprint(answer.Code, answer.Body, "\n", databaseTime.ReplaceAllStringFunc(spans.ReplaceAllString(rows, ""), sinceNow))
}

// spans are the colours of words of code, which a busy machine leaves out, and says so.
var spans = regexp.MustCompile(`</?span[^>]*>|<p>Not all of this code is coloured[^<]*</p>\n`)

// databaseTime is a time that the database has filled in, by its own clock.
var databaseTime = regexp.MustCompile(`\d{4}-\d\d-\d\dT[\d:.]+Z`)

func sinceNow(text string) string {
	at, err := time.Parse(time.RFC3339, text)
	return either(err == nil && time.Since(at).Abs() < time.Hour, "now", text)
}

// unlike are the lines of one text that another has not.
func unlike(got, want string) string {
	wanted := strings.Split(want, "\n")
	lines := slices.DeleteFunc(strings.Split(got, "\n"), func(line string) bool { return slices.Contains(wanted, line) })
	return strings.Join(lines, "\n")
}
