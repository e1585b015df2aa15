// Resolving the sources of derived fields.

package structs

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// Types finds compiled types for LinkDerived; nil for those with a reported mistake.
type Types interface {
	// RowType returns the row type of a struct.
	RowType(t *schema.Type, f *schema.Field, of reflect.Type) *schema.Type
	// ShapeType returns a struct as a representation of the rows of a type.
	ShapeType(t *schema.Type, f *schema.Field, of reflect.Type, row *schema.Type) *schema.Type
}

// LinkDerived resolves the source of a derived field of t. All relations must be linked before.
func LinkDerived(t *schema.Type, f *schema.Field, types Types, report func(msg string)) {
	d := f.Derived
	switch d.Form {
	case schema.FormPath:
		linkPath(t, f, report)
	case schema.FormNested:
		linkNested(t, f, types, report)
	case schema.FormAddress:
		linkSelf(t, f, report)
	case schema.FormCount, schema.FormHas:
		target := types.RowType(t, f, d.Target)
		if target == nil {
			return
		}
		d.Along = relationTo(t.RowType(), f, target, report)
		if d.Along != nil && d.Form == schema.FormHas && target.Table != schema.AccountsTable {
			d.Account = accountOf(target, f, report)
		}
	}
}

// linkPath resolves the steps of a path and the field at its end.
func linkPath(t *schema.Type, f *schema.Field, report func(msg string)) {
	d, at := f.Derived, t.RowType()
	wrong := func(format string, args ...any) {
		report(fmt.Sprintf("rest tag: path=%s "+format, append([]any{d.Name}, args...)...))
	}
	names := strings.Split(d.Name, ".")
	for i, name := range names {
		step := at.Find(name)
		last := i == len(names)-1
		switch {
		case step == nil:
			wrong("names no field of %s%s", at.Go.Name(), field.Hint(name, at.Members()))
			return
		case last && (step.Hidden() && !step.Concealed || step.Derived != nil || step.Relation != nil):
			wrong("ends at %s", badEnd(at, step))
			return
		case last && len(names) == 1:
			wrong("is a field of the row itself; leave the path out, or write one along a relation, such as path=author.name")
			return
		case last:
			d.End = step
		case step.IsToMany():
			wrong("goes along %s.%s, which leads to many rows; go along references, or show them with rest.Nested", at.Go.Name(), step.Go)
			return
		case !step.IsToOne():
			wrong("goes along %s.%s, which is %s; end it there, or go along a reference", at.Go.Name(), step.Go, step.WithArticle())
			return
		case step.Relation.Type == nil:
			return // its mistake is already reported
		default:
			d.Steps, at = append(d.Steps, step), step.Relation.Type
		}
	}
	takeEnd(f, wrong)
}

// maxFields is larger than the number of fields in a type.
const maxFields = 10_000

// FieldAt returns the field at the end of a path of references, for sorting; it belongs to no
// representation. The number distinguishes the fields of one type.
func FieldAt(steps []*schema.Field, end *schema.Field, number int) *schema.Field {
	names := make([]string, len(steps))
	for i, step := range steps {
		names[i] = cmp.Or(step.Wire, schema.Snake(step.Go))
	}
	f := &schema.Field{Spec: field.Spec{Type: end.Type}, Index: maxFields + number, Derived: &schema.Derived{Form: schema.FormPath, Steps: steps, End: end}}
	takeEnd(f, nil)
	f.Wire = strings.Join(append(names, end.Wire), ".")
	f.Go = f.Wire
	return f
}

// badEnd returns the reason why a path cannot end at a field.
func badEnd(t *schema.Type, f *schema.Field) string {
	name := t.Go.Name() + "." + f.Go
	switch {
	case f.Relation != nil:
		return fmt.Sprintf("%s, a relation; add a field of its rows", name)
	case f.Derived != nil:
		return fmt.Sprintf("%s, a %s; end it at a column", name, f.DerivedName())
	default:
		return fmt.Sprintf(`%s, which clients are not shown; end it at another field`, name)
	}
}

// takeEnd gives a field with a path the kind of its end.
func takeEnd(f *schema.Field, wrong func(format string, args ...any)) {
	end := f.Derived.End
	if end.Type != f.Type {
		wrong("leads to %s of type %s, and %s is of type %s; write %s", end.WithArticle(), end.Type, f.Go, f.Type, end.Type)
		return
	}
	spec := end.Spec
	spec.Go, spec.Messages, spec.Rules, spec.Null = f.Go, f.Messages, nil, true
	spec.HasDefault, spec.Default, spec.Moving, spec.Optional, spec.Multiline = false, nil, nil, false, end.Multiline
	f.Spec = spec
}

// linkNested resolves the relation of a Nested, and the representation of its other side.
func linkNested(t *schema.Type, f *schema.Field, types Types, report func(msg string)) {
	d, row := f.Derived, t.RowType()
	name := cmp.Or(d.Name, f.Wire)
	var relations []string
	for _, r := range row.Fields {
		if r.Relation == nil {
			continue
		}
		relations = append(relations, cmp.Or(r.Wire, schema.Snake(r.Go)))
		if relations[len(relations)-1] == name || r.Wire != "" && r.Column == name {
			d.Along = r
		}
	}
	switch {
	case d.Along == nil && len(relations) == 0:
		report(fmt.Sprintf(`rest tag: a rest.Nested shows a relation, and %s has none; give it one, such as rest.BelongsTo[%s]`, row.Go.Name(), d.Target.Name()))
		return
	case d.Along == nil && d.Name == "":
		report(fmt.Sprintf(`rest tag: %s has no relation %q; name the one to show with "of=", one of %s`, row.Go.Name(), name, strings.Join(relations, ", ")))
		return
	case d.Along == nil:
		report(fmt.Sprintf(`rest tag: of=%s names no relation of %s%s`, name, row.Go.Name(), field.Hint(name, relations)))
		return
	}
	if d.Along.Relation.Type != nil {
		d.Shape = types.ShapeType(t, f, d.Target, d.Along.Relation.Type)
	}
	d.Along.NestsRows, f.Null = true, d.Along.IsHasOne() || d.Along.IsToOne() && (d.Along.Null || !f.Writable())
	if f.IsList() {
		f.Kind.Metadata = "field"
		if f.Writable() {
			f.MaxLength = f.MostNested()
		}
	}
	if d.Order != "" && d.Along.Relation.Type != nil {
		orderNested(f, report)
	}
}

// orderNested resolves the field that sorts nested rows.
func orderNested(f *schema.Field, report func(msg string)) {
	d, rows := f.Derived, f.Derived.Along.Relation.Type
	name, desc := strings.CutPrefix(d.Order, "-")
	by := rows.Find(name)
	switch {
	case !f.IsList():
		report(`rest tag: "order=" sorts rows, and there is one; leave it out`)
	case by == nil:
		report(fmt.Sprintf(`rest tag: order=%s names no field of %s%s`, d.Order, rows.Go.Name(), field.Hint(name, rows.Members())))
	case by.Column == "":
		report(fmt.Sprintf(`rest tag: order=%s names %s.%s, which has no column; write another field`, d.Order, rows.Go.Name(), by.Go))
	case by.Null:
		report(fmt.Sprintf(`rest tag: order=%s names %s.%s, which may be null; write another field`, d.Order, rows.Go.Name(), by.Go))
	default:
		d.OrderBy, d.Desc = by, desc
	}
}

// candidate is a possible relation of a Count or Has.
type candidate struct {
	name string
	*schema.Field
}

// relationTo returns the relation between the rows of t and those of target: pairs of either, or a
// reference of target to t.
func relationTo(t *schema.Type, f *schema.Field, target *schema.Type, report func(msg string)) *schema.Field {
	var all []candidate
	for _, r := range t.Fields {
		if r.IsManyToMany() && r.Relation.Type == target {
			all = append(all, candidate{cmp.Or(r.Wire, schema.Snake(r.Go)), r})
		}
	}
	for _, r := range target.Fields {
		leadsHere := r.Relation != nil && (r.Relation.Target == t.Go || r.Relation.Type != nil && r.Relation.Type.Table == t.Table)
		back := schema.Relation{Target: target.Go, Type: target}
		switch {
		case leadsHere && r.IsToOne():
			back.By, back.Form = r, schema.HasManyForm
		case leadsHere && r.IsManyToMany() && !slices.ContainsFunc(all, func(c candidate) bool { return c.Relation.Through == r.Relation.Through }):
			back.Through, back.Here, back.There, back.Form = r.Relation.Through, r.Relation.There, r.Relation.Here, schema.ManyToManyForm
		default:
			continue
		}
		all = append(all, candidate{cmp.Or(r.Wire, schema.Snake(r.Go)), &schema.Field{Spec: field.Spec{Go: f.Go}, Relation: &back}})
	}
	return chosen(t, f, target, all, report)
}

// chosen returns the relation that a field names among several.
func chosen(t *schema.Type, f *schema.Field, target *schema.Type, all []candidate, report func(msg string)) *schema.Field {
	by, here, there := f.Derived.Name, t.Go.Name(), target.Go.Name()
	var names []string
	var found []candidate
	for _, c := range all {
		names = append(names, c.name)
		if by == "" || by == c.name {
			found = append(found, c)
		}
	}
	switch {
	case len(found) == 1:
		return found[0].Field
	case len(found) > 1 && by == "":
		report(fmt.Sprintf(`rest tag: %s and %s are related by several fields; name one with "by=%s"`, there, here, names[0]))
	case len(found) > 1:
		report(fmt.Sprintf(`rest tag: by=%s is a relation of %s and one of %s; rename one of them`, by, here, there))
	case len(all) > 0:
		report(fmt.Sprintf(`rest tag: by=%s is not a relation between %s and %s%s`, by, there, here, field.Hint(by, names)))
	default:
		report(fmt.Sprintf(`%s has no field that refers to %s; give it one of type rest.BelongsTo[%s], or join them by a rest.ManyToMany`, there, here, here))
	}
	return nil
}

// accountOf returns the reference of the rows of t to an account: the owner's, if there are several.
func accountOf(t *schema.Type, f *schema.Field, report func(msg string)) *schema.Field {
	var found []*schema.Field
	for _, r := range t.Fields {
		if r.IsToOne() && r.Relation.Type != nil && r.Relation.Type.Table == schema.AccountsTable {
			found = append(found, r)
		}
	}
	switch {
	case len(found) == 1:
		return found[0]
	case slices.Contains(found, t.Owner):
		return t.Owner
	case len(found) == 0:
		report(fmt.Sprintf(`%s refers to no account, so that no requester is among its rows; give it a rest.BelongsTo of the accounts, or write rest.Count[%s]`, t.Go.Name(), t.Go.Name()))
	default:
		report(fmt.Sprintf(`%s refers to accounts by several fields; name the right one as the Owner of its resource, or let the row have a ManyToMany of accounts`, t.Go.Name()))
	}
	return nil
}
