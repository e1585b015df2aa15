// Mistakes in formats, envelopes, paginators, forms of errors, catalogues and chosen members.

package rest_test

import (
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/permission"
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

// Mistakes in files, which only some formats carry.
var fileFormatMistakes = []mistake{
	{"a file that no parser reads", func() *rest.Set {
		type Filed struct {
			ID   int64     `rest:"id,readonly"`
			Scan rest.File `rest:"scan,optional"`
		}
		return one[Filed]().Parsers(media.JSONParser()).Renderers(media.JSONRenderer{})
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
	{"invalid input that is not a fault of the client", func() *rest.Set { return plainSet().Errors(rest.NestedErrors{Invalid: 500}) }},
	{"invalid input that is a success", func() *rest.Set { return plainSet().Errors(rest.NestedErrors{Invalid: 200}) }},
	{"member of errors with spaces around it", func() *rest.Set { return plainSet().Errors(rest.NestedErrors{Name: " errors"}) }},
	{"refusal that is a redirect", refusing(302, `{}`, "text/plain")},
	{"refusal that is not JSON", refusing(400, `{`, "text/plain")},
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

// Mistakes in the formats that a set writes and reads, and in those of lists as files.
var formatMistakes = []mistake{
	{"no renderers", func() *rest.Set { return plainSet().Renderers() }},
	{"renderers", func() *rest.Set {
		return plainSet().Renderers(
			media.JSONRenderer{}, nil, media.JSONRenderer{},
			&textRenderer{Name: "hal", MediaType: "application/json", ContentType: "application/json"},
			&textRenderer{MediaType: "text/a", ContentType: "text/a"},
			&textRenderer{Name: "tar.gz", MediaType: "text/b", ContentType: "text/b"},
			&textRenderer{Name: "TXT", MediaType: "text/c", ContentType: "text/c"},
			&textRenderer{Name: "subtype", MediaType: "text", ContentType: "text"},
			&textRenderer{Name: "parameter", MediaType: "text/d; charset=utf-8", ContentType: "text/d"},
			&textRenderer{Name: "range", MediaType: "text/*", ContentType: "text/e"},
			&textRenderer{Name: "other", MediaType: "text/plain", ContentType: "text/html"},
			&textRenderer{Name: "evil", MediaType: "text/g", ContentType: "text/g\r\nX-Evil: 1"},
			&textRenderer{Name: "content", MediaType: "text/f", ContentType: "text/f", Only: 1 << 7},
		)
	}},
	{"two renderers of one name", func() *rest.Set {
		return plainSet().Renderers(media.JSONRenderer{}, &textRenderer{Name: "json", MediaType: "text/plain", ContentType: "text/plain"})
	}},
	{"renderer that is a nil pointer", func() *rest.Set { return plainSet().Renderers((*textRenderer)(nil), media.JSONRenderer{}) }},
	{"no renderer of errors", func() *rest.Set {
		return plainSet().Renderers(&textRenderer{Name: "txt", MediaType: "text/plain", ContentType: "text/plain", Only: media.Record | media.List})
	}},
	{"pages alone", func() *rest.Set { return plainSet().Renderers(media.PageRenderer{}) }},
	{"renderers in two calls, and parsers", func() *rest.Set {
		return plainSet().Renderers(media.JSONRenderer{}).Renderers(media.YAMLRenderer{}).
			Parsers(media.FormParser()).Parsers(media.JSONParser())
	}},
	{"more renderers than letters", func() *rest.Set {
		list := []media.Renderer{media.JSONRenderer{}}
		for c := 'a'; c <= 'z'; c++ {
			list = append(list, &textRenderer{Name: string(c), MediaType: "text/" + string(c), ContentType: "text/" + string(c)})
		}
		return plainSet().Renderers(list...)
	}},
	{"no parsers", func() *rest.Set { return plainSet().Parsers() }},
	{"parsers", func() *rest.Set {
		parse := media.JSONParser().Parse
		return plainSet().Parsers(media.FormParser(), media.Parser{Parse: parse}, media.Parser{MediaType: "Text/Plain", Parse: parse},
			media.JSONParser(), media.JSONParser(), media.Parser{MediaType: "text/plain"})
	}},
	{"pages whose forms nobody reads", func() *rest.Set { return plainSet().Parsers(media.JSONParser()) }},
	{"a list as a file in no format", func() *rest.Set { return listing(rest.ViewSet[Plain]{Path: "/notes/", Exports: true}) }},
	{"a file of no list", func() *rest.Set {
		rows := &textRenderer{Name: "rows", MediaType: "text/plain", ContentType: "text/plain", RowsOnly: true}
		return listing(rest.ViewSet[Plain]{Path: "/notes/", Exports: true, Actions: rest.Retrieve}).Renderers(media.JSONRenderer{}, rows)
	}},
}

func plainSet() *rest.Set {
	return rest.NewSet("cases", rest.ViewSet[Plain]{Path: "/notes/"}).Access(permission.Anyone)
}

// textRenderer has whatever format a case wants.
type textRenderer media.Format

func (r *textRenderer) Format() media.Format                      { return media.Format(*r) }
func (*textRenderer) Render(*media.Output, *media.Document) error { return nil }

// Novel and Shelf are what members may be chosen of.
type (
	Rack struct {
		ID   int64  `rest:"id,readonly"`
		Name string `rest:"name"`
	}
	Novel struct {
		ID    int64                 `rest:"id,readonly"`
		Title string                `rest:"title"`
		Rack  rest.BelongsTo[Rack]  `rest:"shelf"`
		Next  rest.BelongsTo[Novel] `rest:"next,optional"`
		Plain rest.BelongsTo[Plain] `rest:"plain,readonly,optional"`
		On    rest.Nested[RackName] `rest:"on,of=shelf"`
	}
	RackName struct {
		Name string `rest:"name"`
	}
	Unshown struct {
		Name string `rest:"name,writeonly"`
	}
)

func novels(actions rest.Actions, m rest.Members) func() *rest.Set {
	return func() *rest.Set {
		return rest.NewSet("cases",
			rest.ViewSet[Rack]{Path: "/shelves/", Access: permission.Anyone},
			rest.ViewSet[Novel]{Path: "/books/", Access: permission.Anyone, Actions: actions, Members: m})
	}
}

func expanding(list ...rest.Expansion) func() *rest.Set {
	return novels(rest.Everything, rest.Members{Expand: list})
}

var memberMistakes = []mistake{
	{"members of records that offer nothing", novels(rest.Everything, rest.Members{Records: true})},
	{"members without a list", novels(rest.Retrieve, rest.Members{Fields: true})},
	{"members of records that are not shown", novels(rest.List, rest.Members{Fields: true, Records: true})},
	{"expanding no relation", expanding(rest.Expand("title"))},
	{"expanding an unknown name", expanding(rest.Expand("shelv"))},
	{"expanding nothing", expanding(rest.Expand(""))},
	{"expanding what is nested", expanding(rest.Expand("on"))},
	{"expanding twice", expanding(rest.Expand("shelf"), rest.ExpandAs[RackName]("shelf"))},
	{"expanding behind what is not expanded", expanding(rest.Expand("next.shelf"))},
	{"expanding what no resource shows", expanding(rest.Expand("plain"))},
	{"expanding as a number", expanding(rest.ExpandAs[int]("shelf"))},
	{"expanding as what has other fields", expanding(rest.ExpandAs[Other]("plain"))},
	{"expanding as what shows nothing", expanding(rest.ExpandAs[Unshown]("shelf"))},
}

var catalogueMistakes = []mistake{
	{"catalogue without a language", catalogued("", "Not found.", "Nicht gefunden.")},
	{"catalogue of a language with an underscore", catalogued("de_AT", "Not found.", "Nicht gefunden.")},
	{"message that is nothing but a parameter", catalogued("de", "%s", "%s")},
	{"message with a verb for numbers", catalogued("de", "No more than %d.", "Höchstens %s.")},
	{"translation with a verb for numbers", catalogued("de", "No more than %s.", "Höchstens %d.")},
	{"translation that leaves a parameter out", catalogued("de", "%s of %s.", "%s.")},
	{"translation with a parameter too many", catalogued("de", "Not found.", "%s wurde nicht gefunden.")},
	{"translation that counts from 0", catalogued("de", "No %s.", "Kein %[0]s.")},
}

// catalogued is a set with a catalogue of one message.
func catalogued(language, message, text string) func() *rest.Set {
	return func() *rest.Set {
		return plainSet().Catalogues(rest.Catalogue{Language: language, Messages: map[string]string{message: text}})
	}
}
