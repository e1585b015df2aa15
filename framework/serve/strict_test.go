package serve_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/problem/forms"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
)

type ticketForm struct {
	ID       int64          `rest:"id,readonly"`
	Slug     string         `rest:"slug,createonly" validate:"max=20"`
	Title    string         `rest:"title" validate:"max=20"`
	Note     string         `rest:"note,optional"`
	Watchers []string       `rest:"watchers,optional" validate:"max=5"`
	Details  map[string]any `rest:"details,optional"`
	Number   int64          `rest:"number,readonly" default:"1"`
}

type closing struct {
	Reason string `rest:"reason,optional"`
}

// ticketForms serves forms for tickets, whose requests follow some rules.
func ticketForms(rules rest.RequestRules, options ...func(*rest.Set) *rest.Set) func() *rest.Set {
	return func() *rest.Set {
		s := rest.NewSet("forms", rest.ViewSet[ticketForm]{
			Path: "/forms/", Access: permission.Anyone,
			Extra: []rest.Action{rest.OnRecord("close", func(_ *rest.Call, f *ticketForm, in closing) (*ticketForm, error) {
				f.Note = in.Reason
				return f, nil
			})},
			Serializer: rest.Serializer[ticketForm]{Validate: func(_ *rest.Call, f *ticketForm) problem.Fields {
				var problems problem.Fields
				if f.Title == f.Note {
					problems.Add("note", "Say more than the title.")
				}
				return problems
			}},
		}).Requests(rules)
		for _, o := range options {
			s = o(s)
		}
		return s
	}
}

const (
	typeJSON = "application/json"
	typeYAML = "application/yaml"
	typeForm = "application/x-www-form-urlencoded"
)

// A field that a body does not have is refused with the nearest one that is written, after all that is wrong
// with others, and before what several fields are asked together.
func TestStrictBody(t *testing.T) {
	strict := server.New(t, server.Config{Set: ticketForms(rest.RequestRules{}), Pages: server.PlainPages}, ":memory:")
	lenient := server.New(t, server.Config{Set: ticketForms(rest.Lenient()), Pages: server.PlainPages}, ":memory:")
	for _, s := range []http.Handler{strict, lenient} {
		must(t, s, "POST", "/forms/", "admin", `{"slug":"a","title":"A"}`)
	}
	const one = "/forms/1/"
	for _, tt := range []struct{ method, path, contentType, body, want string }{
		{"PATCH", one, typeJSON, `{"titel":"B"}`, `{"titel":["Unknown field. Did you mean \"title\"?"]}`},
		{"PATCH", one, typeYAML, "titel: B", `{"titel":["Unknown field. Did you mean \"title\"?"]}`},
		{"PATCH", one, typeForm, "titel=B", `{"titel":["Unknown field. Did you mean \"title\"?"]}`},
		{"POST", "/forms/", typeJSON, `{"zz":1,"slgu":"b","a":2,"title":null}`, `{"slug":["This field is required."],"title":["This field may not be null."],"a":["Unknown field."],"slgu":["Unknown field. Did you mean \"slug\"?"],"zz":["Unknown field."]}`},
		{"PATCH", one, typeJSON, `{"titel":"B","note":"A"}`, `{"titel":["Unknown field. Did you mean \"title\"?"]}`},
		{"PATCH", one, typeJSON, `{"numbr":1,"slg":"x","nte":"x"}`, `{"nte":["Unknown field. Did you mean \"note\"?"],"numbr":["Unknown field."],"slg":["Unknown field."]}`},
		{"PATCH", one, typeJSON, `{"a[0]":1,"0.b":2,"":3,"titel[0]":4,"x\ud800\u0000":5}`, `{"":["Unknown field."],"0.b":["Unknown field."],"a[0]":["Unknown field."],"titel[0]":["Unknown field."],"x\ufffd\ufffd\ufffd\u0000":["Unknown field."]}`},
		{"PATCH", one, typeJSON, `{"_method":"DELETE","Title":"B"}`, `{"Title":["Unknown field. Did you mean \"title\"?"],"_method":["Unknown field."]}`},
		{"PATCH", one, typeForm, "title[0]=B&watchers[01]=x&watchers[x]=y", `{"title[0]":["Unknown field."],"watchers[01]":["Unknown field."],"watchers[x]":["Unknown field."]}`},
		{"POST", one + "close/", typeJSON, `{"reasons":"x"}`, `{"reasons":["Unknown field. Did you mean \"reason\"?"]}`},
	} {
		w := sendAs(strict, "admin", tt.method, tt.path, tt.body, "Content-Type", tt.contentType, "Accept", typeJSON)
		if got := w.Body.String(); w.Code != 400 || got != tt.want {
			t.Errorf("%s %s %s: got %d %s, want %s", tt.method, tt.path, tt.body, w.Code, got, tt.want)
		}
		if w := sendAs(lenient, "admin", tt.method, tt.path, tt.body, "Content-Type", tt.contentType); strings.Contains(w.Body.String(), "Unknown") {
			t.Errorf("%s %s %s of the lenient set: got %d %s", tt.method, tt.path, tt.body, w.Code, w.Body)
		}
	}
	for _, tt := range []struct{ contentType, body string }{
		{typeJSON, `{"id":7,"number":9,"slug":"other","details":{"titel":1}}`},
		{typeForm, "csrfmiddlewaretoken=x&_anything=1&watchers[0]=a&watchers[1]=b"},
		{typeJSON, ""},
	} {
		if w := sendAs(strict, "admin", "PATCH", one, tt.body, "Content-Type", tt.contentType); w.Code != 200 {
			t.Errorf("PATCH %s: got %d %s, want 200", tt.body, w.Code, w.Body)
		}
	}
	if w := sendAs(strict, "admin", "GET", one, ""); !strings.Contains(w.Body.String(), `"slug":"a","title":"A"`) {
		t.Errorf("after the refusals: got %s", w.Body)
	}
}

// What a record is read as can be sent back.
func TestSendBackStrict(t *testing.T) {
	s := server.New(t, server.Config{Set: ticketForms(rest.RequestRules{}), Pages: server.PlainPages}, ":memory:")
	must(t, s, "POST", "/forms/", "admin", `{"slug":"a","title":"A"}`)
	read := sendAs(s, "admin", "GET", "/forms/1/", "")
	w := sendAs(s, "admin", "PUT", "/forms/1/", read.Body.String(), "Content-Type", typeJSON)
	if w.Code != 200 || w.Body.String() != read.Body.String() || w.Header().Get("ETag") != read.Header().Get("ETag") {
		t.Errorf("PUT of what GET answers: got %d %s", w.Code, w.Body)
	}
}

// Objects that have a key twice are refused at the place of the second one; in a lenient set it counts.
func TestEqualKeys(t *testing.T) {
	strict := server.New(t, server.Config{Set: ticketForms(rest.RequestRules{}), Pages: server.PlainPages}, ":memory:")
	lenient := server.New(t, server.Config{Set: ticketForms(rest.Lenient()), Pages: server.PlainPages}, ":memory:")
	for _, s := range []http.Handler{strict, lenient} {
		must(t, s, "POST", "/forms/", "admin", `{"slug":"a","title":"A"}`)
	}
	for _, tt := range []struct{ contentType, body, want string }{
		{typeJSON, `{"title":"B","title":"C"}`, `JSON parse error - Duplicate key \"title\": line 1 column 14`},
		{typeJSON, `{"title":"C","details":{"a":1,"b":{"\u0061":1,"a":2}}}`, `JSON parse error - Duplicate key \"a\": line 1 column 47`},
		{typeYAML, "title: B\ntitle: C\n", `YAML parse error - duplicate key \"title\": line 2 column 1`},
		{typeYAML, "title: C\ndetails: {a: 1, 'a': 2}\n", `YAML parse error - duplicate key \"a\": line 2 column 17`},
	} {
		w := sendAs(strict, "admin", "PATCH", "/forms/1/", tt.body, "Content-Type", tt.contentType)
		if got, want := w.Body.String(), `{"detail":"`+tt.want+`"}`; w.Code != 400 || got != want {
			t.Errorf("PATCH %s: got %d %s, want %s", tt.body, w.Code, got, want)
		}
		if w := sendAs(lenient, "admin", "PATCH", "/forms/1/", tt.body, "Content-Type", tt.contentType); w.Code != 200 || !strings.Contains(w.Body.String(), `"title":"C"`) {
			t.Errorf("PATCH %s of the lenient set: got %d %s, want the last", tt.body, w.Code, w.Body)
		}
	}
	w := sendAs(strict, "admin", "PATCH", "/forms/1/", "title: D\n<<: {title: E}\n", "Content-Type", typeYAML)
	if w.Code != 200 || !strings.Contains(w.Body.String(), `"title":"D"`) {
		t.Errorf("a key before that of a merge: got %d %s", w.Code, w.Body)
	}
}

// Values that no field can have are a 400 that says where, and nothing is stored.
func TestBadValues(t *testing.T) {
	s := server.New(t, server.Config{Set: ticketForms(rest.RequestRules{}), Pages: server.PlainPages}, ":memory:")
	must(t, s, "POST", "/forms/", "admin", `{"slug":"a","title":"A"}`)
	for _, tt := range []struct{ body, want string }{
		{`[{"title":"B"}]`, `{"non_field_errors":["Invalid data. Expected a dictionary, but got list."]}`},
		{`"title"`, `{"non_field_errors":["Invalid data. Expected a dictionary, but got str."]}`},
		{`{"title":"\ud800"}`, `{"title":["`},
		{`{"details":{"a":[{"b":"\udc00"}]}}`, `{"details":["`},
		{`{"details":{"\ud800":1}}`, `{"details":["`},
		{`{"watchers":["a","\ud800"]}`, `{"watchers":{"1":["`},
		{`{"details":[]}`, `{"details":["Expected a dictionary of items but got type \"list\"."]}`},
		{"{\"title\":\"\xff\"}", `{"detail":"JSON parse error - Invalid UTF-8: line 1 column 11"}`},
		{`{"details":{"a":NaN}}`, `{"detail":"JSON parse error - NaN is not allowed: line 1 column 17"}`},
		{`{"details":` + strings.Repeat(`{"a":`, 200) + "1" + strings.Repeat("}", 201), `{"detail":"JSON parse error - Nested deeper than 100 levels: line 1 column 507"}`},
	} {
		w := sendAs(s, "admin", "PATCH", "/forms/1/", tt.body, "Content-Type", typeJSON)
		if w.Code != 400 || !strings.HasPrefix(w.Body.String(), tt.want) {
			t.Errorf("PATCH %.60s: got %d %s, want %s", tt.body, w.Code, w.Body, tt.want)
		}
	}
	if w := sendAs(s, "admin", "GET", "/forms/1/", ""); !strings.Contains(w.Body.String(), `"title":"A"`) {
		t.Errorf("after the refusals: got %s", w.Body)
	}
}

// Unknown fields have a pointer in problem details, and a refused form is told of them in words.
func TestStrictElsewhere(t *testing.T) {
	details := ticketForms(rest.RequestRules{}, func(s *rest.Set) *rest.Set { return s.Errors(forms.Details{}) })
	s := server.New(t, server.Config{Set: details, Pages: server.PlainPages}, ":memory:")
	w := sendAs(s, "admin", "POST", "/forms/", `{"slug":"a","title":"A","a/b[0].c":1}`, "Content-Type", typeJSON)
	if want := `"errors":[{"pointer":"#/a~1b[0].c","code":"unknown","detail":"Unknown field."}]`; !strings.Contains(w.Body.String(), want) {
		t.Errorf("got %d %s, want %s", w.Code, w.Body, want)
	}
	form := url.Values{"slug": {"a"}, "title": {"A"}, "titel": {"B"}}.Encode()
	w = sendAs(s, "admin", "POST", "/forms/", form, "Content-Type", typeForm, "Accept", "text/html")
	if w.Code != 400 || !strings.Contains(w.Body.String(), "titel: Unknown field. Did you mean") {
		t.Errorf("the page: got %d without the message of the unknown field:\n%s", w.Code, w.Body)
	}
}
