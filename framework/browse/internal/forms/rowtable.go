// Nested rows as a table: a line for each row, with the values that the form cannot change.

package forms

import (
	"strings"

	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/schema"
)

// layLines lays out the rows of a member as a table, if each of their inputs takes one line. texts are the texts of
// the rows' keys.
func (b *Builder) layLines(f, key *schema.Field, rows *inputs.RowInputs, texts []string) error {
	var columns []*schema.Field
	for _, sub := range f.Derived.Shape.Fields {
		for _, row := range rows.List {
			in := row.Of(sub)
			if in == nil {
				continue
			}
			if !in.OneLine() {
				return nil
			}
			columns = append(columns, sub)
			break
		}
	}
	stored := map[string]map[string]any{}
	if key != nil {
		values, _ := b.nestedValues(f)
		for _, row := range values {
			stored[strings.Join(inputs.WireTexts(key, row[key.Wire], b.Zone), "")] = row
		}
	}
	for _, sub := range columns {
		head := inputs.New(sub)
		head.Words = b.Language
		rows.Columns = append(rows.Columns, head)
		shown := make([]string, len(rows.List))
		for i, row := range rows.List {
			if row.Of(sub) == nil {
				shown[i] = strings.Join(inputs.WireTexts(sub, stored[texts[i]][sub.Wire], b.Zone), "")
			}
		}
		if err := Names(b.Source, b.Targets[sub.Index], sub, shown); err != nil {
			return err
		}
		for i, row := range rows.List {
			in := row.Of(sub)
			if in != nil {
				in.Within = row.Title
			}
			row.Line = append(row.Line, inputs.RowCell{Input: in, Text: shown[i]})
		}
	}
	return nil
}
