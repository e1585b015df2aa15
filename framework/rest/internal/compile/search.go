// The options Search and SearchParam: the search of lists.

package compile

import (
	"cmp"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// compileSearch returns the parameter by which clients search the resource's list, nil without declared
// columns: fields by their tags, then paths by Search of the view set.
func compileSearch(r *resource) *plan.Param {
	s := &plan.Search{}
	for _, f := range r.Type.Fields {
		if f.Search != nil && f.Wire != "" && !f.Concealed {
			s.Add(&plan.FieldPath{Text: f.Wire, End: f}, f.Search.Prefix)
		}
	}
	found := len(r.Mistakes)
	for _, text := range r.declaration.Search {
		addSearchPath(r, s, text)
	}
	for i := range s.Columns {
		checkFullText(r, &s.Columns[i])
	}
	name := r.declaration.SearchParam
	switch {
	case name == "format" || strings.HasPrefix(name, "_") || strings.TrimSpace(name) != name:
		r.mistake("SearchParam: the name %q is the framework's own, or no name; write another, such as \"q\"", name)
		return nil
	case len(r.Mistakes) > found:
		return nil
	case len(s.Columns) == 0:
		if name != "" && r.fields.audience == nil {
			r.mistake(`SearchParam: nothing is searched; write "search" in the tags of fields, or Search: []string{"title"}`)
		}
		return nil
	}
	s.Name = cmp.Or(name, "search")
	_, seeks := r.Resource.Pages.(plan.Seeker) // whether its pages use values of columns
	s.Ranked = !seeks
	r.Resource.Search = s
	return s.Param()
}

// addSearchPath adds the column of a word in Search: a prefix and the path of a field.
func addSearchPath(r *resource, s *plan.Search, text string) {
	path := strings.TrimLeft(text, "^=@$")
	prefix := strings.TrimSuffix(text, path)
	wrong := func(format string, args ...any) { r.mistake("Search: "+format, args...) }
	if !slices.Contains(schema.SearchPrefixes(), prefix) {
		wrong(`%q has more than one prefix; write one of ^, =, @ and $, or none`, text)
		return
	}
	p := findFieldPath(r.compiler, r.Resource, path, wrong)
	if p == nil {
		return
	}
	mistake := p.End.SearchMistake(prefix)
	switch {
	case mistake != "":
	case prefix == "@" && (p.End.Search == nil || p.End.Search.Prefix != "@"):
		mistake = `full text is kept of fields whose tags say so; write "search=@" in that of ` + p.End.Go
	case !s.Add(p, prefix):
		mistake = "it is searched so already, by the tag of the field or another word; leave it out"
	}
	if mistake != "" {
		wrong("%q: %s", text, mistake)
	}
}

// checkFullText checks that a search names all fields of a full text: it finds words in each of them.
func checkFullText(r *resource, c *plan.SearchColumn) {
	if c.Op != predicate.OpMatch {
		return
	}
	t := r.Type
	for _, step := range c.Path.Steps {
		t = step.Field.Relation.Type
	}
	for _, f := range t.FullTextFields() {
		if !slices.Contains(c.Fields, f) {
			r.mistake(`Search: "@%s": the full text of %s has %s too; list both, or write another kind of "search" in its tag`, c.Path.Text, t.Go, f.Wire)
		}
	}
}

// addSearch adds the parameter by which clients search.
func addSearch(r *resource) {
	if p := compileSearch(r); p != nil {
		addParam(r, p, func(format string, args ...any) { r.mistake("SearchParam: "+format, args...) }, r.viewPosition)
	}
}
