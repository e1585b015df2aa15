// What the query of an operation may have.

package serve

import (
	"cmp"
	"slices"

	"example.com/resourceful/framework/plan"
)

// queryTable finds the parameters of a list by their names.
type queryTable struct {
	listed []*plan.Param // in the order of the plan
	params []*plan.Param // in the order in which mistakes are told
	index  map[string]int
	names  []string // of listed
	strict bool     // whatever the rules of the set let pass is refused: the rows that are left are written
	// columns are the names of those that the page of the list may be asked for; nil for what has no such page.
	columns []string
}

func newQueryTable(params []*plan.Param) *queryTable {
	t := &queryTable{listed: params, params: slices.Clone(params), index: map[string]int{}}
	for _, p := range params {
		t.names = append(t.names, p.Name)
	}
	slices.SortStableFunc(t.params, func(a, b *plan.Param) int { return cmp.Compare(told(a), told(b)) })
	for i, p := range t.params {
		t.index[p.Name] = i
	}
	return t
}

// told says when the mistakes of a parameter are told: those of what is shown before those of what is
// found.
func told(p *plan.Param) int {
	switch p.Role {
	case plan.OrderingRole, plan.MembersRole:
		return 0
	default:
		return 1
	}
}
