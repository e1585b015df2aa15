// Singletons, of which each requester has one record at a path without a key.

package resttest

import (
	"fmt"
	"net/http"
	"slices"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/schema"
)

// singles returns the singletons of the plan.
func (c *conformance) singles() []*plan.Resource {
	return slices.DeleteFunc(slices.Clone(c.plan.Resources), func(r *plan.Resource) bool { return !r.Singleton })
}

// single requests a singleton: each requester gets the requester's own row. Requesters whose row is removed
// before create it.
func (m *matrix) single(r *plan.Resource) {
	fmt.Fprintf(&m.text, "\n%-24s%s\n", r.Path, m.letters)
	for _, method := range []string{"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"} {
		line := fmt.Sprintf("  %-22s", method)
		for _, who := range m.people {
			row := m.reading.OwnOf(who, r)
			if method == http.MethodPost && r.Has(plan.Create) && row != nil && r.Type.Owner != nil {
				m.kept.Remove(r.Type.Table, r.Type.Owner.Column, who.ID)
				row = nil
			}
			before := m.rows
			m.rows = m.kept.Rows()
			line += " " + fmt.Sprint(m.ask(who, method, r.Path, r, row))
			m.kept.Restore()
			m.rows = before
		}
		m.text.WriteString(line + "\n")
	}
}

// wantOfSingle returns the status that the words of the rule require for a singleton, and others if they
// leave it open. row is the requester's, nil for none.
func (m *matrix) wantOfSingle(who rules.Person, method string, r *plan.Resource, row map[string]any) (want int, others []int) {
	creates := method == http.MethodPost
	offered, does := slices.Contains(offers(r, !creates), method), ""
	if offered {
		does = rules.Doing(method)
	}
	switch {
	case who.Refused, m.outOfScope(who, method, r, row):
		return http.StatusForbidden, nil
	case m.reading.Does(m.words(r), does, who, safe(method), r, nil) == rules.No:
		return m.reading.Refusal(m.words(r), does, who, safe(method), r, nil), nil
	case method == http.MethodOptions:
		return http.StatusOK, nil
	case !offered:
		return http.StatusMethodNotAllowed, nil
	case creates && row != nil:
		return http.StatusBadRequest, []int{http.StatusForbidden}
	case creates:
		return m.wantOf(who, method, r, nil)
	case row == nil:
		return http.StatusNotFound, nil
	}
	return m.wantOf(who, method, r, row)
}

// rowsOf is how many rows a table is given where n are asked for: no more than there are accounts, or other
// rows, that only one may refer to.
func (f *filler) rowsOf(table schema.Table, n int) int {
	for _, c := range table.Columns {
		if c.References != "" && c.Unique && len(f.keys[c.References]) > 0 {
			n = min(n, len(f.keys[c.References]))
		}
	}
	for _, index := range table.Indexes {
		if columns := references(table, index); len(columns) > 1 {
			n = min(n, max(1, len(f.keys[columns[0].References]))*max(1, len(f.keys[columns[1].References])))
		}
	}
	return n
}
