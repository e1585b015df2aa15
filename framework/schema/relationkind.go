// The kinds of relations: their columns, and how their values are bound and parsed.

package schema

import (
	"reflect"

	"example.com/resourceful/framework/field"
)

// SetRelation sets the kind of a relation field. The kind refers to the field, because the form of its
// values depends on the other side.
func (f *Field) SetRelation(t reflect.Type) {
	r := reflect.Zero(t).Interface().(relative)
	kind := r.relation(f)
	f.Type, f.Kind, f.Relation = t, &kind, &Relation{Target: r.target(), Keys: field.Integer().Key(reflect.TypeFor[int64]())}
	_, f.Relation.One = r.(interface{ one() })
	switch {
	case f.Relation.One:
		f.Relation.Form = HasManyForm
	case kind.Several && kind.Parse != nil:
		f.Relation.Form = ManyToManyForm
	case kind.Several:
		f.Relation.Form = HasManyForm
	}
}

// toOne returns the kind of a BelongsTo: a column with the other side's key.
func toOne(f *Field) field.Kind {
	k := field.Kind{
		Name: "to-one relation",
		Bind: func(_ *field.Spec, p reflect.Value) field.Slot { return newRefSlot(f, p) },
		Parse: func(_ *field.Spec, v any) (any, []string) {
			value, problem := f.parseReference(v)
			return value, one(problem)
		},
		Lookups: []field.Lookup{field.Equal, field.NotEqual, field.In, field.IsNull},
		Input:   field.Input{Control: "select"},
		JSON:    func(*field.Spec) map[string]any { return f.referenceSchema() },
	}
	number := field.Integer()
	LikeKey(&k, field.Of(number))
	return k
}

// LikeKey gives the kind of a reference the properties of the referenced key.
func LikeKey(k *field.Kind, key *field.Spec) {
	k.Literal = key.Kind.Literal
	k.Arg = func(_ *field.Spec, v any) any {
		if key, ok := v.(Key); ok {
			return key.Arg()
		}
		return key.Arg(v)
	}
	k.Column = func(_ *field.Spec, d field.Dialect) field.Column { return *key.ColumnIn(d) }
}

// hasRows returns the kind of a HasMany, which has no column.
func hasRows(f *Field) field.Kind {
	return field.Kind{
		Name:    "to-many relation",
		Bind:    func(*field.Spec, reflect.Value) field.Slot { return newManySlot(f, new([]int64), new([]string)) },
		Several: true,
		JSON: func(*field.Spec) map[string]any {
			return map[string]any{"type": "array", "items": f.referenceSchema()}
		},
	}
}

// hasRow returns the kind of a HasOne, which has no column.
func hasRow(f *Field) field.Kind {
	k := hasRows(f)
	k.Name, k.Several = "one-to-one relation", false
	k.JSON = func(*field.Spec) map[string]any { return field.OrNull(f.referenceSchema()) }
	return k
}

// manyRows returns the kind of a ManyToMany, which has a table of pairs.
func manyRows(f *Field) field.Kind {
	return field.Kind{
		Name: "many-to-many relation",
		Bind: func(_ *field.Spec, p reflect.Value) field.Slot {
			numbers, texts := p.Interface().(interface{ keys() (*[]int64, *[]string) }).keys()
			return newManySlot(f, numbers, texts)
		},
		Parse:        func(_ *field.Spec, v any) (any, []string) { return f.parseReferences(v) },
		Rules:        []string{"min", "max", "len"},
		RuleMessages: field.ElementMessages(),
		Samples:      []any{[]Key{}, []Key{NumberKey(1), NumberKey(2)}},
		Counted:      true,
		Several:      true,
		Input:        field.Input{Control: "multiselect"},
		JSON: func(*field.Spec) map[string]any {
			return map[string]any{"type": "array", "items": f.referenceSchema()}
		},
	}
}

// referenceSchema returns the JSON Schema of a reference to a related row: its address, the text that
// represents it, or its key.
func (f *Field) referenceSchema() map[string]any {
	r := f.Relation
	switch {
	case f.Show == ShowLink:
		return map[string]any{"type": "string", "format": "uri"}
	case f.Show == ShowField && r.OnShow != nil:
		return r.OnShow.ValueJSON()
	case r.Type != nil && r.Type.Key != nil:
		return r.Type.Key.ValueJSON()
	}
	return map[string]any{"type": "integer", "format": "int64"}
}

func (BelongsTo[T]) relation(f *Field) field.Kind { return toOne(f) }

func (HasMany[T]) relation(f *Field) field.Kind { return hasRows(f) }

func (HasOne[T]) relation(f *Field) field.Kind { return hasRow(f) }

func (ManyToMany[T]) relation(f *Field) field.Kind { return manyRows(f) }

// ReferenceTo returns the spec of a column with the key of a row of the type.
func ReferenceTo(t *Type) *field.Spec {
	k := toOne(nil)
	if t.Key != nil && t.Key.AsKey != nil {
		LikeKey(&k, &t.Key.Spec)
	}
	return field.Of(k)
}
