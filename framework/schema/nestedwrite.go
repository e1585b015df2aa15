// Nested rows that clients send.

package schema

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/field/notation"
)

// Strategy determines what clients may do with the rows of a relation through a nested member.
type Strategy string

// The strategies.
const (
	// NestedCreate creates rows; existing ones stay unchanged.
	NestedCreate Strategy = "create"
	// NestedLink relates existing rows, named by their keys, and no others.
	NestedLink Strategy = "link"
	// NestedMerge changes the rows named by their keys, and creates the others.
	NestedMerge Strategy = "merge"
	// NestedReplace is NestedMerge, and deletes all other rows of the relation, or unjoins those of a many-to-many one.
	NestedReplace Strategy = "replace"
)

// Names reports whether existing rows are named by their keys.
func (s Strategy) Names() bool { return s != NestedCreate }

// Creates reports whether rows may be created.
func (s Strategy) Creates() bool { return s != NestedLink }

// Changes reports whether existing rows may be changed.
func (s Strategy) Changes() bool { return s == NestedMerge || s == NestedReplace }

// Limits reports whether the relation has no other rows afterwards.
func (s Strategy) Limits() bool { return s == NestedReplace || s == NestedLink }

// DefaultNested is the default limit of nested rows in a member.
const DefaultNested = 100

// ParseNested checks the whole value: a list of rows, or one. Each row is checked later, when the existing
// rows are known.
func (f *Field) ParseNested(v any) (any, []string) {
	if text, unreadable := v.(field.Unreadable); unreadable {
		return nil, []string{string(text)}
	}
	if !f.IsList() {
		return v, nil
	}
	list, isList := v.([]any)
	if !isList {
		return nil, []string{f.Message("not_a_list", fmt.Sprintf("Expected a list of items but got type %q.", notation.TypeName(v)))}
	}
	if limit := f.MostNested(); len(list) > limit {
		return nil, []string{strings.Replace(field.ElementMessages()["max"], "%s", strconv.Itoa(limit), 1)}
	}
	return list, nil
}

// MostNested returns the largest number of nested rows in the member.
func (f *Field) MostNested() int {
	for _, rule := range f.Rules {
		name, param, _ := strings.Cut(rule.Tag, "=")
		if n, err := strconv.Atoi(param); err == nil && (name == "max" || name == "len") {
			return n
		}
	}
	return DefaultNested
}

// WritesRows reports whether clients send rows in the field, and not only keys.
func (f *Field) WritesRows() bool {
	return f.Writable() && (f.IsNested() || f.IsManyToMany() && f.Relation.Makes)
}
