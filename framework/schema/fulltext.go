// The full text of rows: what words are looked for in by the database's own search.

package schema

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
