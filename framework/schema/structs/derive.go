// Compiling derived fields.

package structs

import (
	"fmt"
	"reflect"
	"slices"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// deriveFrom makes the field a derived one of a type such as Count. It returns the mistake, or "".
func deriveFrom(f *schema.Field, t reflect.Type, kinds []field.Kind) (mistake string) {
	form, target := schema.DerivedType(t)
	f.Derived = &schema.Derived{Form: form, Target: target, Declared: t}
	switch form {
	case schema.FormNested:
		kind := schema.NestedKind(f)
		f.Type, f.Kind = t, &kind
		return ""
	case schema.FormAddress:
		kind := schema.AddressKind()
		f.Type, f.Kind, f.Show = t, &kind, schema.ShowLink
		return ""
	}
	f.GoIndex = append(f.GoIndex, 0) // the one field of Count and Has
	return setKind(f, t.Field(0).Type, kinds)
}

// readDerivedOptions checks the tag of a derived field, which has few words.
func readDerivedOptions(f *schema.Field, t tag, report field.Reporter) {
	d := f.Derived
	option, name := map[schema.Form]string{schema.FormPath: "path", schema.FormCount: "by", schema.FormHas: "by", schema.FormNested: "of", schema.FormAddress: "of"}[d.Form], f.DerivedName()
	fitting := []string{option, "readonly"}
	if f.Sorts = t.is("sort"); d.Form == schema.FormCount || d.Form == schema.FormHas {
		fitting = append(fitting, "sort")
	}
	switch d.Form {
	case schema.FormCount:
		fitting = append(fitting, "filter")
		readFilterOptions(f, t, report)
	case schema.FormNested:
		fitting = append(fitting, "order", "nested")
		if hasKey(t.values, "nested") {
			fitting = append(fitting, "optional", "createonly", "by")
		}
	case schema.FormComputed:
		fitting = append(fitting, "computed")
	}
	for _, wrong := range slices.Concat(flagOptions, valueOptions, listOptions) {
		if !slices.Contains(fitting, wrong) && (t.is(wrong) || hasKey(t.values, wrong)) {
			report(`rest tag: option %q does not fit a %s%s; leave it out`, wrong, name, whyUnfitting(f, t))
		}
	}
	for _, wrong := range []struct {
		found bool
		tag   string
	}{{t.hasDef, "default"}, {t.validate != "" && !hasKey(t.values, "nested"), "validate"}, {t.column != "", "db"}} {
		if wrong.found {
			report(`%s tag: a %s is read and never sent, and has no column; leave the tag out`, wrong.tag, name)
		}
	}
	switch {
	case t.name == "-":
		report(`rest tag: a %s that is not shown has no effect; leave the field out`, name)
	case d.Form == schema.FormPath && !t.is("readonly"):
		report(`rest tag: a %s is changed from its other side; write "readonly"`, name)
	}
	f.ReadOnly, d.Name, d.Order = true, t.values[option], t.values["order"]
	if word, written := t.values["nested"]; written && d.Form == schema.FormNested {
		writeNested(f, word, t, report)
	}
}

// AddComputed sets the function of a computed field, which stores its value: see Derived.Compute. If no
// field has the name, it adds one after those of the struct: the tag may have its label, its help, and
// parameters of its kind. It reports mistakes like Compile.
func AddComputed(t *schema.Type, name string, of reflect.Type, tag reflect.StructTag, compute func(call, row, into any), kinds []field.Kind, report func(msg string)) {
	taken := t.ByWire(name)
	switch {
	case taken != nil && taken.IsComputed() && taken.Derived.Compute == nil:
		setCompute(taken, of, tag, compute, report)
		return
	case taken != nil && taken.IsComputed():
		report(fmt.Sprintf(`%q is computed twice; write one function`, name))
		return
	case taken != nil:
		report(fmt.Sprintf(`the name %q is taken by field %s; write another`, name, taken.Path))
		return
	case schema.IsRelation(of) || schema.IsDerived(of):
		report(fmt.Sprintf(`a function gives a value, and a %s is read from the database; return a plain value`, schema.TypeText(of)))
		return
	}
	c := compiler{kinds: kinds, report: func(_, msg string) { report(msg) }}
	sf := reflect.StructField{Name: name, Type: of, Tag: reflect.StructTag(fmt.Sprintf("rest:%q %s", name, tag))}
	if f := c.field(t, sf, embedded{}, &schema.Derived{Form: schema.FormComputed, Compute: compute}); f != nil {
		f.GoIndex, f.Own = nil, of
		t.Show(f)
	}
}

// setCompute sets the function of a computed field of the struct.
func setCompute(f *schema.Field, of reflect.Type, tag reflect.StructTag, compute func(call, row, into any), report func(msg string)) {
	f.Derived.Compute = compute
	have := f.Type
	if f.Null {
		have = reflect.PointerTo(have)
	}
	switch {
	case of != have:
		report(fmt.Sprintf("the function gives %s, and field %s is %s; make them agree", of, f.Path, have))
	case tag != "":
		report(fmt.Sprintf("the tag %s belongs to field %s; write it there", tag, f.Path))
	}
}

// CheckComputed reports the computed fields of the struct without a function.
func CheckComputed(t *schema.Type, report func(field, msg string)) {
	for _, f := range t.Fields {
		if f.IsComputed() && f.Derived.Compute == nil {
			report(f.Path, fmt.Sprintf(`rest tag: nothing computes the field; write rest.Compute(%q, …) where the representation is declared, or leave "computed" out`, f.Wire))
		}
	}
}

// NewMember returns a member of a version with a Go type; the tag has parameters of its kind.
func NewMember(name string, of reflect.Type, tag reflect.StructTag, kinds []field.Kind, report func(msg string)) *schema.Field {
	t := &schema.Type{}
	AddComputed(t, name, of, tag, nil, kinds, report)
	f := t.ByWire(name)
	if f != nil {
		f.Blank = true // the members that it is made from check its value
	}
	return f
}
