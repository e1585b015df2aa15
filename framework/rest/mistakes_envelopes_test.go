// Mistakes in envelopes, paginators and forms of errors.

package rest_test

import (
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

// Mistakes in what stands around rows.
var envelopeMistakes = []mistake{
	{"envelopes", func() *rest.Set {
		return each([]rest.ViewSet[Plain]{
			{Envelope: rest.Envelope{}},
			{Envelope: (*rest.Envelope)(nil)},
			{Envelope: rest.Envelope{Record: "note "}},
			{Envelope: rest.Envelope{Record: "no\u0000te"}},
			{Envelope: rest.Envelope{List: "notes", Count: "notes"}},
			{Envelope: rest.Envelope{List: "notes", Count: "n", Next: "link", Previous: "link"}},
			{Envelope: rest.Envelope{Record: "note", Count: "count"}},
			{Actions: rest.Retrieve, Envelope: rest.Envelope{Record: "note", List: "notes"}},
			{Actions: rest.ReadOnly, Envelope: rest.Envelope{Record: "note", Input: "note"}},
			{Envelope: rest.Envelope{List: "notes", Next: "next"}},
			{Envelope: brokenEnvelope{record: `{"note":`}},
			{Envelope: brokenEnvelope{record: `{}`, before: `{"count":}`}},
			{Envelope: brokenEnvelope{record: `{}`, input: []string{"data", ""}}},
		})
	}},
}

// Mistakes in how lists are cut into pages.
var paginatorMistakes = []mistake{
	{"paginators", paged(
		(*rest.PageNumber)(nil), rest.LimitOffset{Max: 10}, rest.LimitOffset{Default: -1}, rest.LimitOffset{Default: 1, Max: -1},
		rest.LimitOffset{Default: 20, Max: 10}, rest.LimitOffset{Default: 20, Max: 10_001},
		rest.PageNumber{Size: 10, MaxSize: -1}, rest.PageNumber{Size: 10, MaxSize: 5}, rest.PageNumber{Size: 10, MaxSize: 10_001},
		rest.PageNumber{Size: 10, SizeParam: "per_page"}, rest.PageNumber{Size: 10, MaxSize: 20, SizeParam: "page"},
		rest.LimitOffset{Default: 20, Count: rest.CountUpTo(-1)}, rest.Cursor{}, rest.Cursor{Size: 10_001},
		brokenPages{params: []string{"cursor", ""}}, brokenPages{params: []string{"format"}}, brokenPages{params: []string{"_show"}},
		brokenPages{params: []string{"from", "to", "from"}},
	)},
	{"paginators with mistakes that others have too", paged(
		brokenPages{panics: true}, rest.Cursor{Size: 10, MaxSize: 5}, rest.Cursor{Size: 10, Count: rest.CountUpTo(-1)},
	)},
}

// Mistakes in the forms of errors, of which a set has one.
var errorFormMistakes = []mistake{
	{"errors that are nil", func() *rest.Set { return plainSet().Errors(nil) }},
	{"errors that are a nil pointer", func() *rest.Set { return plainSet().Errors((*rest.ProblemDetails)(nil)) }},
	{"errors in two calls", func() *rest.Set { return plainSet().Errors(rest.ProblemDetails{}).Errors(rest.NestedErrors{}) }},
	{"invalid input that is no fault of the client", func() *rest.Set { return plainSet().Errors(rest.NestedErrors{Invalid: 500}) }},
	{"invalid input that is a success", func() *rest.Set { return plainSet().Errors(rest.NestedErrors{Invalid: 200}) }},
	{"member of errors with spaces around it", func() *rest.Set { return plainSet().Errors(rest.NestedErrors{Name: " errors"}) }},
	{"refusal that is a redirect", refusing(302, `{}`, "text/plain")},
	{"refusal that is no JSON", refusing(400, `{`, "text/plain")},
	{"refusal without a body", refusing(400, "", "text/plain")},
	{"refusal that is a list", refusing(400, `[]`, "text/plain")},
	{"refusal without a content type", refusing(400, `{}`, "")},
}

// paged is a set with a list for each paginator.
func paged(paginators ...plan.Paginator) func() *rest.Set {
	return func() *rest.Set {
		views := make([]rest.ViewSet[Plain], len(paginators))
		for i, p := range paginators {
			views[i].Pages = p
		}
		return each(views)
	}
}

// refusing is a set whose refusals have a status, a body and a content type.
func refusing(status int, body, contentType string) func() *rest.Set {
	return func() *rest.Set { return plainSet().Errors(brokenForm{status, body, contentType}) }
}

// brokenEnvelope makes whatever a case wants.
type brokenEnvelope struct {
	rest.Envelope
	record, before string
	input          []string
}

func (e brokenEnvelope) AppendRecord(dst, _ []byte) []byte { return append(dst, e.record...) }
func (e brokenEnvelope) InputPath() []string               { return e.input }
func (e brokenEnvelope) Check() error                      { return nil }
func (e brokenEnvelope) Frame(*plan.Page) media.Frame {
	return media.Frame{Name: "notes", Before: []byte(e.before)}
}

// brokenPages reads whatever parameters a case wants.
type brokenPages struct {
	rest.PageNumber
	params []string
	panics bool
}

func (p brokenPages) Check() error { return nil }
func (p brokenPages) Params() (params []plan.Param) {
	if p.panics {
		panic("no parameters")
	}
	for _, name := range p.params {
		params = append(params, plan.Param{Name: name})
	}
	return params
}

// brokenForm tells whatever a case wants.
type brokenForm struct {
	status            int
	body, contentType string
}

func (f brokenForm) Status(*problem.Error) int                      { return f.status }
func (f brokenForm) AppendBody(dst []byte, _ *problem.Error) []byte { return append(dst, f.body...) }
func (f brokenForm) ContentType(string) string                      { return f.contentType }
func (f brokenForm) String() string                                 { return "broken" }
