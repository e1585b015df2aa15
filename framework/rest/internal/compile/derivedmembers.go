// Members that are read from other rows, computed members, and nested representations.

package compile

import (
	"fmt"
	"reflect"
	"slices"

	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/source"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

// deriveMembers finds the sources of fields without columns, and compiles the nested representations.
func deriveMembers(c *compiler) {
	for _, r := range c.resources {
		addComputed(r, r.Type, "Serializer", r.declaration.Computed)
	}
	for i := 0; i < len(c.order); i++ { // c.order grows
		linkDerived(c, c.order[i])
	}
}

// addComputed adds the computed fields of a declaration to a type.
func addComputed(r *resource, t *schema.Type, where string, members []declaration.Computed) {
	for _, m := range members {
		report := func(msg string) { r.mistake("%s: Compute %q: %s", where, m.Name, msg) }
		if m.Compute == nil {
			report("the function is nil; write func(c *rest.Call, row *" + source.PlainName(t.Go) + ") …")
			continue
		}
		structs.AddComputed(t, m.Name, m.Of, reflect.StructTag(m.Tag), m.Compute, r.kinds, report)
	}
}

func linkDerived(c *compiler, t *schema.Type) {
	for _, f := range t.Fields {
		if f.Derived != nil {
			structs.LinkDerived(t, f, c, func(msg string) { c.ReportField(t.Go, f.Go, msg) })
		}
	}
	concealMembers(c, t)
}

// RowType implements structs.Types.
func (c *compiler) RowType(t *schema.Type, f *schema.Field, of reflect.Type) *schema.Type {
	if have := c.types[of]; have != nil {
		return have
	}
	known := len(c.order)
	row := findOtherSide(c, t, f, of)
	linkFrom(c, known)
	return row
}

// ShapeType implements structs.Types.
func (c *compiler) ShapeType(t *schema.Type, f *schema.Field, of reflect.Type, row *schema.Type) *schema.Type {
	if !isRow(of) {
		c.ReportField(t.Go, f.Go, fmt.Sprintf("rest.Nested[%s] is not a struct with a name; declare a struct with the fields that are shown", of))
		return nil
	}
	shape := findRepresentation(c, of, row)
	shape.HoldFiles()
	switch {
	case nestsType(c, shape, t, map[*schema.Type]bool{}):
		c.ReportField(t.Go, f.Go, fmt.Sprintf("%s nests %s again, without an end; nest a struct of fewer fields at one of the two", of, t.Go))
		return nil
	case len(shape.Shown) == 0:
		c.ReportField(t.Go, f.Go, fmt.Sprintf("%s has no field that is shown; give it one, or leave this one out", of))
	case shape.CountNested() > maxNested:
		c.ReportField(t.Go, f.Go, fmt.Sprintf("%s has %d fields, and a nested representation at most %d; nest a struct of fewer fields", of, shape.CountNested(), maxNested))
	}
	return shape
}

// maxNested is the largest number of fields in a nested representation: PostgreSQL's functions take no more
// than 100 arguments, and a relation shown by a text takes two.
const maxNested = 50

// findRepresentation returns a struct as a representation of the rows of a type, compiled once.
func findRepresentation(c *compiler, of reflect.Type, row *schema.Type) *schema.Type {
	if of == row.Go {
		return row
	}
	key := shapeKey{of, row}
	if t := c.represented[key]; t != nil {
		return t
	}
	return compileShape(c, key)
}

func compileShape(c *compiler, key shapeKey) *schema.Type {
	of := key.of
	t := structs.CompileShape(of, key.row, c.kinds, c.checks, func(field, msg string) { c.ReportField(of, field, msg) })
	c.represented[key] = t
	for _, f := range t.Fields {
		if f.Relation == nil {
			continue
		}
		if f.Relation.Type = c.RowType(t, f, f.Relation.Target); f.Relation.Type != nil {
			structs.Link(t, f, f.Relation.Type, func(msg string) { c.ReportField(of, f.Go, msg) })
		}
	}
	structs.LinkShape(t, func(field, msg string) { c.ReportField(of, field, msg) })
	linkDerived(c, t)
	return t
}

// nestsType reports whether a representation nests another, at any depth.
func nestsType(c *compiler, t, other *schema.Type, seen map[*schema.Type]bool) bool {
	if t == other {
		return true
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	return slices.ContainsFunc(t.Fields, func(f *schema.Field) bool {
		return f.IsNested() && f.Derived.Shape != nil && nestsType(c, f.Derived.Shape, other, seen)
	})
}
