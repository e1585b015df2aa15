package serve_test

import (
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

// Unknown fields have a pointer in problem details, and a refused form shows a message about them.
func TestStrictElsewhere(t *testing.T) {
	details := ticketForms(rest.RequestRules{}, func(s *rest.Set) *rest.Set { return s.Errors(forms.Details{}) })
	s := server.New(t, server.Config{Set: details, Pages: server.PlainPages}, ":memory:")
	w := server.SendAs(s, "admin", "POST", "/forms/", `{"slug":"a","title":"A","a/b[0].c":1}`, "Content-Type", typeJSON)
	if want := `"errors":[{"pointer":"#/a~1b[0].c","code":"unknown","detail":"Unknown field."}]`; !strings.Contains(w.Body.String(), want) {
		t.Errorf("got %d %s, want %s", w.Code, w.Body, want)
	}
	form := url.Values{"slug": {"a"}, "title": {"A"}, "titel": {"B"}}.Encode()
	w = server.SendAs(s, "admin", "POST", "/forms/", form, "Content-Type", typeForm, "Accept", "text/html")
	if w.Code != 400 || !strings.Contains(w.Body.String(), "titel: Unknown field. Did you mean") {
		t.Errorf("the page: got %d without the message of the unknown field:\n%s", w.Code, w.Body)
	}
}
