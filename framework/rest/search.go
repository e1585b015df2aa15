// The search of lists.

package rest

import (
	"cmp"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// searchParam is the parameter by which clients search the resource's list, nil where nothing is declared to
// be searched: fields by their tags, then paths by Search of the view set.
func (r *resource) searchParam() *plan.Param {
	s := &plan.Search{}
	for _, f := range r.Type.Fields {
		if f.Search != nil && f.Wire != "" {
			s.Columns = append(s.Columns, searchColumn(&plan.FieldPath{Text: f.Wire, End: f}, f.Search.Prefix))
		}
	}
	found := len(r.mistakes)
	for _, text := range r.declaration.Search {
		r.searchPath(s, text)
	}
	name := r.declaration.SearchParam
	switch {
	case name == "format" || strings.HasPrefix(name, "_") || strings.TrimSpace(name) != name:
		r.mistake("SearchParam: the name %q is the framework's own, or no name; write another, such as \"q\"", name)
		return nil
	case len(r.mistakes) > found:
		return nil
	case len(s.Columns) == 0:
		if name != "" {
			r.mistake(`SearchParam: nothing is searched; write "search" in the tags of fields, or Search: []string{"title"}`)
		}
		return nil
	}
	s.Name = cmp.Or(name, "search")
	r.Resource.Search = s
	return s.Param()
}

// searchPath adds what a word of Search names: a prefix and the path of a field.
func (r *resource) searchPath(s *plan.Search, text string) {
	path := strings.TrimLeft(text, "^=@$")
	prefix := strings.TrimSuffix(text, path)
	wrong := func(format string, args ...any) { r.mistake("Search: "+format, args...) }
	if !slices.Contains(schema.SearchPrefixes(), prefix) {
		wrong(`%q has more than one prefix; write one of ^, =, @ and $, or none`, text)
		return
	}
	p := r.fieldPath(r.Resource, path, wrong)
	if p == nil {
		return
	}
	column := searchColumn(p, prefix)
	mistake := p.End.SearchMistake(prefix)
	for _, have := range s.Columns {
		if have.Path.Text == path && have.Op == column.Op {
			mistake = "it is searched so already, by the tag of the field or another word; leave it out"
		}
	}
	if mistake != "" {
		wrong("%q: %s", text, mistake)
		return
	}
	s.Columns = append(s.Columns, column)
}

// searchColumn is a column that a prefix says how to search.
func searchColumn(p *plan.FieldPath, prefix string) plan.SearchColumn {
	texts, values := plan.SearchOp(prefix)
	if !slices.Contains(p.End.Kind.Lookups, "icontains") {
		texts = values
	}
	return plan.SearchColumn{Path: p, Op: texts}
}
