// Columns that no client may send, and the sources of their values.

package compile

import (
	"fmt"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// checkFilled checks that every column that no client may send has a source of its value.
func checkFilled(r *resource) {
	if r.fields.audience != nil || !r.Has(plan.Create) || r.declaration.BeforeSave != nil || r.declaration.Hooks.BeforeCreate != nil || r.declaration.Shapes.Create.Of != nil {
		return
	}
	for _, f := range r.Type.Fields {
		switch {
		case f.Writable() || f.Null || f.HasDefault || f.Filled || f.Column == "" || f.IsPart() || f.IsFile() || given(f) || f == r.Type.Owner || isParent(r, f) || nests(r.Type, f) || f.KeyParts != nil:
		case f.Go == "ID":
			r.ReportField(r.declaration.GoType, f.Go, fmt.Sprintf(`the key is %s, which nothing gives at a create; write it without "readonly", such as rest:"code" db:"id" validate:"max=50", so that clients do, set it in BeforeSave, or write ID int64`, f.WithArticle()))
		case f.IsToOne() && (r.declaration.Owner != nil && r.Type.Owner == nil || r.Misplaced[r.Resource]): // the mistake is in Owner, or in Path
		case f.IsToOne():
			r.ReportField(r.declaration.GoType, f.Go, `nothing gives this reference a value at a create; name it as Owner, set it in BeforeSave, or write "optional"`)
		default:
			r.ReportField(r.declaration.GoType, f.Go, `nothing gives this field a value at a create; write default:"…", set it in BeforeSave, or leave rest.Create out of the actions`)
		}
	}
}

// given reports whether the database or the service generates the key in a field.
func given(f *schema.Field) bool {
	return f.Go == "ID" && (f.AsKey == nil || f.AsKey.Numbered || f.AsKey.New != nil)
}

// isParent reports whether a field is the reference whose value is in the path.
func isParent(r *resource, f *schema.Field) bool { return r.Parent != nil && r.Parent.Field == f }
