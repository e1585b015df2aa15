// Filling inputs with the values of fields.

package forms

import (
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/catalog"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/layout"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// Fill puts texts into the input for a field. search is the search text for the rows that a relation may
// refer to.
func (b *Builder) Fill(in *inputs.Input, f *schema.Field, texts []string, search string) error {
	in.Text = inputs.Last(texts)
	if f.Item != nil && len(texts) > 1 {
		in.Text = strings.Join(slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return text == "" }), "\n")
	}
	switch {
	case f.Kind.Input.Tick && in.Input == "select":
		in.FillThreeWay(f)
	case f.Kind.Input.Tick:
		in.Checked, _ = field.Truth(in.Text)
	case f.Kind.Input.Many:
		in.Offer(f.Item.Choices)
		in.KeepChosen(texts...)
	case f.Choices != nil:
		in.FillChoices(f)
	case f.Relation != nil:
		return b.relationOptions(in, f, texts, search)
	}
	return nil
}

// fillAt fills an input or its parts, with the mistakes under a path; "" for a value that was not typed.
func (b *Builder) fillAt(in *inputs.Input, f *schema.Field, texts []string, search, path string) error {
	in.Zone, in.Words = b.Zone, b.Language
	if path != "" {
		in.Errors = inputs.FieldErrors(b.Problems, path)
	}
	if err := b.Fill(in, f, texts, search); err != nil {
		return err
	}
	return b.split(in, f, path, texts)
}

// within returns the path of messages about a member of a value; "" stays "".
func within(path, member string) string {
	if path == "" {
		return ""
	}
	return path + "." + member
}

// filtered returns the values that the list around a form is filtered by, so that a new record is in the list; nil for none,
// and for several of a field that takes one.
func (b *Builder) filtered(f *schema.Field) []string {
	if b.Action != plan.List || b.Method != http.MethodGet {
		return nil
	}
	query := layout.ListQuery{All: pageapi.QueryParams(b.Request.URL.RawQuery)}
	for _, p := range b.Resource.Params {
		if !catalog.FiltersOwn(p) || p.Field != f || p.Lookup != field.Equal && p.Lookup != field.In {
			continue
		}
		texts := query.Texts(p)
		if len(texts) == 0 || len(texts) > 1 && !f.IsManyToMany() {
			continue
		}
		c := Choices{Field: f, ByKey: true}
		for i, text := range texts {
			switch keys := c.chosen(texts[i : i+1]); {
			case p.Me && text == plan.Me && b.User != nil && f.Show == schema.ShowField:
				texts[i] = b.User.Username
			case len(keys) == 1 && f.ByLink():
				texts[i] = inputs.Reference(f, keys[0], b.Base)
			}
		}
		return texts
	}
	return nil
}

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
