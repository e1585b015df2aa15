// The page that tells of the whole service.

package browse

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/frame"
	"example.com/resourceful/framework/browse/internal/programs"
	"example.com/resourceful/framework/openapi"
	"example.com/resourceful/framework/serve/pageapi"
)

// referencePolicy is for a page without a script.
const referencePolicy = "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// referenceView is what the page of the whole service says.
type referenceView struct {
	*openapi.Reference
	// Mine says that it is of what the requester may do; Other leads to the one that is not, or is.
	Mine     bool
	Other    string
	Versions []catalog.Link
	// Documents lead to the same for programs.
	Documents []catalog.Link
	Sections  []referenceSection
	Messages  []referenceMessage
	Shapes    []referenceShape
}

// referenceSection is a resource.
type referenceSection struct {
	*openapi.Section
	Fields *referenceTable
	Calls  []referenceCall
}

// referenceMessage is what a webhook is sent.
type referenceMessage struct {
	*openapi.Message
	Params, Answers *referenceTable
}

// referenceShape is a representation.
type referenceShape struct {
	*openapi.Shape
	Fields *referenceTable
}

// referenceCall is an operation.
type referenceCall struct {
	*openapi.Call
	Params, Answers *referenceTable
	Samples         []forms.Call
}

// referenceTable is a table of the page. Its third column is narrow, and its last tells most.
type referenceTable struct {
	Label string
	Heads [4]string
	Rows  []referenceRow
}

// referenceRow is a row of such a table.
type referenceRow struct {
	ID, Name     string
	Kind         openapi.Phrase
	Third, About string
}

// Reference implements pageapi.Pages.
func (p *Pages) Reference(r *pageapi.ReferencePage) ([]byte, error) {
	headers(r.Header, r.User != nil)
	r.Header.Set("Content-Security-Policy", referencePolicy)
	return p.execute(p.referencePage(r))
}

// referencePage is the page before it is laid out.
func (p *Pages) referencePage(r *pageapi.ReferencePage) *page {
	v := p.newPage("reference", "API reference")
	v.Script, v.Find = "", p.findsForAll()
	a := &frame.Answer{
		Method: http.MethodGet, Path: pageapi.ReferencePath, Query: r.Request.URL.RawQuery, Base: r.Base, User: r.User, NoLogin: !p.auth.HasLogin(),
		Crumbs: []frame.Crumb{{Name: p.Plan.RootName, Path: "/"}, {Name: "API reference", Path: pageapi.ReferencePath}},
	}
	v.Base = r.Base
	v.Address(a)
	v.Reference = newReference(r)
	return v
}

// newReference is the reference with its tables and samples.
func newReference(r *pageapi.ReferencePage) *referenceView {
	ref := &referenceView{Reference: r.Reference, Mine: r.Mine, Other: referencePath(pageapi.ReferencePath, !r.Mine, r.Version)}
	for _, name := range r.Versions {
		ref.Versions = append(ref.Versions, catalog.Link{Name: name, Href: referencePath(pageapi.ReferencePath, r.Mine, name), Page: name == r.Version})
	}
	for _, name := range []string{"json", "yaml"} {
		ref.Documents = append(ref.Documents, catalog.Link{Name: "OpenAPI in " + strings.ToUpper(name), Href: referencePath("/-/openapi."+name, r.Mine, r.Version)})
	}
	ref.Documents = append(ref.Documents, catalog.Link{Name: "JSON Schema of each representation", Href: referencePath("/-/schemas/", r.Mine, r.Version)})
	var credentials *openapi.Scheme
	for i := range r.Schemes {
		if s := &r.Schemes[i]; s.Header != "" && (credentials == nil || s.Word == "Basic") {
			credentials = s
		}
	}
	for _, s := range r.Sections {
		section := referenceSection{Section: s, Fields: memberTable("Fields of "+s.Name, s.Members)}
		for _, c := range s.Calls {
			section.Calls = append(section.Calls, newReferenceCall(c, r.Base, credentials))
		}
		ref.Sections = append(ref.Sections, section)
	}
	for _, m := range r.Messages {
		v := referenceMessage{Message: m, Params: parameterTable("Parameters of messages about "+m.Name, m.Parameters)}
		v.Answers = answerTable("Answers to messages about "+m.Name, m.Answers)
		ref.Messages = append(ref.Messages, v)
	}
	for _, s := range r.Shapes {
		ref.Shapes = append(ref.Shapes, referenceShape{s, memberTable("Fields of "+s.Name, s.Members)})
	}
	return ref
}

// referencePath is an address of the reference, or of the document.
func referencePath(path string, mine bool, version string) string {
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

func memberTable(label string, members []openapi.Member) *referenceTable {
	if len(members) == 0 {
		return nil
	}
	t := &referenceTable{Label: label, Heads: [4]string{"Field", "Type", "Input", "About"}}
	for _, m := range members {
		t.Rows = append(t.Rows, referenceRow{Name: m.Name, Kind: m.Kind, Third: m.Input, About: m.About})
	}
	return t
}

// parameterTable are parameters; nil for none.
func parameterTable(label string, params []openapi.Parameter) *referenceTable {
	if len(params) == 0 {
		return nil
	}
	t := &referenceTable{Label: label, Heads: [4]string{"Parameter", "Type", "In", "About"}}
	for _, p := range params {
		in := p.In
		if p.Required && in != "path" {
			in += ", required"
		}
		t.Rows = append(t.Rows, referenceRow{ID: p.ID, Name: p.Name, Kind: p.Kind, Third: in, About: p.About})
	}
	return t
}

// answerTable are answers.
func answerTable(label string, answers []openapi.Answer) *referenceTable {
	t := &referenceTable{Label: label, Heads: [4]string{"Status", "Type", "Headers", "About"}}
	for _, a := range answers {
		about := a.About
		if len(a.Types) > 0 {
			about += " In " + strings.Join(a.Types, ", ") + "."
		}
		t.Rows = append(t.Rows, referenceRow{Name: statusWords(a.Status), Kind: a.Kind, Third: strings.Join(a.Headers, ", "), About: about})
	}
	return t
}

func newReferenceCall(c *openapi.Call, base string, credentials *openapi.Scheme) referenceCall {
	v := referenceCall{Call: c, Params: parameterTable("Parameters of "+c.ID, c.Parameters)}
	v.Answers = answerTable("Answers of "+c.ID, c.Answers)
	q := programs.Request{Method: c.Method, Address: base + c.Sample.Path, Body: c.Sample.Body}
	if c.Credentials && credentials != nil {
		if credentials.Word == "Basic" {
			q.User = "username"
		} else {
			q.Header, q.Value = credentials.Header, strings.TrimSpace(credentials.Word+" TOKEN")
		}
	}
	v.Samples = []forms.Call{{Name: "curl", Text: q.Curl()}, {Name: "HTTPie", Text: q.HTTPie()}, {Name: "JavaScript", Text: q.JavaScript()}, {Name: "Python", Text: q.Python()}, {Name: "Go", Text: q.Go()}}
	return v
}

// statusWords are a status with its text.
func statusWords(status int) string {
	return strings.TrimSpace(strconv.Itoa(status) + " " + http.StatusText(status))
}

// SharedTable are the parameters that many operations have.
func (r *referenceView) SharedTable() *referenceTable {
	return parameterTable("Parameters of many operations", r.Shared)
}
