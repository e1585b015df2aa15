// Tests of the reference page.

package reference_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/openapi/reference"
	"example.com/resourceful/framework/permission"
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

// The body of each sample is one that the document takes, and its path has no parameters.
func TestReferenceSamples(t *testing.T) {
	for _, set := range all() {
		d, v := document(t, set, openapi.Options{})
		ref := reference.New(d)
		compiler := jsonschema.NewCompiler()
		if err := compiler.AddResource("https://example.com/openapi.json", v); err != nil {
			t.Fatal(err)
		}
		calls := 0
		for _, s := range ref.Sections {
			for _, c := range s.Calls {
				calls++
				if strings.ContainsAny(c.Sample.Path, "{}") {
					t.Errorf("%s: the sample of %s has the path %s", set.Name(), c.ID, c.Sample.Path)
				}
				if c.Sample.Body == nil {
					if c.Body != nil {
						t.Errorf("%s: the sample of %s has no body", set.Name(), c.ID)
					}
					continue
				}
				pointer := "#/paths/" + strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(c.Path) + "/" +
					strings.ToLower(c.Method) + "/requestBody/content/application~1json/schema"
				schema, err := compiler.Compile("https://example.com/openapi.json" + pointer)
				if err != nil {
					t.Fatal(err)
				}
				body, err := jsonschema.UnmarshalJSON(bytes.NewReader(c.Sample.Body))
				if err != nil {
					t.Fatal(err)
				}
				if err := schema.Validate(body); err != nil {
					t.Errorf("%s: the sample of %s is %s: %v", set.Name(), c.ID, c.Sample.Body, err)
				}
			}
		}
		want := 0
		for _, item := range v["paths"].(map[string]any) {
			for method := range item.(map[string]any) {
				if method != "parameters" && method != "options" {
					want++
				}
			}
		}
		if calls != want {
			t.Errorf("%s: got %d operations, want the %d of the document", set.Name(), calls, want)
		}
	}
}

// The reference says how a request names its time zone, and where changes are told.
func TestReferenceTimeZones(t *testing.T) {
	type day struct {
		ID int64     `rest:"id,readonly"`
		At time.Time `rest:"at"`
	}
	set := rest.NewSet("days", rest.ViewSet[day]{Path: "/days/", Events: true}).Access(permission.Anyone).TimeZones(rest.TimeZones{Param: "_timezone"})
	d, _ := document(t, set, openapi.Options{})
	ref := reference.New(d)
	var names []string
	for _, p := range ref.Shared {
		names = append(names, p.Name)
	}
	if !slices.Contains(names, "_timezone") || !slices.Contains(names, "Prefer") {
		t.Errorf("got the shared parameters %q, want Prefer and _timezone among them", names)
	}
	for _, want := range []string{"Prefer: timezone=Europe/Berlin", "_timezone=Europe/Berlin", "/-/events"} {
		if !strings.Contains(ref.About, want) {
			t.Errorf("got %q, want %s in it", ref.About, want)
		}
	}
}

// A member says what clients may send, with its bounds, choices and default.
func TestReferenceMembers(t *testing.T) {
	d, _ := document(t, all()[0], openapi.Options{})
	ref := reference.New(d)
	i := slices.IndexFunc(ref.Sections, func(s *reference.Section) bool { return s.Name == "snippets" })
	if i < 0 {
		t.Fatalf("no section of the snippets among %d", len(ref.Sections))
	}
	got := map[string]reference.Member{}
	for _, m := range ref.Sections[i].Members {
		got[m.Name] = m
	}
	for _, tt := range []struct{ name, input, about string }{
		{"id", "read only", ""},
		{"code", "required", ""},
		{"title", "optional", "At most 100 characters."},
		{"linenos", "optional, default false", ""},
		{"language", "optional, default python", ""},
		{"owner", "read only", ""},
	} {
		if m := got[tt.name]; m.Input != tt.input || !strings.Contains(m.About, tt.about) {
			t.Errorf("%s: got %q, %.200q, want %q, %q", tt.name, m.Input, m.About, tt.input, tt.about)
		}
	}
	if rule := ref.Sections[i].Rule; rule != "all(signed in or read only, owner or read only)" {
		t.Errorf("the rule: got %q", rule)
	}
	for _, usual := range ref.Usual {
		if usual.Status == 404 && !slices.Contains(usual.Codes, "not_found") {
			t.Errorf("404: got the codes %v, want not_found", usual.Codes)
		}
	}
}

// A header of many operations is described once, with all that it may say, and every use leads there. A
// webhook's message has its headers, members and answers.
func TestReferenceOfMessages(t *testing.T) {
	type parcel struct {
		ID int64     `rest:"id,readonly"`
		At time.Time `rest:"at"`
	}
	set := rest.NewSet("parcels", rest.ViewSet[parcel]{Path: "/parcels/", Events: true}, rest.Webhooks{Path: "/webhooks/"}).
		Access(permission.Anyone).TimeZones(rest.TimeZones{})
	d, _ := document(t, set, openapi.Options{})
	ref := reference.New(d)
	told := map[string]string{}
	for _, p := range ref.Shared {
		if p.Name == "Prefer" {
			told["#"+p.ID] = p.About
		}
	}
	for href, about := range told {
		if len(told) != 1 || !strings.Contains(about, "dry-run") || !strings.Contains(about, "timezone") {
			t.Errorf("Prefer: got %q at %s among %d, want it once, with dry-run and time zones", about, href, len(told))
		}
	}
	for _, s := range ref.Sections {
		for _, c := range s.Calls {
			for _, p := range c.Shared {
				if p.Text == "Prefer" && told[p.Href] == "" {
					t.Errorf("%s leads to %s, want one of %v", c.ID, p.Href, told)
				}
			}
		}
	}
	if len(ref.Messages) != 1 || ref.Messages[0].Name != "parcels" {
		t.Fatalf("got the messages %v, want one about parcels", ref.Messages)
	}
	m := ref.Messages[0]
	var names []string
	for _, p := range m.Parameters {
		names = append(names, p.In+" "+p.Name)
	}
	want := []string{"header webhook-id", "header webhook-timestamp", "header webhook-signature", "body id", "body type", "body at", "body key", "body record"}
	if !slices.Equal(names, want) || len(m.Answers) != 2 || m.Answers[1].Status != 410 {
		t.Errorf("got %q with the answers %v, want %q and 200 and 410", names, m.Answers, want)
	}
}

// Every operation of a version that should not be used any more is deprecated, those of the service among them.
func TestDeprecatedOperations(t *testing.T) {
	type crate struct {
		ID int64 `rest:"id,readonly"`
	}
	set := rest.NewSet("crates", rest.ViewSet[crate]{Path: "/crates/", Events: true}).Access(permission.Anyone).
		Versions(rest.InPath(), rest.Version{Name: "2"}, rest.Version{Name: "1", Deprecated: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)})
	p, err := set.Compile()
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range p.Versions.All {
		_, root := document(t, set, openapi.Options{Version: v})
		for path, item := range root["paths"].(map[string]any) {
			for method, o := range item.(map[string]any) {
				of, is := o.(map[string]any)
				if got := of["deprecated"] == true; is && got != (v.Name == "1") {
					t.Errorf("version %s: %s %s is deprecated: got %v", v.Name, method, path, got)
				}
			}
		}
	}
}
