// The record of a request, and the rows that its requester may see.

package request

import (
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// Record is the record of a request, or a list that it has written; the zero value is none.
type Record struct {
	*schema.Record // nil if nothing was read
	RowKey         schema.Key
	Address        schema.Key // its key in addresses
	Readable       bool       // it was read under the rule
	// Usable holds the conditions of operations that the record's statement has already decided.
	Usable map[*plan.Operation]predicate.Expr
	// RowVersion, Modified and Files describe the record of a stored response, without the record.
	RowVersion int64
	Modified   time.Time
	Files      string
	Listed     []schema.Key // rows, beside that of the request, that a stored response tells of
}

// FileKeys returns the keys of the files of the record and of its nested rows, "" for none.
func (rec *Record) FileKeys() string {
	if rec.Record == nil {
		return rec.Files
	}
	return string(rec.AppendFileKeys(nil))
}

// Complete fills in the keys from the record, if the path did not contain them.
func (rec *Record) Complete(res *Resource) {
	if rec.RowKey.IsZero() {
		rec.RowKey = rec.Key()
	}
	if rec.Address.IsZero() {
		rec.Address = res.Lookup.Of(rec.Record)
	}
}

// Visible returns the rows that a relation may refer to and that the requester may see, by the rules of
// their resources; nil for all. Other rows can be neither shown nor referred to: for the requester they do
// not exist.
func (a *Admission) Visible(f *schema.Field) []store.Visibility {
	return a.Requester.Visible(a.Route.Res.Visibility[f.Index])
}

// Visible returns the rows that the requester may see by the rules of one of some resources; nil for all.
func (requester *Requester) Visible(targets []*plan.Resource) []store.Visibility {
	var visible []store.Visibility
	for _, target := range targets {
		cond := requester.Reduce(target.RowAccess, true)
		if cond.IsTrue() {
			return nil
		}
		fixed := target.Writes&(plan.Replace|plan.Modify) == 0 && (target.Type.Deleted == nil || target.Writes&plan.Destroy == 0)
		visible = append(visible, store.Visibility{Type: target.Type, Where: cond, Fixed: fixed})
	}
	return visible
}
