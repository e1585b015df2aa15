// What rows refer to, and what refers to them.

package resttest

import (
	"slices"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// along are the values at the end of a path from a row. They are not known where the path has other
// names than those of fields, or a column keeps its values in a form of its own.
func (r reading) along(of *schema.Type, row map[string]any, names []string) (values []any, known bool) {
	i := slices.IndexFunc(of.Fields, func(f *schema.Field) bool { return f.Wire == names[0] || f.Column == names[0] })
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
		for _, other := range r.rows[target.Table] {
			if f.Relation.By != nil && other[f.Relation.By.Column] == row[of.Key.Column] {
				others = append(others, other[target.Key.Column])
			}
		}
	default:
		for _, pair := range r.rows[f.Relation.Through] {
			if pair[f.Relation.Here] == row[of.Key.Column] {
				others = append(others, pair[f.Relation.There])
			}
		}
	}
	if len(names) == 1 {
		return others, true
	}
	for _, other := range r.rows[target.Table] {
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

// inTurn are the rows of a table in the order in which the rows of others refer to them.
func (r reading) inTurn(table string) []map[string]any {
	rows := r.rows[table]
	if table != accountsTable {
		return rows
	}
	var list []map[string]any
	for _, name := range owners {
		for _, row := range rows {
			if row["username"] == name {
				list = append(list, row)
			}
		}
	}
	return list
}

// above is whether who asks may read the records above the rows of a resource at listAt.
func (r reading) above(who person, of *plan.Resource) verdict {
	lowest := yes
	for of.Parent != nil {
		of = of.Parent.Resource
		lowest = min(lowest, r.may(who, true, of, r.first(of)))
	}
	return lowest
}

// restricted reports whether others keep the row from being deleted.
func (r reading) restricted(tables []schema.Table, table string, key any) bool {
	for _, t := range tables {
		for _, c := range t.Columns {
			if c.References != table || t.Pairs || c.Delete == schema.SetNull {
				continue
			}
			for _, row := range r.rows[t.Name] {
				if row[c.Name] == key && (c.Delete == schema.Restrict || r.restricted(tables, t.Name, row[keyOf(t)])) {
					return true
				}
			}
		}
	}
	return false
}

// keyOf is the column of a table's key.
func keyOf(t schema.Table) string {
	for _, c := range t.Columns {
		if c.Key {
			return c.Name
		}
	}
	return ""
}
