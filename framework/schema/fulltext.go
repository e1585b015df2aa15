// The full text of rows, for the database's own search.

package schema

// FullTextColumn is the column with the full text of a row in PostgreSQL.
const FullTextColumn = "full_text"

// FullTextName returns the SQLite table with the full text of a table's rows.
func FullTextName(table string) string { return table + "_full_text" }

// FullTextKeys returns the SQLite table that numbers the rows of a table with full text whose keys are no
// numbers.
func FullTextKeys(table string) string { return table + "_full_text_keys" }

// FullText describes the full text of a table. The first columns count more in the rank of a row.
type FullText struct {
	Columns  []string
	Language string // one of SearchLanguages
}

// FullTextFields returns the fields whose tags have "search=@", in the order of the struct.
func (t *Type) FullTextFields() []*Field {
	var fields []*Field
	for _, f := range t.Fields {
		if f.Search != nil && f.Search.Prefix == "@" {
			fields = append(fields, f)
		}
	}
	return fields
}

// FullText returns the full text of the type's rows, nil for none.
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
