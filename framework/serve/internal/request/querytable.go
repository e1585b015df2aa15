// The parameters in the query of an operation.

package request

import (
	"cmp"
	"slices"

	"example.com/resourceful/framework/plan"
)

// QueryTable finds the parameters of an operation by name.
type QueryTable struct {
	Listed []*plan.Param // in the order of the plan
	Params []*plan.Param // in the order of their mistakes
	Index  map[string]int
	Names  []string // names of Listed
	Strict bool     // unknown parameters are refused whatever the rules of the set, because the matching rows are written
	// Columns are the names of the list's possible columns on its page; nil for none.
	Columns []string
}

// NewQueryTable indexes parameters by name, and sorts them by the order of their mistakes.
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

// told returns the rank of a parameter's mistakes: parameters that shape the response come before filters.
func told(p *plan.Param) int {
	switch p.Role {
	case plan.OrderingRole, plan.MembersRole:
		return 0
	default:
		return 1
	}
}
