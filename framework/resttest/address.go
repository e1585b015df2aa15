// Addresses: what stands for the parameters of a path.

package resttest

import (
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// recordAt is the path of a record, by the columns of its row.
func recordAt(r *plan.Resource, row map[string]any) string {
	own := func(of *plan.Resource) string {
		if of == r {
			return keyPath(row[of.Lookup.Field.Column])
		}
		return keyPath(row[r.Parent.Field.Column])
	}
	return pathTo(r.RecordPattern, r, true, own)
}

// keyPath is the value of a column as it stands in a path.
func keyPath(column any) string { return schema.KeyOf(column).Path() }

// pathTo fills a pattern of a resource, nil for none. key names a record of that, or of what is above it.
func pathTo(pattern string, r *plan.Resource, record bool, key func(*plan.Resource) string) string {
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

// listAt is the path of a list, below the first row of what is above it.
func (r reading) listAt(of *plan.Resource) string { return pathTo(of.Path, of, false, r.firstKey) }

// operationAt is the path of an operation, of the first row that it may be about.
func (r reading) operationAt(o *plan.Operation) string {
	return pathTo(o.Pattern, o.Resource, o.Record, r.firstKey)
}

// first is the first row of a resource, nil for none. Where others are above, it is below the first of these.
func (r reading) first(of *plan.Resource) map[string]any {
	rows := r.listed(of)
	if len(rows) == 0 {
		return nil
	}
	return rows[0]
}

func (r reading) firstKey(of *plan.Resource) string {
	row := r.first(of)
	if row == nil {
		return "1"
	}
	return keyPath(row[of.Lookup.Field.Column])
}

// listed are the rows of the list at listAt.
func (r reading) listed(of *plan.Resource) []map[string]any {
	rows := r.rows[of.Type.Table]
	if of.Parent == nil {
		return rows
	}
	above := r.first(of.Parent.Resource)
	return slices.DeleteFunc(slices.Clone(rows), func(row map[string]any) bool {
		return above == nil || row[of.Parent.Field.Column] != above[of.Parent.Resource.Type.Key.Column]
	})
}

// madeKeys reports whether the service makes keys of rows that differ from run to run.
func madeKeys(r *plan.Resource) bool {
	key := r.Type.Key
	return !key.Writable() && !(key.AsKey != nil && key.AsKey.Numbered)
}

// reset empties a database. Where a service makes keys that nobody knows, rows of known keys are put in.
func (c *conformance) reset(t testing.TB) func(*Server) {
	unknown := slices.ContainsFunc(c.plan.Resources, madeKeys)
	return func(s *Server) {
		s.Reset(t)
		if unknown {
			c.fill(t, s, 3)
		}
	}
}
