// The words of validate tags about other fields.

package structs

import (
	"fmt"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// acrossRule is a word of a validate tag about other fields of the struct, which are known when all of them
// are compiled.
type acrossRule struct {
	field       *schema.Field
	name, param string
	report      field.Reporter
}

// comparing are the words that compare a field with another, as in go-playground/validator.
var comparing = map[string]struct {
	compare func(path string, value any) predicate.Expr
	message string
}{
	"eqfield":  {predicate.Eq, "Ensure this value is equal to %s."},
	"nefield":  {predicate.Ne, "Ensure this value is not equal to %s."},
	"gtfield":  {predicate.Gt, "Ensure this value is greater than %s."},
	"gtefield": {predicate.Gte, "Ensure this value is greater than or equal to %s."},
	"ltfield":  {predicate.Lt, "Ensure this value is less than %s."},
	"ltefield": {predicate.Lte, "Ensure this value is less than or equal to %s."},
}

// presences are the words that require a value, or none, depending on other fields.
var presences = map[string]struct {
	values bool // their parameter is pairs of a field and a value; otherwise fields
	unless bool // they apply if the condition does not hold
	filled bool // they require a value
}{
	"required_if":      {values: true, filled: true},
	"required_unless":  {values: true, filled: true, unless: true},
	"required_with":    {filled: true},
	"required_without": {filled: true, unless: true},
	"excluded_if":      {values: true},
	"excluded_unless":  {values: true, unless: true},
	"excluded_with":    {},
	"excluded_without": {unless: true},
}

// cutAcross removes the words about other fields from a validate tag.
func (c *compiler) cutAcross(f *schema.Field, tag string, report field.Reporter) (rest string) {
	own, items, dives := strings.Cut(tag, ",dive,")
	parts := slices.DeleteFunc(strings.Split(own, ","), func(part string) bool {
		name, param, _ := strings.Cut(part, "=")
		_, compares := comparing[name]
		_, asks := presences[name]
		if !compares && !asks {
			return false
		}
		switch {
		case c.row != nil:
			report("validate tag: rule %q is about rows, and this struct represents those of %s; write it there", part, c.row.Go.Name())
		case slices.ContainsFunc(c.across, func(have acrossRule) bool { return have.field == f && have.name == name && have.param == param }):
			report("validate tag: rule %q is repeated; write it once", part)
		default:
			c.across = append(c.across, acrossRule{f, name, param, report})
			f.Across = append(f.Across, name)
		}
		return true
	})
	rest = strings.Join(parts, ",")
	if dives {
		rest = strings.TrimPrefix(rest+",dive,"+items, ",")
	}
	return rest
}

// constrain makes constraints from the words about other fields.
func (c *compiler) constrain(t *schema.Type) {
	for _, r := range c.across {
		wrong := func(format string, args ...any) {
			r.report("validate tag: rule %q "+format, append([]any{strings.TrimSuffix(r.name+"="+r.param, "=")}, args...)...)
		}
		var holds predicate.Expr
		var usual string
		var ok bool
		if by, compares := comparing[r.name]; compares {
			var other *schema.Field
			if other, ok = otherField(t, r.field, r.param, wrong); ok {
				usual = fmt.Sprintf(by.message, schema.MemberName(other))
				holds = predicate.Or(absent(r.field), absent(other), by.compare(schema.MemberName(r.field), predicate.F(schema.MemberName(other))))
			}
		} else {
			holds, usual, ok = r.presence(t, wrong)
		}
		if !ok {
			continue
		}
		bound, err := holds.Bind(t)
		if err != nil {
			wrong("does not fit: %s", strings.ReplaceAll(err.Error(), "\n", "; "))
			continue
		}
		if filled := t.FilledIn(bound); filled != nil {
			wrong("asks %s, which the database fills after the check (default:\"database\"); leave it out", filled.Go)
			continue
		}
		t.Constraints = append(t.Constraints, &schema.Constraint{
			Of: t, Holds: bound, Field: r.field, Message: r.field.Message(r.name, usual), For: "the validate tag of " + r.field.Go,
		})
	}
}

// presence returns the condition of a word that requires a value, or none.
func (r *acrossRule) presence(t *schema.Type, wrong func(format string, args ...any)) (holds predicate.Expr, usual string, ok bool) {
	word := presences[r.name]
	if absent(r.field).IsFalse() {
		wrong("asks whether there is a value, and %s always has one; write a pointer, or a rule that compares", r.field.Go)
		return holds, "", false
	}
	when, ok := r.condition(t, word.values, wrong)
	if !ok {
		return holds, "", false
	}
	if word.unless {
		when = predicate.Not(when)
	}
	if word.filled {
		return predicate.Or(predicate.Not(when), predicate.Not(absent(r.field))), "This field is required.", true
	}
	return predicate.Or(predicate.Not(when), absent(r.field)), "This field must be empty.", true
}

// condition returns the condition in the parameter of such a word: other fields have these values, or any.
func (r *acrossRule) condition(t *schema.Type, values bool, wrong func(format string, args ...any)) (when predicate.Expr, ok bool) {
	words := strings.Fields(r.param)
	switch {
	case len(words) == 0 && values, values && len(words)%2 != 0:
		wrong("needs fields with their values; write %s=Status closed", r.name)
		return when, false
	case len(words) == 0:
		wrong("needs the names of other fields; write %s=Status", r.name)
		return when, false
	case !values:
		for _, name := range words {
			other, ok := otherField(t, r.field, name, wrong)
			if !ok {
				return when, false
			}
			when = predicate.Or(when, predicate.Not(absent(other)))
		}
		return when, true
	}
	when = predicate.Constant(true)
	for i := 0; i < len(words); i += 2 {
		other, ok := otherField(t, r.field, words[i], wrong)
		if !ok {
			return when, false
		}
		value, messages := other.Parse(words[i+1])
		if len(messages) > 0 || value == nil {
			wrong("compares %s with %q, which it cannot have; write a value of the field", other.Go, words[i+1])
			return when, false
		}
		when = predicate.And(when, predicate.Eq(schema.MemberName(other), value))
	}
	return when, true
}

// otherField returns the field that a word names, by its Go name.
func otherField(t *schema.Type, f *schema.Field, name string, wrong func(format string, args ...any)) (other *schema.Field, ok bool) {
	var names []string
	for _, other := range t.Fields {
		switch {
		case other.Derived != nil || other.IsToMany():
		case other.Go == name && other != f:
			return other, true
		case other != f:
			names = append(names, other.Go)
		}
	}
	switch {
	case name == "":
		wrong("needs the name of another field; write one of %s", strings.Join(names, ", "))
	case name == f.Go:
		wrong("compares the field with itself; name another")
	default:
		wrong("names no field with a value, %s%s", name, field.Hint(name, names))
	}
	return nil, false
}

// absent returns the condition that a field has no value: null, or an empty text.
func absent(f *schema.Field) (none predicate.Expr) {
	if f.Null {
		none = predicate.IsNull(schema.MemberName(f))
	}
	if f.Kind.FreeText {
		none = predicate.Or(none, predicate.Eq(schema.MemberName(f), ""))
	}
	return none
}
