// Nested rows of a refused form beside those of its record. All rows of a field are one value.

package refusedform

import (
	"maps"
	"strings"

	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// bothRows are the nested rows of the form and of the record.
type bothRows struct{ mine, theirs []schema.FormRow }

// rowsOf returns the nested rows of both. known is false if the form has no inputs for them, or the record does not
// show them.
func rowsOf(b *forms.Builder, f *schema.Field) (rows bothRows, known bool) {
	rows.theirs, known = b.RecordRows(f)
	typed := schema.RowsOfForm(b.Form.Posted, f.Wire)
	for _, row := range typed {
		if !row.Left() {
			rows.mine = append(rows.mine, row)
		}
	}
	return rows, known && (len(typed) > 0 || b.Action == plan.Destroy)
}

// typeRows gives the form the record's rows.
func typeRows(b *forms.Builder, f *schema.Field, rows []schema.FormRow) {
	b.Form.Posted = maps.Clone(b.Form.Posted)
	maps.DeleteFunc(b.Form.Posted, func(name string, _ []string) bool { return strings.HasPrefix(name, f.Wire+"[") })
	for i, row := range rows {
		for name, texts := range row.Texts {
			b.Form.Posted[schema.RowPath(f.Wire, i)+"."+name] = texts
		}
	}
}

// renewRows makes rows of the form new ones if others have deleted them: saving the form creates them again.
func renewRows(b *forms.Builder, f *schema.Field, rows bothRows) {
	key := forms.RowKey(f)
	if key.Writable() {
		return
	}
	stored := map[string]bool{}
	for _, row := range rows.theirs {
		stored[inputs.Last(row.Texts[key.Wire])] = true
	}
	b.Form.Posted = maps.Clone(b.Form.Posted)
	for _, row := range rows.mine {
		if !stored[inputs.Last(row.Texts[key.Wire])] {
			delete(b.Form.Posted, schema.RowPath(f.Wire, row.Index)+"."+key.Wire)
		}
	}
}

// showRows writes each nested row on a line.
func showRows(b *forms.Builder, f *schema.Field, rows []schema.FormRow) (*cells.Cell, error) {
	targets := b.Targets
	b.Targets = b.Catalog.Targets(f.Derived.Shape)
	defer func() { b.Targets = targets }()
	var lines []string
	for _, row := range rows {
		var values []string
		for _, sub := range forms.RowFields(f) {
			text, err := forPeople(b, sub, row.Texts[sub.Wire])
			if err != nil {
				return nil, err
			}
			if text != "" {
				values = append(values, sub.Label+": "+text)
			}
		}
		lines = append(lines, strings.Join(values, " · "))
	}
	return typedCell(strings.Join(lines, "\n")), nil
}
