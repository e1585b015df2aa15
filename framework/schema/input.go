// A client's input, and its changes of a row.

package schema

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/field/notation"
	"example.com/resourceful/framework/problem"
)

// Input is a client's input, still untyped: a tree of nil, bool, json.Number, string, []any and
// map[string]any, or the fields of a form.
type Input struct {
	Value any
	Form  map[string][]string // nil if the body was no form
	Files map[string]bool     // form fields whose last part is a file
	// Uploads are the files among them for fields of files.
	Uploads map[string]*field.Upload
	// Shown returns the address of a file in the changed record: sent back, it changes nothing. nil for a
	// new record.
	Shown func(f *Field) string
	// Was returns the bound value of a field in the changed record, nil for null. A form that sends the
	// text of the page changes nothing, although other values have the same text: null and the empty text
	// or list, and line breaks, all of which browsers send as CRLF. nil for a new record.
	Was func(f *Field) any
	// Shows reports whether the representation of the changed record shows a field. A form cannot send back
	// other fields: left empty, they keep their value. nil for a new record, and for one that is shown as a
	// whole.
	Shows func(f *Field) bool
	// Whole means that the form has an input for every field, so that a missing one, such as an unticked
	// checkbox, is empty. In other forms it is missing in Modify, and else has its default, if it has one.
	Whole bool
	// Prefix is the path of the whole service, which addresses from clients may contain.
	Prefix string
	Keys   int // largest number of related rows in a field; 0 for any number
	// ReadOnly reports the fields that are read-only for the changed record: they may be missing.
	ReadOnly func(f *Field) bool
	// Given is the reference of the row that has its value from elsewhere, whatever the input contains; nil
	// for none.
	Given *Field
	// Coded requests the codes of messages.
	Coded bool
	// Client is the time zone of moments from the client; nil for UTC.
	Client *time.Location
	// Orders are the orders of objects in Value: see notation.Tree; nil for none.
	Orders notation.Orders
	// Names refuses unknown fields; nil ignores them.
	Names *Names
}

// Mode determines which fields are required.
type Mode uint8

const (
	// Create requires every required field; defaults fill the others.
	Create Mode = iota
	// Replace requires every required field; the others keep their values (as in Django REST framework: a
	// default belongs to a create).
	Replace
	// Modify requires nothing.
	Modify
)

// Change is one sent field with its bound value: the parsed value of the field's kind, Key or []Key for
// relations, nil for null, or for a relation shown by a field the text to look up.
type Change struct {
	Field *Field
	Value any
	// As is the member of a representation that the client has sent, if Field is the row's.
	As *Field
	// Named is the text with which the client has named the row that Value refers to; "" for its key.
	Named string
}

// Known returns the field as clients know it: the row's, or the member of a representation for a field that
// the row does not show.
func (c *Change) Known() *Field {
	if c.Field.Wire == "" && c.As != nil {
		return c.As
	}
	return c.Field
}

// Bind parses the input into changes, in the order of the struct. It ignores read-only fields, and
// create-only ones outside of Create. It returns all mistakes at once, in the same order with unknown
// fields last, and the changes without mistakes. The caller checks whether related rows exist and unique
// values are free.
func (t *Type) Bind(in Input, mode Mode) ([]Change, problem.Fields) {
	var problems problem.Fields
	object, isObject := in.Value.(map[string]any)
	switch {
	case in.Form != nil || isObject:
	case in.Value == nil:
		problems.Tell(problem.NonField, "null", "No data provided")
		return nil, problems
	default:
		problems.Add(problem.NonField, "Invalid data. Expected a dictionary, but got %s.", notation.TypeName(in.Value))
		return nil, problems
	}
	changes := make([]Change, 0, len(t.Fields))
	for _, f := range t.Fields {
		if in.Given != nil && cmp.Or(f.Of, f) == in.Given {
			continue
		}
		if !f.WritableIn(mode == Create) {
			if mode == Create && f.RefusesCreate && in.says(f, object) {
				problems.Tell(f.Wire, "read_only", NotSent)
			}
			continue
		}
		readOnly := in.ReadOnly != nil && in.ReadOnly(cmp.Or(f.Of, f))
		value, sent := object[f.Wire]
		if readOnly && in.Form != nil && !in.hasField(f) {
			continue
		}
		if in.Form != nil {
			value, sent = f.fromForm(in, mode)
		}
		if sent && f.IsFile() && in.Shown != nil && value != nil && value == in.Shown(f) {
			continue
		}
		if in.Form != nil && in.Was != nil && in.unchanged(f) {
			continue
		}
		// For a reference the empty text is null too, as in Django REST framework, unless it may be a key.
		isNull := value == nil || value == "" && (f.IsToOne() && (in.Form != nil || !f.mayReferToEmpty()) || f.Kind.EmptyNull && f.Null)
		list, isList := value.([]any)
		switch {
		case !sent && mode == Replace && (in.Form != nil && (in.hides(f) || f.IsNested()) || f.IsFile()):
		case !sent && mode != Modify && f.Required() && !readOnly:
			problems.Tell(f.Wire, "required", f.Message("required", cmp.Or(f.Kind.Absent, "This field is required.")))
		case !sent:
		case isNull && f.Null:
			changes = append(changes, Change{Field: f, As: f})
		case isNull:
			problems.Tell(f.Wire, "null", f.Message("null", "This field may not be null."))
		case isList && in.Keys > 0 && len(list) > in.Keys && f.IsManyToMany():
			problems.Tell(f.Wire, "max_length", strings.Replace(field.ElementMessages()["max"], "%s", strconv.Itoa(in.Keys), 1))
		default:
			if in.Prefix != "" {
				value = in.Inner(f, value)
			}
			bound, messages, parts := f.In(in.Client).ParseParts(f.InOrder(value, in.Orders))
			if messages != nil || parts != nil {
				in.refuse(&problems, f, value, messages, parts)
				continue
			}
			changes = append(changes, Change{Field: f, Value: bound, As: f})
		}
	}
	for _, g := range t.made {
		changes = g.unmake(&in, mode, changes, &problems)
	}
	if in.Names != nil {
		problems = append(problems, in.Names.refuse(&in, object)...)
	}
	return changes, problems
}

// KeepsOrder reports whether input of the type has values that keep the order of JSON objects, in the row or in
// rows that are nested in it, at most so many levels deep.
func (t *Type) KeepsOrder(levels int) bool {
	return slices.ContainsFunc(t.Fields, func(f *Field) bool {
		return f.Spec.KeepsOrder() || levels > 0 && f.IsNested() && f.Derived.Shape.KeepsOrder(levels-1)
	})
}

// mayReferToEmpty reports whether the empty text is a key for a reference: others may have given it to a row.
func (f *Field) mayReferToEmpty() bool {
	to := f.Relation.Type
	return f.Show == ShowKey && to != nil && to.Unmanaged && to.Key != nil && to.Key.Kind.FreeText
}

// NotSent is the message about a field that a rule does not allow the client to send.
const NotSent = "You may not set this field."

// says reports whether the input has a value of a field; empty controls of a form have none.
func (in *Input) says(f *Field, object map[string]any) bool {
	if in.Form == nil {
		_, sent := object[f.Wire]
		return sent
	}
	texts, _ := in.texts(f)
	return strings.Join(texts, "") != "" || in.Files[f.Wire] || in.Uploads[f.Wire] != nil
}

// Inner returns a value with the addresses of records relative to the service.
func (in *Input) Inner(f *Field, value any) any {
	if !f.ByLink() {
		return value
	}
	switch value := value.(type) {
	case string:
		path := value
		if _, rest, absolute := strings.Cut(value, "://"); absolute {
			path = rest[max(0, strings.IndexByte(rest, '/')):]
		}
		if rest, below := strings.CutPrefix(path, in.Prefix); below && strings.HasPrefix(rest, "/") {
			return rest
		}
	case []any:
		list := make([]any, len(value))
		for i, item := range value {
			list[i] = in.Inner(f, item)
		}
		return list
	}
	return value
}

// fromForm reads a form field as Django REST framework does. A form can neither send null nor leave a
// checkbox out, so an absent checkbox is false (or null if that is allowed), and no chosen option is the
// empty list; in a form that is not Whole an absent checkbox has its default, if there is one. An empty
// text means null, absent if the field has no empty text, or no chosen option.
func (f *Field) fromForm(in Input, mode Mode) (value any, sent bool) {
	if up := in.Uploads[f.Wire]; up != nil && f.IsFile() {
		return up, true
	}
	if f.IsFile() && f.Null && slices.Contains(in.Form[ClearName], f.Wire) {
		return nil, true
	}
	if in.Files[f.Wire] {
		return map[string]any{}, true // a file is no value of another kind
	}
	if f.IsNested() {
		if rows, sent := f.rowsFromForm(in, mode); sent {
			return rows, true
		}
	}
	texts, sent := in.texts(f)
	partial, several := mode == Modify && !in.Whole, f.IsManyToMany() || f.Kind.Input.Many
	switch {
	case mode != Create && in.hides(f) && strings.Join(texts, "") == "" && (sent || !f.Kind.Input.Tick):
		return nil, false
	case !sent && partial && (several || f.Kind.Input.Tick):
		return nil, false
	case !sent && !in.Whole && f.HasDefault && f.Kind.Input.Tick:
		return f.Text(f.Default), mode == Replace
	case f.Null && f.Kind.Input.Many && strings.Join(texts, "") == "":
		return nil, true
	case several:
		return f.chosenInForm(texts), true
	case !sent && f.Kind.Input.Tick && f.Null:
		return nil, true
	case !sent && f.Kind.Input.Tick:
		return false, true
	case !sent || len(texts) == 0:
		return nil, false
	}
	last := texts[len(texts)-1]
	if in.Whole && f.Kind.Typed != nil { // a form of a page
		last = f.Kind.Typed(last)
	}
	switch {
	case last == "" && f.IsFile():
		return nil, false // browsers send this for an untouched input
	case f.Kind.Form != nil && (strings.Join(texts, "") != "" || !f.Null):
		return f.Kind.Form(&f.Spec, texts), true
	case last != "" || f.AllowEmpty():
		return last, true
	case f.Null:
		return nil, true
	}
	return last, f.Required()
}

// chosenInForm returns the options in a form. An empty text is none of them, unless it is a choice.
func (f *Field) chosenInForm(texts []string) []any {
	list := []any{}
	for _, text := range texts {
		if text != "" || f.Item != nil && f.Item.AllowEmpty() {
			list = append(list, text)
		}
	}
	return list
}

// hides reports whether no page shows a field, so that no form can send its value back.
func (in *Input) hides(f *Field) bool { return f.WriteOnly || in.Shows != nil && !in.Shows(f) }

// breaks converts line breaks into those of a browser's text area.
var breaks = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// unchanged reports whether a form sends the text of a page that stands for several values, one of which
// the record has.
func (in *Input) unchanged(f *Field) bool {
	if f.Relation != nil || f.IsFile() || f.WriteOnly || f.Kind.Input.Tick {
		return false
	}
	texts, sent := in.texts(f)
	if f.Kind.Input.Many {
		list, _ := in.Was(f).([]any)
		return !sent && f.Null && len(list) == 0
	}
	if len(texts) != 1 || texts[0] != "" && !strings.Contains(texts[0], "\r") {
		return false
	}
	was := in.Was(f)
	return (texts[0] != "" || was == nil || f.Null) && breaks.Replace(f.In(in.Client).Text(was)) == breaks.Replace(texts[0])
}

// hasField reports whether a form has a value for a field.
func (in *Input) hasField(f *Field) bool {
	_, sent := in.texts(f)
	return sent || in.Files[f.Wire] || in.Uploads[f.Wire] != nil
}

// texts returns the texts of a field in a form: of a repeated name, or of a list with indexes after its
// name.
func (in *Input) texts(f *Field) (texts []string, sent bool) {
	texts, sent = in.Form[f.Wire]
	if !sent && f.hasParts() {
		if text, said := f.partsOfForm(in); said {
			return []string{text}, true
		}
	}
	if sent || f.Item == nil {
		return texts, sent
	}
	var indexes []int
	for name := range in.Form {
		if list, i, ok := splitIndex(name); ok && list == f.Wire {
			indexes = append(indexes, i)
		}
	}
	slices.Sort(indexes)
	for _, i := range indexes {
		texts = append(texts, in.Form[f.Wire+"["+strconv.Itoa(i)+"]"]...)
	}
	return texts, indexes != nil
}

// splitIndex splits the name of an item in a form: "watchers[1]". An index has only one notation.
func splitIndex(name string) (list string, i int, ok bool) {
	list, inside, _ := strings.Cut(name, "[")
	i, err := strconv.Atoi(strings.TrimSuffix(inside, "]"))
	return list, i, err == nil && i >= 0 && name == list+"["+strconv.Itoa(i)+"]"
}

// Fill sets every default of a new record; now is the time of the insert.
func (r *Record) Fill(now time.Time) {
	for _, f := range r.Type.Fields {
		if f.HasDefault {
			r.Set(f, f.defaultAt(now))
		}
	}
}

// FillAs is Fill for a row that is sent as a representation, whose defaults take precedence.
func (r *Record) FillAs(t *Type, now time.Time) {
	r.Fill(now)
	if t == r.Type {
		return
	}
	for _, f := range t.Fields {
		if f.Of != nil && f.HasDefault {
			r.Set(f.Of, f.defaultAt(now))
		}
	}
}

// defaultAt returns the default of a field in a record created at a time.
func (f *Field) defaultAt(now time.Time) any {
	if f.Moving != nil {
		return f.Moving.Value(now)
	}
	return f.Default
}
