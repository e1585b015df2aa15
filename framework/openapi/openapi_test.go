// Tests of whole documents.

package openapi_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/sets"
)

func document(t *testing.T, set *rest.Set, o openapi.Options) (*openapi.Document, map[string]any) {
	t.Helper()
	p, err := set.Compile()
	if err != nil {
		t.Fatal(err)
	}
	d, err := openapi.New(p, o)
	if err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(d.JSON(), &v); err != nil {
		t.Fatal(err)
	}
	return d, v
}

func all() []*rest.Set { return []*rest.Set{sets.Snippets(), sets.Directory()} }

// The document of equal plans is the same to the byte, and in YAML says the same.
func TestDeterministic(t *testing.T) {
	for i := range all() {
		one, v := document(t, all()[i], openapi.Options{})
		other, _ := document(t, all()[i], openapi.Options{})
		if !bytes.Equal(one.JSON(), other.JSON()) {
			t.Errorf("%s: two documents of one set differ", all()[i].Name())
		}
		text, err := one.YAML()
		if err != nil {
			t.Fatal(err)
		}
		var fromYAML any
		if err := yaml.Unmarshal(text, &fromYAML); err != nil {
			t.Fatal(err)
		}
		got, _ := json.Marshal(fromYAML)
		want, _ := json.Marshal(v)
		if !bytes.Equal(got, want) {
			t.Errorf("%s: YAML says %.300s, want %.300s", all()[i].Name(), got, want)
		}
	}
}

// walk calls do for each object of a document.
func walk(v any, do func(map[string]any)) {
	switch v := v.(type) {
	case map[string]any:
		do(v)
		for _, inner := range v {
			walk(inner, do)
		}
	case []any:
		for _, inner := range v {
			walk(inner, do)
		}
	}
}

// References lead somewhere, and operations have ids of their own.
func TestReferences(t *testing.T) {
	for _, set := range all() {
		_, v := document(t, set, openapi.Options{})
		var ids []string
		walk(v, func(o map[string]any) {
			if id, is := o["operationId"].(string); is {
				ids = append(ids, id)
			}
			to, is := o["$ref"].(string)
			if !is {
				return
			}
			var at any = v
			for step := range strings.SplitSeq(strings.TrimPrefix(to, "#/"), "/") {
				object, _ := at.(map[string]any)
				at = object[step]
			}
			if at == nil {
				t.Errorf("%s: %s leads nowhere", set.Name(), to)
			}
		})
		slices.Sort(ids)
		if n := len(slices.Compact(slices.Clone(ids))); n != len(ids) || n == 0 {
			t.Errorf("%s: %d ids of operations, %d of them different", set.Name(), len(ids), n)
		}
	}
}

// Each schema stands for itself, with the others beside it.
func TestSchemas(t *testing.T) {
	for _, set := range all() {
		d, _ := document(t, set, openapi.Options{})
		c := jsonschema.NewCompiler()
		for _, name := range d.Components.Schemas.Names() {
			v, err := jsonschema.UnmarshalJSON(bytes.NewReader(d.Schema(name).JSON()))
			if err == nil {
				v.(map[string]any)["$id"] = "https://example.com/" + name + ".json"
				err = c.AddResource("https://example.com/"+name+".json", v)
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		for _, name := range d.Components.Schemas.Names() {
			if _, err := c.Compile("https://example.com/" + name + ".json"); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		if got := d.Schema("Nothing"); got != nil {
			t.Errorf("got %v, want no schema of that name", got)
		}
	}
}

// Who is offered less has a document without the rest.
func TestOffers(t *testing.T) {
	reading := func(_ *plan.Route, o *plan.Operation) bool { return o.Safe() }
	_, v := document(t, sets.Snippets(), openapi.Options{Offers: reading})
	var methods []string
	for path, item := range v["paths"].(map[string]any) {
		for method := range item.(map[string]any) {
			if method != "parameters" {
				methods = append(methods, path+" "+method)
			}
		}
	}
	slices.Sort(methods)
	if len(methods) < 5 || slices.ContainsFunc(methods, func(m string) bool { return !strings.HasSuffix(m, " get") && !strings.HasSuffix(m, " options") }) {
		t.Errorf("got %s, want only the reads", methods)
	}
}

type (
	filed struct {
		ID    int64     `rest:"id,readonly"`
		Title string    `rest:"title"`
		Scan  rest.File `rest:"scan,optional"`
	}
	filedTitle struct {
		ID    int64  `rest:"id,readonly"`
		Title string `rest:"title"`
	}
)

// A representation that leaves a file out takes none, though it is read for the tag of the record.
func TestHeldFiles(t *testing.T) {
	shape := rest.As[filedTitle]()
	set := rest.NewSet("filed",
		rest.ViewSet[filed]{Path: "/whole/"},
		rest.ViewSet[filed]{Path: "/titles/", Shapes: rest.Shapes{List: shape, Retrieve: shape, Create: shape, Update: shape}},
	).Access(permission.Anyone)
	_, doc := document(t, set, openapi.Options{})
	want := map[string]bool{"/whole/": true, "/titles/": false}
	got := map[string]bool{}
	for path, item := range doc["paths"].(map[string]any) {
		if put, has := item.(map[string]any)["put"].(map[string]any); has {
			_, full := put["responses"].(map[string]any)["507"]
			got[path[:strings.Index(path, "{")]] = full
		}
	}
	if !maps.Equal(got, want) {
		t.Errorf("got a full store among the answers of PUT: %v, want %v", got, want)
	}
}

// A record is created in JSON without its optional file, and keeps the one that it has as it is changed. The body of a change of
// several records is optional only where filters may choose them.
func TestInputBodies(t *testing.T) {
	set := func(filtered bool) *rest.Set {
		bulk := rest.Bulk{Actions: rest.Modify, Filtered: filtered}
		return rest.NewSet("filed", rest.ViewSet[filed]{Path: "/filed/", Bulk: bulk}).Access(permission.Anyone)
	}
	for _, filtered := range []bool{false, true} {
		d, _ := document(t, set(filtered), openapi.Options{})
		if got := d.Operation("/filed/", "PATCH").RequestBody.Required; got == filtered {
			t.Errorf("filtered %t: got a required body of PATCH %t, want %t", filtered, got, !filtered)
		}
	}
	d, _ := document(t, set(false), openapi.Options{})
	for line, want := range map[string][]string{"POST /filed/": {"null"}, "PUT /filed/{key}/": {"string", "null"}, "PATCH /filed/{key}/": {"string", "null"}} {
		method, path, _ := strings.Cut(line, " ")
		body := d.SchemaOf(d.Operation(path, method).RequestBody.Content.Get("application/json").Schema)
		if got := body.Properties.Get("scan").Type; !slices.Equal(got, want) {
			t.Errorf("%s: got the types %q of a file in JSON, want %q", line, got, want)
		}
	}
}
