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

// strategies are the words of the option.
var strategies = []string{string(NestedReplace), string(NestedMerge), string(NestedCreate), string(NestedLink)}

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

// writeNested makes a Nested one that clients send.
func (f *Field) writeNested(word string, t tag, report field.Reporter) {
	known := false
	for _, s := range strategies {
		known = known || s == word
	}
	switch {
	case !known:
		report(`rest tag: unknown strategy nested=%s%s`, word, field.Hint(word, strategies))
		return
	case t.is("readonly"):
		report(`rest tag: "nested=%s" says what clients send, and "readonly" that they send nothing; write one of them`, word)
		return
	}
	f.ReadOnly, f.Optional, f.CreateOnly = false, t.is("optional"), t.is("createonly")
	f.Derived.Write, f.Derived.KeyName = Strategy(word), t.values["by"]
	f.Kind.Parse = func(_ *field.Spec, v any) (any, []string) { return f.parseNested(v) }
	f.Kind.Form = field.JSON().Form
	f.Kind.Input = field.Input{Control: "textarea"}
	f.Kind.Several = true
	f.Kind.Rules, f.Kind.RuleMessages, f.Kind.Counted = []string{"min", "max", "len"}, field.ElementMessages(), true
	f.Kind.Samples = []any{[]any{}, []any{map[string]any{}}}
	f.Kind.Codes = []string{"not_a_list"}
}

// unfitting says why other options do not fit.
func (f *Field) unfitting(t tag) string {
	if f.Derived.Form == FormNested && hasKey(t.values, "nested") {
		return ""
	}
	return ", which is read and never sent"
}

// parseNested checks what is sent as a whole: a list of rows, or one. What each of them is is looked at
// when it is known which rows are there.
func (f *Field) parseNested(v any) (any, []string) {
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

// makesRows reads the strategy of a ManyToMany, which clients send by keys or names.
func (f *Field) makesRows(t tag, report field.Reporter) {
	word, has := t.values["nested"]
	switch {
	case !has || !f.IsManyToMany():
	case f.ReadOnly || f.Wire == "":
		report(`rest tag: "nested=%s" says what clients send, and they do not send this; leave it out`, word)
	case word != string(NestedCreate):
		report(`rest tag: nested=%s is for a rest.Nested; of a ManyToMany write "nested=create" to make the rows of names that there are none of, or leave it out`, word)
	case f.Show != ShowField:
		report(`rest tag: "nested=create" makes rows of names, and clients send keys; write "show=" with the field of the name too`)
	default:
		f.Relation.Makes = true
	}
}

// WritesRows reports whether clients send rows by the field, and not just which rows it leads to.
func (f *Field) WritesRows() bool {
	return f.Writable() && (f.IsNested() || f.IsManyToMany() && f.Relation.Makes)
}
