// The references from rows, and to rows.

package rules

import (
	"slices"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// along returns the values at the end of a path from a row. They are unknown if the path has other names
// than those of fields, or a column stores its values in a special form.
func (r Reading) along(of *schema.Type, row map[string]any, names []string) (values []any, known bool) {
	i := slices.IndexFunc(of.Fields, func(f *schema.Field) bool {
		return f.Wire == names[0] || f.Column == names[0] || schema.MemberName(f) == names[0]
	})
	if i < 0 {
		return nil, false
	}
	f := of.Fields[i]
	if f.Relation == nil {
		plainly := f.Column != "" && f.ColumnIn(field.SQLite).Store == nil
		return []any{row[f.Column]}, len(names) == 1 && plainly
	}
	var others []any // the keys of the other side
	target := f.Relation.Type
	switch {
	case f.IsToOne():
		others = []any{row[f.Column]}
	case f.IsHasMany():
		for _, other := range r.Rows[target.Table] {
			if f.Relation.By != nil && other[f.Relation.By.Column] == row[of.Key.Column] {
				others = append(others, other[target.Key.Column])
			}
		}
	default:
		for _, pair := range r.Rows[f.Relation.Through] {
			if pair[f.Relation.Here] == row[of.Key.Column] {
				others = append(others, pair[f.Relation.There])
			}
		}
	}
	if len(names) == 1 {
		return others, true
	}
	for _, other := range r.Rows[target.Table] {
		if !slices.Contains(others, other[target.Key.Column]) {
			continue
		}
		more, known := r.along(target, other, names[1:])
		if !known {
			return nil, false
		}
		values = append(values, more...)
	}
	return values, true
}

// InTurn returns the rows of a table in the order in which the rows of others refer to them.
func (r Reading) InTurn(table string) []map[string]any {
	rows := r.Rows[table]
	if table != AccountsTable {
		return rows
	}
	var list []map[string]any
	for _, name := range Owners {
		for _, row := range rows {
			if row["username"] == name {
				list = append(list, row)
			}
		}
	}
	return list
}

// Above returns whether the person may read the records above the rows of a resource at ListAt.
func (r Reading) Above(who Person, of *plan.Resource) Verdict {
	lowest := Yes
	for of.Parent != nil {
		of = of.Parent.Resource
		lowest = min(lowest, r.May(who, true, of, r.First(of)))
	}
	return lowest
}

// Restricted reports whether others keep the row from being deleted: rows that refer to it, or to a row that goes with
// it, and do not go with it themselves.
func (r Reading) Restricted(tables []schema.Table, table string, key any) bool {
	type known struct {
		table string
		key   any
	}
	leaving, holding := []known{{table, key}}, []known{}
	for i := 0; i < len(leaving); i++ { // leaving grows
		for _, t := range tables {
			for _, c := range t.Columns {
				if c.References != leaving[i].table || t.Pairs || c.Delete == schema.SetNull {
					continue
				}
				for _, row := range r.Rows[t.Name] {
					other := known{t.Name, row[KeyOf(t)]}
					switch {
					case row[c.Name] != leaving[i].key:
					case c.Delete == schema.Restrict:
						holding = append(holding, other)
					case !slices.Contains(leaving, other):
						leaving = append(leaving, other)
					}
				}
			}
		}
	}
	return slices.ContainsFunc(holding, func(row known) bool { return !slices.Contains(leaving, row) })
}

// KeyOf returns the column of a table's key.
func KeyOf(t schema.Table) string {
	for _, c := range t.Columns {
		if c.Key {
			return c.Name
		}
	}
	return ""
}

// AccountsTable is the table of the accounts, whose rows the server makes.
const AccountsTable = "users"

// Owners are the accounts that rows refer to in turn.
var Owners = []string{"alice", "bob", "admin"}

// OwnOf returns the requester's row of a singleton, nil for none.
func (r Reading) OwnOf(who Person, of *plan.Resource) map[string]any {
	column := of.Type.Key.Column // the rows are the accounts
	if of.Type.Owner != nil {
		column = of.Type.Owner.Column
	}
	for _, row := range r.Rows[of.Type.Table] {
		if who.Name != "" && row[column] == who.ID {
			return row
		}
	}
	return nil
}
