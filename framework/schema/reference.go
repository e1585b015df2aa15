// The kinds of relations, and how clients name related rows.

package schema

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
)

// setRelation gives a field of a relation type its kind, which knows the field: how its values
// look depends on the other side.
func (f *Field) setRelation(t reflect.Type) {
	r := reflect.Zero(t).Interface().(relative)
	kind := r.relation(f)
	f.Type, f.Kind, f.Relation = t, &kind, &Relation{Target: r.target(), key: field.Integer().Key(reflect.TypeFor[int64]())}
	_, f.Relation.One = r.(interface{ one() })
	switch {
	case f.Relation.One:
		f.Relation.form = hasMany
	case kind.Several && kind.Parse != nil:
		f.Relation.form = manyToMany
	case kind.Several:
		f.Relation.form = hasMany
	}
}

// toOne is the kind of a BelongsTo: a column with the other side's key.
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
	likeKey(&k, field.Of(number))
	return k
}

// likeKey gives the kind of a reference what it has of the key that it holds.
func likeKey(k *field.Kind, key *field.Spec) {
	k.Literal = key.Kind.Literal
	k.Arg = func(_ *field.Spec, v any) any {
		if key, ok := v.(Key); ok {
			return key.Arg()
		}
		return key.Arg(v)
	}
	k.Column = func(_ *field.Spec, d field.Dialect) field.Column { return *key.ColumnIn(d) }
}

// hasRows is the kind of a HasMany, which has no column.
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

// hasRow is the kind of a HasOne, which has no column.
func hasRow(f *Field) field.Kind {
	k := hasRows(f)
	k.Name, k.Several = "one-to-one relation", false
	k.JSON = func(*field.Spec) map[string]any { return field.OrNull(f.referenceSchema()) }
	return k
}

// manyRows is the kind of a ManyToMany, which has a table of pairs.
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

// referenceSchema is the JSON Schema of what names a related row: its address, the text that shows it, or its key.
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

func one(problem string) []string {
	if problem == "" {
		return nil
	}
	return []string{problem}
}

// parseReference reads a key, an address, or the text by which a related row is shown. The value
// is the key, or that text for the caller to look up; whether the row exists is not yet known.
func (f *Field) parseReference(v any) (any, string) {
	switch f.Show {
	case ShowLink:
		s, ok := v.(string)
		if !ok {
			return nil, f.Message("incorrect_type", "Incorrect type. Expected URL string, received "+field.TypeName(v)+".")
		}
		key, problem := f.Relation.Resolve(s)
		return key, problem
	case ShowField:
		s, ok := field.TextOf(v)
		if !ok {
			return nil, f.Message("invalid", "Invalid value.")
		}
		if !field.Storable(s) {
			return nil, f.Missing(s)
		}
		return s, ""
	default:
		return f.parseKey(v)
	}
}

// parseKey reads the key of a related row.
func (f *Field) parseKey(v any) (any, string) {
	s, isText := field.TextOf(v)
	kind := f.Relation.key
	arg, ok := any(nil), false
	if isText {
		arg, ok = kind.Refer(s)
	}
	switch {
	case isText && !ok && kind.Invalid != "":
		return nil, f.Message("incorrect_type", strings.Replace(kind.Invalid, "%s", s, 1))
	case !ok:
		return nil, f.Message("incorrect_type", "Incorrect type. Expected pk value, received "+field.TypeName(v)+".")
	case arg == nil:
		return nil, f.Missing(s)
	}
	return KeyOf(arg), ""
}

func (f *Field) parseReferences(v any) (any, []string) {
	list, ok := v.([]any)
	if !ok {
		return nil, []string{f.Message("not_a_list", fmt.Sprintf("Expected a list of items but got type %q.", field.TypeName(v)))}
	}
	keys := make([]Key, 0, len(list))
	for _, item := range list {
		key, problem := f.parseReference(item)
		if problem != "" {
			return nil, []string{problem}
		}
		if text, named := key.(string); named {
			if text == "" {
				return nil, []string{f.Missing(text)} // an empty text is no key, and no name
			}
			key = TextKey(text)
		}
		keys = append(keys, key.(Key))
	}
	if f.Relation.Makes {
		return keys, nil // a name that is refused is told at its place
	}
	slices.SortFunc(keys, Key.Compare)
	return slices.Compact(keys), nil
}

// Missing is the message for a reference to a row that does not exist, or may not be seen.
func (f *Field) Missing(value any) string {
	switch f.Show {
	case ShowLink:
		return f.Message("does_not_exist", "Invalid hyperlink - Object does not exist.")
	case ShowField:
		return f.Message("does_not_exist", fmt.Sprintf("Object with %s=%v does not exist.", f.Relation.OnShow.Wire, value))
	default:
		return f.Message("does_not_exist", fmt.Sprintf("Invalid pk \"%v\" - object does not exist.", value))
	}
}

// Taken is the message for a value of a unique field that another row has.
func (f *Field) Taken(typeName string) string {
	return f.Message("unique", fmt.Sprintf("%s with this %s already exists.", words(typeName), strings.ToLower(f.Label)))
}
