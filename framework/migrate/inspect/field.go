// The fields of a struct.

package inspect

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/schema"
)

// structField is a line of a struct, or without a name only the comment about a column that is left out.
type structField struct {
	comments []string
	name     string
	typ      string
	tags     []string // pairs of a key and a value
	column   string
	wire     string
}

// secretWords are words of columns whose values no client should see.
var secretWords = strings.Fields("password passwd pwd passphrase secret salt hash token")

// isSecret reports whether a column probably has the secrets of people.
func isSecret(column string) bool {
	return slices.ContainsFunc(strings.Split(column, "_"), func(word string) bool { return slices.Contains(secretWords, word) })
}

// reservedParams are parameters of lists that a filter cannot have as its name.
var reservedParams = strings.Fields("all cursor expand fields format limit offset omit ordering page page_size search")

// fields builds the fields of a resource, the key first.
func (g *generator) fields(r *resource) {
	goNames, wires := registry{"ID": true}, registry{}
	if key := g.keyField(r, goNames, wires); key.name != "" {
		r.fields = append(r.fields, key)
	}
	for _, c := range r.table.Columns {
		if len(r.key) == 1 && c.Name == r.key[0] {
			continue
		}
		if reason := g.leftOut(r, c); reason != "" {
			r.fields = append(r.fields, structField{comments: []string{fmt.Sprintf("%s %s: %s.", c.Name, describeType(c), reason)}})
			if c.NotNull && c.Default == "" && !c.Generated && !c.Numbered {
				r.refuse("Create", fmt.Sprintf("a row needs a value of the column %s, which has no field", c.Name))
			}
			continue
		}
		r.fields = append(r.fields, g.field(r, c, goNames, wires))
	}
}

// describe returns the type of a column in SQL.
func describeType(c *Column) string {
	text := c.Type.SQL
	if text == "" {
		text = "without a type"
	}
	if c.NotNull {
		text += " NOT NULL"
	}
	return text
}

// leftOut returns why a column has no field, "" if it has one.
func (g *generator) leftOut(r *resource, c *Column) string {
	switch {
	case !schema.IsName(c.Name):
		return "left out, because its name needs quotes"
	case slices.Contains(systemColumns, c.Name):
		return "left out, because PostgreSQL has a column of this name in each table"
	case c.Lacked:
		return "left out, because this account may not read it; GRANT SELECT"
	case isSecret(c.Name):
		return "left out, because it seems to be a secret"
	case g.typeOf(c).name == "":
		return "left out, because no field has this type"
	}
	return ""
}

// typeOf returns the type of Go for a column.
func (g *generator) typeOf(c *Column) goType {
	if e := c.Type.Enum; e != nil && !c.Type.Array && g.enums[e] != "" {
		return goType{name: g.enums[e], kind: "enum"}
	} else if e != nil && !c.Type.Array {
		return goType{name: "string", kind: "text"} // a choice is never empty
	}
	return goTypeOf(g.schema.Dialect, c.Type)
}

// enumWords returns the comment about the values of an enum that is a text, because one of them is empty.
func enumWords(c *Column, as goType) []string {
	if c.Type.Enum == nil || c.Type.Array || as.kind != "text" {
		return nil
	}
	quoted := make([]string, len(c.Type.Enum.Values))
	for i, value := range c.Type.Enum.Values {
		quoted[i] = strconv.Quote(value)
	}
	return []string{oneLine("One of " + strings.Join(quoted, ", ") + ": a text, because no choice is empty. The database refuses others.")}
}

// keyField returns the field ID. Several columns are one text.
func (g *generator) keyField(r *resource, goNames, wires registry) structField {
	if len(r.key) > 1 {
		wire := "id"
		if r.table.column("id") != nil {
			wire = "key"
		}
		wires[wire] = true
		return structField{name: "ID", typ: "string", tags: []string{"rest", wire + ",readonly", "db", strings.Join(r.key, ",")}, wire: wire}
	}
	c := r.table.column(r.key[0])
	as := g.typeOf(c)
	f := structField{name: "ID", typ: as.name, column: c.Name, comments: slices.Concat(comment(c.Comment), enumWords(c, as))}
	f.wire = wireOf(c, wires)
	g.imports[as.imported] = true
	words := f.wire
	switch foreign := r.table.foreign(c.Name); {
	case foreign != nil && g.byTable[foreign.Table] != nil:
		f.comments = append(f.comments, fmt.Sprintf("The key of the row of %s that it belongs to.", foreign.Table))
	}
	rules := ""
	created := !r.readOnly() && !slices.Contains(r.refused, "Create")
	switch {
	case as.kind == "text" && created:
		rules = fmt.Sprintf("max=%d", lengthOfKey(c.Type.Length))
	case as.kind == "enum" && created: // its choices are closed
	default:
		words += ",readonly"
	}
	f.tags = append(f.tags, "rest", words)
	f.tags = append(f.tags, dbTag(c.Name, f.wire, false)...)
	if rules != "" {
		f.tags = append(f.tags, "validate", rules)
	}
	return f
}

// lengthOfKey returns the limit of a key's text.
func lengthOfKey(length int) int {
	if length == 0 || length > schema.MaxKeyLength {
		return schema.MaxKeyLength
	}
	return length
}

// dbTag returns the tag db where the column does not follow from the wire name.
func dbTag(column, wire string, reference bool) []string {
	expected := schema.ColumnFor(wire)
	if reference {
		expected += "_id"
	}
	if expected == column {
		return nil
	}
	return []string{"db", column}
}

// wireOf returns the wire name for a column.
func wireOf(c *Column, wires registry) string {
	name := c.snake()
	if trimmed := strings.Trim(name, "_"); strings.HasPrefix(name, "_") && schema.IsName(trimmed) {
		name = trimmed
	}
	if name == "non_field_errors" || strings.HasPrefix(name, "_") {
		name = "column_" + strings.TrimLeft(name, "_")
	}
	return wires.unique(name)
}

// field returns the field of a column.
func (g *generator) field(r *resource, c *Column, goNames, wires registry) structField {
	f := structField{column: c.Name, comments: comment(c.Comment)}
	if foreign := r.table.foreign(c.Name); foreign != nil {
		if g.reference(r, c, foreign, &f, goNames, wires) {
			return f
		}
		f.comments = append(f.comments, fmt.Sprintf("It refers to %s(%s).", foreign.Table, foreign.To))
	}
	as := g.typeOf(c)
	f.comments = append(f.comments, enumWords(c, as)...)
	f.wire = wireOf(c, wires)
	f.name, f.typ = goNames.unique(goName(f.wire, "Field")), as.name
	g.imports[as.imported] = true
	words, rules := f.wire, g.rules(r, c, as)
	null := !c.NotNull && !(len(r.key) > 1 && r.inKey(c.Name)) // rows without a part of the key are left out
	if null {
		f.typ = "*" + f.typ
	}
	var byDefault []string
	switch param, ok := defaultOf(c, g.plain(as)); {
	case r.readOnly():
		words += ",readonly"
		rules = ""
	case isFilled(c, as.kind, ok):
		words += ",readonly"
		byDefault, rules = filledTag, ""
		f.comments = append(f.comments, filledWords(c, ok)...)
	case null:
		words += ",optional"
	case ok:
		byDefault = []string{"default", param}
	case c.Type.Array && strings.HasPrefix(c.Default, "'{}'"):
		words += ",optional"
	case c.Default != "":
		f.comments = append(f.comments, fmt.Sprintf("A create has to send it: the database would take %s.", oneLine(c.Default)))
	}
	if !r.readOnly() {
		words += g.unique(r, c)
	}
	words += g.queryWords(r, c, as, f.wire)
	f.tags = append(append(f.tags, "rest", words), dbTag(c.Name, f.wire, false)...)
	if as.digits != "" {
		f.tags = append(f.tags, "digits", as.digits)
	}
	f.tags = append(f.tags, byDefault...)
	if rules != "" {
		f.tags = append(f.tags, "validate", rules)
	}
	return f
}

// plain returns the type of an enum as the one of its values.
func (g *generator) plain(as goType) goType {
	if as.kind == "enum" {
		as.kind = "text"
	}
	return as
}

// isUnique reports whether no two rows have the same value in a column, which a field can declare.
func (g *generator) isUnique(r *resource, c *Column) bool {
	return slices.ContainsFunc(r.table.Unique, func(columns []string) bool { return len(columns) == 1 && columns[0] == c.Name }) && g.typeOf(c).kind != "other"
}

// unique returns the word for a column whose values differ.
func (g *generator) unique(r *resource, c *Column) string {
	if g.isUnique(r, c) {
		return ",unique"
	}
	return ""
}

// maxUnique is the largest length of a text in an index that a declaration may have.
const maxUnique = 600

// queryWords returns the words filter and sort, where an index serves them.
func (g *generator) queryWords(r *resource, c *Column, as goType, wire string) (words string) {
	if !slices.Contains(r.table.Indexed, c.Name) || slices.Contains(reservedParams, wire) {
		return ""
	}
	switch as.kind {
	case "text", "enum", "bool", "uuid":
		return ",filter"
	case "whole":
		return ",filter,sort"
	case "number", "moment", "day":
		return ",sort,filter=gte lte"
	}
	return ""
}

// reference fills the field of a column that refers to the key of another declared table, and reports whether it does.
func (g *generator) reference(r *resource, c *Column, foreign *Foreign, f *structField, goNames, wires registry) bool {
	other := g.byTable[foreign.Table]
	if other == nil || len(other.key) != 1 || other.key[0] != foreign.To || !c.NotNull && r.inKey(c.Name) {
		return false
	}
	if other == r && c.NotNull { // no first row could be created
		return false
	}
	if name := strings.TrimSuffix(c.snake(), "_id"); name != "" && !strings.HasPrefix(name, "_") && !wires[name] && (r.table.column(name) == nil || name == c.Name) {
		f.wire = wires.unique(name)
	} else {
		f.wire = wireOf(c, wires)
	}
	f.name = goNames.unique(goName(f.wire, "Field"))
	f.typ = fmt.Sprintf("rest.BelongsTo[%s]", other.typeName)
	words := f.wire
	filled := !r.readOnly() && isFilled(c, "", false)
	switch {
	case r.readOnly() || filled:
		words += ",readonly"
		if !c.NotNull {
			words += ",optional"
		}
	case !c.NotNull:
		words += ",optional"
	}
	if !r.readOnly() {
		words += g.unique(r, c)
		if foreign.OnDelete != "restrict" && (foreign.OnDelete != "null" || !c.NotNull && !filled) {
			words += ",ondelete=" + foreign.OnDelete
		}
	}
	if slices.Contains(r.table.Indexed, c.Name) && !slices.Contains(reservedParams, f.wire) {
		words += ",filter"
	}
	f.tags = append(append(f.tags, "rest", words), dbTag(c.Name, f.wire, true)...)
	if filled {
		f.tags, f.comments = append(f.tags, filledTag...), append(f.comments, filledWords(c, false)...)
	}
	return true
}

// rules returns the parameter of the tag validate.
func (g *generator) rules(r *resource, c *Column, as goType) string {
	var rules []string
	add := func(rule string) {
		name, value, _ := strings.Cut(rule, "=")
		i := slices.IndexFunc(rules, func(have string) bool { return strings.HasPrefix(have, name+"=") })
		if i < 0 {
			rules = append(rules, rule)
			return
		}
		bound, err := strconv.ParseFloat(value, 64)
		have, _ := strconv.ParseFloat(rules[i][len(name)+1:], 64)
		if low := name == "min" || name == "gt"; err == nil && (low && bound > have || !low && bound < have) {
			rules[i] = rule
		}
	}
	if as.kind == "text" && c.Type.Length > 0 {
		add("max=" + strconv.Itoa(c.Type.Length))
	}
	for _, b := range g.boundsOf(r, c) {
		if rule := ruleOf(b, as); rule != "" {
			add(rule)
		}
	}
	if as.kind == "text" && g.isUnique(r, c) {
		add(fmt.Sprintf("max=%d", maxUnique))
	}
	if i := slices.IndexFunc(rules, func(rule string) bool { return strings.HasPrefix(rule, "oneof=") }); i >= 0 {
		return rules[i] // other rules are never tried beside it
	}
	return strings.Join(rules, ",")
}

// boundsOf returns the simple conditions on a column: those of its domain, and of its table.
func (g *generator) boundsOf(r *resource, c *Column) (list []bound) {
	for _, check := range c.Type.Checks {
		for _, b := range bounds(check) {
			if strings.EqualFold(b.column, "VALUE") {
				list = append(list, b)
			}
		}
	}
	for _, check := range r.table.Checks {
		for _, b := range bounds(check) {
			if strings.EqualFold(b.column, c.Name) {
				list = append(list, b)
			}
		}
	}
	return list
}

// simpleChoice matches texts that oneof separates by spaces.
func simpleChoice(text string) bool {
	return text != "" && !strings.ContainsAny(text, " ,|'\"`\\\t\n=")
}

// ruleOf returns the rule that says the same as a condition, "" for none.
func ruleOf(b bound, as goType) string {
	value := b.values[0]
	switch {
	case b.op == "in":
		if b.texts && as.kind == "text" && !slices.ContainsFunc(b.values, func(v string) bool { return !simpleChoice(v) }) {
			return "oneof=" + strings.Join(b.values, " ")
		}
		return ""
	case b.op == "length":
		if as.kind == "text" {
			return "max=" + value
		}
		return ""
	case as.kind == "whole":
		n, err := strconv.ParseInt(value, 10, 64)
		switch {
		case err != nil:
			return ""
		case b.op == ">":
			return fmt.Sprintf("min=%d", n+1)
		case b.op == "<":
			return fmt.Sprintf("max=%d", n-1)
		}
		return map[string]string{">=": "min=", "<=": "max="}[b.op] + value
	case as.kind == "number":
		return map[string]string{">=": "min=", "<=": "max=", ">": "gt=", "<": "lt="}[b.op] + value
	}
	return ""
}
