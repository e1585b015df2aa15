package rest_test

import (
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
)

var envelopeMistakes = []mistake{
	{"envelope that names nothing", enveloped(rest.Envelope{})},
	{"envelope that is a nil pointer", enveloped((*rest.Envelope)(nil))},
	{"member of an envelope with spaces around it", enveloped(rest.Envelope{Record: "note "})},
	{"member that nobody sees", enveloped(rest.Envelope{Record: "no\u0000te"})},
	{"two members of one name", enveloped(rest.Envelope{List: "notes", Count: "notes"})},
	{"links of one name", enveloped(rest.Envelope{List: "notes", Count: "n", Next: "link", Previous: "link"})},
	{"number of rows without rows", enveloped(rest.Envelope{Record: "note", Count: "count"})},
	{"envelope of a list that is not offered", acting(rest.Retrieve, rest.Envelope{Record: "note", List: "notes"})},
	{"envelope of input that is not taken", acting(rest.ReadOnly, rest.Envelope{Record: "note", Input: "note"})},
	{"envelope with links of a list without pages", enveloped(rest.Envelope{List: "notes", Next: "next"})},
	{"envelope that makes no JSON", enveloped(brokenEnvelope{record: `{"note":`})},
	{"envelope whose list is no JSON", enveloped(brokenEnvelope{record: `{}`, before: `{"count":}`})},
	{"envelope with an input without a name", enveloped(brokenEnvelope{record: `{}`, input: []string{"data", ""}})},
}

var paginatorMistakes = []mistake{
	{"paginator that is a nil pointer", paged((*rest.PageNumber)(nil))},
	{"paginator that panics", paged(brokenPages{panics: true})},
	{"limit without a default", paged(rest.LimitOffset{Max: 10})},
	{"default limit that is negative", paged(rest.LimitOffset{Default: -1})},
	{"largest limit that is negative", paged(rest.LimitOffset{Default: 1, Max: -1})},
	{"default limit above the largest", paged(rest.LimitOffset{Default: 20, Max: 10})},
	{"limit of more than is kept in memory", paged(rest.LimitOffset{Default: 20, Max: 10_001})},
	{"pages of a negative largest size", paged(rest.PageNumber{Size: 10, MaxSize: -1})},
	{"pages with a largest size that is less than the usual one", paged(rest.PageNumber{Size: 10, MaxSize: 5})},
	{"pages with sizes of more than is kept in memory", paged(rest.PageNumber{Size: 10, MaxSize: 10_001})},
	{"pages with a parameter for the size and no largest one", paged(rest.PageNumber{Size: 10, SizeParam: "per_page"})},
	{"pages whose parameters have one name", paged(rest.PageNumber{Size: 10, MaxSize: 20, SizeParam: "page"})},
	{"limit that counts to a negative number", paged(rest.LimitOffset{Default: 20, Count: rest.CountUpTo(-1)})},
	{"parameter without a name", paged(brokenPages{params: []string{"cursor", ""}})},
	{"parameter that is the framework's own", paged(brokenPages{params: []string{"format"}})},
	{"parameter that is one of the pages", paged(brokenPages{params: []string{"_show"}})},
	{"parameter that is there twice", paged(brokenPages{params: []string{"from", "to", "from"}})},
}

var errorFormMistakes = []mistake{
	{"errors that are nil", func() *rest.Set { return plainSet().Errors(nil) }},
	{"errors that are a nil pointer", func() *rest.Set { return plainSet().Errors((*rest.ProblemDetails)(nil)) }},
	{"errors in two calls", func() *rest.Set { return plainSet().Errors(rest.ProblemDetails{}).Errors(rest.NestedErrors{}) }},
	{"invalid input that is no fault of the client", func() *rest.Set { return plainSet().Errors(rest.NestedErrors{Invalid: 500}) }},
	{"invalid input that is a success", func() *rest.Set { return plainSet().Errors(rest.NestedErrors{Invalid: 200}) }},
	{"member of errors with spaces around it", func() *rest.Set { return plainSet().Errors(rest.NestedErrors{Name: " errors"}) }},
	{"refusal that is a redirect", func() *rest.Set {
		return plainSet().Errors(brokenForm{status: 302, body: `{}`, contentType: "text/plain"})
	}},
	{"refusal that is no JSON", func() *rest.Set {
		return plainSet().Errors(brokenForm{status: 400, body: `{`, contentType: "text/plain"})
	}},
	{"refusal without a body", func() *rest.Set { return plainSet().Errors(brokenForm{status: 400, contentType: "text/plain"}) }},
	{"refusal that is a list", func() *rest.Set {
		return plainSet().Errors(brokenForm{status: 400, body: `[]`, contentType: "text/plain"})
	}},
	{"refusal without a content type", func() *rest.Set { return plainSet().Errors(brokenForm{status: 400, body: `{}`}) }},
}

func enveloped(e plan.Envelope) func() *rest.Set { return acting(rest.Everything, e) }

func acting(actions rest.Actions, e plan.Envelope) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: permission.Anyone, Actions: actions, Envelope: e})
	}
}

func paged(p plan.Paginator) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/", Access: permission.Anyone, Pages: p})
	}
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
