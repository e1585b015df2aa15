// The record that a request is about, and the rows that its requester may see.

package request

import (
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// Record is the record that a request is about, as it was read; the zero value is none.
type Record struct {
	*schema.Record // nil where nothing was read
	RowKey         schema.Key
	Address        schema.Key // what addresses name it by
	Readable       bool       // it was read under the rule
	// Usable is what the rules of operations say of the record that was read, as far as its statement has asked.
	Usable map[*plan.Operation]predicate.Expr
	// RowVersion, Modified and Files tell of a record that is answered again, without the record.
	RowVersion int64
	Modified   time.Time
	Files      string
}

// FileKeys are the keys of the files of the record and of the rows that it nests, "" for none.
func (rec *Record) FileKeys() string {
	if rec.Record == nil {
		return rec.Files
	}
	return string(rec.AppendFileKeys(nil))
}

// Complete finds in the record what tells it apart and its path did not say.
func (rec *Record) Complete(res *Resource) {
	if rec.RowKey.IsZero() {
		rec.RowKey = rec.Key()
	}
	if rec.Address.IsZero() {
		rec.Address = res.Lookup.Of(rec.Record)
	}
}

// Visible is which rows of a relation's other side the requester may see, by the rules of the
// resources that serve them; nil for all. A row that is not visible can neither be shown nor be
// referred to: to the requester it does not exist.
func (a *Admission) Visible(f *schema.Field) []store.Visibility {
	return a.Requester.Visible(a.Route.Res.Visibility[f.Index])
}

// Visible is which rows the requester may see by the rules of one of some resources; nil for all.
func (q *Requester) Visible(targets []*plan.Resource) []store.Visibility {
	var visible []store.Visibility
	for _, target := range targets {
		cond := q.Reduce(target.RowAccess, true)
		if cond.IsTrue() {
			return nil
		}
		fixed := target.Writes&(plan.Replace|plan.Modify) == 0 && (target.Type.Deleted == nil || target.Writes&plan.Destroy == 0)
		visible = append(visible, store.Visibility{Type: target.Type, Where: cond, Fixed: fixed})
	}
	return visible
}
