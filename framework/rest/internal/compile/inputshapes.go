// The members of declared input shapes, limited to what the rows accept.

package compile

import (
	"fmt"
	"slices"

	"example.com/resourceful/framework/rest/internal/sets"
	"example.com/resourceful/framework/rest/internal/source"
	"example.com/resourceful/framework/schema"
)

// narrowSentMembers limits the members of a representation from clients to the values that the rows accept, and
// reports members that clients cannot send.
func narrowSentMembers(r *resource, name string, t *schema.Type) {
	shared := r.declaration.Shapes.Update.Equals(r.declaration.Shapes.Create)
	for _, f := range t.Fields {
		reported := func(e *sets.Mistake) bool { return e.Resource == source.PlainName(t.Go) && e.Field == f.Go }
		if f.Of == nil || !f.Writable() || slices.ContainsFunc(r.Mistakes, reported) {
			continue
		}
		if mistake := sentMemberMistake(r, name, f); mistake != "" {
			r.ReportField(t.Go, f.Go, mistake)
			continue
		}
		if shared { // a representation only for changes has no such member, and one for creates takes it
			f.CreateOnly = f.CreateOnly || f.Of.CreateOnly
		}
		if f.Of.Writable() {
			there := func() string {
				in, goName := source.Declaring(r.declaration.GoType, f.Of.Go)
				return fmt.Sprintf("%s.%s, at %s", source.PlainName(r.declaration.GoType), f.Of.Go, r.Finder.Field(in, goName, r.Set.At))
			}
			f.Narrow(&f.Of.Spec, there, func(format string, args ...any) { r.ReportField(t.Go, f.Go, fmt.Sprintf(format, args...)) })
		}
	}
}

// sentMemberMistake returns why clients cannot send a member of a representation for a field of the row, with
// the correction, or "".
func sentMemberMistake(r *resource, name string, f *schema.Field) string {
	of := f.Of
	switch {
	case of == r.Type.Owner:
		return `the owner is the account that creates the row, never a client's choice; write "readonly", or leave the field out`
	case r.Parent != nil && of == r.Parent.Field:
		return fmt.Sprintf(`the path %s gives this reference, never a client's body; write "readonly", or leave the field out`, r.Resource.Path)
	case of.Wire != "" && of.Wire != f.Wire:
		return fmt.Sprintf(`clients send %q here and read it as %q in %s; write one name for both`, f.Wire, of.Wire, r.declaration.GoType)
	case of.ReadOnly:
		return fmt.Sprintf(`clients may not send %q, as %s has it; write "readonly" here too, or leave it out there`, of.Wire, r.declaration.GoType)
	case name == "Update" && of.CreateOnly && !f.CreateOnly:
		return fmt.Sprintf(`%q is given at a create only, as %s has it; leave the field out`, of.Wire, r.declaration.GoType)
	case f.Show != of.Show || f.Show == schema.ShowField && f.Relation.OnShow != of.Relation.OnShow:
		return fmt.Sprintf(`clients refer to rows in another way here than in %s; write the same "show=" or "link" at both`, r.declaration.GoType)
	}
	return ""
}
