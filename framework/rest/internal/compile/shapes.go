// The option Shapes: representations of a resource.

package compile

import (
	"cmp"
	"slices"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/source"
	"example.com/resourceful/framework/schema"
)

// compileShapes compiles the representations of a resource.
func compileShapes(r *resource) {
	findReads(r)
	own := &plan.Shape{Type: r.Type, Reads: r.Reads}
	d, s := &r.declaration.Shapes, &r.Resource.Shapes
	s.Own = own
	s.List = compileOutput(r, "List", d.List, plan.List, own)
	if s.Retrieve = s.List; !d.Retrieve.Equals(d.List) {
		s.Retrieve = compileOutput(r, "Retrieve", d.Retrieve, plan.Retrieve|plan.Create|plan.Replace|plan.Modify, own)
	}
	s.Create = compileInput(r, "Create", d.Create, plan.Create, own)
	if s.Update = s.Create; !d.Update.Equals(d.Create) {
		s.Update = compileInput(r, "Update", d.Update, plan.Replace|plan.Modify, own)
	}
	findTitles(r)
}

// findTitles finds the names of rows and records for pages: each is a member that its representation shows.
// If the one representation never shows a name, pages use that of the other.
func findTitles(r *resource) {
	const one = plan.Retrieve | plan.Create | plan.Replace | plan.Modify
	list, record := r.Resource.Shapes.List.Type, r.Resource.Shapes.Retrieve.Type
	switch {
	case !r.Has(plan.List | one):
		r.Title, r.RecordTitle = r.Type.Key, r.Type.Key
		return
	case !r.Has(plan.List):
		list = record
	case !r.Has(one):
		record = list
	}
	r.Title, r.RecordTitle = title(list, r.Type), title(record, r.Type)
}

// title returns the field of a row that identifies the rows of a representation to people: the tagged "title", else a
// unique text, else the first short text, else the first long one, else the key. It is a text that the representation shows,
// and not one of a few values, such as a role, unless it is tagged.
func title(shown, row *schema.Type) *schema.Field {
	var unique, first, long *schema.Field
	for _, f := range shown.Fields {
		of := cmp.Or(f.Of, f)
		if f.Hidden() || of.Column == "" || !of.Kind.FreeText || of.Null {
			continue
		}
		switch {
		case of.Titles:
			return of
		case of.Choices != nil:
		case of.Unique:
			unique = cmp.Or(unique, of)
		case of.Multiline:
			long = cmp.Or(long, of)
		default:
			first = cmp.Or(first, of)
		}
	}
	return cmp.Or(unique, first, long, row.Key)
}

// compileOutput returns a representation that is shown.
func compileOutput(r *resource, name string, declared declaration.Shape, actions plan.Actions, own *plan.Shape) *plan.Shape {
	t := findShapeType(r, name, declared, r.Has(actions) || declared.Of != nil && showsRows(r, actions == plan.List))
	switch {
	case t == nil || t == r.Type:
		return own
	case len(t.Shown) == 0:
		r.mistake("Shapes.%s: %s has no field that is shown; give it one, or leave the shape out", name, t.Go)
	}
	shape := &plan.Shape{Type: t, Reads: t.Reads()}
	t.Version = t.Hold(r.Type.Version)
	held := []*schema.Field{t.Key, t.Hold(r.Resource.Lookup.Field), t.Version, t.Hold(r.Resource.LastModified)}
	for _, f := range listTaggedFiles(r) {
		held = append(held, t.Hold(f))
	}
	for _, f := range held {
		if f != nil && !slices.Contains(shape.Reads, f) {
			shape.Reads = append(shape.Reads, f)
		}
	}
	return shape
}

// compileInput returns a representation that clients send.
func compileInput(r *resource, name string, declared declaration.Shape, actions plan.Actions, own *plan.Shape) *plan.Shape {
	t := findShapeType(r, name, declared, r.Has(actions))
	if t == nil || t == r.Type {
		return own
	}
	if r.fields.audience == nil && !slices.ContainsFunc(t.Fields, (*schema.Field).Writable) {
		r.mistake("Shapes.%s: %s has no field that clients may send; give it one, or leave the shape out", name, t.Go)
	}
	checkLookupShape(r, name, t)
	narrowSentMembers(r, name, t)
	if actions&plan.Create != 0 {
		checkSufficient(r, "Shapes."+name, t, nil)
	}
	return &plan.Shape{Type: t}
}

// checkSufficient checks that the input of a create has everything that a row needs, except a reference
// with another source; nil for none.
func checkSufficient(r *resource, place string, t *schema.Type, but *schema.Field) {
	if r.declaration.BeforeSave != nil || r.fields.audience != nil {
		return
	}
	for _, f := range r.Type.Fields {
		sent := slices.ContainsFunc(t.Fields, func(g *schema.Field) bool { return g.Of == f && (g.Writable() || g.HasDefault) })
		given := f == but || nests(t, f) || f.Null || f.HasDefault || f.Filled || f.File != nil || f.Optional || given(f) || f == r.Type.Owner || isParent(r, f)
		if f.Column != "" && !sent && !given {
			r.mistake(`%s: %s has no column %q, which a row needs; give it the field, set it in BeforeSave, or write default:"…" at %s.%s`, place, t.Go, f.Column, source.PlainName(r.declaration.GoType), f.Go)
		}
	}
}

// findShapeType returns the type of a declared representation, which some operation must use; nil for none.
func findShapeType(r *resource, name string, declared declaration.Shape, used bool) *schema.Type {
	switch {
	case declared.Of == nil:
		return nil
	case !used:
		r.mistake("Shapes.%s: the resource offers no operation with it; leave the shape out, or add the action", name)
		return nil
	case !isRow(declared.Of):
		r.mistake("Shapes.%s: %s is not a struct with a name; declare a struct with the fields of the representation", name, declared.Of)
		return nil
	case declared.Of == r.declaration.GoType && declared.Computed == nil:
		return r.Type
	}
	if declared.Computed == nil {
		return findRepresentation(r.compiler, declared.Of, r.Type)
	}
	if declared.Of == r.declaration.GoType {
		r.mistake("Shapes.%s: what is computed of %s stands in Serializer.Computed; leave it out here", name, declared.Of)
		return nil
	}
	t := compileShape(r.compiler, shapeKey{declared.Of, r.Type}) // a separate one, because others compute other members
	addComputed(r, t, "Shapes."+name, declared.Computed)
	return t
}
