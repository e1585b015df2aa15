// The current file of a record, in the form that may replace or remove it.

package forms

import (
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
)

// currentFile returns the record's file in a field, or nil where it has none or does not show it.
func (b *Builder) currentFile(f *schema.Field, rec *schema.Record, typed bool) *inputs.CurrentFile {
	href := rec.Link(f, b.Base)
	if href == "" {
		return nil
	}
	file := &inputs.CurrentFile{Name: rec.FileOf(f).Name, Href: strings.TrimPrefix(href, b.Base), Image: f.Kind.File == field.ImageFile, Clears: f.Null}
	if file.Name == "" {
		file.Name = f.Label
	}
	file.Cleared = typed && slices.Contains(b.Form.Posted[schema.ClearName], f.Wire)
	return file
}
