// Counts and sums of rows by group, for a team's code.

package calls

import (
	"fmt"
	"slices"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// summable are the kinds with sums.
var summable = []string{"integer", "decimal", "number", "duration"}

// Groups implements plan.Rows.
func (r rows) Groups(q plan.Question, by string, sums []string, group func(row any, count int64) error) error {
	of, err := r.groupField(by)
	if err != nil {
		return err
	}
	if !of.Kind.Compared() {
		return fmt.Errorf("rows of %s: %s is %s, whose values no database compares; group by another field", r.table.Type.Table, by, of.WithArticle())
	}
	added := make([]*schema.Field, len(sums))
	for i, name := range sums {
		if added[i], err = r.groupField(name); err != nil {
			return err
		}
		if !slices.Contains(summable, added[i].Kind.Name) || added[i] == of || slices.Contains(added[:i], added[i]) {
			return fmt.Errorf("rows of %s: %s cannot be added up; name a number, a decimal or a duration, once, that the rows are not grouped by", r.table.Type.Table, name)
		}
		if added[i].Kind.Name == "integer" && added[i].Type.Bits() < 64 {
			return fmt.Errorf("rows of %s: %s is %s, which a sum may not fit; make it int64 to add it up", r.table.Type.Table, name, added[i].Type)
		}
	}
	for i, f := range added {
		if f.Kind.Name == "decimal" && f.ColumnIn(field.SQLite).Types[0] == "text" {
			return fmt.Errorf("rows of %s: %s has more digits than SQLite adds up; give it at most 18, or add the rows up in Go", r.table.Type.Table, sums[i])
		}
	}
	sel, err := r.selection(q)
	if err == nil {
		err = r.ready(false)
	}
	if err != nil {
		return err
	}
	each := func(rec *schema.Record, count int64) error { return group(rec.CopyValue(), count) }
	return r.noteFailure(r.table.ReadIn(r.Ctx, r.Tx).Groups(sel, of, added, each))
}

// groupField returns a field with a column, by its name.
func (r rows) groupField(name string) (*schema.Field, error) {
	t := r.table.Type
	f := t.Find(name)
	if f == nil || f.Column == "" {
		return nil, fmt.Errorf("rows of %s: %q names no field with a column%s", t.Table, name, field.Hint(name, t.Members()))
	}
	return f, nil
}
