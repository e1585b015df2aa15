package serve

import (
	"slices"
	"strings"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// resource is one of the plan, with all that its responses need.
type resource struct {
	*plan.Resource
	rows    *store.Table
	records string          // the path below which the keys of records are, where that has no parameter
	related []*schema.Field // the relations that rules have a say in
	// same reads representations that are the same for every requester; nil where they are not.
	same *store.Scoped
	// members are the to-many relations whose keys the rule, which has a part in Go, may look at; nil
	// for none.
	members []*schema.Field
}

func newResource(db *database.DB, e *plan.Resource) (*resource, error) {
	order := make([]store.Order, len(e.Order))
	for i, o := range e.Order {
		order[i] = store.Order{Field: o.Field, Desc: o.Desc}
	}
	looked := members(e)
	rows, err := store.NewTable(db, store.TableSpec{Type: e.Type, Order: order, Reads: e.Reads, Loads: looked, Lookup: e.Lookup.Field})
	if err != nil {
		return nil, err
	}
	res := &resource{Resource: e, rows: rows, members: looked, records: strings.TrimSuffix(e.RecordPattern, "{key}/"), related: related(e)}
	derived := func(f *schema.Field) bool { return f.Derived != nil }
	if len(res.related) == 0 && !slices.ContainsFunc(e.Type.Fields, derived) {
		same, err := rows.Scope(store.View{})
		if err != nil {
			return nil, err
		}
		res.same = &same
	}
	return res, nil
}

// recordPath is the path of a record, by what addresses name it by.
func (r *resource) recordPath(address schema.Key) string { return r.records + address.Path() + "/" }

// fieldNames are the names of a representation, in their order.
func fieldNames(t *schema.Type) []string {
	names := make([]string, len(t.Shown))
	for i, f := range t.Shown {
		names[i] = f.Wire
	}
	return names
}

// members finds the to-many relations that a rule may look at.
func members(e *plan.Resource) []*schema.Field {
	if !permission.HasRowFunc(e.Access) {
		return nil
	}
	var list []*schema.Field
	for _, f := range e.Type.Fields {
		if f.IsManyToMany() && f.ShownBy() == nil {
			list = append(list, f)
		}
	}
	return list
}

// related are the relations that a resource shows and that a rule has a say in.
func related(e *plan.Resource) []*schema.Field {
	var fields []*schema.Field
	for _, f := range e.Reads {
		if f.Relation != nil && e.Visibility[f.Index] != nil {
			fields = append(fields, f)
		}
	}
	return fields
}
