// The tables that declarations ask for, in the SQL of one database.

package migrate

import (
	"reflect"
	"slices"
	"strings"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// State is what declarations and the framework ask of a database, in its SQL. Two states can be compared without a
// database, and its JSON form is kept beside versioned migrations.
type State struct {
	Functions []Part  `json:"functions,omitempty"`
	Tables    []Table `json:"tables"` // by name
}

// Table is a table of a State.
type Table struct {
	Name    string   `json:"name"`
	Columns []Column `json:"columns"`
	Key     []string `json:"key,omitempty"`     // the columns of its primary key; none if a column counts up by itself
	Options string   `json:"options,omitempty"` // what follows the columns in SQLite, such as "STRICT"
	Parts   []Part   `json:"parts,omitempty"`   // in the order in which they can be created
	Left    bool     `json:"left,omitempty"`    // no declaration has it any longer, and it was not dropped
}

// Column is a column of a Table.
type Column struct {
	Name       string `json:"name"`
	Form       string `json:"form"` // how values are written, such as "date" and "decimal(8,2)": another one needs a conversion
	Type       string `json:"type"` // with its collation
	NotNull    bool   `json:"notNull,omitempty"`
	Default    string `json:"default,omitempty"`    // in SQL, "" for none
	Check      string `json:"check,omitempty"`      // the condition of a CHECK
	References string `json:"references,omitempty"` // the clause of SQLite; PostgreSQL's references are parts
	Fits       string `json:"fits,omitempty"`       // the condition, with %s for the column, of a Go type that holds fewer values than the column
	Filling    string `json:"filling,omitempty"`    // the value in SQL for existing rows of a required column; "" for none
	Left       bool   `json:"left,omitempty"`       // no declaration has it any longer, and it was not dropped
	Was        string `json:"-"`                    // its former name, as declared
}

// Part is a part of a table that can be created and dropped by itself.
type Part struct {
	Kind   string   `json:"kind"` // "function", "reference", "index", "unique", "constraint", "fulltext" or "row"
	Name   string   `json:"name"`
	Create []string `json:"create"`
	Drop   []string `json:"drop"`
}

// StateOf returns the state of declared tables and of the framework's own for the dialect "sqlite" or "postgres".
func StateOf(dialect string, tables []schema.Table) State {
	m := migration{dialect: database.NewDialect(dialect), keys: keysOf(tables)}
	var s State
	others, names := m.unmanaged(tables), fileColumns(tables)
	tables = managedOf(tables)
	want := m.desired(tables, names...)
	for _, f := range m.functionsOf(slices.Concat(want, others)) {
		s.Functions = append(s.Functions, Part{Kind: "function", Name: f.Name, Create: []string{f.Create}, Drop: []string{"DROP FUNCTION " + quote(f.Name) + "(text)"}})
	}
	for _, t := range want {
		made := m.table(t)
		for _, c := range t.columns {
			if c.References != "" && m.postgres() {
				made.Parts = append(made.Parts, Part{"reference", foreignName(t.name, c), []string{m.foreign(t.name, c)}, []string{m.dropConstraint(t.name, foreignName(t.name, c))}})
			}
		}
		for _, i := range t.indexes {
			kind := "index"
			if i.Unique {
				kind = "unique"
			}
			made.Parts = append(made.Parts, Part{kind, i.name, []string{m.index(t, i)}, []string{"DROP INDEX IF EXISTS " + quote(i.name)}})
		}
		if i := slices.IndexFunc(tables, func(of schema.Table) bool { return of.Name == t.name }); i >= 0 {
			for _, o := range m.constraintsOf(tables[i]) {
				made.Parts = append(made.Parts, Part{"constraint", o.name, []string{o.sql}, []string{m.dropConstraint(t.name, o.name)}})
			}
			if tables[i].FullText != nil {
				made.Parts = append(made.Parts, m.fullText(tables[i]))
			}
		}
		if t.name == schema.FileColumnsTable {
			for _, name := range names {
				made.Parts = append(made.Parts, Part{"row", name.table + "." + name.column, []string{name.insert()}, []string{"DELETE FROM " + schema.FileColumnsTable + " WHERE " + name.condition()}})
			}
		}
		s.Tables = append(s.Tables, made)
	}
	slices.SortFunc(s.Tables, func(a, b Table) int { return strings.Compare(a.Name, b.Name) })
	return s
}

// keysOf returns the key column of each declared table.
func keysOf(tables []schema.Table) map[string]string {
	keys := map[string]string{}
	for _, t := range tables {
		for _, c := range t.Columns {
			if c.Key {
				keys[t.Name] = c.Name
			}
		}
	}
	return keys
}

// fullText returns the full text of a table. What drops it knows all that any release has made for it.
func (m *migration) fullText(t schema.Table) Part {
	name := schema.FullTextName(t.Name)
	if m.postgres() {
		return Part{"fulltext", name, textColumn(t), []string{dropColumn(t.Name, schema.FullTextColumn)}}
	}
	w := newTextTable(t)
	p := Part{Kind: "fulltext", Name: name}
	for _, o := range w.objects {
		kind := "TABLE"
		if strings.HasPrefix(o.sql, "CREATE TRIGGER") {
			kind = "TRIGGER"
		}
		p.Create = append(p.Create, o.sql)
		p.Drop = append([]string{"DROP " + kind + " " + quote(o.name)}, p.Drop...) // triggers before tables
	}
	p.Create = append(p.Create, w.fill...)
	return p
}

// table returns a table with its columns, without its parts.
func (m *migration) table(t *table) Table {
	made := Table{Name: t.name, Key: t.key}
	for _, c := range t.columns {
		made.Columns = append(made.Columns, m.column(c))
	}
	if !m.postgres() {
		made.Options = "STRICT" // otherwise a column accepts values of any type
		if t.rowless {
			made.Options += ", WITHOUT ROWID"
		}
	}
	return made
}

// column returns a column in the SQL of the database.
func (m *migration) column(c schema.Column) Column {
	if numbered(c) {
		return Column{Name: c.Name, Form: c.Value.String(), Type: m.numberType(), NotNull: true, Was: c.Was}
	}
	made := Column{Name: c.Name, Form: form(c.Value), Type: m.columnType(c), NotNull: !c.Null, Check: m.check(c), Was: c.Was}
	dialect := field.Dialect(m.dialect.Name)
	if holdsFewer(c.Value) {
		made.Fits = c.Value.ColumnIn(field.PostgreSQL).Fits // the columns of STRICT tables have no other values either
	}
	if c.HasDefault {
		made.Default = c.Value.DefaultIn(dialect, c.Default)
	}
	if made.Filling = made.Default; made.Filling == "" && made.NotNull && c.References == "" && !c.Key && !c.Unique && c.Value.Kind.Zero != nil && m.in(c).Literal != nil {
		made.Filling = c.Value.DefaultIn(dialect, c.Value.Kind.Zero)
	}
	if c.References != "" && !m.postgres() {
		made.References = m.references(c)
	}
	return made
}

// holdsFewer reports whether the Go type of a number holds fewer values than its column.
func holdsFewer(s *field.Spec) bool {
	if s.Type == nil || s.Kind.Name != "integer" && s.Kind.Name != "number" {
		return false
	}
	kind := s.Type.Kind()
	return s.Type.Bits() < 64 || kind >= reflect.Uint && kind <= reflect.Uint64
}

// form returns how values of a column are written: texts of all kinds are, as themselves.
func form(s *field.Spec) string {
	if parseType(s.ColumnIn(field.PostgreSQL).Types[0]).name == "text" {
		return "text"
	}
	return s.String()
}

// SQL returns the column as CREATE TABLE and ADD COLUMN have it.
func (c Column) SQL() string {
	text := quote(c.Name) + " " + c.Type
	if c.NotNull && !c.Numbered() {
		text += " NOT NULL"
	}
	if c.Default != "" {
		text += " DEFAULT " + c.Default
	}
	if c.Check != "" {
		text += " CHECK (" + c.Check + ")"
	}
	if c.References != "" {
		text += " " + c.References
	}
	return text
}

// Numbered reports whether the column is a key that the database numbers.
func (c Column) Numbered() bool {
	return strings.HasSuffix(c.Type, "PRIMARY KEY") || strings.HasSuffix(c.Type, "AUTOINCREMENT")
}

// SQL returns the statement that creates the table under a name, without its parts.
func (t Table) SQL(name string) string {
	var lines []string
	for _, c := range t.Columns {
		lines = append(lines, c.SQL())
	}
	if len(t.Key) > 0 {
		lines = append(lines, "PRIMARY KEY ("+quote(t.Key...)+")")
	}
	text := "CREATE TABLE " + quote(name) + " (\n\t" + strings.Join(lines, ",\n\t") + "\n)"
	if t.Options != "" {
		text += " " + t.Options
	}
	return text
}

// Column returns the column of a name, nil for none.
func (t *Table) Column(name string) *Column {
	i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return &t.Columns[i]
}

// Part returns the part of a name, nil for none.
func (t *Table) Part(name string) *Part {
	i := slices.IndexFunc(t.Parts, func(p Part) bool { return p.Name == name })
	if i < 0 {
		return nil
	}
	return &t.Parts[i]
}

// Table returns the table of a name, nil for none.
func (s *State) Table(name string) *Table {
	i := slices.IndexFunc(s.Tables, func(t Table) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return &s.Tables[i]
}
