// Conditions along references whose rows a representation shows.

package store

import (
	"slices"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// selecting reads the rows of the view that meet a condition, whose SQL by itself is filter.
func (v *view) selecting(where predicate.Expr, filter exp.Expression) *goqu.SelectDataset {
	reads, filter, err := v.joinRequired(where, filter)
	return reads.from(v.from()).Where(filter).SetError(err)
}

// joinRequired returns the selection of the view and the condition for one statement. A row that the condition goes to
// along a reference, and that the representation shows, is joined once for both: PostgreSQL plans a page for each
// request, and every table of the statement takes its time.
func (v *view) joinRequired(where predicate.Expr, filter exp.Expression) (*selection, exp.Expression, error) {
	shown := map[int]string{}
	reads := *v.reads
	reads.joins = slices.Clone(reads.joins)
	for i, j := range reads.joins {
		at := slices.IndexFunc(v.spec.Type.Fields, func(f *schema.Field) bool { return j.ref != nil && sameReference(f, j.ref) })
		if at >= 0 && requires(where, at) {
			shown[at], reads.joins[i].required = j.table.GetAs().GetTable(), true
		}
	}
	if len(shown) == 0 {
		return v.reads, filter, nil
	}
	filter, err := condition{dialect: v.dialect, t: v.spec.Type, as: "t", shown: shown}.expression(where, false)
	return &reads, filter, err
}

// sameReference reports whether fields of two structs of one table are the same reference to the same rows.
func sameReference(f, g *schema.Field) bool {
	return f.IsToOne() && f.Column == g.Column && f.Relation.Type != nil && rowType(f.Relation.Type) == rowType(g.Relation.Type)
}

// requires reports whether a condition holds only for rows whose reference at an index leads to a row that it asks of.
func requires(e predicate.Expr, index int) bool {
	switch e.Op {
	case predicate.OpExists:
		return e.Index == index
	case predicate.OpAnd:
		return slices.ContainsFunc(e.Kids, func(kid predicate.Expr) bool { return requires(kid, index) })
	default:
		return false
	}
}
