// Nested rows as a table: a line for each row, with the values that the form cannot change.

package forms

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/typedtext"
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

// Names replaces the texts of a field's values by what people call them: the titles of the target's rows that the
// requester may read, and the labels of choices. target is nil for a field without one.
func Names(source *layout.Source, target *catalog.Resource, f *schema.Field, texts []string) error {
	for i, text := range texts {
		for _, choice := range f.Choices {
			if choice.Value == text {
				texts[i] = choice.Label
			}
		}
	}
	if target == nil || f.ShownBy() != nil {
		return nil
	}
	c := Choices{Field: f, Target: target}
	places := map[schema.Key][]int{}
	var keys []schema.Key
	for i, text := range texts {
		for _, key := range c.chosen([]string{text}) {
			if places[key] == nil {
				keys = append(keys, key)
			}
			places[key] = append(places[key], i)
		}
	}
	rows := source.Req.Related(target.Resource)
	if keys == nil || rows.None() {
		return nil
	}
	err := rows.Titles(keys, func(key, _ schema.Key, title string) {
		for _, i := range places[key] {
			if name := typedtext.Name(title, cells.MaxCell); name != "" {
				texts[i] = name
			}
		}
	})
	if err != nil {
		return fmt.Errorf("names of %s: %w", f.Go, err)
	}
	return nil
}
