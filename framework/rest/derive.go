package rest

import (
	"fmt"
	"reflect"
	"slices"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// shapeKey is a struct as a representation of the rows of a type.
type shapeKey struct {
	of  reflect.Type
	row *schema.Type
}

// derive finds what the fields that are no columns are read from, and compiles the representations
// that nest in others.
func (c *compiler) derive(resources []resource) {
	for _, r := range resources {
		r.compute(r.Type, "Serializer", r.declaration.computed)
	}
	for i := 0; i < len(c.order); i++ { // c.order grows
		c.linkDerived(c.order[i])
	}
}

// compute adds the computed fields of a declaration to a type.
func (r *resource) compute(t *schema.Type, where string, members []computed) {
	for _, m := range members {
		report := func(msg string) { r.mistake("%s: Compute %q: %s", where, m.name, msg) }
		if m.compute == nil {
			report("the function is nil; write func(c *rest.Call, row *" + plainName(t.Go) + ") …")
			continue
		}
		t.AddComputed(m.name, m.of, reflect.StructTag(m.tag), m.compute, r.kinds, report)
	}
}

func (c *compiler) linkDerived(t *schema.Type) {
	for _, f := range t.Fields {
		if f.Derived != nil {
			schema.LinkDerived(t, f, c, func(msg string) { c.reportField(t.Go, f.Go, msg) })
		}
	}
	c.conceal(t)
}

// RowType implements schema.Types.
func (c *compiler) RowType(t *schema.Type, f *schema.Field, of reflect.Type) *schema.Type {
	if have := c.types[of]; have != nil {
		return have
	}
	known := len(c.order)
	row := c.otherSide(t, f, of)
	c.linkFrom(known)
	return row
}

// ShapeType implements schema.Types.
func (c *compiler) ShapeType(t *schema.Type, f *schema.Field, of reflect.Type, row *schema.Type) *schema.Type {
	if !isRow(of) {
		c.reportField(t.Go, f.Go, fmt.Sprintf("rest.Nested[%s] is no struct with a name; declare a struct with the fields that are shown", of))
		return nil
	}
	shape := c.represent(of, row)
	shape.HoldFiles()
	switch {
	case c.nests(shape, t, map[*schema.Type]bool{}):
		c.reportField(t.Go, f.Go, fmt.Sprintf("%s nests %s again, without an end; nest a struct of fewer fields at one of the two", of, t.Go))
		return nil
	case len(shape.Shown) == 0:
		c.reportField(t.Go, f.Go, fmt.Sprintf("%s has no field that is shown; give it one, or leave this one out", of))
	case shape.CountNested() > maxNested:
		c.reportField(t.Go, f.Go, fmt.Sprintf("%s has %d fields, and a nested representation at most %d; nest a struct of fewer fields", of, shape.CountNested(), maxNested))
	}
	return shape
}

// maxNested is how many fields a nested representation may have: PostgreSQL's functions take no more
// than 100 arguments, and a relation shown by a text takes two.
const maxNested = 50

// represent is a struct as a representation of the rows of a type, compiled once.
func (c *compiler) represent(of reflect.Type, row *schema.Type) *schema.Type {
	if of == row.Go {
		return row
	}
	key := shapeKey{of, row}
	if t := c.represented[key]; t != nil {
		return t
	}
	return c.compileShape(key)
}

func (c *compiler) compileShape(key shapeKey) *schema.Type {
	of := key.of
	t := schema.CompileShape(of, key.row, c.kinds, c.checks, func(field, msg string) { c.reportField(of, field, msg) })
	c.represented[key] = t
	for _, f := range t.Fields {
		if f.Relation == nil {
			continue
		}
		if f.Relation.Type = c.RowType(t, f, f.Relation.Target); f.Relation.Type != nil {
			schema.Link(t, f, f.Relation.Type, func(msg string) { c.reportField(of, f.Go, msg) })
		}
	}
	schema.LinkShape(t, func(field, msg string) { c.reportField(of, field, msg) })
	c.linkDerived(t)
	return t
}

// nests reports whether a representation nests another, at whatever depth.
func (c *compiler) nests(t, other *schema.Type, seen map[*schema.Type]bool) bool {
	if t == other {
		return true
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	return slices.ContainsFunc(t.Fields, func(f *schema.Field) bool {
		return f.IsNested() && f.Derived.Shape != nil && c.nests(f.Derived.Shape, other, seen)
	})
}

// related are the rules that have a say in what a representation shows of other rows.
func (c *compiler) related(s *plan.Shape, order []plan.Order) {
	found := related{compiler: c, shape: s}
	found.fields(s.Type, s.Reads)
	for _, o := range order {
		if o.Field.Derived != nil {
			found.field(s.Type, o.Field)
		}
	}
}

// related collects the relations of a representation that rules have a say in.
type related struct {
	*compiler
	shape *plan.Shape
}

func (r *related) fields(t *schema.Type, fields []*schema.Field) {
	for _, f := range fields {
		r.field(t, f)
	}
}

func (r *related) field(t *schema.Type, f *schema.Field) {
	row := t
	if t.Row != nil {
		row = t.Row
	}
	switch d := f.Derived; {
	case d == nil && f.Of != nil && f.Relation != nil:
		r.add(t, f, r.whose(row, f.Of))
	case d == nil && f.Relation != nil && f.Wire != "":
		r.add(t, f, r.whose(row, f))
	case d == nil:
	case d.Form == schema.FormPath:
		for _, step := range d.Steps {
			r.add(t, step, r.whose(row, step))
			row = step.Relation.Type
		}
	case d.Along == nil || d.Form == schema.FormHas:
	default:
		r.add(t, f, r.whose(row, d.Along))
		if d.Shape != nil {
			r.fields(d.Shape, d.Shape.NestedReads())
		}
		if by := d.OrderBy; by != nil && by.IsToOne() {
			r.add(t, by, r.whose(d.Along.Relation.Type, by)) // the order does not tell of a row that is not shown
		}
	}
}

func (r *related) add(t *schema.Type, f *schema.Field, seen []*plan.Resource) {
	known := slices.ContainsFunc(r.shape.Related, func(have plan.Related) bool { return have.Field == f })
	if seen == nil || known {
		return
	}
	r.shape.Related = append(r.shape.Related, plan.Related{Field: f, Visibility: seen})
	for _, other := range seen {
		r.readable(t, f, other)
	}
}

// passing are the resources whose rules say which rows of a relation a requester may see on the way of a
// path that he asks about: of the owner of a row too, of whom the row shows no more than is declared.
func (c *compiler) passing(t *schema.Type, f *schema.Field) []*plan.Resource {
	if list := c.serving(f); list != nil {
		return list
	}
	return c.whose(t, f)
}

// whose are the resources whose rules say which rows of a relation a requester may see; nil for all.
// The owner is part of the row itself: whoever sees the one sees the other. So it is, without "link",
// for a read-only relation to a type that no resource of the set serves: what it shows is declared for
// this very purpose.
func (c *compiler) whose(t *schema.Type, f *schema.Field) []*plan.Resource {
	if f == t.Owner {
		return nil
	}
	list := c.serving(f)
	if other := c.sameTable(f); list == nil && other != nil && c.sent(t, f) {
		list = []*plan.Resource{other}
	}
	return list
}
