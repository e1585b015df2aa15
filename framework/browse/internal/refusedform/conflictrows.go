// Nested rows of a refused form beside those of its record. All rows of a field are one value.

package refusedform

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/words"
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
	maps.DeleteFunc(b.Form.Posted, func(name string, _ []string) bool { return strings.HasPrefix(name, f.Wire+"[") })
	for i, row := range rows {
		for name, texts := range row.Texts {
			b.Form.Posted[schema.RowPath(f.Wire, i)+"."+name] = texts
		}
	}
}

// renewRows makes rows of the form new ones if others have deleted them: saving the form creates them again. It leaves them
// out if the form lacks a field that a new row needs.
func renewRows(b *forms.Builder, f *schema.Field, rows bothRows) {
	key := forms.RowKey(f)
	if key.Writable() {
		return
	}
	needs := slices.ContainsFunc(f.Derived.Shape.Fields, func(sub *schema.Field) bool { return sub.WritableIn(true) && !sub.WritableIn(false) && sub.Required() })
	stored := keysOf(f, rows.theirs)
	for _, row := range rows.mine {
		text := inputs.Last(row.Texts[key.Wire])
		if _, there := stored[text]; text == "" || there {
			continue
		}
		name := schema.RowPath(f.Wire, row.Index) + "."
		delete(b.Form.Posted, name+key.Wire)
		if needs {
			maps.DeleteFunc(b.Form.Posted, func(posted string, _ []string) bool { return strings.HasPrefix(posted, name) })
		}
	}
}

// keysOf returns rows by the texts of their keys.
func keysOf(f *schema.Field, rows []schema.FormRow) map[string]schema.FormRow {
	byKey, key := map[string]schema.FormRow{}, forms.RowKey(f)
	for _, row := range rows {
		byKey[inputs.Last(row.Texts[key.Wire])] = row
	}
	return byKey
}

// showRows writes each nested row that differs on a line: those of the form and those of the record.
func showRows(b *forms.Builder, f *schema.Field, rows bothRows) (mine, theirs *cells.Cell, err error) {
	targets := b.Targets
	b.Targets = b.Catalog.Targets(f.Derived.Shape.RowType())
	defer func() { b.Targets = targets }()
	stored, lines := keysOf(f, rows.theirs), [2][]string{}
	for i, list := range [2][]schema.FormRow{rows.mine, rows.theirs} {
		for _, row := range list {
			line, err := rowLine(b, f, row, stored)
			if err != nil {
				return nil, nil, err
			}
			lines[i] = append(lines[i], line)
		}
	}
	return differing(b, lines[0], lines[1]), differing(b, lines[1], lines[0]), nil
}

// rowLine writes a nested row on a line. What a form shows and cannot change is that of the stored row.
func rowLine(b *forms.Builder, f *schema.Field, row schema.FormRow, stored map[string]schema.FormRow) (string, error) {
	var values []string
	for _, sub := range forms.RowFields(f, true) {
		texts, typed := row.Texts[sub.Wire]
		if !typed && !sub.WritableIn(false) {
			texts = stored[inputs.Last(row.Texts[forms.RowKey(f).Wire])].Texts[sub.Wire]
		}
		text, err := forPeople(b, sub, texts)
		if err != nil {
			return "", err
		}
		if text != "" {
			values = append(values, b.Language.SayWord(sub.Label)+": "+text)
		}
	}
	return strings.Join(values, " · "), nil
}

// differing returns the lines that others do not have, and the number of the rest; nil for no line.
func differing(b *forms.Builder, lines, others []string) *cells.Cell {
	own := slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return slices.Contains(others, line) })
	if same := len(lines) - len(own); same > 0 {
		own = append(own, words.Phrase(b.Language, "%s the same on both sides", strconv.Itoa(same)))
	}
	return typedCell(strings.Join(own, "\n"))
}
