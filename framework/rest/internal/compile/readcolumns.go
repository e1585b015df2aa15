// The columns that every read of a resource's rows needs: its key, owner, rule, version and conditions.

package compile

import (
	"slices"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

func findReads(r *resource) {
	r.Reads = r.Type.Reads()
	add := func(f *schema.Field) {
		if f != nil && !slices.Contains(r.Reads, f) {
			r.Reads = append(r.Reads, f)
		}
	}
	add(r.Type.Key)
	add(r.Resource.Lookup.Field)
	add(r.Type.Owner)
	add(r.Type.Version)
	add(r.Resource.LastModified)
	for _, f := range listTaggedFiles(r) {
		add(f)
	}
	if r.Parent != nil {
		add(r.Parent.Field)
	}
	for _, index := range permission.Columns(r.Resource.Access) {
		add(r.Type.Fields[index])
	}
	for _, rule := range r.Resource.ReadOnlyWhile {
		for _, f := range r.Type.Columns() {
			if rule.Holds.Reads(f.Index) {
				add(f)
			}
		}
	}
	for _, o := range r.Operations {
		for _, f := range r.Type.Columns() {
			if o.When != nil && o.When.Holds.Reads(f.Index) {
				add(f)
			}
		}
	}
	for _, limit := range r.Resource.LimitChoices {
		for _, f := range limit.Outer {
			add(f)
		}
	}
	if _, seeks := r.Resource.Pages.(plan.Seeker); seeks {
		for _, o := range r.Resource.Order {
			add(o.Field)
		}
	}
	if r.Type.Key != nil && permission.HasRowFunc(r.Resource.Access) { // it may use any column
		for _, f := range r.Type.Columns() {
			add(f)
		}
	}
}

// listTaggedFiles returns the files of a row, shown or not, that the record's tag depends on: nobody
// overwrites a file without having seen it. A version has the same effect in one column.
func listTaggedFiles(r *resource) []*schema.Field {
	if r.Type.Version != nil {
		return nil
	}
	return r.Type.Files()
}
