// The full text of rows: what words are looked for in by the database's own search.

package schema

import (
	"fmt"
	"slices"
)

// FullTextColumn is the column in which PostgreSQL keeps the full text of a row.
const FullTextColumn = "full_text"

// FullTextName is the table in which SQLite keeps the full text of a table's rows.
func FullTextName(table string) string { return table + "_full_text" }

// FullTextKeys is the table in which SQLite numbers the rows of a table with full text whose keys are no
// numbers.
func FullTextKeys(table string) string { return table + "_full_text_keys" }

// FullText is what of the rows of a table is searched by full text. The first columns count more where rows
// are sorted by rank.
type FullText struct {
	Columns  []string
	Language string // one of SearchLanguages
}

// FullTextFields are the fields whose tags say "search=@", in the order of the struct.
func (t *Type) FullTextFields() []*Field {
	var fields []*Field
	for _, f := range t.Fields {
		if f.Search != nil && f.Search.Prefix == "@" {
			fields = append(fields, f)
		}
	}
	return fields
}

// FullText is the full text of the type's rows, nil for none.
func (t *Type) FullText() *FullText {
	var text *FullText
	for _, f := range t.FullTextFields() {
		if text == nil {
			text = &FullText{Language: f.Search.Language}
		}
		text.Columns = append(text.Columns, f.Column)
	}
	return text
}

// checkFullText reports fields whose full texts cannot be one.
func (c *compiler) checkFullText(t *Type) {
	var first *Field
	for _, f := range t.FullTextFields() {
		if first == nil {
			first = f
		} else if f.Search.Language != first.Search.Language {
			c.report(f.path, fmt.Sprintf(`rest tag: %s: the full text of a row has one language, and that of %s is %s; write %s`, f.Search, first.Go, first.Search.Language, first.Search))
		}
	}
}

// setFullText keeps the full text of a type's rows for its table, with which all types of the table that have
// one have to agree.
func (t *Table) setFullText(of *Type, tables map[string]*Table, report func(t *Type, field, msg string)) {
	text := of.FullText()
	if text == nil {
		return
	}
	first := of.FullTextFields()[0].Go
	taken := func(c Column) bool { return c.Name == FullTextColumn }
	switch have := t.FullText; {
	case have != nil && (have.Language != text.Language || !slices.Equal(have.Columns, text.Columns)):
		report(of, first, fmt.Sprintf("the full text of table %s is of %v (%s) here and of %v (%s) in another declaration of the table; make them agree", t.Name, text.Columns, text.Language, have.Columns, have.Language))
	case slices.ContainsFunc(t.Columns, taken):
		report(of, first, fmt.Sprintf(`column %s.%s is where PostgreSQL keeps the full text; call the other column something else with db:"…"`, t.Name, FullTextColumn))
	case tables[FullTextName(t.Name)] != nil:
		report(of, first, fmt.Sprintf("table %s is where SQLite keeps the full text; call the other table something else", FullTextName(t.Name)))
	}
	t.FullText = text
}
