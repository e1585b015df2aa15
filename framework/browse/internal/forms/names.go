// What people call the values of a field that a page does not offer as choices.

package forms

import (
	"fmt"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/schema"
)

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
