// The rows that a page offers as choices and calls by their titles.

package serve

import (
	"maps"
	"slices"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
)

// RelatedRows are the rows of an endpoint that the requester may read: what a form offers as choices
// and what a page calls by their titles.
type RelatedRows struct {
	x      *exchange
	target *resource
	cond   predicate.Expr
}

// Related returns the rows of an endpoint that the requester may read.
func (p *PageRequest) Related(e *plan.Resource) RelatedRows {
	cond := permission.Reduce(e.RowAccess, p.a.requester.request(true))
	return RelatedRows{p.x, p.x.h.routes.resources[e], cond}
}

// Among are those of the rows that meet a condition too.
func (r RelatedRows) Among(cond predicate.Expr) RelatedRows {
	r.cond = predicate.And(r.cond, cond)
	return r
}

// None reports whether the requester may read no row, and All whether every one.
func (r RelatedRows) None() bool { return r.cond.IsFalse() }

// All reports whether the requester may read every row.
func (r RelatedRows) All() bool { return r.cond.IsTrue() }

// Search gives the rows whose titles contain a text, no more than limit, in the order of the
// endpoint. A record is good until each returns.
func (r RelatedRows) Search(text string, limit int64, each func(rec *schema.Record) error) error {
	return r.target.rows.Search(r.x.ctx, r.cond, r.target.Title, text, limit, each)
}

// Pick gives the rows with the keys.
func (r RelatedRows) Pick(keys map[schema.Key]bool, each func(rec *schema.Record) error) error {
	return r.target.rows.Pick(r.x.ctx, r.cond, slices.Collect(maps.Keys(keys)), each)
}

// Titles gives the titles of the rows with the keys. It needs one statement, whatever their number.
func (r RelatedRows) Titles(keys []schema.Key, each func(key, address schema.Key, title string)) error {
	return r.target.rows.Titles(r.x.ctx, r.cond, keys, r.target.Title, each)
}
