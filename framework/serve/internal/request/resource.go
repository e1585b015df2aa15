// A resource of the plan with its statements.

package request

import (
	"slices"
	"strings"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// Resource is one of the plan, with all that its responses need.
type Resource struct {
	*plan.Resource
	Rows     *store.Table
	Own      *Shape          // the representation by the type of the rows
	List     *Shape          // each row of the list
	Retrieve *Shape          // a record, also one that was written
	records  string          // the path below which the keys of records are, where that has no parameter
	Related  []*schema.Field // the relations that rules have a say in
	ToMany   toManyKeys
	// Unread are the operations of a record whose own rules look at what its representation does not have.
	Unread []*plan.Operation
	Query  *QueryTable     // of its lists
	Mixed  bool            // the representation of a record shows more than its row
	Files  []*schema.Field // those that hold files
	Nests  bool            // clients send rows that are nested in those
	// Entries are those of its history; nil where none is kept.
	Entries *store.Table
	Swaps   []Swap // what rows of one request may swap
}

// toManyKeys are the to-many relations whose keys are read with a row.
type toManyKeys struct {
	Ruled []*schema.Field // those that the rule, which has a part in Go, may look at; nil for none
	// Loaded are those whose keys are loaded with a row that is to be changed: those of Ruled, or where there is code
	// of a team for it, all.
	Loaded []*schema.Field
}

// NewResource is a resource of the plan, or where deleted is true, what is marked as deleted of it.
func NewResource(db *database.DB, e *plan.Resource, deleted bool) (*Resource, error) {
	order := make([]store.Order, len(e.Order))
	for i, o := range e.Order {
		order[i] = store.Order(o)
	}
	looked, loads := members(e), loads(e)
	rows, err := store.NewTable(db, store.TableSpec{Type: e.Type, Order: order, Reads: e.Reads, Loads: loads, Lookup: e.Lookup.Field, Deleted: deleted})
	if err != nil {
		return nil, err
	}
	res := &Resource{
		Resource: e, Rows: rows, ToMany: toManyKeys{Ruled: looked, Loaded: loads}, Unread: unread(e), records: strings.TrimSuffix(e.RecordPattern, "{key}/"),
		Related: related(e), Query: NewQueryTable(e.Params), Files: e.Type.Files(), Mixed: mixes(e), Swaps: newSwaps(e.Type),
		Nests: slices.ContainsFunc(e.Operations, func(o *plan.Operation) bool { return o.Nested != nil }),
	}
	for _, s := range []struct {
		to *(*Shape)
		of *plan.Shape
	}{{&res.Own, e.Shapes.Own}, {&res.List, e.Shapes.List}, {&res.Retrieve, e.Shapes.Retrieve}} {
		if *s.to, err = newShape(rows, e, s.of); err != nil {
			return nil, err
		}
	}
	return res, res.offerMembers()
}

// offerMembers lets clients choose among members, where that is declared. Whatever they choose, the rows have
// what tells them apart.
func (r *Resource) offerMembers() (err error) {
	if r.Members == nil {
		return nil
	}
	held := []*schema.Field{r.Type.Key, r.Lookup.Field}
	if r.Members.Retrieve != nil {
		err = r.Retrieve.offer(r.Members.Retrieve, held)
	}
	if r.Members.List == nil || err != nil {
		return err
	}
	return r.List.offer(r.Members.List, held)
}

// RecordPath is the path of a record, by what addresses name it by.
func (r *Resource) RecordPath(address schema.Key) string { return r.records + address.Path() + "/" }

// members finds the to-many relations that a rule may look at.
func members(e *plan.Resource) []*schema.Field {
	if !permission.HasRowFunc(e.Access) {
		return nil
	}
	return ManyToMany(e)
}

// loads finds the to-many relations that a rule or the code of a team may look at, or whose changes count.
func loads(e *plan.Resource) []*schema.Field {
	runs := func(o *plan.Operation) bool { return o.Run != nil }
	if e.Validate == nil && e.BeforeSave == nil && e.ReadOnlyWhile == nil && e.LimitChoices == nil && e.Type.Version == nil && e.History == nil && !e.Hooks.Any() && !slices.ContainsFunc(e.Operations, runs) {
		return members(e)
	}
	return ManyToMany(e)
}

// ManyToMany lists the many-to-many relations of a resource.
func ManyToMany(e *plan.Resource) []*schema.Field {
	var list []*schema.Field
	for _, f := range e.Type.Fields {
		if f.IsManyToMany() {
			list = append(list, f)
		}
	}
	return list
}

// unread finds the operations of a record whose own rules look at columns that the representation does
// not read, or in Go at whatever they want.
func unread(e *plan.Resource) []*plan.Operation {
	var list []*plan.Operation
	for _, o := range e.Operations {
		lacks := func(index int) bool { return !slices.Contains(e.Reads, e.Type.Fields[index]) }
		if o.Record && (permission.HasRowFunc(o.Access) || slices.ContainsFunc(permission.Columns(o.Access), lacks)) {
			list = append(list, o)
		}
	}
	return list
}

// related are the relations of a row, among those that clients are shown, that a rule has a say in.
func related(e *plan.Resource) []*schema.Field {
	var fields []*schema.Field
	for _, f := range e.Reads {
		if f.Relation != nil && f.Wire != "" && e.Visibility[f.Index] != nil {
			fields = append(fields, f)
		}
	}
	return fields
}

// Swap is the fields of a type whose values are unique, alone or together, in one of which a row can hold a placeholder.
type Swap struct {
	*schema.Together
	By []*schema.Field // that can hold one
}

// newSwaps finds what rows of a type can swap.
func newSwaps(t *schema.Type) (list []Swap) {
	unique := slices.Clone(t.Together)
	for _, f := range t.Columns() {
		if f.Unique && f != t.Key {
			unique = append(unique, &schema.Together{Fields: []*schema.Field{f}})
		}
	}
	for _, u := range unique {
		s := Swap{Together: u}
		for _, f := range u.Fields {
			if f != t.Key && (f.Null || f.Kind.Placeholders != nil && f.Relation == nil) {
				s.By = append(s.By, f)
			}
		}
		if s.By != nil {
			list = append(list, s)
		}
	}
	return list
}
