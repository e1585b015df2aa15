// Structs that represent the rows of another type.

package structs

import (
	"fmt"
	"reflect"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// CompileShape is Compile for a struct that represents rows of another type: each of its fields is a column
// or a relation of a row, or derived. LinkShape resolves these.
func CompileShape(t reflect.Type, row *schema.Type, kinds []field.Kind, rules *field.Rules, report func(field, msg string)) *schema.Type {
	c := compiler{kinds: kinds, rules: rules, report: report, row: row, unmanaged: row.Unmanaged}
	out := &schema.Type{Name: row.Name, Go: t, Table: row.Table, Row: row, Unmanaged: row.Unmanaged}
	if t.Kind() != reflect.Struct {
		report("", fmt.Sprintf("%s is not a struct; declare a struct with one field for each value", t))
		return out
	}
	c.fields(out, t, embedded{})
	c.checkStruct(out)
	out.NoKey = row.NoKey
	return out
}

// LinkShape resolves the columns and relations of the row for the fields of a representation. The row's
// relations must be linked before.
func LinkShape(t *schema.Type, report func(field, msg string)) {
	row := t.Row
	for _, f := range t.Fields {
		if f.Derived != nil {
			continue
		}
		of := counterpart(row, f)
		switch {
		case of != nil && of == row.Key && f != t.Key:
			report(f.Path, fmt.Sprintf(`column %q is the key, here as in %s; call the field ID`, f.Column, row.Go.Name()))
		case of == nil && f.IsHasMany() && f.Relation.By != nil: // found from the other side
		case of == nil && f.Relation != nil:
			report(f.Path, fmt.Sprintf("%s has no such relation%s", row.Go.Name(), field.Hint(f.Wire, relationNames(row))))
		case of == nil:
			report(f.Path, fmt.Sprintf("%s has no column %q%s", row.Go.Name(), f.Column, field.Hint(f.Column, columnNames(row))))
		case of.Hidden() && !of.Concealed && of.Column != "" && !f.Hidden():
			report(f.Path, fmt.Sprintf(`column %q is not shown in %s, and would be here; write "writeonly" where clients only send it, or leave the field out`, of.Column, row.Go.Name()))
		case f.Relation == nil && (f.Spec.String() != of.Spec.String() || f.Null != of.Null):
			report(f.Path, fmt.Sprintf("column %q is %s here and %s in %s; make them agree", f.Column, f.WithArticle(), of.WithArticle(), row.Go.Name()))
		case of.Filled && f.Writable():
			report(f.Path, fmt.Sprintf(`the database fills column %q, as %s says, and no client sends it; write "readonly"`, f.Column, row.Go.Name()))
		case f.Filled && !of.Filled:
			report(f.Path, fmt.Sprintf(`default tag: the database does not fill column %q in %s; make them agree`, f.Column, row.Go.Name()))
		case f.Relation != nil && f.Relation.Type != nil && of.Relation.Type != nil && f.Relation.Type.Table != of.Relation.Type.Table:
			report(f.Path, fmt.Sprintf("the relation leads to %s here and to %s in %s; make them agree", f.Relation.Target, of.Relation.Target, row.Go.Name()))
		case f.Relation != nil:
			f.Null = of.Null
			f.Relation.By, f.Relation.Delete = of.Relation.By, of.Relation.Delete
			f.Relation.Through, f.Relation.Here, f.Relation.There = of.Relation.Through, of.Relation.Here, of.Relation.There
			f.Of = of
		default:
			f.Of = of
		}
	}
	if row.Owner != nil {
		t.Owner = t.ByColumn(row.Owner.Column)
	}
}

// counterpart returns the row's field for a field of a representation, nil for none.
func counterpart(t *schema.Type, f *schema.Field) *schema.Field {
	if f.Column != "" {
		of := t.ByColumn(f.Column)
		if of == nil || (of.Relation == nil) != (f.Relation == nil) {
			return nil
		}
		return of
	}
	for _, of := range t.Fields {
		if of.Relation != nil && of.Relation.Form == f.Relation.Form && (of.Wire != "" && of.Wire == f.Wire || of.Go == f.Go) {
			return of
		}
	}
	return nil
}

// relationNames returns the names of the type's relations.
func relationNames(t *schema.Type) []string {
	var names []string
	for _, f := range t.Fields {
		if f.Relation != nil && f.Wire != "" {
			names = append(names, f.Wire)
		}
	}
	return names
}

// columnNames returns the names of the type's columns.
func columnNames(t *schema.Type) []string {
	var names []string
	for _, f := range t.Fields {
		if f.Column != "" {
			names = append(names, f.Column)
		}
	}
	return names
}
