// Conditions along references whose rows a representation shows.

package query

import (
	"slices"
	"strconv"

	"github.com/doug-martin/goqu/v9"
	"github.com/doug-martin/goqu/v9/exp"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// JoinRequired returns the reading and a condition on rows of a type for one statement. A row that the
// condition uses along a reference, and the representation shows, is joined once for both: PostgreSQL plans
// a page for each request, and each table of the statement adds planning time.
func (s *Reading) JoinRequired(t *schema.Type, where predicate.Expr, filter exp.Expression) (*Reading, exp.Expression, error) {
	shown := map[int]string{}
	reads := *s
	reads.joins = slices.Clone(reads.joins)
	for i, j := range reads.joins {
		at := slices.IndexFunc(t.Fields, func(f *schema.Field) bool { return j.ref != nil && sameReference(f, j.ref) })
		if at >= 0 && requires(where, at) {
			shown[at], reads.joins[i].required = j.table.GetAs().GetTable(), true
		}
	}
	if len(shown) == 0 {
		return s, filter, nil
	}
	filter, err := Condition{Dialect: s.dialect, Type: t, As: "t", shown: shown}.Expression(where, false)
	return &reads, filter, err
}

// sameReference reports whether fields of two structs of one table are the same reference to the same rows.
func sameReference(f, g *schema.Field) bool {
	return f.IsToOne() && f.Column == g.Column && f.Relation.Type != nil && rowType(f.Relation.Type) == rowType(g.Relation.Type)
}

// requires reports whether a condition holds only for rows whose reference at an index leads to a row that
// meets a part of it.
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

// Counting counts those of some rows that meet a condition, whose complete SQL is filter; if limited, at
// most as many as the argument. A row that the condition uses along a reference is joined. SQLite may then
// start there: it counts the tickets of each project in an index, instead of finding the project of each
// ticket.
func Counting(d *database.Dialect, rows *goqu.SelectDataset, t *schema.Type, where predicate.Expr, filter exp.Expression, limited bool) *goqu.SelectDataset {
	if limited {
		some := rows.Select(goqu.L("1")).Where(filter).Limit(arg)
		return d.From(some.As("some")).Select(goqu.L("count(*)"))
	}
	shown := map[int]string{}
	for i, f := range t.Fields {
		if !f.IsToOne() || f.Column == "" || !requires(where, i) {
			continue
		}
		target, other := f.Relation.Type, goqu.T("j"+strconv.Itoa(i))
		shown[i] = other.GetTable()
		rows = rows.InnerJoin(goqu.T(target.Table).As(other.GetTable()),
			JoinLiving(target, other.GetTable(), goqu.L("? = ?", other.Col(target.Key.Column), Column(f))))
	}
	var err error
	if len(shown) > 0 {
		filter, err = Condition{Dialect: d, Type: t, As: "t", shown: shown}.Expression(where, false)
	}
	return rows.Select(goqu.L("count(*)")).Where(filter).SetError(err)
}
