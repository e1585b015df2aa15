// What a form and its record differ in among the rows that they nest.

package browse

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/browse/internal/inputs"
	"example.com/resourceful/framework/browse/internal/marks"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// comparedRow is a nested row, as the form or the record has it.
type comparedRow struct {
	schema.FormRow
	key   string // "" for a new one
	value string // in one spelling, "" where the row is to be taken out
}

// name is that of the row in the form.
func (row *comparedRow) name(f *schema.Field) string { return schema.RowPath(f.Wire, row.Index) }

// rowMembers are the members of the form of a change whose rows are compared: those that have groups of inputs, by keys.
func (r *renderer) rowMembers() (members []*schema.Field) {
	for _, f := range r.resource.Shapes.Update.Type.Fields {
		if f.Writable() && f.IsNested() && f.IsList() && f.Derived.Write != schema.NestedLink && f.Derived.Write != schema.NestedCreate && rowKey(f) != nil {
			members = append(members, f)
		}
	}
	return members
}

// rowFields are the members of a nested row that are compared: those that a form of a row that is there has.
func rowFields(f *schema.Field) (fields []*schema.Field) {
	for _, sub := range f.Derived.Shape.Fields {
		if sub.WritableIn(false) && !sub.WriteOnly && !sub.IsFile() && !sub.IsNested() {
			fields = append(fields, sub)
		}
	}
	return fields
}

// recordRows are the nested rows of the record. They are not known where the record does not show them, or where there
// are more than a form has.
func (r *renderer) recordRows(f *schema.Field) (rows []*comparedRow, known bool) {
	values, known := r.nestedValues(f)
	if !known || len(values) > maxRowInputs {
		return nil, false
	}
	key := rowKey(f)
	for _, value := range values {
		row := &comparedRow{FormRow: schema.FormRow{Texts: map[string][]string{}}, key: inputs.SentText(value[key.Wire])}
		for _, sub := range rowFields(f) {
			if row.Texts[sub.Wire] = inputs.WireTexts(sub, value[sub.Wire], r.Zone); row.Texts[sub.Wire] == nil && !sub.IsManyToMany() {
				row.Texts[sub.Wire] = []string{""}
			}
		}
		row.value = rowValue(f, row.Texts)
		row.Texts[key.Wire] = []string{row.key}
		rows = append(rows, row)
	}
	return rows, true
}

// typedNestedRows are the nested rows of the form, but for those that nothing was typed into.
func (r *renderer) typedNestedRows(f *schema.Field) (rows []*comparedRow) {
	key := rowKey(f)
	for _, typed := range schema.RowsOfForm(r.Form.Posted, f.Wire) {
		row := &comparedRow{FormRow: typed, key: strings.Join(typed.Texts[key.Wire], "")}
		if !typed.Left() {
			row.value = rowValue(f, typed.Texts)
		}
		if row.key != "" || row.value != "" {
			rows = append(rows, row)
		}
	}
	return rows
}

// rowValue is what a nested row holds, in one spelling for each value: see inputValues.
func rowValue(f *schema.Field, texts map[string][]string) string {
	changes, _ := f.Derived.Shape.Bind(schema.Input{Form: texts, Whole: true}, schema.Modify)
	var b strings.Builder
	for _, sub := range rowFields(f) {
		value := "unreadable " + strings.Join(texts[sub.Wire], "\n")
		if i := slices.IndexFunc(changes, func(c schema.Change) bool { return c.Field == sub }); i >= 0 {
			value = spelling(changes[i].Value)
		}
		fmt.Fprintf(&b, "%q ", value)
	}
	return b.String()
}

// rowDigests tell later which nested rows the record had when a form was shown, and what they held: two digests a row.
func (r *renderer) rowDigests() string {
	var b strings.Builder
	for _, f := range r.rowMembers() {
		rows, _ := r.recordRows(f)
		for _, row := range rows {
			b.WriteString(rowDigest(f, row.key) + digestOf(row.value))
		}
	}
	return b.String()
}

// rowDigest tells a nested row apart.
func rowDigest(f *schema.Field, key string) string { return digestOf(f.Wire + " " + key) }

// shownRows are the nested rows that a form was shown with: the digests of what they held, by their own.
type shownRows map[string]string

// readRowDigests reads what rowDigests has written; nil where the form does not tell.
func readRowDigests(text string, told bool) shownRows {
	if !told || len(text)%(2*digestSize) != 0 {
		return nil
	}
	shown := shownRows{}
	for i := 0; i < len(text); i += 2 * digestSize {
		shown[text[i:i+digestSize]] = text[i+digestSize : i+2*digestSize]
	}
	return shown
}

// changed says who has changed a nested row since the form was shown; mine and theirs are "" where there is none any more,
// or not yet.
func (s shownRows) changed(f *schema.Field, key, mine, theirs string) (by changedBy, differ bool) {
	was, there := s[rowDigest(f, key)]
	same := func(value string) bool { return there && digestOf(value) == was || !there && value == "" }
	switch {
	case mine == theirs:
		return byUnknown, false
	case s == nil:
		return byUnknown, true
	case same(mine):
		return byOthers, true
	case same(theirs):
		return byYou, true
	}
	return byBoth, true
}

// compareRows finds the nested rows in which what was typed differs from the record, and gives the form those that only
// others have changed, and the one that the requester takes. What was typed of the others stays.
func (r *renderer) compareRows(shown shownRows) (list []*difference) {
	for _, f := range r.rowMembers() {
		theirs, known := r.recordRows(f)
		typed := r.typedNestedRows(f)
		if !known || len(typed) == 0 && r.Action != plan.Destroy {
			continue
		}
		next, mine := 0, map[string]*comparedRow{}
		for _, row := range typed {
			mine[row.key] = row
			next = max(next, row.Index+1)
		}
		there := map[string]bool{}
		for _, row := range theirs {
			there[row.key] = true
			of := mine[row.key]
			if of == nil {
				of = &comparedRow{FormRow: schema.FormRow{Index: next}, key: row.key}
				next++
			}
			list = r.compareRow(list, f, shown, of, row)
		}
		for _, row := range typed {
			if !there[row.key] || row.key == "" {
				list = r.compareRow(list, f, shown, row, &comparedRow{key: row.key})
			}
		}
	}
	return list
}

// compareRow adds what a nested row of the form and the one of the record differ in, if they do.
func (r *renderer) compareRow(list []*difference, f *schema.Field, shown shownRows, mine, theirs *comparedRow) []*difference {
	by, differ := shown.changed(f, mine.key, mine.value, theirs.value)
	if r.Action == plan.Destroy { // there is nothing typed
		was, there := shown[rowDigest(f, theirs.key)]
		by, differ = byOthers, shown != nil && !(there && was == digestOf(theirs.value))
	}
	if !differ {
		return list
	}
	d := &difference{Name: mine.name(f), By: by, row: &rowDifference{mine, theirs}, field: f}
	switch {
	case r.Action == plan.Destroy:
	case r.Form.Takes:
		d.Taken = r.Form.RelationSearch == d.Name
	default:
		d.Taken = by == byOthers && r.Form.Raw == nil && r.Response.Status == http.StatusPreconditionFailed
	}
	switch {
	case d.Taken:
		r.typeRow(f, mine.Index, theirs.Texts)
	case theirs.value == "" && mine.value != "" && !rowKey(f).Writable() && r.Action != plan.Destroy:
		texts := maps.Clone(mine.Texts) // it is gone: saving the form makes it anew
		delete(texts, rowKey(f).Wire)
		r.typeRow(f, mine.Index, texts)
	}
	return append(list, d)
}

// typeRow gives a nested row of the form other texts; none take it out of the form.
func (r *renderer) typeRow(f *schema.Field, index int, texts map[string][]string) {
	prefix, posted := schema.RowPath(f.Wire, index)+".", maps.Clone(r.Form.Posted)
	maps.DeleteFunc(posted, func(name string, _ []string) bool { return strings.HasPrefix(name, prefix) })
	for name, list := range texts {
		posted[prefix+name] = list
	}
	r.Form.Posted = posted
}

// rowDifference are the two nested rows that differ.
type rowDifference struct{ mine, theirs *comparedRow }

// showRow fills in what the page says of a nested row.
func (r *renderer) showRow(d *difference) (err error) {
	targets := r.targets
	r.targets = r.pages.Targets(d.field.Derived.Shape)
	defer func() { r.targets = targets }()
	title := ""
	for _, of := range []struct {
		row   *comparedRow
		names *names
	}{{d.row.mine, &d.Yours}, {d.row.theirs, &d.Theirs}} {
		if of.row.value == "" {
			continue
		}
		var lines []string
		for _, sub := range rowFields(d.field) {
			list, err := r.forPeople(sub, of.row.Texts[sub.Wire])
			if err != nil {
				return err
			}
			text := strings.Join(list, separator)
			if text == "" {
				continue
			}
			lines = append(lines, sub.Label+": "+text)
			if title == "" || of.row == d.row.theirs && len(lines) == 1 {
				title = text
			}
		}
		*of.names = names{strings.Join(lines, "\n")}.bounded()
	}
	if d.Label = d.field.Label; title != "" {
		d.Label += " “" + marks.Plain(marks.Shorten(title, 60)) + "”"
	}
	return nil
}
