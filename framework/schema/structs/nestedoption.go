// The option for nested rows that clients send.

package structs

import (
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// strategies are the words of the option.
var strategies = []string{string(schema.NestedReplace), string(schema.NestedMerge), string(schema.NestedCreate), string(schema.NestedLink)}

// writeNested makes a Nested writable for clients.
func writeNested(f *schema.Field, word string, t tag, report field.Reporter) {
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
	f.Derived.Write, f.Derived.KeyName = schema.Strategy(word), t.values["by"]
	f.Kind.Parse = func(_ *field.Spec, v any) (any, []string) { return f.ParseNested(v) }
	f.Kind.Form = field.JSON().Form
	f.Kind.Input = field.Input{Control: "textarea"}
	f.Kind.Several = true
	f.Kind.Rules, f.Kind.RuleMessages, f.Kind.Counted = []string{"min", "max", "len"}, field.ElementMessages(), true
	f.Kind.Samples = []any{[]any{}, []any{map[string]any{}}}
	f.Kind.Codes = []string{"not_a_list"}
}

// whyUnfitting returns the reason why other options do not fit.
func whyUnfitting(f *schema.Field, t tag) string {
	if f.Derived.Form == schema.FormNested && hasKey(t.values, "nested") {
		return ""
	}
	return ", which is read and never sent"
}

// makesRows parses the strategy of a ManyToMany, which clients send by keys or names.
func makesRows(f *schema.Field, t tag, report field.Reporter) {
	word, has := t.values["nested"]
	switch {
	case !has || !f.IsManyToMany():
	case f.ReadOnly || f.Wire == "":
		report(`rest tag: "nested=%s" says what clients send, and they do not send this; leave it out`, word)
	case word != string(schema.NestedCreate):
		report(`rest tag: nested=%s is for a rest.Nested; of a ManyToMany write "nested=create" to create rows for new names, or leave it out`, word)
	case f.Show != schema.ShowField:
		report(`rest tag: "nested=create" makes rows of names, and clients send keys; write "show=" with the field of the name too`)
	default:
		f.Relation.Makes = true
	}
}
