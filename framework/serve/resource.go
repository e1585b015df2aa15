package serve

import (
	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// resource is one of the plan, with all that its responses need.
type resource struct {
	*plan.Resource
	rows     *store.Table
	metadata []byte          // the fields of OPTIONS, as a JSON object
	fields   []string        // the names of a representation, in their order
	related  []*schema.Field // the relations that rules have a say in
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
	return &resource{Resource: e, rows: rows, members: looked, metadata: fieldsMetadata(e), fields: fieldNames(e.Type), related: related(e)}, nil
}

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
