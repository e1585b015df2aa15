// Differences between the nested rows of a refused form and of its record.

package refusedform

import (
	"maps"
	"net/http"
	"strings"

	"example.com/resourceful/framework/browse/internal/forms"
	"example.com/resourceful/framework/browse/internal/typedtext"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// typedNestedRows returns the nested rows of the form, without empty new ones.
func typedNestedRows(b *forms.Builder, f *schema.Field) (rows []*forms.ComparedRow) {
	key := forms.RowKey(f)
	for _, typed := range schema.RowsOfForm(b.Form.Posted, f.Wire) {
		row := &forms.ComparedRow{FormRow: typed, Key: strings.Join(typed.Texts[key.Wire], "")}
		if !typed.Left() {
			row.Value = forms.RowValue(f, typed.Texts)
		}
		if row.Key != "" || row.Value != "" {
			rows = append(rows, row)
		}
	}
	return rows
}

// shownRows are the nested rows that a form was shown with: the digests of their values, by the digests of
// their keys.
type shownRows map[string]string

// readRowDigests reads the text of rowDigests, and returns nil if the form has none.
func readRowDigests(text string, told bool) shownRows {
	if !told || len(text)%(2*forms.DigestSize) != 0 {
		return nil
	}
	shown := shownRows{}
	for i := 0; i < len(text); i += 2 * forms.DigestSize {
		shown[text[i:i+forms.DigestSize]] = text[i+forms.DigestSize : i+2*forms.DigestSize]
	}
	return shown
}

// changed returns who changed a nested row since the form was shown. mine or theirs is "" where the row is
// missing.
func (s shownRows) changed(f *schema.Field, key, mine, theirs string) (by changedBy, differ bool) {
	was, there := s[forms.RowDigest(f, key)]
	same := func(value string) bool { return there && forms.DigestOf(value) == was || !there && value == "" }
	switch {
	case mine == theirs:
		return byUnknown, false
	case s == nil:
		return byUnknown, true
	case same(mine):
		return ByOthers, true
	case same(theirs):
		return ByYou, true
	}
	return ByBoth, true
}

// compareRows finds the nested rows that differ from the record. It gives the form the rows that only
// others have changed, and the row that the requester takes; the other rows keep their typed values.
func compareRows(b *forms.Builder, shown shownRows) (list []*Difference) {
	for _, f := range b.RowMembers() {
		theirs, known := b.RecordRows(f)
		typed := typedNestedRows(b, f)
		if !known || len(typed) == 0 && b.Action != plan.Destroy {
			continue
		}
		next, mine := 0, map[string]*forms.ComparedRow{}
		for _, row := range typed {
			mine[row.Key] = row
			next = max(next, row.Index+1)
		}
		there := map[string]bool{}
		for _, row := range theirs {
			there[row.Key] = true
			of := mine[row.Key]
			if of == nil {
				of = &forms.ComparedRow{FormRow: schema.FormRow{Index: next}, Key: row.Key}
				next++
			}
			list = compareRow(b, list, f, shown, of, row)
		}
		for _, row := range typed {
			if !there[row.Key] || row.Key == "" {
				list = compareRow(b, list, f, shown, row, &forms.ComparedRow{Key: row.Key})
			}
		}
	}
	return list
}

// compareRow adds the difference between a nested row of the form and of the record, if they differ.
func compareRow(b *forms.Builder, list []*Difference, f *schema.Field, shown shownRows, mine, theirs *forms.ComparedRow) []*Difference {
	by, differ := shown.changed(f, mine.Key, mine.Value, theirs.Value)
	if b.Action == plan.Destroy { // a deletion has no typed values
		was, there := shown[forms.RowDigest(f, theirs.Key)]
		by, differ = ByOthers, shown != nil && !(there && was == forms.DigestOf(theirs.Value))
	}
	if !differ {
		return list
	}
	diff := &Difference{Name: mine.Name(f), By: by, row: &rowDifference{mine, theirs}, field: f}
	switch {
	case b.Action == plan.Destroy:
	case b.Form.Takes:
		diff.Taken = b.Form.RelationSearch == diff.Name
	default:
		diff.Taken = by == ByOthers && b.Form.Raw == nil && b.Response.Status == http.StatusPreconditionFailed
	}
	switch {
	case diff.Taken:
		typeRow(b, f, mine.Index, theirs.Texts)
	case theirs.Value == "" && mine.Value != "" && !forms.RowKey(f).Writable() && b.Action != plan.Destroy:
		texts := maps.Clone(mine.Texts) // the row was deleted: saving the form creates it again
		delete(texts, forms.RowKey(f).Wire)
		typeRow(b, f, mine.Index, texts)
	}
	return append(list, diff)
}

// typeRow replaces the texts of a nested row of the form; nil removes the row from the form.
func typeRow(b *forms.Builder, f *schema.Field, index int, texts map[string][]string) {
	prefix, posted := schema.RowPath(f.Wire, index)+".", maps.Clone(b.Form.Posted)
	maps.DeleteFunc(posted, func(name string, _ []string) bool { return strings.HasPrefix(name, prefix) })
	for name, list := range texts {
		posted[prefix+name] = list
	}
	b.Form.Posted = posted
}

// rowDifference holds the two rows that differ.
type rowDifference struct{ mine, theirs *forms.ComparedRow }

// showRow fills in the difference of a nested row.
func showRow(b *forms.Builder, diff *Difference) (err error) {
	targets := b.Targets
	b.Targets = b.Catalog.Targets(diff.field.Derived.Shape)
	defer func() { b.Targets = targets }()
	title := ""
	for _, of := range []struct {
		row   *forms.ComparedRow
		names *Names
	}{{diff.row.mine, &diff.Yours}, {diff.row.theirs, &diff.Theirs}} {
		if of.row.Value == "" {
			continue
		}
		var lines []string
		for _, sub := range forms.RowFields(diff.field) {
			list, err := forPeople(b, sub, of.row.Texts[sub.Wire])
			if err != nil {
				return err
			}
			text := strings.Join(list, separator)
			if text == "" {
				continue
			}
			lines = append(lines, sub.Label+": "+text)
			if title == "" || of.row == diff.row.theirs && len(lines) == 1 {
				title = text
			}
		}
		*of.names = Names{strings.Join(lines, "\n")}.bounded()
	}
	if diff.Label = diff.field.Label; title != "" {
		diff.Label += " “" + typedtext.Plain(typedtext.Shorten(title, 60)) + "”"
	}
	return nil
}
