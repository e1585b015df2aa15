// Resolving relations, once all types are known.

package structs

import (
	"cmp"
	"fmt"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// Link connects a relation field of t with the compiled type of its other side, and resolves the rest of
// the tag: the shown field, the field that refers back, the table of pairs.
func Link(t *schema.Type, f *schema.Field, target *schema.Type, report func(msg string)) {
	r := f.Relation
	r.Type = target
	if target.Key != nil && target.Key.AsKey != nil {
		r.Keys = target.Key.AsKey
		if f.IsToOne() {
			schema.LikeKey(f.Kind, &target.Key.Spec)
			f.SetColumns()
		}
	}
	if target.Key != nil && target.Key.KeyParts != nil && (f.IsToOne() || f.IsManyToMany()) {
		report(fmt.Sprintf("%s has a key of several columns, to which no reference leads; declare the columns as fields", target.Go.Name()))
	}
	if f.Show == schema.ShowField {
		r.OnShow = target.ByWire(r.ShowName)
		switch {
		case r.OnShow == nil:
			report(fmt.Sprintf(`rest tag: show=%s names no field of %s%s`, r.ShowName, target.Go.Name(), field.Hint(r.ShowName, shownTexts(target))))
		case r.OnShow.WriteOnly:
			report(fmt.Sprintf(`rest tag: show=%s would show what %s.%s keeps to itself by "writeonly"; show another field, the key or the link`, r.ShowName, target.Go.Name(), r.OnShow.Go))
			r.OnShow = nil
		case !r.OnShow.Kind.FreeText || r.OnShow.Null:
			report(fmt.Sprintf(`rest tag: show=%s is %s; a relation shows a text that is never null, its key or its link`, r.ShowName, r.OnShow.WithArticle()))
			r.OnShow = nil
		case f.Writable() && !f.IsHasMany() && !r.OnShow.Unique:
			report(fmt.Sprintf(`rest tag: show=%s is not unique, so that a client's text does not identify one %s; write "readonly", or "unique" at %s.%s`, r.ShowName, target.Go.Name(), target.Go.Name(), r.OnShow.Go))
		}
	}
	if t.Row == nil && f.IsToOne() && !f.Null && target.Table == t.Table {
		report(`a required reference to the field's own table makes a first row impossible; write "optional"`)
	}
	switch {
	case f.IsHasMany():
		if r.By = findBack(t, f, target, report); r.One && r.By != nil && !r.By.Unique {
			report(fmt.Sprintf(`several rows of %s may refer to one by %s; write "unique" there, or rest.HasMany here`, target.Go.Name(), r.By.Go))
		}
	case f.IsManyToMany() && t.Row == nil:
		joinBy(t, f, target, report)
	}
}

// joinBy names the table of pairs and its columns.
func joinBy(t *schema.Type, f *schema.Field, target *schema.Type, report func(msg string)) {
	r := f.Relation
	if r.Here == "" {
		r.Here, r.There = schema.Snake(t.Go.Name())+"_id", schema.Snake(target.Go.Name())+"_id"
		if r.Here == r.There {
			r.There = "to_" + r.There
		}
	}
	if r.Through == "" {
		r.Through = t.Table + "_" + schema.ColumnFor(cmp.Or(f.Wire, schema.Snake(f.Go)))
		if schema.IsName(t.Table) && !schema.IsName(r.Through) {
			report(fmt.Sprintf(`the table of pairs would be called %q, which is not a name of at most %d letters; name it with "through="`, r.Through, schema.MaxName))
		}
	}
	for _, side := range []struct{ column, name string }{{r.Here, t.Go.Name()}, {r.There, target.Go.Name()}} {
		if !schema.IsName(side.column) {
			report(fmt.Sprintf(`the type %s gives the table of pairs no column name; declare a type with a plain name of ASCII letters and digits`, side.name))
		}
	}
}

// findBack returns the BelongsTo of target that refers to t's table, by t or by another struct.
func findBack(t *schema.Type, f *schema.Field, target *schema.Type, report func(msg string)) *schema.Field {
	var found []*schema.Field
	var names []string
	for _, back := range target.Fields {
		named := f.Relation.ByName == "" || f.Relation.ByName == back.Go || f.Relation.ByName == back.Wire
		if !back.IsToOne() {
			continue
		}
		r := back.Relation
		if r.Target != t.Go && (r.Type == nil || r.Type.Table != t.Table) {
			continue
		}
		names = append(names, cmp.Or(back.Wire, back.Go))
		if named {
			found = append(found, back)
		}
	}
	switch {
	case len(found) == 1:
		return found[0]
	case len(found) > 1:
		report(fmt.Sprintf(`rest tag: %s refers to %s by several fields; name one with "by=%s"`, target.Go.Name(), t.Go.Name(), names[0]))
	case len(names) > 0:
		report(fmt.Sprintf(`rest tag: by=%s is not a BelongsTo[%s] of %s%s`, f.Relation.ByName, t.Go.Name(), target.Go.Name(), field.Hint(f.Relation.ByName, names)))
	default:
		report(fmt.Sprintf(`%s has no field that refers to %s; give it one of type rest.BelongsTo[%s]`, target.Go.Name(), t.Go.Name(), t.Go.Name()))
	}
	return nil
}

// shownTexts returns the fields that can represent a relation to t.
func shownTexts(t *schema.Type) []string {
	var names []string
	for _, f := range t.Fields {
		if f.Kind.FreeText && !f.Null && !f.Hidden() {
			names = append(names, f.Wire)
		}
	}
	return names
}
