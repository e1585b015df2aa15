// The inputs of nested rows in a form: a group or a table line for each row, and one for a new row.

package forms

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// maxRowInputs is the largest number of nested rows with inputs; the rows of a record with more stay
// unchanged. Typed rows come back up to maxTypedRows: a refused form may have more rows than the record.
const (
	maxRowInputs = 50
	maxTypedRows = 2 * maxRowInputs
)

// nestedRows returns the input for the rows of a member. It returns nil for a single row, for rows without
// a key that the form could send, and for too many rows.
func (b *Builder) nestedRows(f *schema.Field, made, typed bool) (*inputs.Input, error) {
	key := RowKey(f)
	if !f.IsList() || f.Derived.Write == schema.NestedLink || key == nil && f.Derived.Write != schema.NestedCreate {
		return nil, nil
	}
	rows, shown := b.rowTexts(f, key, made, typed)
	if !shown {
		return nil, nil
	}
	in := inputs.New(f)
	in.Input, in.Required, in.Nested = "rows", false, &inputs.RowInputs{}
	if typed {
		in.Errors = slices.Clone(b.Problems.Get(f.Wire))
	}
	stored := b.storedRows(f, key)
	own := stored
	switch {
	case !typed || key == nil || !key.Writable():
		own = nil // no key is a typed one
	case made:
		own = map[string]map[string]any{}
	}
	targets := b.Targets
	b.Targets, b.nested = b.Catalog.Targets(f.Derived.Shape), b.Resource.RowsIn(f)
	defer func() { b.Targets, b.nested = targets, nil }()
	kept := 0
	for n, row := range rows {
		path := ""
		if typed && !row.Left() {
			path = schema.RowPath(f.Wire, kept)
			kept++
		}
		group, err := b.rowInput(f, key, row, path, own)
		if err != nil {
			return nil, err
		}
		group.Title = fmt.Sprintf("%s %d", f.Label, n+1)
		in.Nested.List = append(in.Nested.List, group)
	}
	return in, b.layLines(f, in.Nested, stored)
}

// RowKey returns the member of a nested row that identifies it, or nil for none.
func RowKey(f *schema.Field) *schema.Field {
	if name := f.Derived.KeyName; name != "" {
		return f.Derived.Shape.ByWire(name)
	}
	if key := f.Derived.Shape.Key; key != nil && key.Wire != "" {
		return key
	}
	return nil
}

// rowTexts returns the rows of a member as texts of the form: the typed rows, or else the record's, and a
// new one. shown is false where the record does not show them, and where there are too many. A form sent
// without inputs for the rows does not come back with an empty one, which would mean that there are none.
func (b *Builder) rowTexts(f, key *schema.Field, made, typed bool) (rows []schema.FormRow, shown bool) {
	if typed {
		if rows = schema.RowsOfForm(b.Form.Posted, f.Wire); len(rows) > 0 {
			return b.typedRows(f, rows, made), len(rows) <= maxTypedRows
		}
	}
	copied := made && b.example != nil
	if (!made || copied) && f.Derived.Write != schema.NestedCreate {
		values, ok := b.nestedValues(f)
		if !ok && !copied {
			return nil, false
		}
		for i, value := range values {
			row := schema.FormRow{Index: i, Texts: map[string][]string{}}
			for _, sub := range f.Derived.Shape.Fields {
				if sub.Writable() && !(copied && sub.Unique) || sub == key && !copied {
					row.Texts[sub.Wire] = inputs.WireTexts(sub, value[sub.Wire], b.Zone)
				}
			}
			rows = append(rows, row)
		}
	}
	rows = append(rows, schema.FormRow{Index: len(rows)})
	return rows, len(rows) <= maxRowInputs
}

// typedRows adds a new row to the typed rows if the requester asked for one or may need one, and there is
// room.
func (b *Builder) typedRows(f *schema.Field, rows []schema.FormRow, made bool) []schema.FormRow {
	end := rows[len(rows)-1]
	switch {
	case len(rows) >= maxTypedRows || end.Index == math.MaxInt:
		return rows
	case b.Form.RelationSearch != f.Wire && (made || end.Left()):
		return rows
	}
	return append(rows, schema.FormRow{Index: end.Index + 1})
}

// nestedValues returns the record's rows of a member, as its representation has them.
func (b *Builder) nestedValues(f *schema.Field) (rows []map[string]any, shown bool) {
	rec := b.Req.Facts().Record
	if rec == nil {
		return nil, false
	}
	member := rec.Type.ByWire(f.Wire)
	if member == nil || !member.IsList() {
		return nil, false
	}
	list, _ := cells.DecodeValue(rec.AppendFieldIn(nil, member, b.Base, b.Zone)).([]any)
	for _, item := range list {
		row, _ := item.(map[string]any)
		rows = append(rows, row)
	}
	return rows, true
}

// storedRows returns the record's rows of a member by the texts of their keys; nil where the record does not show them.
func (b *Builder) storedRows(f, key *schema.Field) map[string]map[string]any {
	rows, shown := b.nestedValues(f)
	if !shown || key == nil {
		return nil
	}
	stored := map[string]map[string]any{}
	for _, row := range rows {
		stored[strings.Join(inputs.WireTexts(key, row[key.Wire], b.Zone), "")] = row
	}
	return stored
}

// rowInput returns the inputs of one row. path is the path of messages about it, or "" for a row that was not
// typed and for one that the input leaves out. own are the record's rows by their keys; nil if every row with a key is one.
func (b *Builder) rowInput(f, key *schema.Field, row schema.FormRow, path string, own map[string]map[string]any) (*inputs.RowInput, error) {
	name := schema.RowPath(f.Wire, row.Index)
	group := &inputs.RowInput{}
	there := false
	if key != nil {
		group.Key = strings.Join(row.Texts[key.Wire], "")
		there = group.Key != "" && (own == nil || own[group.Key] != nil)
	}
	if there && !key.Writable() {
		group.Hidden = append(group.Hidden, inputs.SentField{Name: name + "." + key.Wire, Text: row.Texts[key.Wire][0]})
	}
	if there {
		group.Remove, group.Removed = name+"."+schema.RemoveName, len(row.Texts[schema.RemoveName]) > 0
	}
	names := map[string]bool{}
	for _, sub := range f.Derived.Shape.Fields {
		if !sub.WritableIn(!there) || sub.IsFile() || sub.IsNested() {
			continue
		}
		in := inputs.New(sub)
		in.Name = name + "." + sub.Wire
		in.Required = in.Required && there // a new row may be left empty
		if in.Input == "checkbox" && !there && !sub.Required() {
			in.Input = "select" // its default may apply
		}
		texts, _ := sub.TextsOfForm(row.Texts)
		if err := b.fillAt(in, sub, texts, inputs.Last(b.Form.Posted[pageapi.FindPrefix+in.Name]), within(path, sub.Wire)); err != nil {
			return nil, err
		}
		names[sub.Wire] = true
		group.Fields = append(group.Fields, in)
	}
	if path != "" {
		group.Errors = inputs.RowErrors(b.Problems, path, names)
	}
	return group, nil
}

// layLines lays out the rows of a member as a table, if each of their inputs takes one line. stored are the
// record's rows by their keys.
func (b *Builder) layLines(f *schema.Field, rows *inputs.RowInputs, stored map[string]map[string]any) error {
	var columns []*schema.Field
	for _, sub := range f.Derived.Shape.Fields {
		i := slices.IndexFunc(rows.List, func(row *inputs.RowInput) bool { return row.Of(sub) != nil })
		switch {
		case i < 0:
			continue
		case !rows.List[i].Of(sub).OneLine():
			return nil
		}
		columns = append(columns, sub)
	}
	for _, sub := range columns {
		head := inputs.New(sub)
		head.Words = b.Language
		rows.Columns = append(rows.Columns, head)
		shown := make([]string, len(rows.List))
		for i, row := range rows.List {
			if row.Of(sub) == nil {
				shown[i] = strings.Join(inputs.WireTexts(sub, stored[row.Key][sub.Wire], b.Zone), "")
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
