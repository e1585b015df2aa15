// The record of the path, as operations read it: its representation, or its columns, under the rule.

package serve

import (
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// record is the record that a request is about, as it was read; the zero value is none.
type record struct {
	*schema.Record // nil where nothing was read
	key            schema.Key
	address        schema.Key // what addresses name it by
	readable       bool       // it was read under the rule
	// usable is what the rules of operations say of the record that was read, as far as its statement has asked: see
	// admission.askUsable.
	usable map[*plan.Operation]predicate.Expr
	// version, modified and files tell of a record that is answered again, without the record.
	version  int64
	modified time.Time
	files    string
}

// fileKeys are the keys of the files of the record and of the rows that it nests, "" for none.
func (rec *record) fileKeys() string {
	if rec.Record == nil {
		return rec.files
	}
	return string(rec.AppendFileKeys(nil))
}

// complete finds in the record what tells it apart and its path did not say.
func (rec *record) complete(res *resource) {
	if rec.key.IsZero() {
		rec.key = rec.Key()
	}
	if rec.address.IsZero() {
		rec.address = res.Lookup.Of(rec.Record)
	}
}

// visible is which rows of a relation's other side the requester may see, by the rules of the
// resources that serve them; nil for all. A row that is not visible can neither be shown nor be
// referred to: to the requester it does not exist.
func (a *admission) visible(f *schema.Field) []store.Visibility {
	return a.requester.visible(a.route.resource.Visibility[f.Index])
}

// visible is which rows the requester may see by the rules of one of some resources; nil for all.
func (q *requester) visible(targets []*plan.Resource) []store.Visibility {
	var visible []store.Visibility
	for _, target := range targets {
		cond := q.reduce(target.RowAccess, true)
		if cond.IsTrue() {
			return nil
		}
		fixed := target.Writes&(plan.Replace|plan.Modify) == 0 && (target.Type.Deleted == nil || target.Writes&plan.Destroy == 0)
		visible = append(visible, store.Visibility{Type: target.Type, Where: cond, Fixed: fixed})
	}
	return visible
}
