// The option SoftDelete: rows that are marked as deleted.

package compile

import (
	"reflect"
	"slices"

	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/source"
	"example.com/resourceful/framework/schema"
)

// moments suggests the fields that may be meant.
func moments(t *schema.Type, name string) string {
	var names []string
	for _, f := range t.Fields {
		if f.Kind.Name == "timestamp" && f.Null && f.Column != "" && !f.Writable() {
			names = append(names, f.Column)
		}
	}
	return field.Hint(name, names)
}

// compileSoftDelete finds the column that marks rows of the table as deleted.
func compileSoftDelete(r *resource) {
	d := r.declaration.SoftDelete
	if d.Field == "" {
		if d.Access != nil || d.Keep != 0 {
			r.mistake("SoftDelete has no Field; write the name of a *time.Time that is read-only, such as Field: \"deleted\"")
		}
		return
	}
	f := r.named(d.Field)
	switch {
	case f == nil:
		r.mistake("SoftDelete: %q names no field; write the name of the moment of the deletion%s", d.Field, moments(r.Type, d.Field))
	case f.Kind.Name != "timestamp" || !f.Null || f.Column == "":
		r.mistake("SoftDelete: %q is %s, and has to be a *time.Time with a column%s", d.Field, f.WithArticle(), moments(r.Type, d.Field))
	case f.Writable():
		r.mistake(`SoftDelete: %q is sent by clients, who would say what is deleted; write "readonly" at %s.%s, or "-" in place of its name`, d.Field, source.PlainName(r.declaration.GoType), f.Go)
	case f.Filled:
		r.mistake(`SoftDelete: the database fills %q, which the service writes at a deletion; leave default:"database" out at %s.%s`, d.Field, source.PlainName(r.declaration.GoType), f.Go)
	case !r.Has(plan.Destroy) && !r.declaration.Bulk.Has(plan.Destroy):
		r.mistake("SoftDelete is about deletions, and the resource offers none; add rest.Destroy to the actions, or leave it out")
	case r.Type.Table == "users" || r.Type.Table == "groups":
		r.mistake("SoftDelete: rows of table %q are accounts, or what they belong to; let clients set \"active\" in place of deleting them", r.Type.Table)
	case r.Resource.Singleton:
		r.mistake("SoftDelete: a singleton has no list in which deleted rows could be found; leave it out")
	case d.Access == nil:
		r.mistake("SoftDelete: nothing says who may restore what is deleted; write Access: permission.Admin, or another rule")
	case d.Keep < 0:
		r.mistake("SoftDelete: Keep is %s; write how long deleted rows are kept, or 0 for ever", d.Keep)
	default:
		r.Resource.KeepDeleted = d.Keep
		markTypes(r, f)
	}
}

// markTypes sets the column in all types of the table.
func markTypes(r *resource, f *schema.Field) {
	for _, t := range r.order {
		of := t.ByColumn(f.Column)
		switch {
		case t.Table != r.Type.Table:
		case of == nil:
			r.mistake("SoftDelete: %s has rows of table %q too, and would show deleted ones; declare the column %s there", t.Go, t.Table, f.Column)
		case t.Deleted != nil && t.Deleted != of:
			r.mistake("SoftDelete: table %q is marked by the column %s already, as another view set says; write the same", t.Table, t.Deleted.Column)
		default:
			t.Deleted = of
		}
	}
}

// findDependants finds the references to rows that are marked as deleted, each column once.
func findDependants(c *compiler) {
	for _, t := range c.order {
		if t.Deleted == nil {
			continue
		}
		for _, other := range c.order {
			for _, f := range other.Fields {
				if !f.IsToOne() || f.Relation.Type == nil || f.Relation.Type.Table != t.Table {
					continue
				}
				if !slices.ContainsFunc(t.Dependants, func(d schema.Dependant) bool { return d.Type.Table == other.Table && d.Field.Column == f.Column }) {
					t.Dependants = append(t.Dependants, schema.Dependant{Type: other, Field: f})
				}
				checkDependant(c, t, other, f)
			}
		}
	}
}

// checkDependant refuses rows that would stay visible without the row that they depend on.
func checkDependant(c *compiler, of, t *schema.Type, f *schema.Field) {
	served := slices.ContainsFunc(c.Compiled, func(res *plan.Resource) bool { return res.Type == t })
	// Permissions on single rows stay with a row that is marked, and go when it is removed.
	served = served && !t.Go.Implements(reflect.TypeFor[schema.Permitting]())
	if served && f.Relation.Delete == schema.Cascade && t.Deleted == nil {
		c.ReportField(t.Go, f.Go, "its row goes with one of "+of.Go.String()+", which is marked as deleted and stays; write SoftDelete in the view set of "+t.Go.String()+" too, or another ondelete=")
	}
}

// addDeletedOperations adds the operations on rows that are marked as deleted.
func addDeletedOperations(r *resource) {
	if r.declaration.SoftDelete.Field == "" || r.Type.Deleted == nil || r.declaration.SoftDelete.Access == nil {
		return
	}
	access := r.bindRule("SoftDelete.Access", r.declaration.SoftDelete.Access)
	if names := permission.WithoutSQL(r.Resource.Access); access == nil || len(names) > 0 {
		return // a mistake that was reported
	}
	position := func() string { return r.Finder.View(r.declaration.GoType, r.Set.At) }
	addOperation(r, &plan.Operation{
		Name: "deleted", Method: "GET", Pattern: r.Resource.Path + "deleted/", Title: "Deleted " + r.Resource.ListName,
		Description: "What was deleted and can be restored.", Resource: r.Resource, Builtin: plan.List, Many: true, Rows: r.Resource,
		Output: r.Resource.Shapes.List, Access: access, Status: 200, Deleted: true,
	}, position)
	addOperation(r, &plan.Operation{
		Name: "restore", Method: "POST", Pattern: r.RecordPattern + "restore/", Title: "Restore", Record: true,
		Description: "Takes back the deletion of the record, and of what went with it.", Resource: r.Resource, Rows: r.Resource,
		Output: r.Resource.Shapes.Retrieve, Access: access, Status: 200, Deleted: true,
	}, position)
}
