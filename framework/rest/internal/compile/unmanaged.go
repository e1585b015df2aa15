// The option Unmanaged: tables that others create and change.

package compile

import (
	"slices"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/source"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/schema/structs"
)

// findUnmanaged finds the tables that others manage, before the types of their rows are compiled.
func findUnmanaged(c *compiler) {
	for _, declared := range c.Set.Declarations {
		if declared != nil && declared.Unmanaged && isRow(declared.GoType) {
			c.unmanaged[structs.TableOf(declared.GoType, declared.Table)] = true
		}
	}
}

// checkUnmanaged checks that the view sets of a table agree on who manages it, and that its declarations do not need more
// than the columns.
func checkUnmanaged(r *resource) {
	if !r.Type.Unmanaged {
		return
	}
	if r.Type.Table == schema.AccountsTable || r.Type.Table == "groups" {
		if r.declaration.Unmanaged {
			r.mistake("Unmanaged: table %s is the framework's own, which manages it; leave it out, or name another table", r.Type.Table)
		}
		return
	}
	if !r.declaration.Unmanaged {
		i := slices.IndexFunc(r.resources, func(of *resource) bool {
			return of.Type.Table == r.Type.Table && of.declaration.Unmanaged
		})
		other := r.resources[max(i, 0)]
		r.mistake("table %s is Unmanaged in the view set of %s (%s), and managed here; write Unmanaged: true in both, or in neither", r.Type.Table, source.PlainName(other.declaration.GoType), other.viewPosition())
	}
	for _, f := range r.Type.FullTextFields() {
		r.ReportField(r.declaration.GoType, f.Go, `rest tag: a full text is kept in the table, which is Unmanaged; write "search" for a search of parts of the text`)
	}
}

// checkCompositeKey checks that rows with a key of several columns are only read.
func checkCompositeKey(r *resource) {
	if key := r.Type.Key; key != nil && key.KeyParts != nil && (r.Actions&^plan.ReadOnly != 0 || r.declaration.Bulk.Actions != 0) {
		r.ReportField(r.declaration.GoType, key.Go, "rows with a key of several columns are only read; write Actions: rest.ReadOnly")
	}
}

// findTableWrites finds which writes the operations of each unmanaged table declare.
func findTableWrites(c *compiler, tables []schema.Table) {
	writes := map[string]plan.Actions{}
	for _, r := range c.resources {
		writes[r.Type.Table] |= r.Actions
		for _, a := range []plan.Actions{plan.Create, plan.Modify, plan.Destroy} {
			if r.Resource.Bulk.Has(a) {
				writes[r.Type.Table] |= a
			}
		}
		for _, o := range r.Operations {
			addNestedWrites(writes, o.Nested)
		}
	}
	for _, t := range c.order { // pairs are written with their rows
		for _, f := range t.Fields {
			if f.IsManyToMany() && f.Relation.Through != "" && writes[t.Table]&(plan.Create|plan.Replace|plan.Modify) != 0 && f.Writable() {
				writes[f.Relation.Through] |= plan.Create | plan.Destroy
			}
		}
	}
	for i := range tables {
		if t := &tables[i]; t.Unmanaged {
			of := writes[t.Name]
			t.Creates, t.Changes, t.Deletes = of&plan.Create != 0, of&(plan.Replace|plan.Modify) != 0, of&plan.Destroy != 0
		}
	}
}

// addNestedWrites adds the writes of rows that bodies nest.
func addNestedWrites(writes map[string]plan.Actions, nested []*plan.NestedWrite) {
	for _, w := range nested {
		of := plan.Modify // the reference to the row
		if w.Strategy.Creates() {
			of |= plan.Create
		}
		if w.Strategy == schema.NestedReplace {
			of |= plan.Destroy
		}
		writes[w.Resource.Type.Table] |= of
		addNestedWrites(writes, w.Nested)
	}
}
