// The options RequireVersion and LastModified: conditions of changes on a record.

package compile

import (
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/source"
	"example.com/resourceful/framework/schema"
)

// compileConditions compiles the conditions of changes on their record.
func compileConditions(r *resource) {
	declared := r.declaration
	r.Resource.RequireVersion = declared.RequireVersion
	if changes := plan.Replace | plan.Modify | plan.Destroy; declared.RequireVersion && !r.Has(changes) {
		r.mistake("RequireVersion is about changes, and the resource offers none; add rest.Replace, rest.Modify or rest.Destroy to the actions, or leave it out")
	}
	if declared.RequireVersion && declared.Bulk.Has(plan.Modify|plan.Destroy) {
		r.mistake("RequireVersion needs the version of each record, which a bulk request cannot state; leave rest.Modify and rest.Destroy out of Bulk, or leave it out")
	}
	if declared.LastModified == "" {
		return
	}
	f := r.Type.ByWire(declared.LastModified)
	if f == nil {
		f = r.Type.ByColumn(declared.LastModified)
	}
	switch {
	case f == nil:
		r.mistake("LastModified: %q names no field; write the wire name of the time of the last change%s", declared.LastModified, times(r.Type, declared.LastModified))
	case f.Kind.Name != "timestamp" || f.Null || f.Column == "":
		r.mistake("LastModified: %q is %s, and has to be a time.Time with a column%s", declared.LastModified, f.WithArticle(), times(r.Type, declared.LastModified))
	case f.Writable():
		r.mistake(`LastModified: %q is sent by clients, who could then choose the time of the change; write "readonly" at %s.%s, and set it in BeforeSave`, declared.LastModified, source.PlainName(r.declaration.GoType), f.Go)
	default:
		r.Resource.LastModified = f
	}
}

// times suggests the fields that may be meant.
func times(t *schema.Type, name string) string {
	var names []string
	for _, f := range t.Fields {
		if f.Kind.Name == "timestamp" && !f.Null && f.Column != "" && !f.Writable() {
			names = append(names, f.Column)
		}
	}
	return field.Hint(name, names)
}
