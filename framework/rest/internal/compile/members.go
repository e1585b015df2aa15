// The option Members: members that clients choose.

package compile

import (
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/links"
	"example.com/resourceful/framework/schema"
)

// compileMembers compiles ViewSet.Members.
func compileMembers(r *resource) {
	d := &r.declaration.Members
	switch {
	case !d.Fields && d.Expand == nil && !d.Records:
		return
	case !d.Fields && d.Expand == nil:
		r.mistake("Members has Records and offers nothing; write Fields: true, or Expand")
		return
	case !hasList(r) && !(d.Records && r.Has(plan.Retrieve)):
		r.mistake("Members: the resource has no list; add rest.List to the actions, offer them of records with Records: true, or leave Members out")
		return
	case d.Records && !r.Has(plan.Retrieve):
		r.mistake("Members has Records, and the resource shows no record; add rest.Retrieve to the actions, or leave it out")
		return
	}
	choices := &plan.MemberChoices{Fields: d.Fields, Records: d.Records}
	found := map[string]bool{}
	if hasList(r) {
		choices.List = makeMemberTree(r, r.Resource.Shapes.List.Type, "", found)
		choices.List.Shape = r.Resource.Shapes.List
	}
	if d.Records {
		choices.Retrieve = makeMemberTree(r, r.Resource.Shapes.Retrieve.Type, "", found)
		choices.Retrieve.Shape = r.Resource.Shapes.Retrieve
	}
	for i, e := range d.Expand {
		switch twice := slices.ContainsFunc(d.Expand[:i], func(other declaration.Expansion) bool { return other.Path == e.Path }); {
		case twice:
			r.mistake("Members: Expand %q is there twice; write it once", e.Path)
		case !found[e.Path] && r.fields.audience == nil:
			reportExpansion(r, choices, e.Path)
		}
	}
	r.Resource.Members = choices
}

// reportExpansion reports a path without an expandable relation.
func reportExpansion(r *resource, choices *plan.MemberChoices, path string) {
	var relations []string
	for _, tree := range []*plan.MemberTree{choices.List, choices.Retrieve} {
		if tree == nil {
			continue
		}
		for _, m := range tree.Members {
			if m.Field.Relation != nil && !slices.Contains(relations, m.Field.Wire) {
				relations = append(relations, m.Field.Wire)
			}
		}
	}
	if above := path[:max(0, strings.LastIndex(path, "."))]; above != "" {
		r.mistake("Members: Expand %q leads nowhere; write the name of a relation that %q shows, and list rest.Expand(%q) too", path, above, above)
		return
	}
	r.mistake("Members: Expand %q names no relation that is shown by keys%s", path, field.Hint(path, relations))
}

// makeMemberTree returns the members of a type, with those of nested records and of expandable relations.
func makeMemberTree(r *resource, t *schema.Type, above string, found map[string]bool) *plan.MemberTree {
	tree := &plan.MemberTree{Type: t}
	for _, f := range t.Shown {
		m, path := &plan.Member{Field: f}, above+f.Wire
		tree.Members = append(tree.Members, m)
		if f.IsNested() && f.Derived.Shape != nil {
			m.Nested = makeMemberTree(r, f.Derived.Shape, path+".", found)
			continue
		}
		i := slices.IndexFunc(r.declaration.Members.Expand, func(e declaration.Expansion) bool { return e.Path == path })
		if i < 0 || f.Relation == nil || f.Relation.Type == nil {
			continue
		}
		reported := found[path]
		found[path] = true
		if shape := findExpansion(r, t, f, r.declaration.Members.Expand[i], reported); shape != nil {
			m.Expanded = f.Nest(shape)
			m.Nested = makeMemberTree(r, shape, path+".", found)
		}
	}
	return tree
}

// findExpansion returns the representation of a relation's records, nil after a mistake.
func findExpansion(r *resource, t *schema.Type, f *schema.Field, e declaration.Expansion, reported bool) *schema.Type {
	wrong := func(format string, args ...any) *schema.Type {
		if !reported {
			r.mistake("Members: Expand %q "+format, append([]any{e.Path}, args...)...)
		}
		return nil
	}
	var shape *schema.Type
	if e.As != nil {
		if !isRow(e.As) {
			return wrong("as %s, which is not a struct with a name; declare a struct with the fields that are shown", e.As)
		}
		shape = findRepresentation(r.compiler, e.As, f.Relation.Type)
	} else if served := links.FindServing(r.Linker, f); served != nil && served[0].Type.Table == f.Relation.Type.Table {
		shape = served[0].Shapes.List.Type
	} else {
		return wrong("leads to %s, which no resource of the set shows; write rest.ExpandAs with a struct that represents it", f.Relation.Target)
	}
	switch {
	case len(shape.Shown) == 0:
		return wrong("as %s, which has no field that is shown; give it one", shape.Go)
	case shape.CountNested() > maxNested:
		return wrong("as %s, which has %d fields, and a nested representation has at most %d; write rest.ExpandAs with a struct of fewer fields", shape.Go, shape.CountNested(), maxNested)
	}
	return shape
}

// addMembers adds the parameters by which clients choose members.
func addMembers(r *resource) {
	compileMembers(r)
	m := r.Resource.Members
	if m == nil {
		return
	}
	for _, p := range m.Params(m.List) {
		addParam(r, p, func(format string, args ...any) { r.mistake("Members: "+format, args...) }, r.viewPosition)
	}
	r.Resource.RecordParams = m.Params(m.Retrieve)
}
