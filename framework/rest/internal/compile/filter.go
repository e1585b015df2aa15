// The options Filters and Params: parameters of a list.

package compile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// addOwnParams lists the parameters that the view set reads by Go functions.
func addOwnParams(r *resource) {
	for i, declared := range r.declaration.Params {
		mistake := func(format string, args ...any) {
			r.mistake("Params: number %d, "+format, append([]any{i + 1}, args...)...)
		}
		if declared.Read == nil {
			mistake("%q has no Read; write func(c *rest.Call, values []string) (predicate.Expr, error)", declared.Name)
			continue
		}
		p := &plan.Param{Name: declared.Name, About: declared.About, Schema: declared.Schema, Role: plan.FilterRole, Several: declared.Several}
		if p.Schema == nil {
			p.Schema = map[string]any{"type": "string"}
		}
		p.Read = plan.OwnFilter(r.Type, declared.Read)
		addParam(r, p, mistake, r.viewPosition)
	}
}

// addFilters lists the parameters that tags declare, and those of the view set.
func addFilters(r *resource) {
	for _, f := range r.Type.Fields {
		if f.Concealed {
			continue
		}
		addMemberFilters(r, f)
		if len(f.Filters) == 0 {
			continue
		}
		field := func(format string, args ...any) {
			r.ReportField(r.declaration.GoType, f.Go, fmt.Sprintf("filter: "+format, args...))
		}
		position := func() string { return r.Finder.Field(r.declaration.GoType, f.Go, r.Set.At) }
		path := &plan.FieldPath{Text: f.Wire, End: f}
		if !f.IsCount() || countRows(r, path, field) {
			addFilter(r, path, r.Type, "", f.Wire, "", f.Filters, field, position)
		}
	}
	for i, declared := range r.declaration.Filters {
		mistake := func(format string, args ...any) {
			r.mistake("Filters: number %d, "+format, append([]any{i + 1}, args...)...)
		}
		path := findFilterPath(r, declared, mistake)
		if path == nil {
			continue
		}
		lookups, wrong := path.End.FilterLookups(declared.Lookups)
		if wrong == "" && len(path.Steps) == 0 && slices.Contains(lookups, field.IsNull) && !path.End.Null && !path.End.IsToMany() {
			wrong = "the field is never null; leave isnull out"
		}
		if wrong != "" {
			mistake("path %q: %s", declared.Path, wrong)
			continue
		}
		t := r.Type
		if n := len(path.Steps); n > 0 {
			t = path.Steps[n-1].Field.Relation.Type
		}
		name := cmp.Or(declared.Name, strings.ReplaceAll(declared.Path, ".", "__"))
		addFilter(r, path, t, declared.Path, name, declared.About, lookups, mistake, r.viewPosition)
	}
}

// addAlternatives lists the parameter that joins filters by "or".
func addAlternatives(r *resource) {
	switch filters := slices.DeleteFunc(slices.Clone(r.Resource.Params), func(p *plan.Param) bool { return p.Role != plan.FilterRole }); {
	case !r.declaration.Or:
	case len(filters) > 0:
		addParam(r, plan.NewAlternatives(filters), func(string, ...any) {
			r.mistake("Or: the list has another parameter %q; give that another name, or leave Or out", plan.OrParam)
		}, r.viewPosition)
	case r.fields.audience == nil:
		r.mistake("Or: the list has no filters; declare some, or leave Or out")
	}
}

// countRows finds the rows whose number is the end of the path, of which a requester counts the visible
// ones. It reports success.
func countRows(r *resource, path *plan.FieldPath, mistake func(format string, args ...any)) bool {
	along := path.End.Derived.Along
	if along == nil {
		return false // another mistake was reported already
	}
	rows, ok := makePathStep(r.compiler, r.Resource, r.Type, along, path.Text, mistake)
	path.Rows = &rows
	return ok
}

// addFilter adds the parameters of one path, whose end is a field of t.
func addFilter(r *resource, path *plan.FieldPath, t *schema.Type, text, name, about string, lookups []field.Lookup, mistake func(format string, args ...any), position func() string) {
	var last plan.Step
	if path.End.Relation != nil {
		if path.End.Relation.Type == nil {
			return // another mistake was reported already
		}
		var ok bool
		if last, ok = makePathStep(r.compiler, r.Resource, t, path.End, path.Text, mistake); !ok {
			return
		}
		by := cmp.Or(path.End.ShownBy(), path.End.Relation.Type.Key)
		if by == nil || by != path.End.Relation.Type.Key && !by.Unique {
			mistake("%s names other rows by %s, which several may share; write a path to that: %q", path.End.Go, by.Go, path.Text+"."+by.Wire)
			return
		}
	}
	for _, lookup := range lookups {
		called := name
		if lookup != field.Equal && lookup != field.In {
			called += "__" + string(lookup)
		}
		var p *plan.Param
		if path.End.Relation != nil {
			p = plan.NewRelationFilter(called, path, last, lookup)
		} else {
			p = plan.NewFilter(called, path, lookup)
		}
		p.About = cmp.Or(about, p.About)
		addParam(r, p, mistake, position)
	}
}
