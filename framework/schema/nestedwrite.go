// Nested rows that clients send.

package schema

import (
	"fmt"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field"
)

// Strategy says what a client may do with the rows of a relation by a member that nests them.
type Strategy string

// The strategies.
const (
	// NestedCreate makes rows; those that are there stay as they are.
	NestedCreate Strategy = "create"
	// NestedLink relates rows that are there, which are named by their keys, and no others.
	NestedLink Strategy = "link"
	// NestedMerge changes the rows that are named by their keys, and makes the others.
	NestedMerge Strategy = "merge"
	// NestedReplace is NestedMerge after which the relation has these rows and no others.
	NestedReplace Strategy = "replace"
)

// Names reports whether rows that are there are named by their keys.
func (s Strategy) Names() bool { return s != NestedCreate }

// Creates reports whether rows may be made.
func (s Strategy) Creates() bool { return s != NestedLink }

// Changes reports whether rows that are there may be changed.
func (s Strategy) Changes() bool { return s == NestedMerge || s == NestedReplace }

// Limits reports whether the relation has no other rows afterwards.
func (s Strategy) Limits() bool { return s == NestedReplace || s == NestedLink }

// DefaultNested is how many rows a member may nest where its rules do not say it.
const DefaultNested = 100

// ParseNested checks the whole value: a list of rows, or one. Each of them is checked when it is known which
// rows are there.
func (f *Field) ParseNested(v any) (any, []string) {
	if text, unreadable := v.(field.Unreadable); unreadable {
		return nil, []string{string(text)}
	}
	if !f.IsList() {
		return v, nil
	}
	list, isList := v.([]any)
	if !isList {
		return nil, []string{f.Message("not_a_list", fmt.Sprintf("Expected a list of items but got type %q.", field.TypeName(v)))}
	}
	if limit := f.MostNested(); len(list) > limit {
		return nil, []string{strings.Replace(field.ElementMessages()["max"], "%s", strconv.Itoa(limit), 1)}
	}
	return list, nil
}

// MostNested is how many rows the member may nest.
func (f *Field) MostNested() int {
	for _, rule := range f.Rules {
		name, param, _ := strings.Cut(rule.Tag, "=")
		if n, err := strconv.Atoi(param); err == nil && (name == "max" || name == "len") {
			return n
		}
	}
	return DefaultNested
}

// WritesRows reports whether clients send rows by the field, and not just which rows it leads to.
func (f *Field) WritesRows() bool {
	return f.Writable() && (f.IsNested() || f.IsManyToMany() && f.Relation.Makes)
}
