package schema

import (
	"fmt"
	"reflect"
	"strings"
	"sync"
	"time"
)

// Type is a compiled struct type. It is immutable once a plan is made.
type Type struct {
	Name   string // of the Go type: "Snippet"
	Go     reflect.Type
	Table  string
	Fields []*Field // all, in the order of the struct
	Shown  []*Field // those of the representation, in its order
	Key    *Field   // the field ID
	Owner  *Field   // set where a resource names one

	keys []string // `{"id":`, `,"title":` … before each of Shown
	pool sync.Pool
}

// Compile reads the tags of a struct type. Every mistake is reported with the Go name of its
// field, or "" for the type as a whole; the Type is only of use when there were none. Relations
// are left unresolved: see Link.
func Compile(t reflect.Type, table string, rules *Rules, messages map[string]string, report func(field, msg string)) *Type {
	c := compiler{rules: rules, messages: messages, report: report}
	out := &Type{Name: t.Name(), Go: t, Table: table}
	if out.Table == "" {
		out.Table = Plural(Snake(t.Name()))
	}
	if t.Kind() != reflect.Struct {
		report("", fmt.Sprintf("%s is no struct; declare a struct with one field for each value", t))
		return out
	}
	if !isName(out.Table) {
		report("", fmt.Sprintf("table %q is no table name; write lower-case letters, digits and underscores", out.Table))
	}
	for i := range t.NumField() {
		if sf := t.Field(i); sf.Name != "_" {
			c.field(out, sf)
		}
	}
	c.whole(out)
	return out
}

type compiler struct {
	rules    *Rules
	messages map[string]string // "username.unique": text
	report   func(field, msg string)
}

func (c *compiler) field(t *Type, sf reflect.StructField) {
	report := func(format string, args ...any) { c.report(sf.Name, fmt.Sprintf(format, args...)) }
	if sf.Anonymous {
		report("an embedded struct has no place in a declaration; write its fields out")
		return
	}
	if !sf.IsExported() {
		if _, tagged := sf.Tag.Lookup("rest"); tagged {
			report("field is not exported; start its name with a capital letter")
		} else {
			report("field is not exported; start its name with a capital letter, and keep state out of declarations")
		}
		return
	}
	tag := parseTag(sf, report)
	f := &Field{Index: len(t.Fields), Go: sf.Name, index: sf.Index, goType: sf.Type, choice: nil, messages: map[string]string{}}
	if !f.setKind(sf.Type) {
		report("type %s cannot be a column; write string, bool, int64, float64, time.Time, rest.Date, a pointer to one, or a relation", sf.Type)
		return
	}
	c.names(f, tag, report)
	for key, text := range c.messages {
		if wire, code, _ := strings.Cut(key, "."); wire == f.Wire && wire != "" {
			f.messages[code] = text
		}
	}
	f.options(tag, report)
	c.rules.compile(f, tag.validate, report)
	f.setDefault(tag, report)
	t.Fields = append(t.Fields, f)
}

// names sets what the field is called on the wire, in the table and for people.
func (c *compiler) names(f *Field, tag tag, report reporter) {
	f.Wire = tag.name
	f.Column = cmpOr(tag.column, tag.name)
	if tag.name == "-" {
		f.Wire, f.Column = "", cmpOr(tag.column, Snake(f.Go))
	}
	switch {
	case f.Kind == ToOne && tag.column == "":
		f.Column += "_id"
	case f.Kind.ToMany():
		if tag.column != "" {
			report("db tag: a %s has no column; leave the tag out, or name its table of pairs with through=…", f.Kind)
		}
		f.Column = ""
	}
	f.Label, f.Help = cmpOr(tag.label, label(f.Wire)), tag.help
	if f.Wire == "" && (tag.label != "" || tag.help != "") {
		report(`a field that is not shown has neither label nor help; leave the tags out`)
	}
}

// setKind finds the kind of a Go type, and whether null is a value of it.
func (f *Field) setKind(t reflect.Type) bool {
	if rel, ok := reflect.Zero(t).Interface().(relative); ok {
		kind, target := rel.relation()
		f.Kind, f.Relation = kind, &Relation{Target: target}
		return true
	}
	if t.Kind() == reflect.Pointer {
		f.Null = true
		t = t.Elem()
		if t.Kind() == reflect.Pointer || t.Implements(reflect.TypeFor[relative]()) {
			return false
		}
	}
	f.goType = t
	switch {
	case t == reflect.TypeFor[time.Time]():
		f.Kind = Timestamp
		return true
	case t == reflect.TypeFor[Date]():
		f.Kind = Day
		return true
	}
	switch t.Kind() {
	case reflect.String:
		f.Kind = Text
	case reflect.Bool:
		f.Kind = Boolean
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		f.Kind = Integer
	case reflect.Float32, reflect.Float64:
		f.Kind = Number
	default:
		return false
	}
	return true
}

// options applies the words of the rest tag, each where it makes sense.
func (f *Field) options(t tag, report reporter) {
	f.ReadOnly, f.WriteOnly, f.Optional = t.is("readonly"), t.is("writeonly"), t.is("optional")
	f.Unique, f.Multiline = t.is("unique"), t.is("multiline")
	switch {
	case f.ReadOnly && f.WriteOnly:
		report(`rest tag: a field cannot be both "readonly" and "writeonly"; write one of them, or rest:"-"`)
	case f.Wire == "" && t.name == "-" && (f.ReadOnly || f.WriteOnly || f.Multiline || f.Optional && f.Kind != ToOne):
		report(`rest tag: a field that is not shown takes only "unique", and for relations "optional" and "ondelete"; leave the other options out`)
	case f.Optional && f.ReadOnly && f.Kind != ToOne:
		report(`rest tag: "optional" says nothing about a field that is never sent; leave it out`)
	case f.Optional && t.hasDef:
		report(`rest tag: a field with a default may be left out anyway; leave out "optional"`)
	case f.Multiline && f.Kind != Text:
		report(`rest tag: "multiline" is for texts, and %s is a %s; leave it out`, f.Go, f.Kind)
	case f.Unique && f.Kind.ToMany():
		report(`rest tag: "unique" does not fit a %s, which has no column; leave it out`, f.Kind)
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
				report(`rest tag: option "%s=" is for relations, and %s is a %s; leave it out`, option, f.Go, f.Kind)
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
	if f.Kind == HasRows && !f.ReadOnly {
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
	} else if f.Relation.Through != "" && !isName(f.Relation.Through) {
		report(`rest tag: through=%s is no table name; write lower-case letters, digits and underscores`, f.Relation.Through)
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
	default:
		value, messages := f.parse(t.def)
		if messages != nil {
			report(`default tag: %q breaks the field's own rules: %s; write a default that a client could send`, t.def, strings.Join(messages, " "))
			return
		}
		if f.Kind == Text && value != t.def {
			report(`default tag: %q would be stored trimmed; write %q`, t.def, value)
		}
		f.Default = value
	}
}

// Now reports whether the field's default is the time of the insert.
func (f *Field) Now() bool {
	return f.HasDefault && f.Default == nil && (f.Kind == Timestamp || f.Kind == Day)
}

// whole checks what concerns the struct and not one field: the key and names given twice.
func (c *compiler) whole(t *Type) {
	wires, columns := map[string]string{}, map[string]string{}
	for _, f := range t.Fields {
		if f.Go == "ID" {
			t.Key = f
			c.key(f)
		}
		if first, twice := wires[f.Wire]; twice && f.Wire != "" {
			c.report(f.Go, fmt.Sprintf("wire name %q is taken by field %s; write another", f.Wire, first))
		}
		if first, twice := columns[f.Column]; twice && f.Column != "" {
			c.report(f.Go, fmt.Sprintf("column %q is taken by field %s; write another with db:\"…\"", f.Column, first))
		}
		wires[f.Wire], columns[f.Column] = f.Go, f.Go
		if !f.Hidden() {
			t.Shown = append(t.Shown, f)
			prefix := ","
			if len(t.keys) == 0 {
				prefix = "{"
			}
			t.keys = append(t.keys, prefix+string(AppendText(nil, f.Wire))+":")
		}
	}
	if _, has := t.Go.FieldByName("ID"); !has {
		c.report("", `struct has no key; write a field ID int64 `+"`rest:\"id,readonly\"`")
	}
	for key := range c.messages {
		wire, code, _ := strings.Cut(key, ".")
		if _, ok := wires[wire]; !ok || code == "" {
			c.report("", fmt.Sprintf(`message %q names no field; write "wire name.code", such as "title.required"`, key))
		}
	}
}

func (c *compiler) key(f *Field) {
	switch {
	case f.Kind != Integer || f.Null || f.goType.Kind() != reflect.Int64:
		c.report(f.Go, "the key is an int64; write ID int64")
	case f.Wire != "" && !f.ReadOnly:
		c.report(f.Go, `the key is given by the database; write "readonly"`)
	}
	if f.Wire != "" && f.Column == "url" {
		c.report(f.Go, `the key of a record shown by its address is still a column; write db:"id"`)
	}
}

// ByWire returns the field of a wire name, nil for none. It is for start-up.
func (t *Type) ByWire(name string) *Field {
	for _, f := range t.Fields {
		if f.Wire == name && name != "" {
			return f
		}
	}
	return nil
}

// ByColumn returns the field of a column, nil for none. It is for start-up.
func (t *Type) ByColumn(name string) *Field {
	for _, f := range t.Fields {
		if f.Column == name && name != "" {
			return f
		}
	}
	return nil
}

// At returns the field that a pointer into a struct value of the type points at, nil for none.
// It is for start-up: it lets a declaration name a field in Go, checked by the compiler.
func (t *Type) At(row reflect.Value, field any) *Field {
	want := reflect.ValueOf(field).Pointer()
	for _, f := range t.Fields {
		p := row.Elem().FieldByIndex(f.index).Addr()
		if p.Pointer() == want && p.Type() == reflect.TypeOf(field) {
			return f
		}
	}
	return nil
}

// Columns are the fields that are stored in the table itself, the key first.
func (t *Type) Columns() []*Field {
	columns := []*Field{t.Key}
	for _, f := range t.Fields {
		if f.Column != "" && f != t.Key {
			columns = append(columns, f)
		}
	}
	return columns
}
