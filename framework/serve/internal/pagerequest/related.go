// Rows that a page offers as choices, or names by their titles.

package pagerequest

import (
	"maps"
	"slices"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
)

// relatedRows implements pageapi.RelatedRows.
type relatedRows struct {
	x      *request.Exchange
	target *request.Resource
	cond   predicate.Expr
}

// Related implements pageapi.Request.
func (p *pageRequest) Related(resource *plan.Resource) pageapi.RelatedRows {
	cond := permission.Reduce(resource.RowAccess, p.a.Requester.Request(true))
	return relatedRows{p.x, p.x.Service.Routes.Resources[resource], cond}
}

// Listed implements pageapi.Request.
func (p *pageRequest) Listed(e *plan.Resource) pageapi.RelatedRows {
	rows, o := p.Related(e), e.Builtin(plan.List)
	switch {
	case o == nil || !(&request.Operation{Operation: o}).InScope(p.a.Requester.Credentials):
		return rows.Among(predicate.Constant(false))
	case o.Access != nil:
		return rows.Among(p.a.Requester.Reduce(o.Access, true))
	}
	return rows
}

// MayCreate implements pageapi.Request.
func (p *pageRequest) MayCreate(e *plan.Resource) bool { return mayCreate(p.a, e) }

func mayCreate(a *request.Admission, e *plan.Resource) bool {
	o := e.Builtin(plan.Create)
	if o == nil || !(&request.Operation{Operation: o}).InScope(a.Requester.Credentials) {
		return false
	}
	rule := o.Access
	if rule == nil {
		rule = e.RowAccess
	}
	return !a.Requester.Reduce(rule, false).IsFalse()
}

// Among implements pageapi.RelatedRows.
func (r relatedRows) Among(cond predicate.Expr) pageapi.RelatedRows {
	r.cond = predicate.And(r.cond, cond)
	return r
}

// None implements pageapi.RelatedRows.
func (r relatedRows) None() bool { return r.cond.IsFalse() }

// All implements pageapi.RelatedRows.
func (r relatedRows) All() bool { return r.cond.IsTrue() }

// Search implements pageapi.RelatedRows.
func (r relatedRows) Search(text string, limit int64, each func(rec *schema.Record) error) error {
	return r.target.Rows.Search(r.x.Context, r.cond, r.target.Title, text, limit, each)
}

// Count implements pageapi.RelatedRows.
func (r relatedRows) Count(limit int64) (int64, error) {
	return r.target.Rows.Count(r.x.Context, r.cond, limit)
}

// Newest implements pageapi.RelatedRows.
func (r relatedRows) Newest(limit int64, each func(rec *schema.Record) error) error {
	return r.target.Rows.Newest(r.x.Context, r.cond, limit, each)
}

// Pick implements pageapi.RelatedRows.
func (r relatedRows) Pick(keys map[schema.Key]bool, each func(rec *schema.Record) error) error {
	return r.target.Rows.Pick(r.x.Context, r.cond, slices.Collect(maps.Keys(keys)), each)
}

// Titles implements pageapi.RelatedRows.
func (r relatedRows) Titles(keys []schema.Key, each func(key, address schema.Key, title string)) error {
	return r.target.Rows.Titles(r.x.Context, r.cond, keys, r.target.Title, each)
}
