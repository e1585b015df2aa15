// What the query of an operation may have.

package request

import (
	"cmp"
	"slices"

	"example.com/resourceful/framework/plan"
)

// QueryTable finds the parameters of a list by their names.
type QueryTable struct {
	Listed []*plan.Param // in the order of the plan
	Params []*plan.Param // in the order in which mistakes are told
	Index  map[string]int
	Names  []string // of Listed
	Strict bool     // whatever the rules of the set let pass is refused: the rows that are left are written
	// Columns are the names of those that the page of the list may be asked for; nil for what has no such page.
	Columns []string
}

// NewQueryTable finds parameters by name, and sorts them by when their mistakes are told.
func NewQueryTable(params []*plan.Param) *QueryTable {
	t := &QueryTable{Listed: params, Params: slices.Clone(params), Index: map[string]int{}}
	for _, p := range params {
		t.Names = append(t.Names, p.Name)
	}
	slices.SortStableFunc(t.Params, func(a, b *plan.Param) int { return cmp.Compare(told(a), told(b)) })
	for i, p := range t.Params {
		t.Index[p.Name] = i
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
