// The schemas of representations and of bodies.

package openapi

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// mode is what a schema of a type is for.
type mode uint8

const (
	shown    mode = iota // in answers, with all of its members
	selected             // in answers, with the members that the client has chosen
	created              // in the body of a create, or of an operation of a team
	replaced
	modified
	nested // among the rows that a body nests
	past   // in the history of a record
)

var modeNames = [...]string{"", "Selected", "Create", "Replace", "Modify", "Nested", "Past"}

// shapeKey is what a component is of.
type shapeKey struct {
	t    *schema.Type
	of   *plan.Resource // whose other representations name members that a body may have and that are ignored
	mode mode
	form bool // with files
	tree *plan.MemberTree
	by   *schema.Field // of nested rows: the member by which they are told apart
}

// component returns the reference to a schema among the components, which make fills in where it is new.
func (b *builder) component(key shapeKey, name string, make func() *Schema) map[string]any {
	if have, known := b.names[key]; known {
		return schemaRef(have)
	}
	if key.form {
		name += "Form"
	}
	name = b.free(b.schemas, name, key.of)
	b.names[key] = name
	b.schemas[name] = &Schema{} // so that a type that nests itself ends
	b.schemas[name] = make()
	return schemaRef(name)
}

// free returns a name of a component that is not taken: with the path of the resource before it, or else a number behind it.
func (b *builder) free(taken map[string]*Schema, name string, of *plan.Resource) string {
	if of != nil && taken[name] != nil {
		name = camel(of.Path) + name
	}
	for base, n := name, 2; taken[name] != nil; n++ {
		name = base + strconv.Itoa(n)
	}
	return name
}

// camel returns a text in which each word begins with a capital letter and nothing stands between words: "ProjectsMembers" of
// "/projects/{project}/members/".
func camel(text string) string {
	var b strings.Builder
	up, skipped := true, 0
	for _, r := range text {
		letter := r|0x20 >= 'a' && r|0x20 <= 'z'
		switch {
		case r == '{':
			skipped++
		case r == '}':
			skipped--
		case skipped > 0:
		case up && letter:
			b.WriteRune(r &^ 0x20)
			up = false
			continue
		case letter || r >= '0' && r <= '9' && b.Len() > 0:
			b.WriteRune(r)
			up = false
			continue
		}
		up = true
	}
	return b.String()
}

// typeName returns the name of the schema of a type.
func typeName(t *schema.Type) string { return cmp.Or(camel(t.Go.Name()), camel(t.Name), "Object") }

// record returns the schema of a representation; of one whose members clients choose, tree are those.
func (b *builder) record(of *plan.Resource, t *schema.Type, tree *plan.MemberTree, choose bool) map[string]any {
	key := shapeKey{t: t, mode: shown, tree: tree}
	if choose {
		key.mode = selected
	}
	return b.component(key, typeName(t)+modeNames[key.mode], func() *Schema {
		o := b.object().about(b.about(of, t))
		for _, f := range t.Shown {
			s := b.member(f)
			if tree != nil {
				s = b.expanded(f, tree.Member(f.Wire), s, choose)
			}
			o.Properties.Set(f.Wire, b.schema(b.describe(f, s, !writable(of, f))))
			if b.always(f) && !choose {
				o.Required = append(o.Required, f.Wire)
			}
		}
		return o
	})
}

// expanded returns the schema of a member that may stand for the record that it names.
func (b *builder) expanded(f *schema.Field, m *plan.Member, key map[string]any, choose bool) map[string]any {
	if m == nil || m.Nested == nil {
		return key
	}
	inner := b.record(nil, m.Nested.Type, m.Nested, choose)
	if m.Expanded == nil {
		return b.nestedValue(f, inner)
	}
	if m.Expanded.IsList() {
		return anyOf(key, listOf(inner))
	}
	return anyOf(key, inner)
}

// always reports whether everybody for whom the document is has the member.
func (b *builder) always(f *schema.Field) bool { return b.o.Mine || !f.Guarded }

// about describes a representation.
func (b *builder) about(of *plan.Resource, t *schema.Type) string {
	if of != nil && of.Type == t {
		return of.Description
	}
	return ""
}

// writable reports whether clients send a member of a representation of a resource.
func writable(of *plan.Resource, f *schema.Field) bool {
	if of == nil {
		return !f.ReadOnly
	}
	for _, s := range []*plan.Shape{of.Shapes.Create, of.Shapes.Update} {
		if s == nil {
			continue
		}
		if sent := s.Type.ByWire(f.Wire); sent != nil && sent.Writable() && of.Actions&(plan.Create|plan.Replace|plan.Modify) != 0 {
			return true
		}
	}
	return false
}

// member returns the schema of the values that a member has in answers.
func (b *builder) member(f *schema.Field) map[string]any {
	of := cmp.Or(f.Of, f)
	switch {
	case f.IsNested():
		return b.nestedValue(f, b.record(nil, f.Derived.Shape, nil, false))
	case f.IsFile():
		return map[string]any{"type": []any{"string", "null"}, "format": "uri"}
	case f.IsAddress():
		address := map[string]any{"type": "string", "format": "uri"}
		if f.File != nil {
			return field.OrNull(address)
		}
		return address
	case f.Relation != nil:
		s := f.Kind.JSON(&f.Spec)
		if f.IsToOne() && (of.Null || b.hides(f)) {
			return field.OrNull(s)
		}
		return s
	case f.ByLink():
		return map[string]any{"type": "string", "format": "uri"}
	case f.Derived != nil && f.Derived.Form == schema.FormPath:
		return field.OrNull(f.ValueJSON())
	}
	return f.ValueJSON()
}

// nestedValue returns the schema of a member that nests rows.
func (b *builder) nestedValue(f *schema.Field, inner map[string]any) map[string]any {
	if f.IsList() {
		return listOf(inner)
	}
	return anyOf(inner, map[string]any{"type": "null"})
}

// hides reports whether rules may keep rows from requesters that the field leads to.
func (b *builder) hides(f *schema.Field) bool { return b.hidden[f] || b.hidden[cmp.Or(f.Of, f)] }

// describe adds what people and programs are told of a member.
func (b *builder) describe(f *schema.Field, s map[string]any, readOnly bool) map[string]any {
	s = maps.Clone(s)
	if f.Label != "" && s["$ref"] == nil {
		s["title"] = f.Label
	}
	if f.Help != "" {
		s["description"] = f.Help
	}
	if readOnly {
		s["readOnly"] = true
	}
	addExample(s)
	return s
}

// examples are values of formats that no client guesses.
var examples = map[string]any{
	"date": "2026-01-31", "date-time": "2026-01-31T12:30:00Z", "partial-time": "12:30:00", "uuid": "0198c1a2-7b3c-7def-8abc-0123456789ab",
	"decimal": "12.50", "email": "someone@example.com", "uri": "https://example.com/",
}

// addExample adds a value to a schema whose format has one.
func addExample(s map[string]any) {
	format, _ := s["format"].(string)
	if example := examples[format]; example != nil && s["examples"] == nil && s["enum"] == nil && s["pattern"] == nil {
		s["examples"] = []any{example}
	}
}

// body returns the schema of what a body is bound to. m is created, replaced or modified.
func (b *builder) body(o *plan.Operation, m mode, form bool) map[string]any {
	of, t := o.Resource, o.Input.Type
	name := typeName(t) + modeNames[m]
	if o.OfTeam() {
		of = nil
		name = typeName(t)
		if m == modified {
			name += modeNames[m]
		}
		if b.schemas[name] != nil && b.names[shapeKey{t: t, mode: m, form: form}] == "" {
			name += "Input"
		}
	}
	return b.component(shapeKey{t: t, of: of, mode: m, form: form}, name, func() *Schema {
		return b.inputObject(t, of, o.Nested, m, form, o.Rules(b.p.Requests).IgnoreUnknown)
	})
}

// inputObject returns the schema of an object that clients send.
func (b *builder) inputObject(t *schema.Type, of *plan.Resource, writes []*plan.NestedWrite, m mode, form, open bool) *Schema {
	o := b.object()
	for _, f := range t.Fields {
		if f.Wire == "" || !f.Writable() || f.CreateOnly && (m == replaced || m == modified) {
			continue
		}
		o.Properties.Set(f.Wire, b.schema(b.sent(f, writes, m, form)))
		inAddress := of != nil && of.PutCreates && m == replaced && cmp.Or(f.Of, f) == of.Lookup.Field
		if f.Required() && !inAddress && m != modified && m != nested && (m != replaced || b.always(f)) {
			o.Required = append(o.Required, f.Wire)
		}
	}
	if of != nil && of.PutCreates && (m == replaced || m == modified && of.PutModifies) {
		b.addCreated(o, of, writes, form)
	}
	if of != nil && !form {
		for _, other := range []*schema.Type{of.Shapes.Retrieve.Type, of.Shapes.List.Type, t} {
			b.addIgnored(o, other)
		}
	}
	if !open {
		o.Close()
	}
	return o
}

// addCreated adds the members that only a create has, for a PUT that may create the record. Another ignores them.
func (b *builder) addCreated(to *Schema, of *plan.Resource, writes []*plan.NestedWrite, form bool) {
	for _, f := range of.Shapes.Create.Type.Fields {
		if f.Wire != "" && f.WritableIn(true) && !to.Properties.Has(f.Wire) {
			to.Properties.Set(f.Wire, b.schema(b.sent(f, writes, created, form)))
		}
	}
}

// addIgnored adds the members that a record is read with and that are not written: they can be sent back, and are ignored.
func (b *builder) addIgnored(to *Schema, t *schema.Type) {
	for _, f := range t.Shown {
		if !to.Properties.Has(f.Wire) {
			to.Properties.Set(f.Wire, b.schema(b.describe(f, b.member(f), true)))
		}
	}
}

// sent returns the schema of the values that clients send to a field.
func (b *builder) sent(f *schema.Field, writes []*plan.NestedWrite, m mode, form bool) map[string]any {
	s := f.JSON()
	i := slices.IndexFunc(writes, func(w *plan.NestedWrite) bool { return w.Member == f })
	switch {
	case f.IsNested() && i >= 0:
		s = b.nestedRows(f, writes[i])
	case f.IsFile() && form:
		s = map[string]any{"type": "string", "format": "binary"}
		if rules := f.FileRules(); rules != nil {
			s["description"] = fileWords(f, rules)
		}
	case f.IsFile() && m == created && !f.Required():
		s = map[string]any{"type": "null", "description": "No file. One is sent as multipart/form-data."}
	case f.IsFile():
		s = map[string]any{
			"type": []any{"string", "null"}, "format": "uri",
			"description": "The address of the file as it is, which stays. Another file is sent as multipart/form-data.",
		}
	case f.IsToMany() && b.o.Limits.Keys > 0 && s["maxItems"] == nil:
		s["maxItems"] = b.o.Limits.Keys
	}
	if f.WriteOnly || f.Kind.Seal != nil {
		s["writeOnly"] = true
	}
	if value, ok := defaultOf(f); ok && (m == created || m == nested) {
		s["default"] = value
	}
	described, has := s["description"]
	s = b.describe(f, s, false)
	if has && f.Help == "" {
		s["description"] = described
	}
	return s
}

// nestedRows returns the schema of a member whose rows are written too.
func (b *builder) nestedRows(f *schema.Field, w *plan.NestedWrite) (s map[string]any) {
	row := b.component(shapeKey{t: w.Shape, of: w.Resource, mode: nested, by: w.Key}, typeName(w.Shape)+modeNames[nested], func() *Schema {
		o := b.inputObject(w.Shape, nil, w.Nested, nested, false, b.p.Requests.IgnoreUnknown)
		if w.Key != nil && w.Strategy.Names() && !o.Properties.Has(w.Key.Wire) {
			o.Properties.Set(w.Key.Wire, b.schema(b.describe(w.Key, b.member(w.Key), false)))
		}
		b.addIgnored(o, w.Shape)
		return o
	})
	if w.OnlyAdds() {
		defer func() { s["description"] = "Rows are only added: those that are related already have to be sent too." }()
	}
	value := row
	if w.Strategy == schema.NestedLink && w.Key != nil {
		value = anyOf(row, b.member(w.Key))
	}
	if f.IsList() {
		list := listOf(value)
		list["maxItems"] = f.MostNested()
		return list
	}
	return anyOf(value, map[string]any{"type": "null"})
}

// pastRecord returns the schema of what a record was, in the history of the resource.
func (b *builder) pastRecord(of *plan.Resource) map[string]any {
	t := of.Shapes.Retrieve.Type
	return b.component(shapeKey{t: t, of: of, mode: past}, typeName(t)+modeNames[past], func() *Schema {
		o := b.object().about("The members that a change has concerned.")
		for _, f := range t.Shown {
			if !f.IsNested() && f.Derived == nil && cmp.Or(f.Of, f).HistoryName() != "" {
				o.Properties.Set(f.Wire, b.schema(b.describe(f, field.OrNull(b.member(f)), true)))
			}
		}
		return o
	})
}
