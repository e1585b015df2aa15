// Filtered members of the objects in a column.

package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
)

// Inside is a member of a field's objects, or of objects within these, that filters compare.
type Inside struct {
	Object *Field   // the field with the objects
	Number int      // number of the member in conditions, from 1
	Keys   []string // path to it
	Field  *Field   // the member; it may be null if something on the path may
}

// Name returns the member's name in conditions and indexes: "details.size.width".
func (m *Inside) Name() string {
	return cmp.Or(m.Object.Wire, m.Object.Column) + "." + strings.Join(m.Keys, ".")
}

// Member returns the member of the field's objects at a path, for filters as on a field. It must be of a
// kind with Inside.
func (f *Field) Member(keys []string, of *Field) *Inside {
	i := slices.IndexFunc(f.Insides, func(m *Inside) bool {
		return slices.Equal(m.Keys, keys) && m.Field.Spec.String() == of.Spec.String()
	})
	if i < 0 {
		i = len(f.Insides)
		f.Insides = append(f.Insides, &Inside{Object: f, Number: i + 1, Keys: keys, Field: of})
	}
	return f.Insides[i]
}

// SQL returns the expression of the member's value for a comparison, with a question mark for the column;
// it is null for a value of another type.
func (m *Inside) SQL(d field.Dialect) string {
	form := m.Field.Spec.Inside()
	is, text := m.text(d, form.JSON)
	if form.Where != nil {
		is += " AND " + strings.ReplaceAll(form.Where(d), "%s", text)
	}
	value := text
	if form.SQL != nil {
		value = strings.ReplaceAll(form.SQL(d), "%s", text)
	}
	return "CASE WHEN " + is + " THEN " + value + " END"
}

// text returns the condition that the member has a JSON type, and the expression of its text.
func (m *Inside) text(d field.Dialect, typ string) (is, text string) {
	path := m.path(d)
	switch {
	case d == field.PostgreSQL:
		return "json_typeof(? #> " + path + ") = '" + typ + "'", "(? #>> " + path + ")"
	case typ == "boolean":
		return "json_type(?, " + path + ") IN ('true', 'false')", "json_type(?, " + path + ")"
	case typ == "number":
		return "json_type(?, " + path + ") IN ('integer', 'real')", "(? -> " + path + ")"
	default:
		return "json_type(?, " + path + ") = 'text'", "(? ->> " + path + ")"
	}
}

// IsNull returns the condition that the member is missing or null.
func (m *Inside) IsNull(d field.Dialect) string {
	if d == field.PostgreSQL {
		return "(? #>> " + m.path(d) + ") IS NULL"
	}
	return "(? ->> " + m.path(d) + ") IS NULL"
}

// path returns the SQL path of the member. Names on the wire have no quotes: see isWire.
func (m *Inside) path(d field.Dialect) string {
	if d == field.PostgreSQL {
		return `'{"` + strings.Join(m.Keys, `","`) + `"}'`
	}
	return `'$."` + strings.Join(m.Keys, `"."`) + `"'`
}

// Arg converts a value in the form of Kind.Arg for the comparison with SQL.
func (m *Inside) Arg(d field.Dialect, arg any) any {
	if to := m.Field.Spec.Inside().Arg; to != nil && arg != nil {
		return to(d, arg)
	}
	return arg
}

// HoldsObjects reports whether the values of the field are, or may be, objects.
func (f *Field) HoldsObjects() bool {
	return f.Object != nil || f.Column != "" && f.Relation == nil && slices.Contains([]string{"object", "json"}, f.Kind.Name)
}

// IsMemberName reports whether a text can be a step in the path of a member.
func IsMemberName(s string) bool { return isWire(s) }

// Within returns the member at a path, as declared by the struct of the field. It may be null if something
// on the path may. The mistake names the unknown step, or is "".
func (f *Field) Within(keys []string) (member *Field, mistake string) {
	null, t := f.Null, f.Object
	for i, key := range keys {
		if t == nil {
			return nil, fmt.Sprintf("%s has no members that are declared; end the path there", strings.Join(keys[:i], "."))
		}
		of := t.ByWire(key)
		if of == nil {
			return nil, fmt.Sprintf("%s has no member %q%s", t.Go, key, field.Hint(key, t.Wires()))
		}
		null, t = null || of.Null, of.Object
		member = of
	}
	found := *member
	found.Null = null
	return &found, ""
}

// FilteredMembers returns the paths to the members of the field's objects with the word filter, in order.
func (f *Field) FilteredMembers() (paths [][]string) {
	if f.Object == nil {
		return nil
	}
	for _, member := range f.Object.Fields {
		if len(member.Filters) > 0 {
			paths = append(paths, []string{member.Wire})
		}
		for _, path := range member.FilteredMembers() {
			paths = append(paths, append([]string{member.Wire}, path...))
		}
	}
	return paths
}
