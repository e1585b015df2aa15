// Addresses: what stands for the parameters of a path.

package rules

import (
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// RecordAt returns the path of a record, by the columns of its row.
func RecordAt(r *plan.Resource, row map[string]any) string {
	own := func(of *plan.Resource) string {
		if of == r {
			return KeyPath(row[of.Lookup.Field.Column])
		}
		return KeyPath(row[r.Parent.Field.Column])
	}
	return PathTo(r.RecordPattern, r, true, own)
}

// KeyPath returns the value of a column for a path.
func KeyPath(column any) string { return schema.KeyOf(column).Path() }

// PathTo fills a pattern of a resource, nil for none. key names a record of that resource, or of one above it.
func PathTo(pattern string, r *plan.Resource, record bool, key func(*plan.Resource) string) string {
	params := plan.Params(pattern)
	for i, name := range params {
		value := "1"
		switch above := i == 0 && (len(params) > 1 || !record); {
		case r == nil || above && r.Parent == nil:
		case above:
			value = key(r.Parent.Resource)
		default:
			value = key(r)
		}
		pattern = strings.Replace(pattern, "{"+name+"}", value, 1)
	}
	return pattern
}

// ListAt returns the path of a list, below the first row of the resource above it.
func (r Reading) ListAt(of *plan.Resource) string { return PathTo(of.Path, of, false, r.FirstKey) }

// OperationAt returns the path of an operation, for the first row that it may be about.
func (r Reading) OperationAt(o *plan.Operation) string {
	return PathTo(o.Pattern, o.Resource, o.Record, r.FirstKey)
}

// First returns the first row of a resource, nil for none. If others are above, it is below the first of
// these.
func (r Reading) First(of *plan.Resource) map[string]any {
	rows := r.Listed(of)
	if len(rows) == 0 {
		return nil
	}
	return rows[0]
}

// FirstKey returns the key of the first row of a resource for a path, "1" without rows.
func (r Reading) FirstKey(of *plan.Resource) string {
	row := r.First(of)
	if row == nil {
		return "1"
	}
	return KeyPath(row[of.Lookup.Field.Column])
}

// Listed returns the rows of the list at ListAt.
func (r Reading) Listed(of *plan.Resource) []map[string]any {
	rows := r.Rows[of.Type.Table]
	if of.Parent == nil {
		return rows
	}
	above := r.First(of.Parent.Resource)
	return slices.DeleteFunc(slices.Clone(rows), func(row map[string]any) bool {
		return above == nil || row[of.Parent.Field.Column] != above[of.Parent.Resource.Type.Key.Column]
	})
}
