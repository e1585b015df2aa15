package schema

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// options applies the words of the rest tag, each where it makes sense.
func (f *Field) options(t tag, report reporter) {
	f.ReadOnly, f.WriteOnly, f.Optional = t.is("readonly"), t.is("writeonly"), t.is("optional")
	f.Unique, f.Multiline = t.is("unique"), t.is("multiline")
	hidden := t.name == "-"
	for _, wrong := range []struct {
		found bool
		msg   string
	}{
		{f.ReadOnly && f.WriteOnly, `a field cannot be both "readonly" and "writeonly"; write one of them, or rest:"-"`},
		{
			hidden && (f.ReadOnly || f.WriteOnly || f.Multiline || f.Optional && f.Kind != ToOne || t.is("link") || t.values["show"] != ""),
			`a field that is not shown takes "unique", and for relations "optional", "through=" and "ondelete=", only; leave the other options out`,
		},
		{hidden && f.Kind == HasRows, `a HasMany that is not shown says nothing; leave the field out`},
		{!hidden && f.Optional && f.ReadOnly && f.Kind != ToOne, `"optional" says nothing about a field that is never sent; leave it out`},
		{f.Optional && t.hasDef && f.Relation == nil, `a field with a default may be left out anyway; leave out "optional"`},
		{f.Multiline && f.Kind != Text, fmt.Sprintf(`"multiline" is for texts, and %s is %s; leave it out`, f.Go, f.aKind())},
		{f.Unique && f.Kind.ToMany(), fmt.Sprintf(`"unique" does not fit a %s, which has no column; leave it out`, f.Kind)},
	} {
		if wrong.found {
			report("rest tag: %s", wrong.msg)
		}
	}
	if f.Kind == ToOne && f.Optional {
		f.Null = true
	}
	f.relationOptions(t, report)
}

func (f *Field) relationOptions(t tag, report reporter) {
	isKey := f.Go == "ID"
	if t.is("link") {
		f.Show = ShowLink
		if f.Relation == nil && !isKey {
			report(`rest tag: "link" is for relations and the field ID; leave it out`)
		}
	}
	if f.Relation == nil {
		for _, option := range valueOptions {
			if hasKey(t.values, option) {
				report(`rest tag: option "%s=" is for relations, and %s is %s; leave it out`, option, f.Go, f.aKind())
			}
		}
		return
	}
	if show, ok := t.values["show"]; ok {
		f.Show = ShowField
		if t.is("link") {
			report(`rest tag: "link" and "show=%s" exclude each other; write one of them`, show)
		}
	}
	if f.Kind == HasRows && !f.ReadOnly && f.Wire != "" {
		report(`rest tag: a HasMany is changed from its other side; write "readonly"`)
	}
	if f.Kind == ManyRows && f.Show == ShowField && !f.ReadOnly {
		report(`rest tag: a ManyToMany that is written shows as its key or as a link; write "link", or "readonly" beside "show="`)
	}
	f.Relation.ByName, f.Relation.Through = t.values["by"], t.values["through"]
	if f.Relation.ByName != "" && f.Kind != HasRows {
		report(`rest tag: "by=" names the other side of a HasMany; leave it out`)
	}
	if f.Relation.Through != "" && f.Kind != ManyRows {
		report(`rest tag: "through=" names the table of pairs of a ManyToMany; leave it out`)
	} else if through := f.Relation.Through; through != "" && (!isName(through) || isSystemTable(through)) {
		report(`rest tag: through=%s is no name for a table; write lower-case letters, digits and underscores`, through)
		f.Relation.Through = ""
	}
	f.onDelete(t.values["ondelete"], report)
	f.Relation.showName = t.values["show"]
}

func (f *Field) onDelete(word string, report reporter) {
	if word == "" {
		return
	}
	actions := map[string]OnDelete{"restrict": Restrict, "cascade": Cascade, "null": SetNull}
	action, ok := actions[word]
	switch {
	case f.Kind != ToOne:
		report(`rest tag: "ondelete=" is for a BelongsTo; leave it out`)
	case !ok:
		report(`rest tag: unknown action ondelete=%s%s`, word, hint(word, []string{"restrict", "cascade", "null"}))
	case action == SetNull && !f.Null:
		report(`rest tag: ondelete=null needs a reference that may be empty; write "optional" too`)
	default:
		f.Relation.Delete = action
	}
}

// leftOut checks what a field holds that a client leaves out: its zero value has to make sense.
func (f *Field) leftOut(report reporter) {
	if !f.Optional || f.Null || f.HasDefault || f.Relation != nil {
		return
	}
	zero := zeroDefault(f.Kind)
	switch {
	case f.Kind == Timestamp || f.Kind == Day:
		report(`rest tag: an optional %s that is left out would be the year 1; make the field a pointer, or write default:"now"`, f.Kind)
	case f.Choices != nil && !f.choice[""] && (f.also == nil || !f.also("")):
		report(`rest tag: an optional choice that is left out would be "", which is none of the choices; write a default, or make the field a pointer`)
	case f.Kind != Text && f.broken(zero) != nil:
		report(`rest tag: an optional %s that is left out would be %v, which breaks its own rules; write a default, or make the field a pointer`, f.Kind, zero)
	}
}

// setDefault reads the default as a client's text would be read, rules included.
func (f *Field) setDefault(t tag, report reporter) {
	if !t.hasDef {
		return
	}
	f.HasDefault = true
	switch {
	case f.Relation != nil:
		report(`default tag: a %s has no default; write "optional" where it may be left out`, f.Kind)
	case f.Null:
		report(`default tag: a pointer defaults to null; leave the tag out, or make the field no pointer`)
	case f.Go == "ID":
		report(`default tag: the key is given by the database; leave the tag out`)
	case (f.Kind == Timestamp || f.Kind == Day) && t.def == "now":
	case f.Kind == Text && t.def == "" && f.Choices == nil:
		f.Default = ""
	case f.Kind == Text && f.Choices == nil && strings.TrimFunc(t.def, isSpace) == "":
		report(`default tag: %q is blank; write default:""`, t.def)
	case !utf8.ValidString(t.def):
		report(`default tag: %q is no valid UTF-8; write plain text`, t.def)
	default:
		value, messages := f.parse(t.def)
		if messages != nil {
			report(`default tag: the field itself refuses %q (%s); write a default that a client could send`, t.def, strings.Join(messages, " "))
			return
		}
		if f.Kind == Text && value != t.def {
			report(`default tag: %q would be stored trimmed; write %q`, t.def, value)
		}
		f.Default = value
	}
}
