// Package reference lays out the page that documents the whole service.
package reference

import (
	"net/http"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/codesamples"
	"example.com/resourceful/framework/browse/internal/layout"
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
}

// Section documents a resource.
type Section struct {
	*words.Section
	Calls []Call
}

// Call documents an operation.
type Call struct {
	*words.Call
	Samples []codesamples.Call
}

// New returns the reference with its samples.
func New(r *pageapi.ReferencePage) *View {
	ref := &View{Reference: r.Reference, Mine: r.Mine, Other: address(pageapi.ReferencePath, !r.Mine, r.Version)}
	for _, name := range r.Versions {
		ref.Versions = append(ref.Versions, catalog.Link{Name: name, Href: address(pageapi.ReferencePath, r.Mine, name), Current: name == r.Version})
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
		section := Section{Section: s}
		for _, c := range s.Calls {
			section.Calls = append(section.Calls, newCall(c, r.Base, credentials))
		}
		ref.Sections = append(ref.Sections, section)
	}
	return ref
}

// address returns the address of the reference or of the document.
func address(path string, mine bool, version string) string {
	if mine {
		path = layout.AddParam(path, "for", "me")
	}
	if version != "" {
		path = layout.AddParam(path, "version", version)
	}
	return path
}

func newCall(c *words.Call, base string, credentials *words.Scheme) Call {
	q := codesamples.Request{Method: c.Method, Address: base + c.Sample.Path, Body: string(c.Sample.Body)}
	if c.Credentials && credentials != nil {
		if credentials.Word == "Basic" {
			q.User = "username"
		} else {
			q.Header, q.Value = credentials.Header, strings.TrimSpace(credentials.Word+" TOKEN")
		}
	}
	return Call{c, q.Samples()}
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
