// Package reference lays out the page that documents the whole service.
package reference

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/codesamples"
	"example.com/resourceful/framework/openapi"
	words "example.com/resourceful/framework/openapi/reference"
	"example.com/resourceful/framework/serve/pageapi"
)

// View is the page that documents the whole service.
type View struct {
	*words.Reference
	// Mine limits the page to the operations that the requester may use; Other links to the page with, or
	// without, this limit.
	Mine     bool
	Other    string
	Versions []catalog.Link
	// Documents link to the reference in formats for programs.
	Documents []catalog.Link
	Sections  []Section
	Messages  []Message
	Shapes    []Shape
}

// Section documents a resource.
type Section struct {
	*words.Section
	Fields *Table
	Calls  []Call
}

// Message documents a message of webhooks.
type Message struct {
	*words.Message
	Params, Answers *Table
}

// Shape documents a representation.
type Shape struct {
	*words.Shape
	Fields *Table
}

// Call documents an operation.
type Call struct {
	*words.Call
	Params, Answers *Table
	Samples         []codesamples.Call
}

// Table is a table of the page. Its third column is narrow, and its last is wide.
type Table struct {
	Label string
	Heads [4]string
	Rows  []Row
}

// Row is a row of a Table.
type Row struct {
	ID, Name     string
	Kind         words.Phrase
	Third, About string
}

// New returns the reference with its tables and samples.
func New(r *pageapi.ReferencePage) *View {
	ref := &View{Reference: r.Reference, Mine: r.Mine, Other: address(pageapi.ReferencePath, !r.Mine, r.Version)}
	for _, name := range r.Versions {
		ref.Versions = append(ref.Versions, catalog.Link{Name: name, Href: address(pageapi.ReferencePath, r.Mine, name), Page: name == r.Version})
	}
	for _, name := range []string{"json", "yaml"} {
		ref.Documents = append(ref.Documents, catalog.Link{Name: "OpenAPI in " + strings.ToUpper(name), Href: address("/-/openapi."+name, r.Mine, r.Version)})
	}
	ref.Documents = append(ref.Documents, catalog.Link{Name: "JSON Schema of each representation", Href: address("/-/schemas/", r.Mine, r.Version)})
	var credentials *words.Scheme
	for i := range r.Schemes {
		if s := &r.Schemes[i]; s.Header != "" && (credentials == nil || s.Word == "Basic") {
			credentials = s
		}
	}
	for _, s := range r.Sections {
		section := Section{Section: s, Fields: memberTable("Fields of "+s.Name, s.Members)}
		for _, c := range s.Calls {
			section.Calls = append(section.Calls, newCall(c, r.Base, credentials))
		}
		ref.Sections = append(ref.Sections, section)
	}
	for _, m := range r.Messages {
		v := Message{Message: m, Params: parameterTable("Parameters of messages about "+m.Name, m.Parameters)}
		v.Answers = answerTable("Answers to messages about "+m.Name, m.Answers)
		ref.Messages = append(ref.Messages, v)
	}
	for _, s := range r.Shapes {
		ref.Shapes = append(ref.Shapes, Shape{s, memberTable("Fields of "+s.Name, s.Members)})
	}
	return ref
}

// address returns the address of the reference or of the document.
func address(path string, mine bool, version string) string {
	q := url.Values{}
	if mine {
		q.Set("for", "me")
	}
	if version != "" {
		q.Set("version", version)
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

func memberTable(label string, members []words.Member) *Table {
	if len(members) == 0 {
		return nil
	}
	t := &Table{Label: label, Heads: [4]string{"Field", "Type", "Input", "About"}}
	for _, m := range members {
		t.Rows = append(t.Rows, Row{Name: m.Name, Kind: m.Kind, Third: m.Input, About: m.About})
	}
	return t
}

// parameterTable returns a table of parameters; nil for none.
func parameterTable(label string, params []words.Parameter) *Table {
	if len(params) == 0 {
		return nil
	}
	t := &Table{Label: label, Heads: [4]string{"Parameter", "Type", "In", "About"}}
	for _, p := range params {
		in := p.In
		if p.Required && in != "path" {
			in += ", required"
		}
		t.Rows = append(t.Rows, Row{ID: p.ID, Name: p.Name, Kind: p.Kind, Third: in, About: p.About})
	}
	return t
}

// answerTable returns a table of responses.
func answerTable(label string, answers []words.Answer) *Table {
	t := &Table{Label: label, Heads: [4]string{"Status", "Type", "Headers", "About"}}
	for _, a := range answers {
		about := a.About
		if len(a.Types) > 0 {
			about += " In " + strings.Join(a.Types, ", ") + "."
		}
		t.Rows = append(t.Rows, Row{Name: statusWords(a.Status), Kind: a.Kind, Third: strings.Join(a.Headers, ", "), About: about})
	}
	return t
}

func newCall(c *words.Call, base string, credentials *words.Scheme) Call {
	v := Call{Call: c, Params: parameterTable("Parameters of "+c.ID, c.Parameters)}
	v.Answers = answerTable("Answers of "+c.ID, c.Answers)
	q := codesamples.Request{Method: c.Method, Address: base + c.Sample.Path, Body: string(c.Sample.Body)}
	if c.Credentials && credentials != nil {
		if credentials.Word == "Basic" {
			q.User = "username"
		} else {
			q.Header, q.Value = credentials.Header, strings.TrimSpace(credentials.Word+" TOKEN")
		}
	}
	v.Samples = q.Samples()
	return v
}

// statusWords returns a status with its text.
func statusWords(status int) string {
	return strings.TrimSpace(strconv.Itoa(status) + " " + http.StatusText(status))
}

// SharedTable returns the parameters that many operations share.
func (r *View) SharedTable() *Table {
	return parameterTable("Parameters of many operations", r.Shared)
}

// Sample returns a reference that covers the branches of its template.
func Sample() *View {
	members, phrase := []words.Member{{Name: "a", Kind: words.Phrase{{Text: "A", Href: "#a"}}}}, words.Phrase{{Text: "a"}}
	params := []words.Parameter{{ID: "a", Name: "a"}}
	refusals := []openapi.Refusal{{Status: http.StatusNotFound, Codes: []string{"not_found"}}}
	return New(&pageapi.ReferencePage{Versions: []string{"1"}, Reference: &words.Reference{
		Title: "a", Schemes: []words.Scheme{{Name: "a", About: "a"}}, Limits: openapi.Limits{Query: 1, Keys: 1, Body: 1}, Shared: params,
		Headers: []words.Header{{Name: "a"}}, Shapes: []*words.Shape{{ID: "b", About: "a", Kind: phrase, Members: members}}, Usual: refusals,
		Sections: []*words.Section{{ID: "c", About: "a", Rule: "a", Same: phrase, Members: members, Calls: []*words.Call{{
			ID: "d", Method: "GET", Deprecated: true, Rule: "a", Scopes: []string{"a"}, Rates: []string{"a"}, Pages: "a", Parameters: params, Shared: phrase,
			Body: &words.Body{About: "a", Kind: phrase, Types: []string{"a"}}, Answers: []words.Answer{{Status: http.StatusOK}}, Refusals: refusals,
		}}}},
	}})
}
