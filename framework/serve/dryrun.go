// Prefer: dry-run: a write that does everything but the commit, and tells what else it would change.

package serve

import (
	"cmp"
	"errors"
	"net/http"
	"strconv"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// errDryRun ends the transaction of a dry run.
var errDryRun = errors.New("dry run: everything is rolled back")

// endDryRun ends the transaction of a dry run, after what would be checked at its commit.
func endDryRun(tx *store.Tx) error {
	if err := tx.Session().CheckDeferred(tx.Context()); err != nil {
		return err
	}
	return errDryRun
}

// refuseDryRun refuses a dry run of what is no operation, such as a login: it has no transaction.
func (a *admission) refuseDryRun() error {
	if !a.prefers.dryRun {
		return nil
	}
	return problem.New(problem.Malformed, "This cannot be tried: Prefer: dry-run is for what is done in a transaction.")
}

// tellEffects makes the answer of a dry run that deletes rows, before they are deleted:
//
//	{"status": 204, "related": [{"resource": "Comment", "effect": "deleted", "count": 3},
//	    {"resource": "TimeEntry", "effect": "cleared", "field": "ticket", "count": 2}]}
//
// status is that of the deletion. related are the other rows that go with the rows, or lose their reference, of
// resources that the requester may see: as many of them as he may see, null where a rule cannot count them.
func (c *change) tellEffects(x *exchange, a *admission, tx *store.Tx, keys []schema.Key) error {
	if !a.prefers.dryRun {
		return nil
	}
	b, n := []byte(`{"status":204,"related":[`), 0
	for _, e := range store.Effects(x.h.plan.Tables, a.route.resource.Type.Table) {
		var err error
		if b, n, err = appendEffect(b, n, x, a, tx, e, keys); err != nil {
			return err
		}
	}
	c.answer = &result{status: http.StatusOK, content: media.Metadata, encoded: append(b, "]}"...)}
	return nil
}

// shownColumn is the member by which a record shows a column.
func shownColumn(res *plan.Resource, column string) (name string, shown bool) {
	for _, f := range res.Shapes.Retrieve.Type.Shown {
		if cmp.Or(f.Of, f).Column == column {
			return f.Wire, true
		}
	}
	return "", false
}

// appendEffect appends what becomes of the rows of one table, the nth that is told of, where there are some that the
// requester may see.
func appendEffect(b []byte, n int, x *exchange, a *admission, tx *store.Tx, e store.Effect, keys []schema.Key) ([]byte, int, error) {
	var served []*plan.Resource
	for _, r := range x.h.plan.Resources {
		if r.Type.Table == e.Table {
			served = append(served, r)
		}
	}
	visible := a.requester.visible(served)
	var shown *plan.Resource
	counted := true
	for i, r := range served {
		if visible == nil || !visible[i].Where.IsFalse() {
			shown = r
			counted = visible == nil || !visible[i].Where.Has(predicate.OpFunc)
			break
		}
	}
	if shown == nil || e.Column == "" && a.route.resource.Type.Deleted != nil && shown.Type.Deleted == nil {
		return b, n, nil // of rows that are marked as deleted, those go that are marked too
	}
	name, isShown := shownColumn(shown, e.Column)
	if e.Column != "" && !isShown {
		return b, n, nil
	}
	count := int64(-1)
	if counted {
		var err error
		if count, err = tx.CountEffect(x.h.plan.Tables, e, shown.Type, keys, visible...); err != nil || count == 0 {
			return b, n, err
		}
	}
	b = field.AppendText(append(comma(b, n), `{"resource":`...), shown.Name)
	if e.Column == "" {
		b = append(b, `,"effect":"deleted"`...)
	} else {
		b = field.AppendText(append(b, `,"effect":"cleared","field":`...), name)
	}
	if b = append(b, `,"count":`...); counted {
		b = strconv.AppendInt(b, count, 10)
	} else {
		b = append(b, "null"...)
	}
	return append(b, '}'), n + 1, nil
}
