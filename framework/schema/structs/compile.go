// Package structs compiles Go structs into the types of framework/schema. It parses their tags field by
// field, resolves references between structs, and reports every mistake.
package structs

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// Compile compiles a struct type. It reports every mistake with the Go name of its field, or "" for the
// type as a whole; the Type is useful only without mistakes. It does not resolve relations: see Link.
func Compile(t reflect.Type, table string, kinds []field.Kind, rules *field.Rules, messages map[string]string, report func(field, msg string)) *schema.Type {
	c := compiler{kinds: kinds, rules: rules, messages: messages, report: report}
	return c.compile(t, table)
}

// CompileUnmanaged is Compile for the rows of a table that the service does not manage: its columns may have other types
// than those of the kinds.
func CompileUnmanaged(t reflect.Type, table string, kinds []field.Kind, rules *field.Rules, messages map[string]string, report func(field, msg string)) *schema.Type {
	c := compiler{kinds: kinds, rules: rules, messages: messages, report: report, unmanaged: true}
	return c.compile(t, table)
}

// TableOf returns the table of a struct with a declared name, which may be "".
func TableOf(t reflect.Type, declared string) string {
	return cmp.Or(declared, schema.Plural(schema.Snake(t.Name())))
}

func (c *compiler) compile(t reflect.Type, table string) *schema.Type {
	report := c.report
	out := &schema.Type{Name: t.Name(), Go: t, Table: TableOf(t, table), Unmanaged: c.unmanaged}
	if t.Kind() != reflect.Struct {
		report("", fmt.Sprintf("%s is not a struct; declare a struct with one field for each value", t))
		return out
	}
	if !schema.IsName(out.Table) {
		report("", fmt.Sprintf("table %q is not a name for a table; write Table: \"…\" in the ViewSet, with lower-case letters, digits and underscores", out.Table))
	} else if isSystemTable(out.Table) {
		report("", fmt.Sprintf("table %q is the framework's or the database's own; write Table: \"…\" in the ViewSet, with another name", out.Table))
	}
	c.fields(out, t, embedded{})
	c.files(out)
	c.checkStruct(out)
	c.checkFullText(out)
	c.constrain(out)
	if out.Key != nil && out.Key.AsKey != nil && !(c.unmanaged && out.Key.Kind.FreeText) { // others may give the empty text
		out.NoKey = schema.KeyOf(out.Key.Slot(reflect.New(t).Elem().FieldByIndex(out.Key.GoIndex).Addr()).Arg())
	}
	return out
}

type compiler struct {
	kinds    []field.Kind
	rules    *field.Rules
	messages map[string]string // "username.unique": text
	row      *schema.Type      // the type that this one represents; nil for a row type
	report   func(field, msg string)
	body     bool // see CompileBody
	// unmanaged means that others make and change the table.
	unmanaged bool
	within    []reflect.Type // the structs around a struct that is a field's value
	across    []acrossRule
}

// field compiles one field of a struct, or a derived one. It returns nil for an invalid one.
func (c *compiler) field(t *schema.Type, sf reflect.StructField, in embedded, derived *schema.Derived) *schema.Field {
	report := func(format string, args ...any) { c.report(in.path+sf.Name, fmt.Sprintf(format, args...)) }
	if !sf.IsExported() {
		refuseUnexported(sf, report)
		return nil
	}
	sf = c.tagKey(sf, report)
	tag := parseTag(sf, tagsOf(c.kinds), report)
	f := &schema.Field{Index: len(t.Fields), Spec: field.Spec{Go: sf.Name, Messages: map[string]string{}, Unmanaged: c.unmanaged}, GoIndex: in.indexOf(sf), Path: in.path + sf.Name, InObject: c.within != nil}
	switch f.Derived = derived; {
	case hasKey(tag.values, "path"):
		f.Derived = &schema.Derived{Form: schema.FormPath}
	case derived == nil && tag.is("computed") && !c.body && !schema.IsRelation(sf.Type) && !schema.IsDerived(sf.Type):
		f.Derived = &schema.Derived{Form: schema.FormComputed}
	}
	if !c.fieldKind(f, sf, tag, report) {
		return nil
	}
	c.names(f, tag, report)
	if f.Kind.Key != nil && !f.Null {
		f.AsKey = f.Kind.Key(f.Type)
	}
	if f.AsKey != nil && f.AsKey.Numbered && f.Type.Kind() != reflect.Int64 && (!c.unmanaged || f.Go != "ID") {
		f.AsKey = nil // the service numbers with 64 bits
	}
	if f.Wire == "id" && tag.label == "" && f.AsKey != nil && !f.AsKey.Numbered {
		f.Label = "Id" // as in Django REST framework, for the field ID of numbers
	}
	t.Fields = append(t.Fields, f)
	if f.Derived != nil {
		c.compileDerived(f, tag, report)
	} else {
		c.compileColumn(f, tag, in, report)
	}
	if c.unmanaged && f.Column != "" {
		f.Unshown = schema.NewUnshown(t.Table, f.Column)
	}
	return f
}

// refuseUnexported reports a field that only its package can set.
func refuseUnexported(sf reflect.StructField, report field.Reporter) {
	if _, tagged := sf.Tag.Lookup("rest"); tagged {
		report("field is not exported; start its name with a capital letter")
	} else {
		report(`field is not exported; start its name with a capital letter and write rest:"-", or leave it out: a row holds columns only`)
	}
}

// fieldKind sets the kind of a field by its Go type, and reports whether there is an allowed one.
func (c *compiler) fieldKind(f *schema.Field, sf reflect.StructField, tag tag, report field.Reporter) bool {
	kinds, members := c.objectKinds(sf, report)
	if f.Object = members; members != nil && sf.Type.Kind() == reflect.Slice {
		f.Object, f.Items = nil, members
	}
	if mistake := setKind(f, sf.Type, kinds); mistake != "" {
		report("%s", mistake)
		return false
	}
	if f.Derived != nil && f.Relation != nil {
		report("rest tag: path=%s ends at a value, and %s is %s; write the Go type of the value", tag.values["path"], f.Go, f.WithArticle())
		return false
	}
	return !c.body || fitsBody(f, tag, report)
}

// compileDerived compiles the tag of a field without a column.
func (c *compiler) compileDerived(f *schema.Field, tag tag, report field.Reporter) {
	readDerivedOptions(f, tag, report)
	if f.Derived.Form != schema.FormPath { // a path has the kind of its end
		configure(f, tag, c.kinds, report)
	} else if tag.is("string") {
		report(`rest tag: the field at the end of the path says "string", or does not; leave it out`)
	}
	if f.IsNested() && f.Writable() {
		c.compileRules(f, tag.validate, report)
	}
}

// compileColumn compiles the tag of a field of the row itself.
func (c *compiler) compileColumn(f *schema.Field, tag tag, in embedded, report field.Reporter) {
	readOptions(f, tag, report)
	if f.IsFile() {
		fitsFile(f, tag, report)
		f.Indexed = true // the sweep of the store looks up keys
		if !f.Hidden() {
			f.Show = schema.ShowLink
		}
	}
	if c.row != nil && !in.rows {
		c.refuseListWords(f, report)
	}
	if !configure(f, tag, c.kinds, report) {
		return
	}
	c.compileRules(f, tag.validate, report)
	c.setDefault(f, tag, report)
	checkOmitted(f, report)
}

// refuseListWords reports words about a list at a field of a representation: they belong to the row.
func (c *compiler) refuseListWords(f *schema.Field, report field.Reporter) {
	if f.Search != nil {
		report(`rest tag: "search" is about rows, and this struct represents those of %s; write it there`, c.row.Go.Name())
	}
	if f.Filters != nil {
		report(`rest tag: "filter" declares filters of the list, and belongs to the row type, %s; leave it out here`, c.row.Go.Name())
	}
	if f.Titles {
		report(`rest tag: "title" names the rows, and stands at the row, %s; leave it out here`, c.row.Go.Name())
	}
	if f.Sorts {
		report(`rest tag: "sort" says what the list may be sorted by, and stands at the row, %s; leave it out here`, c.row.Go.Name())
	}
}

// names sets the names of a field on the wire, in the table and for people, and the messages under that
// name.
func (c *compiler) names(f *schema.Field, tag tag, report field.Reporter) {
	f.Wire = tag.name
	f.Column = cmp.Or(tag.column, schema.ColumnFor(tag.name))
	if tag.name == "-" {
		f.Wire, f.Column = "", cmp.Or(tag.column, schema.Snake(f.Go))
	}
	if c.row != nil && c.row.Key != nil && f.Go == "ID" && tag.column == "" {
		f.Column = c.row.Key.Column
	}
	switch {
	case f.IsToOne() && tag.column == "":
		f.Column += "_id"
	case f.Derived != nil:
		f.Column = ""
	case f.IsToMany():
		if tag.column != "" {
			report("db tag: a %s has no column; leave the tag out, or name its table of pairs with through=…", f.Kind)
		}
		f.Column = ""
	}
	switch columns := tag.columns; {
	case columns == nil:
	case f.IsManyToMany() && tag.values["through"] != "" && len(columns) == 2 && columns[0] != columns[1]:
		f.Relation.Here, f.Relation.There = columns[0], columns[1]
	case f.Go == "ID" && c.unmanaged && c.row == nil && !c.body && c.within == nil:
		f.Column = strings.Join(columns, ",")
	case f.IsManyToMany():
		report(`db tag: the table of pairs (through=…) has two columns, of this side and of the other one; write db:"film_id,actor_id"`)
	default:
		report("db tag: %s is one column; write one name", f.Go)
	}
	switch {
	case c.body:
		f.Column = ""
	case len(f.Column) > schema.MaxName:
		report(`column %q is longer than %d letters; write a shorter one with db:"…"`, f.Column, schema.MaxName)
	case slices.Contains(systemColumns, f.Column):
		report(`column %q is the database's own; write another with db:"…"`, f.Column)
	}
	f.Label, f.Help, f.Group = cmp.Or(tag.label, schema.Label(f.Wire)), tag.help, tag.group
	if f.Wire == "" && (tag.label != "" || tag.help != "" || tag.group != "") {
		report(`a field that is not shown has no label, help or group; leave the tags out`)
	}
	for key, text := range c.messages {
		if wire, code, _ := strings.Cut(key, "."); wire == f.Wire && wire != "" {
			f.Messages[code] = text
		}
	}
}

// compileRules compiles the rules of a field from its validate tag.
func (c *compiler) compileRules(f *schema.Field, tag string, report field.Reporter) {
	if tag != "" && !f.Writable() {
		instead := ""
		if strings.Contains(tag, "oneof") {
			instead = `, or give the field a type with the method Choices, which says what values there are`
		}
		report(`validate tag: rules check what clients send, and no client may send this field; leave the tag out%s`, instead)
		return
	}
	switch tag = c.cutAcross(f, tag, report); {
	case tag == "":
	case f.IsHasMany() || f.IsToOne():
		report(`validate tag: rule %q does not fit a %s, which has no rules; leave it out`, tag, f.Kind)
	default:
		c.rules.Compile(&f.Spec, tag, report)
	}
}

// checkStruct checks the struct as a whole: its key, and duplicate names.
func (c *compiler) checkStruct(t *schema.Type) {
	wires, columns := map[string]*schema.Field{}, map[string]*schema.Field{}
	c.checkPromoted(t)
	c.checkVersion(t)
	var title *schema.Field
	for _, f := range t.Fields {
		if f.Titles && title != nil && c.row == nil {
			c.clash(f, title, `pages call the record by %s already; leave "title" out of one of them`)
		} else if f.Titles {
			title = f
		}
		if f.Go == "ID" && !c.body {
			t.Key = f
			c.key(t, f)
		}
		if first, twice := wires[f.Wire]; twice && f.Wire != "" {
			c.clash(f, first, fmt.Sprintf("wire name %q is taken by field %%s; write another", f.Wire))
		}
		if first, twice := columns[f.Column]; twice && f.Column != "" {
			c.clash(f, first, fmt.Sprintf("column %q is taken by field %%s; write another with db:\"…\"", f.Column))
			f.Column = "" // it has no other mistake
		}
		wires[f.Wire], columns[f.Column] = f, f
		if !f.Hidden() {
			t.Show(f)
		}
	}
	if t.Key != nil && c.row == nil {
		c.composeKey(t)
	}
	if _, has := t.Go.FieldByName("ID"); !has && c.row != nil {
		t.Key = t.Hold(c.row.Key)
	} else if !has && !c.body {
		c.report("", `struct has no key; write a field ID int64 `+"`rest:\"id,readonly\"`")
	}
	for _, key := range slices.Sorted(maps.Keys(c.messages)) {
		wire, code, _ := strings.Cut(key, ".")
		f := t.ByWire(wire)
		if f == nil {
			c.report("", fmt.Sprintf(`Messages: %q names no field; write the wire name and a code, such as "title.required"%s`, key, field.Likely(wire, t.Wires())))
		} else if codes := messageCodes(f); !slices.Contains(codes, code) {
			c.report(f.Go, fmt.Sprintf(`Messages: %q is not a message of this field%s`, key, field.Hint(code, codes)))
		}
	}
}

// tagKey reports a key of numbers or uuids without a rest tag, and adds the likely tag, to avoid further
// mistakes.
func (c *compiler) tagKey(sf reflect.StructField, report field.Reporter) reflect.StructField {
	if sf.Name != "ID" || c.body || sf.Type.Kind() == reflect.String || strings.Contains(string(sf.Tag), "rest") {
		return sf
	}
	const meant = `rest:"id,readonly"`
	report(`field has no rest tag; write %s to show it, or rest:"-" to keep it inside`, meant)
	sf.Tag = reflect.StructTag(strings.TrimSpace(meant + " " + string(sf.Tag)))
	return sf
}

// composeKey finds the parts of a key of several columns.
func (c *compiler) composeKey(t *schema.Type) {
	names := strings.Split(t.Key.Column, ",")
	if len(names) == 1 {
		return
	}
	if !t.Key.Kind.FreeText || t.Key.Null || t.Key.Writable() {
		c.report(t.Key.Go, "a key of several columns is a text that nobody sends; write ID string `rest:\"id,readonly\" …`")
		return
	}
	for _, name := range names {
		f := t.ByColumn(name)
		if f != nil && f.Null {
			c.report(t.Key.Go, fmt.Sprintf("db tag: column %s of the key may be null in field %s; make that no pointer, and no optional reference: rows where the column is NULL are left out", name, f.Go))
			return
		}
		if !schema.IsKeyPart(f) {
			c.report(t.Key.Go, fmt.Sprintf("db tag: column %s of the key is not a field with an integer, a text or a uuid; declare it too", name))
			return
		}
		t.Key.KeyParts = append(t.Key.KeyParts, f)
	}
	t.Key.AsKey = schema.CompositeKey(t.Key.KeyParts)
}

// ownAccounts reports whether the framework's own statements read a table by its column "id".
func ownAccounts(table string) bool { return table == "users" || table == "groups" }

func (c *compiler) key(t *schema.Type, f *schema.Field) {
	switch {
	case f.AsKey == nil:
		c.report(f.Go, "the key is an int64; write ID int64, or ID uuid.UUID, or ID string for one that clients give")
	case f.Wire != "" && !f.ReadOnly && f.AsKey.Numbered:
		c.report(f.Go, `the key is given by the database; write "readonly"`)
	case f.Wire != "" && !f.ReadOnly && f.AsKey.New != nil:
		c.report(f.Go, fmt.Sprintf(`the key is %s, which the service makes; write "readonly"`, f.Kind.WithArticle()))
	case f.Writable() && f.Optional:
		c.report(f.Go, `a key that a client gives is sent at every create; leave "optional" out`)
	case f.Writable() && f.Show == schema.ShowLink:
		c.report(f.Go, `a client sends the key as a text and not as an address; leave "link" out`)
	case f.Writable() && f.Choices == nil && (f.MaxLength == 0 || f.MaxLength > schema.MaxKeyLength):
		c.report(f.Go, fmt.Sprintf(`a key that a client gives is part of addresses and indexes; bound its length by validate:"max=50", or another number up to %d`, schema.MaxKeyLength))
	}
	if ownAccounts(t.Table) && f.Column != "id" {
		c.report(f.Go, fmt.Sprintf(`the key of table %s is the column "id", which the framework reads, and not %q; write db:"id"`, t.Table, f.Column))
	}
	if f.IgnoresCase {
		c.report(f.Go, `a key is compared as it is; leave out "unique=ci", or make it another field, with a key of the database`)
	} else if f.Unique {
		c.report(f.Go, `the key is unique anyway; leave out "unique"`)
	}
	if f.SortsInAnyCase && f.Kind.FreeText {
		c.report(f.Go, `orders end in the key, in which two texts differ by the case of their letters; write "sort" instead of "sort=ci"`)
	}
	f.Unique = f.Writable()
	f.CreateOnly = f.Writable()
}

// messageCodes returns the names under which a declaration may replace the field's messages.
func messageCodes(f *schema.Field) []string {
	var codes []string
	add := func(when bool, names ...string) {
		if when {
			codes = append(codes, names...)
		}
	}
	add(f.Unique, "unique")
	if !f.Writable() {
		return codes
	}
	add(f.Required(), "required")
	add(!f.Null, "null")
	add(f.Kind.FreeText && f.Choices == nil && !f.AllowBlank(), "blank")
	add(f.Choices != nil, "invalid_choice")
	add(f.Choices == nil && (f.Relation == nil || f.IsToOne() && f.Show == schema.ShowField), "invalid")
	add(true, f.Kind.Codes...)
	add(f.Relation != nil && f.Show != schema.ShowField, "incorrect_type")
	add(f.Relation != nil, "does_not_exist")
	add(f.IsManyToMany(), "not_a_list")
	for _, rule := range f.Rules {
		name, _, _ := strings.Cut(rule.Tag, "=")
		add(true, name)
	}
	return codes
}

// checkFullText reports fields whose full texts cannot be combined.
func (c *compiler) checkFullText(t *schema.Type) {
	var first *schema.Field
	for _, f := range t.FullTextFields() {
		if first == nil {
			first = f
		} else if f.Search.Language != first.Search.Language {
			c.report(f.Path, fmt.Sprintf(`rest tag: %s: the full text of a row has one language, and that of %s is %s; write %s`, f.Search, first.Go, first.Search.Language, first.Search))
		}
	}
}
