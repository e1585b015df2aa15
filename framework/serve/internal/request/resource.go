// A resource of the plan with its statements.

package request

import (
	"cmp"
	"slices"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// Resource is a resource of the plan, compiled for requests.
type Resource struct {
	*plan.Resource
	Rows     *store.Table
	Own      *Shape          // the representation with the row type
	List     *Shape          // each row of a list
	Retrieve *Shape          // a record, also after a write
	Related  []*schema.Field // the relations with rules
	ToMany   toManyKeys
	// Unread are the operations on a record whose own rules need columns that the representation does not
	// read.
	Unread []*plan.Operation
	Query  *QueryTable // parameters of its lists
	Mixed  bool        // the representation of a record may change while its row does not
	// Versions reads only the versions of records, which may be long; nil for others.
	Versions *store.Scoped
	Files    []*schema.Field // the fields with files
	Nests    bool            // clients send nested rows in some operation
	// Entries is the table of its history; nil for none.
	Entries *store.Table
	Swaps   []Swap // groups of unique values that the rows of one request may swap
}

// toManyKeys are the to-many relations whose keys are read with a row.
type toManyKeys struct {
	Ruled []*schema.Field // the relations that the rule's part in Go may use; nil for none
	// Loaded are the relations whose keys are loaded with a row to change: those of Ruled, or all of them
	// if a team's code may use them.
	Loaded []*schema.Field
}

// NewResource compiles a resource of the plan or, if deleted is true, its deleted rows.
func NewResource(db *database.DB, resource *plan.Resource, deleted bool) (*Resource, error) {
	order := make([]store.Order, len(resource.Order))
	for i, o := range resource.Order {
		order[i] = store.Order(o)
	}
	looked, loads, reads := members(resource), loads(resource), resource.Reads
	if deleted && !slices.Contains(reads, resource.Type.Deleted) {
		reads = append(reads[:len(reads):len(reads)], resource.Type.Deleted)
	}
	rows, err := store.NewTable(db, store.TableSpec{Type: resource.Type, Order: order, Reads: reads, Loads: loads, Lookup: resource.Lookup.Field, Deleted: deleted})
	if err != nil {
		return nil, err
	}
	res := &Resource{
		Resource: resource, Rows: rows, ToMany: toManyKeys{Ruled: looked, Loaded: loads}, Unread: unread(resource),
		Related: related(resource), Query: NewQueryTable(resource.Params), Files: resource.Type.Files(), Mixed: mixes(resource), Swaps: newSwaps(resource.Type),
		Nests: slices.ContainsFunc(resource.Operations, func(o *plan.Operation) bool { return o.Nested != nil }),
	}
	for _, s := range []struct {
		to *(*Shape)
		of *plan.Shape
	}{{&res.Own, resource.Shapes.Own}, {&res.List, resource.Shapes.List}, {&res.Retrieve, resource.Shapes.Retrieve}} {
		if *s.to, err = newShape(rows, resource, s.of); err != nil {
			return nil, err
		}
	}
	if res.Versions, err = newVersions(rows, resource); err != nil {
		return nil, err
	}
	return res, res.offerMembers()
}

// longText is the number of characters from which a text is long.
const longText = 1000

// newVersions reads the versions of records with long texts or objects, for clients that have them already.
func newVersions(rows *store.Table, resource *plan.Resource) (*store.Scoped, error) {
	long := func(f *schema.Field) bool {
		of := cmp.Or(f.Of, f)
		return (of.Kind.Counted || of.Kind.KeepsOrder || of.Kind.Members != nil) && of.Choices == nil && (of.MaxLength == 0 || of.MaxLength > longText)
	}
	shown := resource.Shapes.Retrieve.Type
	if shown.Version == nil || !slices.ContainsFunc(shown.Shown, long) {
		return nil, nil
	}
	reads := []*schema.Field{resource.Type.Version}
	if resource.LastModified != nil {
		reads = append(reads, resource.LastModified)
	}
	v, err := rows.Scope(store.Reader{As: &store.Representation{Type: resource.Type, Reads: reads}})
	return &v, err
}

// offerMembers lets clients choose members, if that is declared. The rows always contain their keys.
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

// members returns the to-many relations that a rule may use.
func members(resource *plan.Resource) []*schema.Field {
	if !permission.HasRowFunc(resource.Access) {
		return nil
	}
	return ManyToMany(resource)
}

// loads returns the to-many relations that a rule or a team's code may use, or whose changes count.
func loads(resource *plan.Resource) []*schema.Field {
	runs := func(o *plan.Operation) bool { return o.Run != nil }
	if resource.Validate == nil && resource.BeforeSave == nil && resource.ReadOnlyWhile == nil && resource.LimitChoices == nil && resource.Type.Version == nil && resource.History == nil && !resource.Hooks.Any() && !slices.ContainsFunc(resource.Operations, runs) {
		return members(resource)
	}
	return ManyToMany(resource)
}

// ManyToMany returns the many-to-many relations of a resource.
func ManyToMany(resource *plan.Resource) []*schema.Field {
	var list []*schema.Field
	for _, f := range resource.Type.Fields {
		if f.IsManyToMany() {
			list = append(list, f)
		}
	}
	return list
}

// unread returns the operations on a record whose own rules need columns that the representation does not
// read, or are Go functions.
func unread(resource *plan.Resource) []*plan.Operation {
	var list []*plan.Operation
	for _, o := range resource.Operations {
		lacks := func(index int) bool { return !slices.Contains(resource.Reads, resource.Type.Fields[index]) }
		if o.Record && (permission.HasRowFunc(o.Access) || slices.ContainsFunc(permission.Columns(o.Access), lacks)) {
			list = append(list, o)
		}
	}
	return list
}

// related returns the visible relations of a row with rules.
func related(resource *plan.Resource) []*schema.Field {
	var fields []*schema.Field
	for _, f := range resource.Reads {
		if f.Relation != nil && f.Wire != "" && resource.Visibility[f.Index] != nil {
			fields = append(fields, f)
		}
	}
	return fields
}

// Swap is a group of fields with unique values, one or several together, and the fields among them that can
// hold a placeholder.
type Swap struct {
	*schema.Together
	By []*schema.Field // fields that can hold a placeholder
}

// newSwaps returns the groups of a type.
func newSwaps(t *schema.Type) (list []Swap) {
	unique := slices.Clone(t.Together)
	for _, f := range t.Columns() {
		if f.Unique && f != t.Key {
			unique = append(unique, &schema.Together{Fields: []*schema.Field{f}})
		}
	}
	for _, u := range unique {
		if !u.IsKnown(t) {
			continue
		}
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
